"""Why a round of progressive play is as it is, as codes and what their sentences name; all ids are of entrants.

``draw.progressive_first`` {round, rounds, tables}: the first round, by lot.
``draw.progressive`` {round, rounds, tables, moves}: moved on as ``moves`` says (``progressive``).
``draw.progressive_by_points``, ``draw.progressive_by_lot`` {round, table, winners}: that table had no single winner;
these go as the winners, because they made more points there, or by lot.
``draw.progressive_table`` {table, moved, stayed, joined}: who came to the table from another, was at it already, or did
not sit in the round before.
``draw.progressive_exchanged`` {entrants}: the two changed places for a wish about who is to meet.
Sit-outs, partners again and wishes that could not be kept are as in ``individual_reasons``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.movements.course import DrawState
from tournaments.movements.individual_reasons import explain_partners, explain_sit_outs, explain_wishes
from tournaments.movements.schedule import Remark, RoundPlan

PROGRESSIVE_REASON_CODES = (
    "draw.progressive_first",
    "draw.progressive",
    "draw.progressive_by_points",
    "draw.progressive_by_lot",
    "draw.progressive_table",
    "draw.progressive_exchanged",
    "draw.wish_apart",
    "draw.wish_together",
    "draw.sits_out_left_over",
    "draw.sits_out_shared_player",
    "draw.partners_again",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who goes as the winners of a table and who as the losers, and by what: ``games``, ``points`` or ``lot``."""

    table: int
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    decided_by: str


def explain_progressive(
    state: DrawState,
    plan: RoundPlan,
    outcomes: Sequence[Outcome],
    turns: Mapping[int, int],
    exchanged: Sequence[tuple[int, int]],
) -> tuple[Remark, ...]:
    """Return the reasons for a round; ``turns`` are the turn counts of sitting out."""
    params = {"round": plan.number, "rounds": state.rounds_planned, "tables": len(plan.tables)}
    first = not state.rounds
    head = Remark("draw.progressive_first", params)
    return (
        head if first else Remark("draw.progressive", {**params, "moves": str(state.options["moves"])}),
        *explain_sit_outs(state, plan, turns),
        *_decided(plan, outcomes),
        *(() if first else _tables(state, plan)),
        *(Remark("draw.progressive_exchanged", {"entrants": list(pair)}) for pair in exchanged),
        *explain_wishes(state, plan),
        *(explain_partners(state, plan) if state.shape.side_size > 1 else ()),
    )


def _decided(plan: RoundPlan, outcomes: Sequence[Outcome]) -> Iterator[Remark]:
    for outcome in outcomes:
        if outcome.decided_by != "games":
            params = {"round": plan.number - 1, "table": outcome.table, "winners": list(outcome.winners)}
            yield Remark(f"draw.progressive_by_{outcome.decided_by}", params)


def _tables(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    was_at = {entrant: table.number for table in state.rounds[-1].tables for entrant in table.entrants}
    for table in plan.tables:
        came_from = {entrant: was_at.get(entrant) for entrant in table.entrants}
        params = {
            "table": table.number,
            "moved": [who for who, where in came_from.items() if where not in (table.number, None)],
            "stayed": [who for who, where in came_from.items() if where == table.number],
            "joined": [who for who, where in came_from.items() if where is None],
        }
        yield Remark("draw.progressive_table", params)
