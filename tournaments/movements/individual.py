"""The next round where people, or pairs at tables of three, change company from round to round.

While an evening goes as it was planned as a whole (``evenings``, ``following``) it is the next round of the plan. Once
somebody has come or gone, or for tables that no plan is known for, each round is drawn by itself for those who are
here: two sides of two or three people with other partners each time, each for himself, three pairs. The promises, in
this order: nobody in a seat twice (also not as a player of two entries); as many full tables as there can be, and
nobody out twice before all who are there have been once; nobody partners the same person twice where the others who
are there allow it (exactly so for sides of two; for sides of three it is sought); as few as possible meet again;
starters, then seats, go round as evenly as that leaves room for. What the best possible was, by counting, is in the
remarks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.chairs import starters
from tournaments.movements.company import in_entry_order, seat_company
from tournaments.movements.course import DrawState
from tournaments.movements.evening_draw import Plan, draw_as_planned, plans_for
from tournaments.movements.evenings import whist_cycles
from tournaments.movements.individual_reasons import explain_individual
from tournaments.movements.matching import TIE_BITS, mix
from tournaments.movements.mixing import Gathering, Mixed, mix_round
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.schedule import Remark, RoundPlan
from tournaments.movements.sit_outs import conflicts_among, count_turns, leave_out
from tournaments.movements.whist import cycle_length

TRIES = 8
"""Among how many ways to go on the draw chooses where it looks ahead."""
FARTHEST = 8
"""Over how many rounds it looks at most; with more to come there is time for that later."""


def rounds_to_meet(count: int, together: int) -> int:
    """Return the fewest rounds in which ``count`` entrants, so many at a table, could all meet, sit-outs being even.

    >>> rounds_to_meet(16, 4), rounds_to_meet(9, 2)
    (5, 9)
    """
    rounds = 1
    seats = count // together * together
    while seats and rounds * seats // count * (together - 1) < count - 1:
        rounds += 1
    return rounds


def draw_individual_round(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds``: as planned for the whole evening, or for those who are here.

    Raises AllRoundsDrawn, or TooFewEntries if there are not enough for one table.
    """
    return draw_by_plans(state, seed, plans_for(state), "draw.evening")


def draw_whist_round(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds`` of a whist cycle, or of several.

    Where there is no cycle for so many it is a round as of any other evening. Raises AllRoundsDrawn, TooFewEntries.
    """
    count = len(state.rounds[0].present if state.rounds else state.active)
    plan = whist_cycles(count, state.rounds_planned)
    if plan:
        return draw_by_plans(state, seed, [plan], "draw.whist")
    drawn = draw_individual_round(state, seed)
    nearest = [number for number in (count - 2, count - 1, count + 1, count + 2) if cycle_length(number) is not None]
    return replace(drawn, remarks=(Remark("draw.no_whist", {"people": count, "nearest": nearest}), *drawn.remarks))


def draw_by_plans(state: DrawState, seed: int, plans: Sequence[Plan], head: str) -> DrawnRound:
    """Draw the next round of one of the plans, or by itself once none is followed; ``head`` names them in a remark."""
    if len(state.rounds) >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    drawn = draw_as_planned(state, seed, plans, head)
    if drawn is not None:
        return drawn
    drawn = draw_by_itself(state, seed)
    longest = max(map(len, plans), default=0)
    if state.rounds and longest:
        is_over = longest <= len(state.rounds)
        why = Remark("draw.evening_over", {"planned": longest}) if is_over else Remark("draw.evening_left")
        return replace(drawn, remarks=(why, *drawn.remarks))
    return drawn


def draw_by_itself(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds`` for those who are here, whatever was planned.

    Where few people play many rounds it looks ahead: of several rounds that are as good it takes one after which the
    fewest partners will come again. Raises AllRoundsDrawn, TooFewEntries.
    """
    if len(state.rounds) >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    first, cost = _rest(state, seed, 0, ahead := _rounds_ahead(state))
    for salt in range(1, TRIES):
        if not cost[0] or ahead < 2:
            break
        other, price = _rest(state, seed, salt, ahead)
        if price < cost:
            first, cost = other, price
    return first


def _rounds_ahead(state: DrawState) -> int:
    """Return over how many rounds to look, the next one included.

    As many as everybody could still have new partners in; only one where nobody has had half of the others by then, as
    no choice of partners now can be in the way.
    """
    here = frozenset(state.active)
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for plan in state.rounds:
        for table in plan.tables:
            for side in table.sides:
                for entrant in here.intersection(side):
                    partners[entrant].update(here.intersection(side) - {entrant})
    most = max((len(partners[entrant]) for entrant in here), default=0)
    ahead = min(state.rounds_planned - len(state.rounds), len(here) - 1 - most)
    matters = state.shape.side_size == 2 and 2 * (most + ahead) > len(here)
    return ahead if matters and ahead <= FARTHEST else 1


def _rest(state: DrawState, seed: int, salt: int, ahead: int) -> tuple[DrawnRound, tuple[int, int]]:
    """Return the next round, and how often partners and others meet again over the rounds to look at."""
    drawn = []
    partners = meetings = 0
    for _ in range(max(1, ahead)):
        number = len(state.rounds) + 1
        one, mixed = _next(state, mix(seed, number, salt) if salt else mix(seed, number))
        drawn.append(one)
        partners += mixed.partners_again
        meetings += mixed.meetings_again
        state = replace(state, rounds=(*state.rounds, one.plan))
    return drawn[0], (partners, meetings)


def _next(state: DrawState, luck: int) -> tuple[DrawnRound, Mixed]:
    number = len(state.rounds) + 1
    turns = count_turns(state.rounds, state.active)
    levels = count_turns(state.rounds, state.active, starters)
    gathering = _gather(state, turns, levels, luck)
    mixed = mix_round(gathering, luck)
    tables = [tuple(tuple(gathering.entrants[place] for place in side) for side in table) for table in mixed.tables]
    seated = frozenset(entrant for table in tables for side in table for entrant in side)
    plan = RoundPlan(
        number=number,
        tables=seat_company(state, in_entry_order(state, tables), levels, luck),
        out=tuple(entrant for entrant in state.active if entrant not in seated),
        absent=tuple(entrant for entrant in state.entrants if entrant in state.away),
    )
    return DrawnRound(plan, explain_individual(state, plan, mixed, turns, levels), ()), mixed


def _gather(state: DrawState, turns: Mapping[int, int], levels: Mapping[int, int], luck: int) -> Gathering:
    """Return who can be seated, those who have to sit out left aside. Raises TooFewEntries."""
    shared = leave_out(
        conflicts_among(state.conflicts, state.active), turns, lambda entrant: mix(luck, entrant) >> (64 - TIE_BITS)
    )
    left = [entrant for entrant in state.active if entrant not in shared]
    if len(left) < state.shape.entrants:
        raise TooFewEntries(needed=state.shape.entrants, present=len(left))
    out, free, spare = _sit_outs(state, left, turns)
    entrants = tuple(entrant for entrant in left if entrant not in out)
    place = {entrant: here for here, entrant in enumerate(entrants)}
    partnered = [[0] * len(entrants) for _ in entrants]
    met = [[0] * len(entrants) for _ in entrants]
    for plan in state.rounds:
        for table in plan.tables:
            _count_pairs(met, place, table.entrants)
            for side in table.sides:
                _count_pairs(partnered, place, side)
    lowest = min(levels[entrant] for entrant in entrants)
    return Gathering(
        entrants=entrants,
        shape=state.shape,
        partnered=partnered,
        met=met,
        due=[levels[entrant] == lowest for entrant in entrants],
        free=frozenset(place[entrant] for entrant in free),
        spare=spare,
        apart=[(place[one], place[other]) for one, other in state.forbidden if one in place and other in place],
        together=[(place[one], place[other]) for one, other in state.fixed if one in place and other in place],
    )


def _sit_outs(
    state: DrawState, left: Sequence[int], turns: Mapping[int, int]
) -> tuple[frozenset[int], frozenset[int], int]:
    """Return who sits out because of whose turn it is, and those of whom so many more do, whichever suits the round.

    Whoever has just come, or come back, is taken after others whose turn it could be as well.
    """
    spare = len(left) % state.shape.entrants
    if not spare:
        return frozenset(), frozenset(), 0
    seen = frozenset(left).intersection(*(plan.present for plan in state.rounds[-1:]))

    def turn(entrant: int) -> tuple[int, bool]:
        return turns[entrant], entrant not in seen

    last = turn(sorted(left, key=turn)[spare - 1])
    out = frozenset(entrant for entrant in left if turn(entrant) < last)
    alike = frozenset(entrant for entrant in left if turn(entrant) == last)
    if len(out) + len(alike) == spare:
        return out | alike, frozenset(), 0
    return out, alike, spare - len(out)


def _count_pairs(times: list[list[int]], place: Mapping[int, int], together: Iterable[int]) -> None:
    for one, other in combinations([place[entrant] for entrant in together if entrant in place], 2):
        times[one][other] += 1
        times[other][one] += 1
