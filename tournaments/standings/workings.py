"""How a value came about, line by line: the rounds, whom the entry met, which of their values, and what was left out.

The lines that are not left out add up to the value, divided by ``divisor`` where it is an average.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.standings import criteria as steps
from tournaments.standings.meetings import NET, POSITION, Number
from tournaments.standings.opponents import SHARED
from tournaments.standings.results import TableKind, TallyKey
from tournaments.standings.tie_breaks import had_against

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.standings.criteria import Criterion
    from tournaments.standings.meetings import Meeting
    from tournaments.standings.opponents import Share
    from tournaments.standings.ranking import Book
    from tournaments.standings.tie_breaks import Comparison

ADJUSTMENT = "adjustment"
NOT_A_TABLE = "not_a_table"
"""Why a sit-out does not count: an average is that of the tables."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one round, or one penalty or award, adds.

    ``kind``: of the table or sit-out, or ``adjustment``. ``strengths``: what the opponents have, in their order; one
    figure of a dummy where there is no opponent; against a common opponent, what was had from each table with it.
    ``factor``: what the strengths or the points are multiplied by. ``scored``: points and points against, where the
    amount is their difference. ``start``: how much of the amount was given before play, less what the others were given
    where their points are taken off. ``left_out``: why the line does not count, empty if it does. ``reason``: of a
    penalty.
    """

    kind: str
    amount: Fraction
    round: int | None = None
    opponents: tuple[int, ...] = ()
    strengths: tuple[Fraction, ...] = ()
    factor: Fraction | None = None
    scored: tuple[Fraction, ...] = ()
    left_out: str = ""
    reason: str = ""
    start: int = 0


@dataclass(frozen=True, slots=True)
class Working:
    """A value with its lines. ``among``: the tied, where only they were compared; ``why_not``: they could not be."""

    criterion: Criterion
    value: Fraction | None
    lines: tuple[Line, ...]
    divisor: int | None = None
    among: tuple[int, ...] = ()
    why_not: str = ""


def work_out(book: Book, entry: int, criterion: Criterion) -> list[Working]:
    """Return how the value of an entry came about.

    What compares only the tied was maybe never needed, or needed again among those who were left.
    """
    if criterion.in_ties:
        compared = book.row_of[entry].comparisons
        return [_compared(book, entry, one) for one in compared if one.criterion.key == criterion.key]
    metrics = book.metrics[entry]
    value = metrics.values[criterion.column]
    if criterion.key in SHARED:
        lines = [_shared(share) for share in book.opponents.shares(entry, criterion)]
        if criterion.key == steps.PROGRESSIVE:
            for one, amount in book.opponents.progress_by_ruling(entry, criterion.by):
                lines.append(Line(ADJUSTMENT, Fraction(amount), one.round, reason=one.reason))
        return [Working(criterion, value, tuple(lines))]
    if criterion.key == steps.ROUNDS_SURVIVED:
        survived = [_line(meeting, count) for meeting, count in book.survival.shares(entry)]
        return [Working(criterion, value, tuple(survived))]
    if criterion.key in (steps.TABLES_PLAYED, steps.SIT_OUTS, steps.FIRST_SIDE):
        return [Working(criterion, value, _counted(metrics.meetings, criterion.key))]
    lines = [_played(meeting, criterion) for meeting in metrics.meetings]
    lines += _rulings(book, entry, criterion.key)
    tables = sum(meeting.is_table for meeting in metrics.meetings)
    return [Working(criterion, value, tuple(lines), divisor=max(tables, 1) if criterion.average else None)]


def _played(meeting: Meeting, criterion: Criterion) -> Line:
    """Return what a round adds to a tally or to the net points."""
    is_net = criterion.key == steps.NET_POINTS
    own = meeting.own[NET if is_net else POSITION[TallyKey(criterion.key)]]
    left_out = NOT_A_TABLE if criterion.average and not meeting.is_table else ""
    scored: tuple[Fraction, ...] = ()
    if is_net:
        scored = _fractions([meeting.own[POSITION[key]] for key in (TallyKey.POINTS, TallyKey.POINTS_AGAINST)])
    own_start, others = meeting.starts
    start = {steps.NET_POINTS: own_start - others, TallyKey.POINTS: own_start, TallyKey.POINTS_AGAINST: others}
    return _line(meeting, own, scored=scored, left_out=left_out, start=start.get(criterion.key, 0))


def _rulings(book: Book, entry: int, key: str) -> list[Line]:
    """Return what penalties and awards add to a tally or to the net points."""
    signs = {key: 1}
    if key == steps.NET_POINTS:
        signs = {TallyKey.POINTS.value: 1, TallyKey.POINTS_AGAINST.value: -1}
    return [
        Line(ADJUSTMENT, one.amount * signs[one.metric.value], one.round, reason=one.reason)
        for one in book.adjustments
        if one.entry == entry and one.metric.value in signs
    ]


def _counted(meetings: Sequence[Meeting], key: str) -> tuple[Line, ...]:
    """Return the rounds that are counted: tables played, sit-outs, or tables at the first side."""

    def counts(meeting: Meeting) -> bool:
        if key == steps.TABLES_PLAYED:
            return meeting.kind is TableKind.PLAYED
        if key == steps.FIRST_SIDE:
            return meeting.side == 0
        return meeting.is_idle

    return tuple(_line(meeting, 1) for meeting in meetings if counts(meeting))


def _shared(share: Share) -> Line:
    strengths = _fractions(share.strengths)
    return _line(share.meeting, share.amount, strengths=strengths, factor=share.factor, left_out=share.left_out)


def _compared(book: Book, entry: int, comparison: Comparison) -> Working:
    criterion, value = comparison.criterion, comparison.values.get(entry)
    lines: tuple[Line, ...] = ()
    meetings = book.metrics[entry].meetings
    if criterion.key == steps.HEAD_TO_HEAD and value is not None:
        tied = frozenset(comparison.against)
        place = POSITION[criterion.by]
        facing = [meeting for meeting in meetings if not tied.isdisjoint(meeting.opponents)]
        lines = tuple(_line(meeting, meeting.own[place]) for meeting in facing)
    elif criterion.key == steps.COMMON_OPPONENTS:
        had = had_against(meetings, criterion.by)
        lines = tuple(
            Line(
                TableKind.PLAYED.value,
                Fraction(sum(had[one])) / len(had[one]),
                opponents=(one,),
                strengths=_fractions(had[one]),
            )
            for one in comparison.against
        )
    return Working(criterion, value, lines, among=comparison.among, why_not=comparison.why_not)


def _line(
    meeting: Meeting,
    amount: Number,
    *,
    strengths: tuple[Fraction, ...] = (),
    factor: Number | None = None,
    scored: tuple[Fraction, ...] = (),
    left_out: str = "",
    start: int = 0,
) -> Line:
    return Line(
        kind=meeting.kind.value,
        amount=Fraction(amount),
        round=meeting.round,
        opponents=meeting.opponents,
        strengths=strengths,
        factor=None if factor is None else Fraction(factor),
        scored=scored,
        left_out=left_out,
        start=start,
    )


def _fractions(numbers: Sequence[Number]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, numbers))
