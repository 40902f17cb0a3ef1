"""A knock-out: who loses a table is out, the winners of neighbouring places meet, until one is left.

The first round is drawn by lot or by rating. With n entries the bracket has room for the next power of two; who would
meet nobody there has a bye, so that from round 2 on nobody has one by the draw. By rating the first meets the last, and
the best are so far apart that they meet as late as can be; the byes are theirs.

Everything after that follows from the first draw and the results, and from what was seated: a round that was played
stands, whatever a correction makes of the rounds before it. A place of the bracket is a number from 0 on; in the next
round places 2p and 2p + 1 are place p. Of a table goes on who has won it. If it ended level, or has no result, nobody
can: then a play-off or a cut of cards between the two says who, or a ruling, and until then the draw is refused. Of a
table that was void goes on who was left idle by it, if that is one. Who has left or stays away is out, and whoever
would meet it has a bye. Who came too late for the bracket is not drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.errors import KnockoutOver, KnockoutSharedPlayer, KnockoutUndecided, TooFewEntries
from tournaments.movements.line import draw_lots
from tournaments.movements.matching import mix
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.orientation import level_sides
from tournaments.movements.schedule import Remark, RoundPlan, TablePlan
from tournaments.movements.seating import count_sides, seat_rounds

if TYPE_CHECKING:
    from tournaments.movements.course import DrawState

BY_LOT, BY_RATING = "lot", "rating"
KNOCKOUT_OPTIONS: Mapping[str, tuple[object, ...]] = {"seeding": (BY_LOT, BY_RATING)}
KNOCKOUT_REASON_CODES = (
    "draw.knockout_first",
    "draw.knockout",
    "draw.knockout_bye",
    "draw.knockout_nobody_to_meet",
    "draw.knockout_decided",
    "draw.knockout_late",
)
"""All ids are of entrants.

``draw.knockout_first`` {round, rounds, entries, byes, seeding}: the first round, by lot or by rating.
``draw.knockout`` {round, rounds, left}: so many are left.
``draw.knockout_bye`` {entrant}: goes on to round 2 without a table.
``draw.knockout_nobody_to_meet`` {entrant}: the same later on, because nobody came from the neighbouring place.
``draw.knockout_decided`` {round, table, entrant}: that table had no winner; this one goes on by what was decided.
``draw.knockout_late`` {entrants}: they are in no place of the bracket.
"""

Places = tuple[tuple[int, ...], ...]
"""The places of the first round, in the order of the bracket: two who meet, or one with a bye."""


@dataclass(frozen=True, slots=True)
class Match:
    """What happened at a place of the bracket: a table with those who met at it, or a bye of one, without a table.

    ``winner`` goes on from a table; None where that is not known yet, or nobody does.
    """

    table: int | None
    entrants: tuple[int, ...]
    winner: int | None


def rounds_of_knockout(count: int) -> int:
    """Return how many rounds a knock-out of so many has.

    >>> [rounds_of_knockout(count) for count in (0, 2, 3, 8, 9, 129)]
    [1, 1, 2, 3, 4, 8]
    """
    return max(1, (count - 1).bit_length()) if count else 1


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds of a full bracket from top to bottom: neighbours meet; 1 and 2 meet in the last round.

    >>> seed_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        whole = 2 * len(order) + 1
        order = tuple(seed for one in order for seed in (one, whole - one))
    return order


def bracket_of(ranked: Sequence[int]) -> Places:
    """Return the places of entrants of whom the first is the strongest."""
    order = seed_order(1 << rounds_of_knockout(len(ranked)))
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(tuple(ranked[seed - 1] for seed in pair if seed <= len(ranked)) for pair in pairs)


def places_of(plan: RoundPlan) -> Places:
    """Return the places of a first round: its tables by number and its byes in their order, as seeds would lie."""
    tables = [table.entrants for table in sorted(plan.tables, key=lambda table: table.number)]
    byes = [(entrant,) for entrant in plan.out]
    count = 2 * len(tables) + len(byes)
    stay: list[tuple[int, ...]] = []
    for place in bracket_of(range(count)):
        those = byes if (len(place) == 1 or not tables) and byes else tables
        if those:
            stay.append(those.pop(0))
    return (*stay, *tables, *byes)


def draw_knockout(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds``; nothing can be said of those after it.

    Raises TooFewEntries, KnockoutOver if one is left, KnockoutUndecided for a table of the last round that nobody can
    go on from, KnockoutSharedPlayer if two who are to sit share a player.
    """
    if not state.rounds:
        return _draw_first(state, seed)
    meetings, byes, decided = _next(state)
    plan = _seat(state, meetings, byes)
    params = {"round": plan.number, "rounds": max(state.rounds_planned, plan.number), "left": len(plan.present)}
    placed = frozenset(_walk(state))
    late = [entrant for entrant in state.active if entrant not in placed]
    remarks = (
        Remark("draw.knockout", params),
        *decided,
        *(Remark("draw.knockout_nobody_to_meet", {"entrant": entrant}) for entrant in plan.out),
        *([Remark("draw.knockout_late", {"entrants": late})] if late else ()),
    )
    return DrawnRound(plan, remarks, ())


def matches_of(state: DrawState) -> tuple[tuple[Match, ...], ...]:
    """Return the bracket as it was played so far: the matches of each round from top to bottom."""
    found = []
    for plan, at in zip(state.rounds, _steps(state) if state.rounds else (), strict=True):
        placed = [
            (at[table.entrants[0]], Match(table.number, table.entrants, _winner(state, plan.number, table)))
            for table in plan.tables
        ]
        placed += [(at[entrant], Match(None, (entrant,), None)) for entrant in plan.out if entrant in at]
        found.append(tuple(match for _place, match in sorted(placed, key=lambda one: one[0])))
    return tuple(found)


def _winner(state: DrawState, number: int, table: TablePlan) -> int | None:
    won = state.winners.get((number, table.number), ())
    return table.sides[won[0]][0] if len(won) == 1 else _chosen(state, table.entrants)


def _draw_first(state: DrawState, seed: int) -> DrawnRound:
    if len(state.active) < 2:
        raise TooFewEntries(needed=2, present=len(state.active))
    ranked = draw_lots(state.active, mix(seed, 1))
    seeding = state.options["seeding"]
    if seeding == BY_RATING:
        # Who has no rating comes last; the lot decides among those alike.
        ranked.sort(key=lambda entrant: (entrant not in state.ratings, -state.ratings.get(entrant, 0)))
    places = bracket_of(ranked)
    byes = tuple(place[0] for place in places if len(place) == 1)
    plan = _seat(state, [(place[0], place[1]) for place in places if len(place) == 2], byes)
    rounds = rounds_of_knockout(len(ranked))
    params = {"round": 1, "rounds": rounds, "entries": len(ranked), "byes": len(byes), "seeding": str(seeding)}
    said = (Remark("draw.knockout_bye", {"entrant": entrant}) for entrant in byes)
    return DrawnRound(plan, (Remark("draw.knockout_first", params), *said), ())


def _seat(state: DrawState, meetings: Sequence[tuple[int, int]], byes: Sequence[int]) -> RoundPlan:
    """Return the round; all who are neither at a table nor have a bye are away from it."""
    seated = frozenset(entrant for meeting in meetings for entrant in meeting)
    for one, other in state.conflicts:
        if one in seated and other in seated:
            raise KnockoutSharedPlayer(one=one, other=other)
    levelled = level_sides([meetings], count_sides(state.rounds))
    (plan,) = seat_rounds(levelled, [tuple(byes)], state.rounds, state.kind)
    present = plan.present
    absent = tuple(entrant for entrant in state.entrants if entrant not in present)
    return RoundPlan(plan.number, plan.tables, plan.out, absent)


def _next(state: DrawState) -> tuple[list[tuple[int, int]], list[int], list[Remark]]:
    """Return who meets in the next round and who has nobody to meet, both by place, and what was decided."""
    going, decided = _going(state, _walk(state))
    if not going:
        raise TooFewEntries(needed=2, present=0)
    if len(going) == 1:
        raise KnockoutOver
    shift, groups = 0, [[entrant] for _place, entrant in sorted(going.items())]
    while all(len(group) == 1 for group in groups):
        shift += 1
        found: defaultdict[int, list[int]] = defaultdict(list)
        for place, entrant in sorted(going.items()):
            found[place >> shift].append(entrant)
        groups = list(found.values())
    meetings = [(group[0], group[1]) for group in groups if len(group) == 2]
    return meetings, [group[0] for group in groups if len(group) == 1], decided


def _walk(state: DrawState) -> dict[int, int]:
    """Return the place that everybody was in last, counted as in the last round: where they played, or had a bye."""
    return list(_steps(state))[-1]


def _steps(state: DrawState) -> Iterator[dict[int, int]]:
    """Yield after each round where everybody was last."""
    places = state.bracket or places_of(state.rounds[0])
    at = {entrant: place for place, entrants in enumerate(places) for entrant in entrants}
    for number, plan in enumerate(state.rounds):
        shift = _shift(plan, at) if number else 0
        at = {entrant: place >> shift for entrant, place in at.items()}
        at.update(_placed(plan, at))
        yield at


def _shift(plan: RoundPlan, at: Mapping[int, int]) -> int:
    """Return how many rounds of the bracket a played round is on from the one before: more if nobody could meet."""
    deepest = max(at.values(), default=0).bit_length()
    for shift in range(1, deepest + 1):
        for table in plan.tables:
            known = [at[entrant] >> shift for entrant in table.entrants if entrant in at]
            if len(known) > len(set(known)):
                return shift
    return 1


def _placed(plan: RoundPlan, at: Mapping[int, int]) -> dict[int, int]:
    """Return the places of those who were in a round. Each table has one of its own, whoever changed places by hand."""
    taken: dict[int, TablePlan] = {}
    tables = sorted(plan.tables, key=lambda table: (len(_known(table, at)) != 1, table.number))
    for table in tables:
        free = (place for place in _candidates(_known(table, at), at.values()) if place not in taken)
        taken[next(free)] = table
    found = {entrant: place for place, table in taken.items() for entrant in table.entrants}
    waiting = []
    used = set(taken)
    for entrant in plan.out:
        if at.get(entrant, -1) in taken or entrant not in at:
            waiting.append(entrant)
        else:
            found[entrant] = at[entrant]
            used.add(at[entrant])
    for entrant in waiting:
        if entrant in at:
            found[entrant] = next(place for place in _candidates((), at.values()) if place not in used)
            used.add(found[entrant])
    return found


def _known(table: TablePlan, at: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(at[entrant] for entrant in table.entrants if entrant in at))


def _candidates(own: Iterable[int], places: Iterable[int]) -> Iterator[int]:
    """Return the places that a table may have: its own, any other of the bracket, and after them new ones."""
    yield from own
    everywhere = sorted(set(places))
    yield from everywhere
    new = everywhere[-1] + 1 if everywhere else 0
    while True:
        yield new
        new += 1


def _going(state: DrawState, at: Mapping[int, int]) -> tuple[dict[int, int], list[Remark]]:
    """Return by place who goes on from the last round and is still there, and what was decided about it."""
    last = state.rounds[-1]
    here = frozenset(state.active)
    going: dict[int, int] = {}
    decided = []
    for table in last.tables:
        place = at[table.entrants[0]]
        won = state.winners.get((last.number, table.number), ())
        if len(won) == 1:
            going[place] = table.sides[won[0]][0]
            continue
        left = [entrant for entrant in table.entrants if entrant in here]
        chosen = _chosen(state, table.entrants)
        if chosen is not None:
            going[place] = chosen
            params = {"round": last.number, "table": table.number, "entrant": chosen}
            decided.append(Remark("draw.knockout_decided", params))
        elif len(left) > 1:
            raise KnockoutUndecided(round=last.number, table=table.number)
        elif left:
            going[place] = left[0]
    idle: defaultdict[int, list[int]] = defaultdict(list)
    for entrant in last.out:
        if entrant in at:
            idle[at[entrant]].append(entrant)
    for place, entrants in idle.items():
        goes = entrants[0] if len(entrants) == 1 else _chosen(state, entrants)
        if goes is not None:
            going[place] = goes
    return {place: entrant for place, entrant in going.items() if entrant in here}, decided


def _chosen(state: DrawState, entrants: Sequence[int]) -> int | None:
    """Return who was best in the latest play-off or cut among all of them; None if there was none."""
    for order in reversed(state.decided):
        if set(entrants) <= set(order):
            return min(entrants, key=order.index)
    return None
