"""From the state of an event to the field of its next round: who is there, and what each brings along."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.errors import FixedMeetingRefused, TooFewEntries
from tournaments.movements.course import count_meetings
from tournaments.movements.matching import TIE_BITS, mix
from tournaments.movements.seating import count_sides
from tournaments.movements.sit_outs import conflicts_among, count_turns, leave_out
from tournaments.movements.swiss.field import DOWN, EW, NS, UP, Contender, Field, in_units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.movements.course import DrawState
    from tournaments.movements.schedule import RoundPlan
    from tournaments.movements.swiss.field import Pattern
    from tournaments.movements.swiss.rules import SwissRules


NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Gathering:
    """The field, and who sits out of it because of a player shared with others who are in it (``sharing``).

    ``turns``: turn counts of sitting out of everybody who is there. ``virtual``: what the stronger half is given.
    """

    field: Field
    turns: Mapping[int, int]
    sharing: Mapping[int, tuple[int, ...]]
    virtual: Fraction


def gather(state: DrawState, rules: SwissRules, seed: int) -> Gathering:
    """Return the field of the next round. Raises TooFewEntries, FixedMeetingRefused."""
    number = len(state.rounds) + 1
    if len(state.active) < 2:
        raise TooFewEntries(needed=2, present=len(state.active))
    forbidden = frozenset[frozenset[int]]()
    if rules.forbidden_rounds is None or number <= rules.forbidden_rounds:
        forbidden = frozenset(frozenset(pair) for pair in state.forbidden)
    check_fixed(state.fixed, state.active, forbidden | {frozenset(pair) for pair in state.conflicts})
    turns = count_turns(state.rounds, state.active)
    sharing = _sharing(state, turns, mix(seed, number))
    contenders, virtual = _contenders(state, rules, turns, seed)
    left = tuple(contender for contender in contenders if contender.entrant not in sharing)
    if len(left) < 2:
        raise TooFewEntries(needed=2, present=len(left))
    drawn = Field(
        number=number,
        contenders=left,
        pattern=_pattern(state, rules),
        forbidden=forbidden,
        fixed=state.fixed,
        again=rules.rounds_apart is not None,
    )
    return Gathering(drawn, turns, sharing, virtual)


def check_fixed(fixed: Sequence[tuple[int, int]], present: Iterable[int], apart: frozenset[frozenset[int]]) -> None:
    """Refuse fixed meetings that cannot be: of who is not there, of one with two others, of two who must not meet."""
    there = frozenset(present)
    named = Counter(entrant for pair in fixed for entrant in pair)
    for pair in fixed:
        if any(entrant not in there or named[entrant] > 1 for entrant in pair) or frozenset(pair) in apart:
            raise FixedMeetingRefused(one=pair[0], other=pair[1])


def _pattern(state: DrawState, rules: SwissRules) -> Pattern:
    if rules.by_lot(len(state.rounds) + 1):
        return "random"
    return rules.pattern if state.rounds else rules.first_round


def _sharing(state: DrawState, turns: Mapping[int, int], luck: int) -> dict[int, tuple[int, ...]]:
    """Return who sits out so that no two who sit share a player, and with whom; those in fixed meetings sit."""
    fixed = {entrant for pair in state.fixed for entrant in pair}
    conflicts = conflicts_among(state.conflicts, state.active)
    out = frozenset(one for one in conflicts if one not in fixed and not conflicts[one].isdisjoint(fixed))
    rest = conflicts_among(state.conflicts, frozenset(state.active) - fixed - out)
    out |= leave_out(rest, turns, lambda entrant: mix(luck, entrant) >> (64 - TIE_BITS))
    return {entrant: tuple(sorted(conflicts[entrant] - out)) for entrant in state.active if entrant in out}


def _contenders(
    state: DrawState, rules: SwissRules, turns: Mapping[int, int], seed: int
) -> tuple[tuple[Contender, ...], Fraction]:
    """Return everybody who is there, best first, and the virtual points that are in the scores of some."""
    by_points = len(state.rounds) >= rules.lot_rounds
    scores = _scores(state) if by_points else dict.fromkeys(state.entrants, NOTHING)
    stronger, virtual = _accelerated(state, rules, scores) if by_points else (frozenset[int](), NOTHING)
    met = _by_entrant(count_meetings(state.rounds))
    recent = _by_entrant(count_meetings(state.rounds[-rules.rounds_apart :] if rules.rounds_apart else ()))
    balance = count_sides(state.rounds)
    sides = _last_sides(state.rounds)
    # Who met whom by lot says nothing of who was drawn up or down.
    floated = _floats(state, rules) if len(state.rounds) > rules.lot_rounds else {}
    seen = state.rounds[-1].present if state.rounds else frozenset(state.active)
    place = {entrant: here for here, entrant in enumerate(_standing(state, rules, seed))}
    kept_apart = rules.apart_rounds is None or len(state.rounds) < rules.apart_rounds
    groups = state.groups if kept_apart else {}
    contenders = [
        Contender(
            entrant=entrant,
            score=scores[entrant] + virtual if entrant in stronger else scores[entrant],
            met=met[entrant],
            recent=frozenset(recent[entrant]),
            balance=balance.get(entrant, 0),
            last_side=sides.get(entrant, 0),
            sit_outs=turns[entrant],
            fresh=entrant not in seen,
            floated=floated.get(entrant, 0),
            club=groups.get(entrant, ""),
        )
        for entrant in state.active
    ]
    units, _ = in_units(contender.score for contender in contenders)
    ranked = sorted(zip(units, contenders, strict=True), key=lambda one: (-one[0], place[one[1].entrant]))
    return tuple(contender for _, contender in ranked), virtual


def _standing(state: DrawState, rules: SwissRules, seed: int) -> list[int]:
    """Return everybody, best first: by the standings, or by lot; before the first round by strength, or by lot."""
    if rules.by_lot(len(state.rounds) + 1):
        return sorted(state.entrants, key=lambda entrant: mix(seed, entrant))
    place = {entrant: here for here, entrant in enumerate(state.order)}
    if state.rounds:
        return sorted(state.entrants, key=lambda entrant: place.get(entrant, len(place)))
    return _by_strength(state)


def _by_strength(state: DrawState) -> list[int]:
    """Return everybody, the strongest first; those whose strength is not known come last, in entry order."""
    lowest = min(state.ratings.values(), default=0)
    return sorted(state.entrants, key=lambda entrant: -state.ratings.get(entrant, lowest - 1))


def _scores(state: DrawState) -> dict[int, Fraction]:
    """Return everybody's score so that more is better, also where the tournament ranks by fewest."""
    scores = {entrant: state.scores.get(entrant, NOTHING) for entrant in state.entrants}
    known = [scores[entrant] for entrant in state.order if entrant in scores]
    fewest = bool(known) and known[0] < known[-1]
    return {entrant: -score if fewest else score for entrant, score in scores.items()}


def _accelerated(
    state: DrawState, rules: SwissRules, scores: Mapping[int, Fraction]
) -> tuple[frozenset[int], Fraction]:
    """Return the stronger half of those who began, and what each of them is given: what a round has been worth so far.

    Before the first round any number keeps the halves apart.
    """
    played = len(state.rounds)
    if played >= rules.accelerated:
        return frozenset(), NOTHING
    began = state.rounds[0].present if state.rounds else frozenset(state.active)
    strongest = [entrant for entrant in _by_strength(state) if entrant in began]
    top = max(scores.values())
    return frozenset(strongest[: -(-len(strongest) // 2)]), top / played if played and top > 0 else Fraction(1)


def _by_entrant(meetings: Mapping[frozenset[int], int]) -> defaultdict[int, dict[int, int]]:
    found: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for pair, times in meetings.items():
        one, other = pair
        found[one][other] = found[other][one] = times
    return found


def _last_sides(rounds: Iterable[RoundPlan]) -> dict[int, int]:
    sides: dict[int, int] = {}
    for plan in rounds:
        for table in plan.tables:
            (north,), (east,) = table.sides
            sides[north], sides[east] = NS, EW
    return sides


def _floats(state: DrawState, rules: SwissRules) -> dict[int, int]:
    """Return who met somebody with more, or fewer, won tables in the last round, as far as they were known then.

    What the scores were then is not kept, so the tables won stand for them, a sit-out counting as the own average.
    """
    if not state.rounds or not state.winners:
        return {}
    known = state.rounds[: -2 if rules.lag else -1]
    won = _tables_won(state, known)
    floated = {}
    for table in state.rounds[-1].tables:
        (north,), (east,) = table.sides
        if won[north] != won[east]:
            upper, lower = (north, east) if won[north] > won[east] else (east, north)
            floated[upper], floated[lower] = DOWN, UP
    return floated


def _tables_won(state: DrawState, rounds: Sequence[RoundPlan]) -> defaultdict[int, int | Fraction]:
    """Return the tables won by each in these rounds, doubled; a shared one is half a table each."""
    won: defaultdict[int, int | Fraction] = defaultdict(int)
    played: Counter[int] = Counter()
    outs: Counter[int] = Counter()
    for plan in rounds:
        outs.update(plan.out)
        for table in plan.tables:
            played.update(table.entrants)
            winners = state.winners.get((plan.number, table.number), ())
            for side in winners:
                won[table.sides[side][0]] += 2 if len(winners) == 1 else 1
    for entrant, times in outs.items():
        if played[entrant]:
            won[entrant] *= 1 + Fraction(times, played[entrant])
    return won
