"""What an entry's opponents say about its score: Buchholz, Sonneborn-Berger and Koya; and its score round by round.

A table with several opponents counts the mean of theirs, so that a round weighs the same whatever the size of its
table. The two ways to treat rounds that were not played are those of ``UnplayedRounds``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tournaments.standings import criteria
from tournaments.standings.meetings import POSITION, Meeting, Number
from tournaments.standings.results import TableKind, TallyKey, plain
from tournaments.standings.rules import StandingRules, UnplayedRounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.standings.criteria import Criterion
    from tournaments.standings.metrics import EntryMetrics
    from tournaments.standings.results import Adjustment

LOWEST, HIGHEST, MISSED, BELOW_HALF, NO_OPPONENT = "lowest", "highest", "missed", "below_half", "no_opponent"
"""Why something is left out of a sum."""
SHARED = frozenset(
    {
        criteria.BUCHHOLZ,
        criteria.BUCHHOLZ_CUT_1,
        criteria.BUCHHOLZ_MEDIAN,
        criteria.SONNEBORN_BERGER,
        criteria.KOYA,
        criteria.PROGRESSIVE,
    }
)
"""The criteria whose values are added up from what each round adds."""
_CUTS = {criteria.BUCHHOLZ: (0, 0), criteria.BUCHHOLZ_CUT_1: (1, 0), criteria.BUCHHOLZ_MEDIAN: (1, 1)}


class Share(NamedTuple):
    """What one meeting adds to a value.

    ``strengths`` are the opponents' values in their order; a dummy's, or nothing, where there is none. ``factor`` is
    what the strengths, or their places, are multiplied by. ``left_out`` says why it does not count, if it does not.
    """

    meeting: Meeting
    amount: Number
    strengths: tuple[Number, ...] = ()
    factor: Number | None = None
    left_out: str = ""


class Opponents:
    """Works out the values of entries from those of the entries that they met."""

    def __init__(
        self, metrics: Mapping[int, EntryMetrics], adjustments: Sequence[Adjustment], rules: StandingRules
    ) -> None:
        self._metrics = metrics
        self._rules = rules
        self._adjustments = adjustments
        self._last = max((one.meetings[-1].round for one in metrics.values() if one.meetings), default=0)
        self._standing: dict[TallyKey, dict[int, Number]] = {}
        self._above_half: frozenset[int] | None = None

    def value(self, entry: int, criterion: Criterion) -> Fraction:
        """Return the value of an entry by a criterion of ``SHARED``."""
        total = sum(share.amount for share in self.shares(entry, criterion) if not share.left_out)
        if criterion.key == criteria.PROGRESSIVE:
            total += sum(amount for _, amount in self.progress_by_ruling(entry, criterion.by))
        return Fraction(total)

    def shares(self, entry: int, criterion: Criterion) -> list[Share]:
        """Return what each round adds, in order; ``SHARED`` names the criteria."""
        match criterion.key:
            case criteria.PROGRESSIVE:
                return self._progress(entry, criterion)
            case criteria.SONNEBORN_BERGER:
                return self._sonneborn_berger(entry, criterion)
            case criteria.KOYA:
                return self._koya(entry)
            case _:
                return self._buchholz(entry, criterion)

    def progress_by_ruling(self, entry: int, by: TallyKey) -> list[tuple[Adjustment, Number]]:
        """Return what penalties and awards add to the progressive score: from their round on, or in the last one."""
        return [
            (one, plain(one.amount) * self._rounds_from(one.round or self._last))
            for one in self._adjustments
            if one.entry == entry and one.metric == by
        ]

    def _rounds_from(self, number: int) -> int:
        return max(self._last - number, 0) + 1

    def _progress(self, entry: int, criterion: Criterion) -> list[Share]:
        place = POSITION[criterion.by]
        return [
            Share(meeting, meeting.own[place] * times, factor=times)
            for meeting in self._metrics[entry].meetings
            for times in (self._rounds_from(meeting.round),)
        ]

    def _buchholz(self, entry: int, criterion: Criterion) -> list[Share]:
        found = [
            Share(meeting, _mean(strengths), strengths)
            for meeting in self._metrics[entry].meetings
            for strengths in (self._strengths(entry, meeting, criterion.by),)
        ]
        lowest, highest = _CUTS[criterion.key]
        if not lowest:
            return found
        dummies = self._rules.unplayed_rounds is UnplayedRounds.DUMMY
        # Rounds that were missed go first, then the lowest; with dummies an absence is not to be the best opponent.
        order = sorted(range(len(found)), key=lambda at: (dummies and found[at].meeting.missed, -found[at].amount))
        for at in order[len(order) - lowest :]:
            missed = dummies and found[at].meeting.missed
            found[at] = found[at]._replace(left_out=MISSED if missed else LOWEST)
        for at in order[:highest]:
            if not found[at].left_out:
                found[at] = found[at]._replace(left_out=HIGHEST)
        return found

    def _sonneborn_berger(self, entry: int, criterion: Criterion) -> list[Share]:
        place = POSITION[criterion.by]
        return [
            Share(meeting, _mean(strengths) * meeting.own[place], strengths, meeting.own[place])
            for meeting in self._metrics[entry].meetings
            for strengths in (self._strengths(entry, meeting, criterion.by),)
        ]

    def _koya(self, entry: int) -> list[Share]:
        """Return the table points from tables against those who have at least half of what could be had."""
        place = POSITION[TallyKey.TABLE_POINTS]
        found = []
        for meeting in self._metrics[entry].meetings:
            own = meeting.own[place]
            strengths = tuple(self._metrics[one].numbers[place] for one in meeting.opponents)
            good = sum(self._has_half(one) for one in meeting.opponents)
            if good:
                found.append(Share(meeting, plain(Fraction(own * good) / len(meeting.opponents)), strengths, own))
            else:
                why = BELOW_HALF if meeting.is_table else NO_OPPONENT
                found.append(Share(meeting, 0, strengths, own, why))
        return found

    def _has_half(self, entry: int) -> bool:
        if self._above_half is None:
            scheme, place = self._rules.table_points, POSITION[TallyKey.TABLE_POINTS]
            half = plain((scheme.win + scheme.loss) / 2)
            self._above_half = frozenset(
                one for one, has in self._metrics.items() if has.numbers[place] >= half * len(has.meetings)
            )
        return entry in self._above_half

    def _strengths(self, entry: int, meeting: Meeting, by: TallyKey) -> tuple[Number, ...]:
        """Return what the opponents of a meeting have; of one that was not played, what stands for them."""
        dummies = self._rules.unplayed_rounds is UnplayedRounds.DUMMY
        if meeting.kind is TableKind.PLAYED or (meeting.is_table and not dummies):
            standing = self._standing_by(by)
            return tuple(standing[one] for one in meeting.opponents)
        return (self._metrics[entry].numbers[POSITION[by]],) if dummies else ()

    def _standing_by(self, by: TallyKey) -> dict[int, Number]:
        if by not in self._standing:
            self._standing[by] = {entry: self._as_opponent(entry, by) for entry in self._metrics}
        return self._standing[by]

    def _as_opponent(self, entry: int, by: TallyKey) -> Number:
        """Return the score that an entry counts with for others: rounds that it missed at the end count as drawn."""
        place = POSITION[by]
        score = self._metrics[entry].numbers[place]
        drawn = _drawn(by, self._rules)
        if self._rules.unplayed_rounds is UnplayedRounds.IGNORE or drawn is None:
            return score
        for meeting in self._missed_at_the_end(entry):
            score += drawn - meeting.own[place]
        return score

    def _missed_at_the_end(self, entry: int) -> list[Meeting]:
        found: list[Meeting] = []
        number = self._last + 1
        for meeting in reversed(self._metrics[entry].meetings):
            # A round of which nothing is known yet is being played.
            if not meeting.missed or meeting.round < number - 1:
                break
            found.append(meeting)
            number = meeting.round
        return found


def _drawn(by: TallyKey, rules: StandingRules) -> Number | None:
    """Return what a drawn table is worth; None where that cannot be said."""
    if by is TallyKey.TABLE_POINTS:
        return plain(rules.table_points.draw)
    return Fraction(1, 2) if by is TallyKey.GAMES_WON else None


def _mean(strengths: Sequence[Number]) -> Number:
    if len(strengths) == 1:
        return strengths[0]
    return plain(Fraction(sum(strengths)) / len(strengths)) if strengths else 0
