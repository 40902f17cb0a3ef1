"""How entries are separated: one criterion after the other, each on the whole group that is still level.

A tied group is resolved as a group, never two by two, so that a circle (A beat B, B beat C, C beat A) stays a tie.
What compares only the tied (head to head, common opponents) begins again inside each group that is left once it has
separated some. Nothing is ever decided by chance: a cut of cards counts only if somebody held it and it was recorded.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.standings import criteria as steps
from tournaments.standings.criteria import Direction
from tournaments.standings.meetings import POSITION, Meeting, Number
from tournaments.standings.results import Circumstances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.standings.criteria import Criterion
    from tournaments.standings.results import TallyKey

NOT_MET_EQUALLY, NOBODY_IN_COMMON, RATING_MISSING = "not_met_equally", "nobody_in_common", "rating_missing"
"""Why a criterion could not compare a group."""


@dataclass(frozen=True, slots=True)
class Separation:
    """Why a group stands above the next: the column, the two values, and the entries it was applied to."""

    key: str
    value: Fraction
    next_value: Fraction
    among: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """Entries that nothing separates, and what separates them from the group below; None for the last group."""

    entries: tuple[int, ...]
    separation: Separation | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A criterion that compared a tied group: what each had there, or why it could not compare them.

    ``against`` are those whose tables counted: the tied themselves, or the opponents that all of them met.
    """

    criterion: Criterion
    among: tuple[int, ...]
    values: Mapping[int, Fraction]
    against: tuple[int, ...] = ()
    why_not: str = ""


@dataclass(slots=True)
class Separator:
    """Separates groups by the given values (by entry and column) and meetings (those of each entry).

    ``comparisons`` collects what was compared only among the tied, in the order in which it was done.
    """

    values: Mapping[int, Mapping[str, Fraction]]
    meetings: Mapping[int, Sequence[Meeting]]
    circumstances: Circumstances = field(default_factory=Circumstances)
    comparisons: list[Comparison] = field(default_factory=list)

    def split(self, entries: Sequence[int], criteria: Sequence[Criterion]) -> list[TiedGroup]:
        """Return the entries in groups, best first; entries of a group in ascending order."""
        level = tuple(sorted(entries))
        if len(level) == 1 or not criteria:
            return [TiedGroup(level)]
        criterion, *later = criteria
        scores = self._scores(level, criterion)
        by_score = defaultdict(list)
        for entry in level:
            by_score[scores[entry]].append(entry)
        ranked = sorted(by_score, reverse=criterion.direction is Direction.MOST)
        following = criteria if criterion.in_ties and len(ranked) > 1 else later
        groups: list[TiedGroup] = []
        for place, score in enumerate(ranked):
            part = self.split(by_score[score], following)
            if place + 1 < len(ranked):
                separation = Separation(criterion.column, score, ranked[place + 1], level)
                part[-1] = TiedGroup(part[-1].entries, separation)
            groups.extend(part)
        return groups

    def _scores(self, level: tuple[int, ...], criterion: Criterion) -> Mapping[int, Fraction]:
        """Return what each of a group has; all alike if the criterion cannot compare them."""
        if not criterion.in_ties:
            return {entry: self.values[entry][criterion.column] for entry in level}
        compared = self._compare(level, criterion)
        if compared is None:
            return dict.fromkeys(level, Fraction(0))
        self.comparisons.append(compared)
        return compared.values or dict.fromkeys(level, Fraction(0))

    def _compare(self, level: tuple[int, ...], criterion: Criterion) -> Comparison | None:
        if criterion.key == steps.HEAD_TO_HEAD:
            return self._head_to_head(level, criterion)
        if criterion.key == steps.COMMON_OPPONENTS:
            return self._common_opponents(level, criterion)
        if criterion.key == steps.RATING:
            return self._rating(level, criterion)
        return self._decided(level, criterion)

    def _head_to_head(self, level: tuple[int, ...], criterion: Criterion) -> Comparison:
        """Compare what each has from tables against the others, if all of them met equally often."""
        tied = frozenset(level)
        met: Counter[tuple[int, int]] = Counter()
        scores: dict[int, Number] = dict.fromkeys(level, 0)
        place = POSITION[criterion.by]
        for entry in level:
            for meeting in self.meetings.get(entry, ()):
                facing = [other for other in meeting.opponents if other in tied]
                met.update((entry, other) for other in facing)
                if facing:
                    scores[entry] += meeting.own[place]
        if len(met) < len(level) * (len(level) - 1) or len(set(met.values())) > 1:
            return Comparison(criterion, level, {}, why_not=NOT_MET_EQUALLY)
        return Comparison(criterion, level, {entry: Fraction(score) for entry, score in scores.items()}, level)

    def _common_opponents(self, level: tuple[int, ...], criterion: Criterion) -> Comparison:
        """Compare what each has on average against those whom all of the group met."""
        had = {entry: had_against(self.meetings.get(entry, ()), criterion.by) for entry in level}
        common = set.intersection(*(set(of_one) for of_one in had.values())) - set(level)
        if not common:
            return Comparison(criterion, level, {}, why_not=NOBODY_IN_COMMON)
        scores = {
            entry: sum((Fraction(sum(of_one[one])) / len(of_one[one]) for one in common), Fraction(0))
            for entry, of_one in had.items()
        }
        return Comparison(criterion, level, scores, tuple(sorted(common)))

    def _rating(self, level: tuple[int, ...], criterion: Criterion) -> Comparison:
        ratings = self.circumstances.ratings
        if any(entry not in ratings for entry in level):
            return Comparison(criterion, level, {}, why_not=RATING_MISSING)
        return Comparison(criterion, level, {entry: Fraction(ratings[entry]) for entry in level})

    def _decided(self, level: tuple[int, ...], criterion: Criterion) -> Comparison | None:
        """Return the places of the latest decision that was taken among all of the group, and maybe more."""
        for decision in reversed(self.circumstances.decisions):
            if decision.kind == criterion.key and set(level) <= set(decision.order):
                order = [entry for entry in decision.order if entry in level]
                places = {entry: Fraction(place) for place, entry in enumerate(order, 1)}
                return Comparison(criterion, level, places)
        return None


def had_against(meetings: Sequence[Meeting], by: TallyKey) -> dict[int, list[Number]]:
    """Return by opponent what an entry had from each table with it."""
    found: dict[int, list[Number]] = defaultdict(list)
    for meeting in meetings:
        for opponent in meeting.opponents:
            found[opponent].append(meeting.own[POSITION[by]])
    return found
