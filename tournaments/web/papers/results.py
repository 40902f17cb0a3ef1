"""The standings as a PDF file."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import date
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tournaments.models import Tournament
from tournaments.selectors.adjustments import AdjustmentView, DecisionView
from tournaments.selectors.standings import StandingRow
from tournaments.templatetags.hands import minus
from tournaments.web import prints
from tournaments.web.entrants import entrant_words
from tournaments.web.papers.serving import pdf
from tournaments.web.parts import number_of
from tournaments.web.refusals import page


@require_GET
@page
def standings_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out the standings as they are now."""
    context = prints.standings_context(request, slug)
    tournament: Tournament = context["tournament"]
    standings = context["standings"]
    entrant = str(entrant_words(tournament.entry_kind).one)
    data = {
        "heads": [
            _("Rank"),
            entrant,
            *(_(label) for _key, label in standings.columns),
            _("Tables"),
            _("Sit-outs"),
        ],
        "rows": [_row(row) for row in context["part"]],
        "remarks": [],
        "notes": [_order(tournament, context)],
        "given": _notes(tournament, standings.given, standings.settled),
        "part": number_of(context["part"]),
        "words": {
            "paper": _("Standings"),
            "state": state_of(tournament, standings.version, context["now"]),
            "nobody": _("Nobody is entered yet."),
            "given": _("Penalties, awards and ties"),
        },
    }
    return pdf(request, "standings", tournament, data, title=_("Standings"), name="standings", kept=True)


def state_of(tournament: Tournament, version: int, now: dt.datetime) -> str:
    """Return whether standings are final, and as of when: in the tournament's zone, to the minute."""
    is_final = tournament.status == Tournament.Status.FINISHED
    kind = _("final") if is_final else _("provisional")
    time = _local(tournament, now, "j F Y, H:i")
    return f"{kind}, {time}, " + _("version %(version)s") % {"version": version}


def _local(tournament: Tournament, moment: dt.datetime, form: str) -> str:
    return date(localtime(moment, zoneinfo.ZoneInfo(tournament.time_zone)), form)


def _row(row: StandingRow) -> dict[str, Any]:
    marks = [*_leaving(row), *(f"{minus(view.shown)} {_(view.label)}" for view in row.adjusted), *_missing(row)]
    figures = [value.shown for value in row.values]
    return {
        "rank": row.rank,
        "name": f"{row.entry_name} ({'; '.join(marks)})" if marks else row.entry_name,
        "figures": [minus(figure) for figure in (*figures, row.tables_played, row.sit_outs)],
    }


def _leaving(row: StandingRow) -> list[str]:
    if row.is_cancelled:
        return [_("withdrawn, does not count")]
    return [_("withdrawn")] if row.is_withdrawn else []


def _missing(row: StandingRow) -> list[str]:
    forfeits = ngettext("%(count)s forfeit", "%(count)s forfeits", row.forfeits) % {"count": row.forfeits}
    absences = ngettext("absent once", "absent %(count)s times", row.absences) % {"count": row.absences}
    return [*([forfeits] if row.forfeits else []), *([absences] if row.absences else [])]


def _order(tournament: Tournament, context: Mapping[str, Any]) -> str:
    order = _("The order: %(order)s. Equal in all of them is an equal rank, written 2=.") % {"order": context["order"]}
    with_starts = tournament.handicap == Tournament.Handicap.POINTS
    starts = _("Points have the starts in them, and who has won a game is decided with them.") if with_starts else ""
    return " ".join(filter(None, (order, str(context["policy"]), starts)))


def _notes(
    tournament: Tournament,
    given: Iterable[tuple[AdjustmentView, str]],
    settled: Iterable[tuple[DecisionView, str]],
) -> list[list[str]]:
    """Return who was given what and why, and how ties were decided, less what was taken back."""
    adjusted = [
        [name, f"{minus(view.shown)} {_(view.label)}", _why(view)] for view, name in given if view.taken_back is None
    ]
    decided = [
        [order, f"{_(view.label)}, {_local(tournament, view.made_at, 'j F, H:i')}", view.reason]
        for view, order in settled
        if view.taken_back is None
    ]
    return adjusted + decided


def _why(view: AdjustmentView) -> str:
    if view.round_number is None:
        return view.reason
    return _("Round %(number)s") % {"number": view.round_number} + f": {view.reason}"
