"""The course of an event so far: what was to be expected after each round, and what is to follow now.

Nothing of a plan is stored. It is made again from the rounds that were played: the round robin over those who were
there at first, or the plan at the last point where somebody came or left or a round was seated otherwise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TYPE_CHECKING

from tournaments.movements.planning import plan_rest
from tournaments.movements.position import Position, Sketch
from tournaments.movements.round_robin import berger_number, berger_round
from tournaments.movements.schedule import Shape
from tournaments.movements.seating import count_sides
from tournaments.movements.sit_outs import conflicts_among, count_turns

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from tournaments.movements.schedule import Kind, RoundPlan


@dataclass(frozen=True, slots=True)
class DrawState:
    """What a draw is made from.

    ``entrants``: everybody ever admitted, in entry order. ``away``: those of them who do not take part in the round to
    be drawn (withdrawn, or absent). ``rounds``: all rounds drawn so far, in order from 1, as they were seated in the
    end; a round need not list as absent who was not there. ``conflicts``: entrants who share a player. ``kind``: are
    the entrants pairs or people; ``shape``: how many of them sit at a table.

    ``options``: the movement's own. ``forbidden``: entrants who must not meet; ``fixed``: who are to in this round.
    ``ratings``: how strong an entrant is known to be, where that is known. ``groups``: of which club, town or household
    an entrant is, where those of one are to be kept apart.

    ``shapes``: where tables may differ in size, every table that the game can be played at, by number of people.

    For movements that follow the results: ``scores``, what each entrant has before the round in what the tournament
    ranks by first, sit-outs and penalties included; ``order``, all entrants by standing, best first, those alike by
    entry number; ``winners``, by round and table number, the sides with the most games there, several if level.

    For a knock-out: ``bracket``, the places of the first round as it was drawn, none where nobody kept them;
    ``decided``, who was in each play-off or cut of cards, best first, the latest one last.
    """

    entrants: tuple[int, ...]
    rounds_planned: int
    rounds: tuple[RoundPlan, ...] = ()
    away: frozenset[int] = frozenset()
    conflicts: tuple[tuple[int, int], ...] = ()
    kind: Kind = "pairs"
    shape: Shape = Shape()  # noqa: RUF009 - frozen
    shapes: Mapping[int, Shape] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    forbidden: tuple[tuple[int, int], ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    ratings: Mapping[int, int] = field(default_factory=dict)
    groups: Mapping[int, str] = field(default_factory=dict)
    scores: Mapping[int, Fraction] = field(default_factory=dict)
    order: tuple[int, ...] = ()
    winners: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    points: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    bracket: tuple[tuple[int, ...], ...] = ()
    decided: tuple[tuple[int, ...], ...] = ()

    @property
    def active(self) -> tuple[int, ...]:
        """Who is to be drawn, in entry order."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.away)


@dataclass(frozen=True, slots=True)
class Course:
    """Where an event stands.

    ``starters``: who was there in the first round, in entry order. ``position``: before the next round. ``rest``: the
    next round and all that follow. ``as_planned``: nobody has come or left, and all were paired as planned in advance.
    """

    starters: tuple[int, ...]
    position: Position
    rest: tuple[Sketch, ...]
    as_planned: bool


def follow_course(state: DrawState, seed: int) -> Course:
    """Return where the event stands after its rounds, with two or more to play on."""
    here = [*(plan.present for plan in state.rounds), frozenset(state.active)]
    begin = _last_change(here)
    position = _position(state, begin, here[-1])
    rest = () if position.conflicts else _robin_rest(state, here[:begin])
    as_planned = begin == 1 and bool(rest)
    if not as_planned:
        rest = plan_rest(position, state.rounds_planned - begin + 1, seed, rest)
    for number, plan in enumerate(state.rounds[begin - 1 :], start=begin + 1):
        followed = _is_paired_as(plan, rest[0])
        position, rest = _position(state, number, here[-1]), rest[1:]
        as_planned = as_planned and followed
        if not followed or not (as_planned or position.is_best(rest[0], seed)):
            rest = plan_rest(position, state.rounds_planned - number + 1, seed)
    return Course(_in_entry_order(state, here[0]), position, rest, as_planned)


def _last_change(here: Sequence[frozenset[int]]) -> int:
    """Return the number of the first round since which the same entrants have been there."""
    begin = len(here)
    while begin > 1 and here[begin - 2] == here[-1]:
        begin -= 1
    return begin


def _in_entry_order(state: DrawState, present: frozenset[int]) -> tuple[int, ...]:
    return tuple(entrant for entrant in state.entrants if entrant in present)


def _position(state: DrawState, number: int, present: frozenset[int]) -> Position:
    """Return the position before round ``number``, which ``present`` play."""
    before = state.rounds[: number - 1]
    entrants = _in_entry_order(state, present)
    turns = count_turns(before, entrants)
    balance = count_sides(before)
    seen = frozenset[int]().union(*(plan.present for plan in before))
    return Position(
        entrants=entrants,
        met=_table_of_meetings(before, entrants),
        turns=[turns[entrant] for entrant in entrants],
        balance=[balance.get(entrant, 0) for entrant in entrants],
        conflicts=conflicts_among(state.conflicts, entrants),
        fresh=present - seen if before else frozenset(),
    )


def _table_of_meetings(rounds: Sequence[RoundPlan], entrants: Sequence[int]) -> list[list[int]]:
    """Return how often each has met each, by place: filled from the meetings, which are far fewer than the pairs."""
    place = {entrant: here for here, entrant in enumerate(entrants)}
    met = [[0] * len(entrants) for _ in entrants]
    for pair, times in count_meetings(rounds).items():
        here, there = (place.get(entrant) for entrant in pair)
        if here is not None and there is not None:
            met[here][there] = met[there][here] = times
    return met


def _is_paired_as(plan: RoundPlan, sketch: Sketch) -> bool:
    pairs = frozenset(frozenset(table.entrants) for table in plan.tables)
    return pairs == sketch.pairs and frozenset(plan.out) == sketch.out


def _robin_rest(state: DrawState, here: Sequence[frozenset[int]]) -> tuple[Sketch, ...]:
    """Return the rounds to come of the round robin that began in round 1, if it can go on; else none.

    It goes on while all is paired as it says; who comes takes the phantom's place, who leaves makes a place the
    phantom's, and there may be only one of it.
    """
    places: list[int | None] = [*_in_entry_order(state, here[0])]
    count = len(places)
    places += [None] * (count % 2)
    for number, present in enumerate(here, start=1):
        coming = [entrant for entrant in _in_entry_order(state, present) if entrant not in places]
        places = [holder if holder in present else None for holder in places]
        for place in [place for place, holder in enumerate(places) if holder is None]:
            places[place] = coming.pop(0) if coming else None
        if coming or places.count(None) > 1:
            return ()
        sketch = _sketch(places, berger_number(number, count, state.rounds_planned))
        if number < len(here) and not _is_paired_as(state.rounds[number - 1], sketch):
            return ()
    numbers = range(len(here), state.rounds_planned + 1)
    return tuple(_sketch(places, berger_number(number, count, state.rounds_planned)) for number in numbers)


def _sketch(places: Sequence[int | None], number: int) -> Sketch:
    """Return Berger's round ``number`` over the places; None is the phantom's."""
    meetings = []
    out: frozenset[int] = frozenset()
    for one, other in berger_round(len(places), number):
        ours, theirs = places[one], places[other]
        if ours is not None and theirs is not None:
            meetings.append((ours, theirs))
        else:
            out |= {holder for holder in (ours, theirs) if holder is not None}
    return Sketch(tuple(meetings), out)


def count_meetings(rounds: Iterable[RoundPlan]) -> Counter[frozenset[int]]:
    """Return how often each two have sat at one table on different sides."""
    return Counter(
        frozenset(pair)
        for plan in rounds
        for table in plan.tables
        for ours, theirs in combinations(table.sides, 2)
        for pair in product(ours, theirs)
    )
