"""Why a round with changing company is as it is, as codes and what their sentences name; all ids are of entrants.

``draw.individual`` {round, rounds, tables, seats}: drawn for those who are here: so many tables of so many entrants.
``draw.evening`` {round, rounds, tables, seats, planned}: a round of an evening that was planned as a whole, for so many
rounds; ``draw.whist`` with the same: of whist cycles.
``draw.evening_whole`` {rounds, repeats, least}: how often two will meet again over all rounds of the plan, and what no
plan could be below, by counting.
``draw.evening_place`` {entrants}: the first has taken over the place in the plan of the second, who has left.
``draw.evening_left`` {}: the plan is not followed: somebody has come or gone, shares a player, or a round was seated
otherwise, or the plan would break a wish.
``draw.evening_over`` {planned}: the rounds that were planned as a whole have all been played.
``draw.no_whist`` {people, nearest}: there is no whist cycle for so many; for which numbers near it there is one.
``draw.sits_out_left_over`` {entrant, before, fewest, present, seats}: the number of those present does not fill tables
of ``seats``; the entrant has sat out ``before`` times, nobody present less than ``fewest`` (both as turn counts: who
came late starts level with the lowest).
``draw.sits_out_shared_player`` {entrant, others, before}: shares a player with others who sit (as in ``reasons``).
``draw.partners_again`` {entrants, times}: the two are partners and have been so often before.
``draw.wish_apart``, ``draw.wish_together`` {entrants}: they are not to meet, or are to, and there was no way.
``draw.partner_repeats`` {repeats, least}: how often partners of this round have been partners before, in all; for those
who are here no round could have had less than ``least``.
``draw.meeting_repeats`` {repeats, least}: the same of all who sit at one table, as partners or not.
``draw.starts_again`` {entrant, before, fewest}: starts at its table, where everybody has started before; ``fewest`` is
the least of all who are here (turn counts).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.movements.chairs import starters
from tournaments.movements.schedule import Remark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tournaments.movements.course import DrawState
    from tournaments.movements.mixing import Mixed
    from tournaments.movements.schedule import RoundPlan

INDIVIDUAL_REASON_CODES = (
    "draw.individual",
    "draw.evening",
    "draw.whist",
    "draw.evening_whole",
    "draw.evening_place",
    "draw.evening_left",
    "draw.evening_over",
    "draw.no_whist",
    "draw.sits_out_left_over",
    "draw.sits_out_shared_player",
    "draw.partners_again",
    "draw.wish_apart",
    "draw.wish_together",
    "draw.partner_repeats",
    "draw.meeting_repeats",
    "draw.starts_again",
)


def explain_individual(
    state: DrawState, plan: RoundPlan, mixed: Mixed, turns: Mapping[int, int], levels: Mapping[int, int]
) -> tuple[Remark, ...]:
    """Return the reasons for a round; ``turns`` and ``levels`` are the turn counts of sitting out and of starting."""
    params = {
        "round": plan.number,
        "rounds": state.rounds_planned,
        "tables": len(plan.tables),
        "seats": state.shape.entrants,
    }
    return (
        Remark("draw.individual", params),
        *explain_sit_outs(state, plan, turns),
        *explain_partners(state, plan),
        *explain_wishes(state, plan),
        *explain_repeats((mixed,)),
        *_starters(plan, levels),
    )


def explain_shared_players(state: DrawState, plan: RoundPlan, turns: Mapping[int, int]) -> Iterator[Remark]:
    """Say of each who sits out because of a shared player whom that is shared with."""
    for entrant in plan.out:
        if others := _sitting_for(state, plan, entrant):
            params = {"entrant": entrant, "others": others, "before": turns[entrant]}
            yield Remark("draw.sits_out_shared_player", params)


def explain_sit_outs(state: DrawState, plan: RoundPlan, turns: Mapping[int, int]) -> Iterator[Remark]:
    """Return why each who sits out does; ``turns`` are the turn counts."""
    yield from explain_shared_players(state, plan, turns)
    present, fewest = len(state.active), min(turns.values())
    for entrant in plan.out:
        if not _sitting_for(state, plan, entrant):
            left_over = {"before": turns[entrant], "fewest": fewest, "present": present, "seats": state.shape.entrants}
            yield Remark("draw.sits_out_left_over", {"entrant": entrant, **left_over})


def _sitting_for(state: DrawState, plan: RoundPlan, entrant: int) -> list[int]:
    """Return those at a table who share a player with the entrant."""
    seated = frozenset(plan.seated)
    sharing = (other for pair in state.conflicts if entrant in pair for other in pair if other != entrant)
    return sorted(other for other in sharing if other in seated)


def explain_partners(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    """Return who are partners again."""
    before = Counter(
        frozenset(pair)
        for played in state.rounds
        for table in played.tables
        for side in table.sides
        for pair in combinations(side, 2)
    )
    for table in plan.tables:
        for side in table.sides:
            for pair in combinations(side, 2):
                if before[frozenset(pair)]:
                    yield Remark("draw.partners_again", {"entrants": list(pair), "times": before[frozenset(pair)]})


def explain_wishes(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    """Return which wishes about who is to meet are not kept."""
    table_of = {entrant: table.number for table in plan.tables for entrant in table.entrants}
    for pair in state.forbidden:
        if len({table_of.get(entrant, -entrant) for entrant in pair}) == 1:
            yield Remark("draw.wish_apart", {"entrants": list(pair)})
    for pair in state.fixed:
        if len({table_of.get(entrant, -entrant) for entrant in pair}) > 1:
            yield Remark("draw.wish_together", {"entrants": list(pair)})


def explain_repeats(mixed: Sequence[Mixed]) -> Iterator[Remark]:
    """Say how many partners and meetings come again in all, beside what the best could have been."""
    partners, least_partners = (
        sum(part.partners_again for part in mixed),
        sum(part.least_partners_again for part in mixed),
    )
    if partners:
        yield Remark("draw.partner_repeats", {"repeats": partners, "least": least_partners})
    meetings, least_meetings = (
        sum(part.meetings_again for part in mixed),
        sum(part.least_meetings_again for part in mixed),
    )
    if meetings:
        yield Remark("draw.meeting_repeats", {"repeats": meetings, "least": least_meetings})


def _starters(plan: RoundPlan, levels: Mapping[int, int]) -> Iterator[Remark]:
    fewest = min(levels.values())
    for starter in starters(plan):
        if levels[starter] > fewest:
            yield Remark("draw.starts_again", {"entrant": starter, "before": levels[starter], "fewest": fewest})
