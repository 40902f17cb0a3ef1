"""Rounds at tables of different sizes, so that a number that does not fill tables leaves nobody sitting out.

Nineteen people play Five Hundred at tables of 4, 4, 5 and 6; seven play Fives and Threes at a table of 4 and one of 3.
Two ways to say who sits with whom:

- ``draw_mixed_round``: whoever has been at tables of another size least goes to them now, then company changes at every
  table as in ``individual``;
- ``draw_pods``: people next to each other in the standings share a table, the other sizes are at the lower end, and
  nobody is at one twice before all who are near have been.

Everybody plays; only who shares a player with another sits out. Fixed pairs, three to a table, have tables of one size
only: who is left over sits out in turn, the lowest of those whose turn it is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.chairs import choose_starters, clockwise, count_chairs, seat_table, starters
from tournaments.movements.matching import TIE_BITS, mix
from tournaments.movements.mixed_reasons import explain_mixed
from tournaments.movements.mixing import Gathering, Mixed, mix_round
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.pods import cut_into_pods
from tournaments.movements.schedule import RoundPlan, Shape, TablePlan
from tournaments.movements.sit_outs import conflicts_among, count_turns, leave_out
from tournaments.movements.table_sizes import table_sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tournaments.movements.chairs import Sides
    from tournaments.movements.course import DrawState


@dataclass(frozen=True, slots=True)
class Group:
    """People who share tables of one shape: one table of a pod, or all tables of a size."""

    shape: Shape
    entrants: tuple[int, ...]


Grouping = tuple[Group, ...]


def draw_mixed_round(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds``, company changing. Raises AllRoundsDrawn, TooFewEntries."""
    return _draw(state, seed, _by_turn)


def draw_pods(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds`` by the standings. Raises AllRoundsDrawn, TooFewEntries."""
    return _draw(state, seed, _by_score)


def _draw(state: DrawState, seed: int, group: Callable[[DrawState, Sequence[int], int], Grouping]) -> DrawnRound:
    if len(state.rounds) >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    luck = mix(seed, len(state.rounds) + 1)
    playing = _playing(state, luck)
    if state.kind == "pairs":
        playing = _without_spare(state, playing, luck)
    if not table_sizes(len(playing), state.shape, state.shapes):
        raise TooFewEntries(needed=min(state.shapes, default=state.shape.entrants), present=len(playing))
    groups = group(state, playing, luck)
    mixed = [_mixed(state, one, luck) for one in groups]
    tables = _numbered(state, groups, mixed, is_by_score=group is _by_score)
    levels = count_turns(state.rounds, state.active, starters)
    seated = frozenset(playing)
    plan = RoundPlan(
        number=len(state.rounds) + 1,
        tables=_seat(state, tables, levels, luck),
        out=tuple(entrant for entrant in state.active if entrant not in seated),
        absent=tuple(entrant for entrant in state.entrants if entrant in state.away),
    )
    turns = count_turns(state.rounds, state.active, lambda played: at_other_sizes(played, state.shape))
    return DrawnRound(plan, explain_mixed(state, plan, mixed, turns, is_by_score=group is _by_score), ())


def at_other_sizes(plan: RoundPlan, usual: Shape) -> tuple[int, ...]:
    """Return who sits at a table of another size than the usual."""
    return tuple(
        entrant for table in plan.tables if len(table.entrants) != usual.entrants for entrant in table.entrants
    )


def _playing(state: DrawState, luck: int) -> list[int]:
    """Return who is here, without those whose player sits for another entrant."""
    turns = count_turns(state.rounds, state.active)
    shared = leave_out(
        conflicts_among(state.conflicts, state.active), turns, lambda entrant: mix(luck, entrant) >> (64 - TIE_BITS)
    )
    return [entrant for entrant in state.active if entrant not in shared]


def _without_spare(state: DrawState, playing: Sequence[int], luck: int) -> list[int]:
    """Return who fills tables of the usual size; the others sit out, in turn, the lowest in the standings first."""
    turns = count_turns(state.rounds, state.active)
    place = {entrant: here for here, entrant in enumerate(state.order)} if state.rounds else {}
    waiting = sorted(playing, key=lambda entrant: (turns[entrant], -place.get(entrant, 0), mix(luck, entrant)))
    out = frozenset(waiting[: len(playing) % state.shape.entrants])
    return [entrant for entrant in playing if entrant not in out]


def _by_turn(state: DrawState, playing: Sequence[int], luck: int) -> Grouping:
    """Send to each other size those whose turn it is, the smallest first; the rest share the usual tables."""
    turns = count_turns(state.rounds, state.active, lambda plan: at_other_sizes(plan, state.shape))
    waiting = sorted(playing, key=lambda entrant: (turns[entrant], mix(luck, entrant)))
    sizes = Counter(table_sizes(len(playing), state.shape, state.shapes))
    groups = []
    for size in sorted(sizes):
        if size != state.shape.entrants:
            count = size * sizes[size]
            groups.append(Group(state.shapes[size], tuple(sorted(waiting[:count]))))
            waiting = waiting[count:]
    usual = (Group(state.shape, tuple(sorted(waiting))),) if waiting else ()
    return (*usual, *groups)


def _by_score(state: DrawState, playing: Sequence[int], luck: int) -> Grouping:
    """Cut the standings into tables from the top."""
    turns = count_turns(state.rounds, state.active, lambda plan: at_other_sizes(plan, state.shape))
    place = {entrant: here for here, entrant in enumerate(state.order)}
    here = frozenset(playing)
    ranked = sorted(here, key=lambda entrant: (place.get(entrant, len(place)), mix(luck, entrant)))
    if not state.rounds:
        ranked.sort(key=lambda entrant: mix(luck, entrant))
    pods = cut_into_pods(
        ranked,
        table_sizes(len(ranked), state.shape, state.shapes),
        usual=state.shape.entrants,
        turns=turns,
        met=_met(state),
        scores=state.scores,
    )
    known = {**state.shapes, state.shape.entrants: state.shape}
    return tuple(Group(known[len(pod)], pod) for pod in pods)


def _mixed(state: DrawState, group: Group, luck: int) -> Mixed:
    """Return the best tables for a group; the places in it are those of ``group.entrants``."""
    place = {entrant: here for here, entrant in enumerate(group.entrants)}
    partnered = [[0] * len(place) for _ in place]
    met = [[0] * len(place) for _ in place]
    for plan in state.rounds:
        for table in plan.tables:
            _count(met, place, table.entrants)
            for side in table.sides:
                _count(partnered, place, side)
    levels = count_turns(state.rounds, state.active, starters)
    lowest = min(levels[entrant] for entrant in group.entrants)
    due = [levels[entrant] == lowest for entrant in group.entrants]
    return mix_round(Gathering(group.entrants, group.shape, partnered, met, due), luck)


def _count(times: list[list[int]], place: dict[int, int], together: Iterable[int]) -> None:
    for one, other in combinations([place[entrant] for entrant in together if entrant in place], 2):
        times[one][other] += 1
        times[other][one] += 1


def _met(state: DrawState) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for plan in state.rounds for table in plan.tables for pair in combinations(table.entrants, 2)
    )


def _numbered(state: DrawState, groups: Grouping, mixed: Sequence[Mixed], *, is_by_score: bool) -> list[Sides]:
    """Return the tables in the order of their numbers: of the standings, or of the first entrant at each."""
    tables = [
        tuple(tuple(group.entrants[place] for place in side) for side in table)
        for group, round_ in zip(groups, mixed, strict=True)
        for table in round_.tables
    ]
    if is_by_score:
        return tables
    order = {entrant: here for here, entrant in enumerate(state.entrants)}
    # The usual size first, the others from the largest down.
    return sorted(
        tables,
        key=lambda table: (
            len(_all(table)) != state.shape.entrants,
            -len(_all(table)),
            min(order[entrant] for entrant in _all(table)),
        ),
    )


def _all(table: Sides) -> tuple[int, ...]:
    return tuple(chain.from_iterable(table))


def _seat(state: DrawState, tables: Sequence[Sides], levels: dict[int, int], luck: int) -> tuple[TablePlan, ...]:
    """Seat each table so that everybody has every chair of such a table in turn, and say who starts."""
    sat = {
        size: count_chairs(
            RoundPlan(plan.number, tuple(table for table in plan.tables if len(table.entrants) == size))
            for plan in state.rounds
        )
        for size in {len(_all(sides)) for sides in tables}
    }
    chosen = choose_starters(tables, levels, _company(state, tables), luck)
    plans = []
    for number, (sides, starter) in enumerate(zip(tables, chosen, strict=True), 1):
        seated = seat_table(sides, sat[len(_all(sides))], luck)
        plans.append(TablePlan(number, seated, first=clockwise(seated).index(starter)))
    return tuple(plans)


def _company(state: DrawState, tables: Sequence[Sides]) -> dict[int, frozenset[int]]:
    company: defaultdict[int, set[int]] = defaultdict(set)
    for group in chain((table.entrants for plan in state.rounds for table in plan.tables), map(_all, tables)):
        for entrant in group:
            company[entrant].update(group)
    return {entrant: frozenset(others - {entrant}) for entrant, others in company.items()}
