"""What was corrected between two published lists, in words."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ratings.selectors.corrected_days import CorrectedTable
from ratings.selectors.lists import (
    GONE,
    LATE,
    MOVED,
    PEOPLE,
    POINTS,
    RESULT,
    ListView,
    ReasonView,
    ResultView,
    TableCorrection,
)
from ratings.selectors.reasons import MERGED, PARTED, TAKEN_OUT
from ratings.web.pool_forms import ParamsForm, shown_param
from tournaments import moments
from tournaments.selectors.corrections import DIRECTOR, HAND, SCORER, TABLE

MOST_LATE = 3
"""So many tables of a tournament that all came late, or all went, are told one by one."""
_BY = {
    TABLE: gettext_lazy("at the table"),
    SCORER: gettext_lazy("by a scorer"),
    DIRECTOR: gettext_lazy("by the director"),
}
_WHAT = {
    LATE: gettext_lazy("came in after the list before"),
    GONE: gettext_lazy("counts no more"),
    MOVED: gettext_lazy("has another day"),
    PEOPLE: gettext_lazy("is rated for other people"),
    RESULT: gettext_lazy("has another result"),
    POINTS: gettext_lazy("has other points"),
}
_OTHERWISE = {
    MERGED: gettext_lazy("Two records of one person were made one."),
    PARTED: gettext_lazy("Two people who had been taken for one were told apart."),
    TAKEN_OUT: gettext_lazy("What had been brought in was taken out again."),
}


@dataclass(frozen=True, slots=True)
class ToldReason:
    """Why: what was done, the reason that was given, and when and as what somebody did it, where that is known."""

    what: str
    reason: str
    made_at: dt.datetime | None
    by: str


@dataclass(frozen=True, slots=True)
class ToldTableCorrection:
    """A correction, or many of one kind; ``each`` are their numbers.

    ``slug`` is that of the tournament, empty where there is nothing to look at.
    """

    numbers: str
    each: tuple[int, ...]
    tournament: str
    slug: str
    where: str
    what: str
    before: str
    after: str
    reasons: tuple[ToldReason, ...]


def recalculated_words(view: ListView) -> str:
    """Return with which other numbers earlier days were calculated again; nothing if they were not."""
    found = view.recalculated
    if found is None:
        return ""
    told = []
    if found.changed:
        labels = ParamsForm.base_fields
        changed = "; ".join(
            f"{labels[one.name].label}: {_figure(one.name, one.before)} → {_figure(one.name, one.after)}"
            for one in found.changed
        )
        told.append(
            _("New parameters (version %(version)s): %(changed)s.") % {"version": found.version, "changed": changed}
        )
    if found.has_other_engine:
        told.append(_("A new way of calculating (version %(version)s).") % {"version": found.engine_version})
    told.append(_("Earlier days were calculated again with them; what that moved stands under corrections."))
    return " ".join(told)


def told_corrections(view: ListView) -> list[ToldTableCorrection]:
    """Return the corrections of a list in words; an archive that came late is one line and not a thousand."""
    told = []
    for (_tournament, what), group in groupby(view.corrections, key=lambda one: (one.slug, one.what)):
        tables = list(group)
        if len(tables) > MOST_LATE and what in ((LATE,), (GONE,)):
            told.append(_together(tables))
        else:
            told += [_alone(one) for one in tables]
    return told


def _alone(one: TableCorrection) -> ToldTableCorrection:
    shown = one.after or one.before
    assert shown is not None
    where = _("round %(round)s, table %(table)s, %(day)s") % {
        "round": one.round_number,
        "table": one.table,
        "day": moments.day(shown.day),
    }
    return ToldTableCorrection(
        numbers=str(one.number),
        each=(one.number,),
        tournament=one.tournament,
        slug=one.slug if one.is_open else "",
        where=where,
        what=", ".join(str(_WHAT[what]) for what in one.what),
        before=_result_words(one.before, with_day=MOVED in one.what),
        after=_result_words(one.after, with_day=MOVED in one.what),
        reasons=tuple(map(_told, one.reasons)),
    )


def _together(tables: list[TableCorrection]) -> ToldTableCorrection:
    first, last = tables[0], tables[-1]
    days = sorted(shown.day for one in tables if (shown := one.after or one.before) is not None)
    where = ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    told = {(reason.what, reason.reason): reason for one in tables for reason in map(_of_many, one.reasons)}
    return ToldTableCorrection(
        numbers=f"{first.number}\N{EN DASH}{last.number}",
        each=tuple(one.number for one in tables),
        tournament=first.tournament,
        slug=first.slug if first.is_open else "",
        where=f"{where}, {moments.day(days[0])} \N{EN DASH} {moments.day(days[-1])}",
        what=", ".join(str(_WHAT[what]) for what in first.what),
        before="",
        after="",
        reasons=tuple(told.values()),
    )


def corrected_words(tables: Iterable[CorrectedTable]) -> list[ToldReason]:
    """Return what was corrected of a day that had been rated, and why."""
    told = []
    for table in tables:
        told += [_told(ReasonView(correction.kind, correction)) for correction in table.corrections] or [
            ToldReason(_("a result is another than it was"), "", table.corrected_at, "")
        ]
    return told


def _told(reason: ReasonView) -> ToldReason:
    correction = reason.correction
    if correction is None or correction.kind != HAND:
        return _of_many(reason)
    what = _("hand %(number)s corrected")
    if correction.leg is not None and correction.leg > 1:
        what = _("hand %(number)s of leg %(leg)s corrected")
    where = {"number": correction.number, "leg": correction.leg}
    return ToldReason(what % where, correction.reason, correction.made_at, str(_BY[correction.by]))


def _of_many(reason: ReasonView) -> ToldReason:
    """Return why, without the hand."""
    correction = reason.correction
    if correction is None:
        return ToldReason(str(_OTHERWISE[reason.kind]), "", None, "")
    return ToldReason(_(correction.label), correction.reason, correction.made_at, str(_BY[correction.by]))


def _result_words(result: ResultView | None, *, with_day: bool) -> str:
    """Return who won, or the order of more than two sides, with the points where they count."""
    if result is None:
        return ""
    sides = sorted(result.sides, key=lambda side: side.place)
    names = [side.name if side.points is None else f"{side.name} ({side.points})" for side in sides]
    day = f", {moments.day(result.day)}" if with_day else ""
    if len(sides) > 2:
        return ", ".join(f"{side.place}. {name}" for side, name in zip(sides, names, strict=True)) + day
    said = _("%(one)s and %(other)s tied") if sides[0].place == sides[1].place else _("%(one)s beat %(other)s")
    return said % {"one": names[0], "other": names[1]} + day


def _figure(name: str, stored: int) -> str:
    """Return a parameter as the page of a list's settings has it.

    >>> _figure("prior_sigma", 9_400), _figure("drift", 190), _figure("margin_cap", 1_000)
    ('94', '1.9', '1000')
    """
    return format(shown_param(name, stored).normalize(), "f")
