"""Why a round at tables of different sizes is as it is, as codes and what their sentences name.

``draw.mixed`` {round, rounds, people, sizes}: everybody plays, at tables of these sizes.
``draw.pods`` {the same}: the same, people next to each other in the standings at one table.
``draw.pods_of_pairs`` {the same}: pairs next to each other in the standings at one table; who is left over sits out.
``draw.other_size`` {entrant, size, before, fewest}: sits at a table of another size than the usual, where the entrant
has sat ``before`` times and nobody less than ``fewest`` (both as turn counts).
Partners again, repeats, starters and who shares a player are told as in ``individual_reasons`` and ``reasons``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tournaments.movements.individual_reasons import (
    explain_partners,
    explain_repeats,
    explain_shared_players,
    explain_sit_outs,
)
from tournaments.movements.schedule import Remark
from tournaments.movements.sit_outs import count_turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.movements.course import DrawState
    from tournaments.movements.mixing import Mixed
    from tournaments.movements.schedule import RoundPlan

MIXED_REASON_CODES = ("draw.mixed", "draw.pods", "draw.pods_of_pairs", "draw.other_size")


def explain_mixed(
    state: DrawState, plan: RoundPlan, mixed: Sequence[Mixed], turns: Mapping[int, int], *, is_by_score: bool
) -> tuple[Remark, ...]:
    """Return the reasons for a round; ``turns`` are the turn counts of tables of another size."""
    params = {
        "round": plan.number,
        "rounds": state.rounds_planned,
        "people": len(plan.seated),
        "sizes": [len(table.entrants) for table in plan.tables],
    }
    if state.kind == "pairs":
        outs = explain_sit_outs(state, plan, count_turns(state.rounds, state.active))
        return (Remark("draw.pods_of_pairs", params), *outs, *explain_repeats(mixed))
    return (
        Remark("draw.pods" if is_by_score else "draw.mixed", params),
        *explain_shared_players(state, plan, turns),
        *_other_sizes(state, plan, turns),
        *explain_partners(state, plan),
        *explain_repeats(mixed),
    )


def _other_sizes(state: DrawState, plan: RoundPlan, turns: Mapping[int, int]) -> Iterator[Remark]:
    fewest = min((turns[entrant] for entrant in plan.seated), default=0)
    for table in plan.tables:
        size = len(table.entrants)
        if size != state.shape.entrants:
            for entrant in table.entrants:
                params = {"entrant": entrant, "size": size, "before": turns[entrant], "fewest": fewest}
                yield Remark("draw.other_size", params)
