"""Progressive play: after each round some go up or down a table, as the games at their table went.

The first round is by lot; table 1 is the head table. What moves is always a whole side. ``moves`` says which:
``winners_up``: winners one table up, losers stay; at the head table the winners stay and the losers go to the last.
``losers_down``: losers one table down, from the last table to the head; winners stay.
``both``: winners up and losers down; at the head table the winners stay, at the last one the losers.
``ns_stay``: NS stay and EW go one table down, from the last to the head, whatever the result.
``step`` is how many tables they go; up, never more than half of them.

Where people play without a fixed partner, the sides that come together are split: one of each plays with one of the
other, so winners part. Sit-outs are by turn as everywhere; of those whose turn it equally is it is whoever would sit
lowest. Who comes in takes the free place that is highest up. Meetings come again, by design.

At a table without a single winner the side with more points there goes as the winners; if they are level, the lot says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.chairs import Sides, starters
from tournaments.movements.company import seat_company
from tournaments.movements.course import DrawState
from tournaments.movements.line import choose_sit_outs, close_up, draw_lots, keep_apart
from tournaments.movements.matching import TIE_BITS, mix
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.orientation import level_sides
from tournaments.movements.progressive_reasons import Outcome, explain_progressive
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.seating import count_firsts, count_sides, seat_rounds
from tournaments.movements.sit_outs import conflicts_among, count_turns, leave_out

WINNERS_UP, LOSERS_DOWN, BOTH, NS_STAY = "winners_up", "losers_down", "both", "ns_stay"
PROGRESSIVE_OPTIONS: Mapping[str, tuple[object, ...]] = {
    "moves": (WINNERS_UP, LOSERS_DOWN, BOTH, NS_STAY),
    "step": (1, 2, 3),
}


def draw_progressive_round(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds``; nothing can be said of those after it.

    Raises AllRoundsDrawn, or TooFewEntries if there are not enough for one table.
    """
    if len(state.rounds) >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    luck = mix(seed, len(state.rounds) + 1)
    turns = count_turns(state.rounds, state.active)
    outcomes = _outcomes(state, luck)
    line, exchanged = _line_up(state, outcomes, turns, luck)
    plan = RoundPlan(
        number=len(state.rounds) + 1,
        tables=_seat(state, line, luck),
        out=tuple(entrant for entrant in state.active if entrant not in line),
        absent=tuple(entrant for entrant in state.entrants if entrant in state.away),
    )
    return DrawnRound(plan, explain_progressive(state, plan, outcomes, turns, exchanged), ())


def _outcomes(state: DrawState, luck: int) -> tuple[Outcome, ...]:
    """Return how the tables of the last round ended, in table order; none if it does not matter."""
    if not state.rounds or state.options["moves"] == NS_STAY:
        return ()
    last = state.rounds[-1]
    return tuple(_outcome(state, last.number, table, luck) for table in _by_number(last))


def _outcome(state: DrawState, number: int, table: TablePlan, luck: int) -> Outcome:
    where = number, table.number
    level: Sequence[int] = state.winners.get(where) or range(len(table.sides))
    decided_by = "games"
    if len(level) > 1:
        points = state.points.get(where, (0,) * len(table.sides))
        most = max(points[side] for side in level)
        level = [side for side in level if points[side] == most]
        decided_by = "points"
    if len(level) > 1:
        level = [min(level, key=lambda side: mix(luck, *sorted(table.sides[side])))]
        decided_by = "lot"
    winner = level[0]
    return Outcome(table.number, table.sides[winner], table.sides[1 - winner], decided_by)


def _line_up(
    state: DrawState, outcomes: Sequence[Outcome], turns: Mapping[int, int], luck: int
) -> tuple[list[int], list[tuple[int, int]]]:
    """Return who is to sit, from the head table down, and who changed places for a wish. Raises TooFewEntries."""
    size = state.shape.entrants
    shared = leave_out(
        conflicts_among(state.conflicts, state.active), turns, lambda entrant: mix(luck, entrant) >> (64 - TIE_BITS)
    )
    here = [entrant for entrant in state.active if entrant not in shared]
    if len(here) < size:
        raise TooFewEntries(needed=size, present=len(here))
    line = _moved(state, outcomes) if state.rounds else draw_lots(here, luck)
    wished = frozenset(entrant for pair in state.fixed for entrant in pair)
    out = choose_sit_outs(line, here, turns, len(here) % size, wished)
    staying = frozenset(here) - out
    coming = draw_lots(staying.difference(line), luck)
    return keep_apart(close_up(line, staying, coming), size, state.forbidden, state.fixed)


def _moved(state: DrawState, outcomes: Sequence[Outcome]) -> list[int]:
    """Return everybody of the last round where the moves take them; at a table first who comes, then who stays."""
    moves, tables = str(state.options["moves"]), _by_number(state.rounds[-1])
    step, count = int(str(state.options["step"])), len(tables)
    if moves == NS_STAY:
        east = [table.sides[1] for table in tables]
        return [who for here, table in enumerate(tables) for who in table.sides[0] + east[(here - step) % count]]
    coming: list[tuple[int, ...]] = [()] * count
    staying: list[tuple[int, ...]] = [()] * count
    for here, outcome in enumerate(outcomes):
        for side, there in zip((outcome.winners, outcome.losers), targets(moves, here, step, count), strict=True):
            places = staying if there == here else coming
            places[there] += side
    return [who for sides in zip(coming, staying, strict=True) for side in sides for who in side]


def targets(moves: str, here: int, step: int, count: int) -> tuple[int, int]:
    """Return the tables that the winners and the losers of a table go to; all tables counted from 0, the head.

    >>> [targets("winners_up", here, 1, 3) for here in range(3)]
    [(0, 2), (0, 1), (1, 2)]
    >>> [targets("losers_down", here, 1, 3) for here in range(3)]
    [(0, 1), (1, 2), (2, 0)]
    >>> [targets("both", here, 1, 3) for here in range(3)]
    [(0, 1), (0, 2), (1, 2)]
    """
    if moves == LOSERS_DOWN:
        return here, (here + step) % count
    step = min(step, count // 2)
    up = here - step if here >= step else here
    if moves == WINNERS_UP:
        return up, here if here >= step else count - step + here
    return up, here + step if here < count - step else here


def _by_number(plan: RoundPlan) -> list[TablePlan]:
    return sorted(plan.tables, key=lambda table: table.number)


def _seat(state: DrawState, line: Sequence[int], luck: int) -> tuple[TablePlan, ...]:
    size = state.shape.entrants
    tables = [tuple(line[begin : begin + size]) for begin in range(0, len(line), size)]
    if size > 2:
        levels = count_turns(state.rounds, state.active, starters)
        return seat_company(state, _split(state, tables, luck), levels, luck)
    meetings = [(one, other) for one, other in tables]
    firsts = level_sides([meetings], count_firsts(state.rounds))
    if state.options["moves"] != NS_STAY:
        return seat_rounds(level_sides([meetings], count_sides(state.rounds)), [()], state.rounds, state.kind)[0].tables
    return seat_rounds([meetings], [()], state.rounds, state.kind, firsts)[0].tables


def _split(state: DrawState, tables: Sequence[tuple[int, ...]], luck: int) -> list[Sides]:
    """Return the sides at each table: nobody with the last partner, then with those who were partners least."""
    partners = [
        Counter(frozenset(pair) for table in plan.tables for side in table.sides for pair in combinations(side, 2))
        for plan in state.rounds
    ]
    before = sum(partners, Counter[frozenset[int]]())
    last = partners[-1] if partners else before

    def cost(sides: Sides) -> tuple[int, int, int]:
        pairs = [frozenset(side) for side in sides]
        return sum(last[pair] for pair in pairs), sum(before[pair] for pair in pairs), mix(luck, *map(min, sides))

    return [min((((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))), key=cost) for a, b, c, d in tables]
