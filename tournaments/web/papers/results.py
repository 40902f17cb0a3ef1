"""Results as PDF files: the standings as they are now or as they were published, and who has won what."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tournaments.models import Publication, Tournament
from tournaments.selectors.adjustments import AdjustmentView, DecisionView
from tournaments.selectors.figures import Value
from tournaments.selectors.prizes import PrizePlace
from tournaments.selectors.publications import PublishedStandings
from tournaments.selectors.standings import StandingRow, Standings
from tournaments.templatetags.hands import minus
from tournaments.templatetags.moments import moment, moment_in_year
from tournaments.web import result_prints
from tournaments.web.entrants import entrant_words
from tournaments.web.papers.serving import pdf
from tournaments.web.parts import number_of
from tournaments.web.refusals import page


@require_GET
@page
def standings_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out the standings as they are now."""
    context = result_prints.standings_context(request, slug)
    standings = context["standings"]
    state = _state(context["tournament"], standings.version, context["now"])
    data = _table(context, standings, paper=_("Standings"), state=state, remarks=_corrected(context))
    name = "standings"
    return pdf(request, "standings", context["tournament"], data, title=_("Standings"), name=name, kept=True)


@require_GET
@page
def publication_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Hand out standings as they were published."""
    context = result_prints.publication_context(request, slug, number)
    tournament, published = context["tournament"], context["published"]
    publication = published.publication
    time = moment(_local(tournament, publication.published_at))
    after = ngettext(
        "published %(time)s, after %(rounds)s round",
        "published %(time)s, after %(rounds)s rounds",
        published.rounds_closed,
    )
    when = after % {"time": time, "rounds": published.rounds_closed}
    title = _("Standings no. %(number)s") % {"number": number}
    data = _table(
        context,
        published,
        paper=title,
        state=f"{_kind(is_final=publication.kind == Publication.Kind.FINAL)}, {when}",
        remarks=list(filter(None, (publication.reason, _not_keyed(published), *_since(context)))),
    )
    name = f"standings-{number}"
    return pdf(request, "standings", tournament, data, title=title, name=name, kept=True)


@require_GET
@page
def prizes_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out who has won, to be read out when the prizes are given."""
    context = result_prints.prizes_context(request, slug)
    tournament = context["tournament"]
    data = {
        "places": [
            {"place": _place(place), "entries": [_winner(row, figures) for row, figures in rows]}
            for place, rows in context["places"]
        ],
        "remarks": _corrected(context),
        "words": {
            "paper": _("Prize list"),
            "state": _state(tournament, context["standings"].version, context["now"]),
            "nobody": _("No table is complete yet, so nobody has a place."),
        },
    }
    return pdf(request, "prizes", tournament, data, title=_("Prize list"), name="prizes")


def _table(
    context: Mapping[str, Any],
    standings: Standings | PublishedStandings,
    *,
    paper: str,
    state: str,
    remarks: list[str],
) -> dict[str, Any]:
    tournament = context["tournament"]
    entrant = str(entrant_words(tournament.entry_kind).one)
    labels = [_(label) for _key, label in standings.columns]
    return {
        "heads": [_("Rank"), entrant, *labels, _("Tables"), _("Sit-outs")],
        "rows": [_row(row) for row in context["part"]],
        "remarks": remarks,
        "notes": [_order(tournament, context)],
        "given": _notes(tournament, standings.given, standings.settled),
        "part": number_of(context["part"]),
        "words": {
            "paper": paper,
            "state": state,
            "nobody": _("Nobody is entered yet."),
            "given": _("Penalties, awards and ties"),
        },
    }


def _kind(*, is_final: bool) -> str:
    return _("final") if is_final else _("provisional")


def _corrected(context: Mapping[str, Any]) -> list[str]:
    return [_("Results have been corrected since standings were last published.")] if context["is_corrected"] else []


def _since(context: Mapping[str, Any]) -> list[str]:
    if context["is_corrected"]:
        return [
            _("Results of these rounds have been corrected since, and nothing newer has been published yet."),
        ]
    return [] if context["published"].is_latest else [_("Newer standings have been published since.")]


def _not_keyed(published: PublishedStandings) -> str:
    if not published.not_keyed:
        return ""
    where = "; ".join(
        _("round %(number)s, tables %(tables)s: score sheets not keyed twice")
        % {"number": number, "tables": ", ".join(map(str, tables))}
        for number, tables in published.not_keyed
    )
    return f"{_('As ruled:')} {where}."


def _place(place: PrizePlace) -> str:
    if not place.is_shared:
        return _("Place %(number)s") % {"number": place.number}
    count = len(place.rows)
    shared = ngettext("Place %(number)s, shared by %(count)s", "Place %(number)s, shared by %(count)s", count)
    return shared % {"number": place.number, "count": count}


def _winner(row: StandingRow, figures: Iterable[tuple[str, Value]]) -> dict[str, str]:
    return {
        "name": f"{row.entry_name} ({_('withdrawn')})" if row.is_withdrawn else row.entry_name,
        "figures": " · ".join(f"{_(label)}: {minus(value.shown)}" for label, value in figures),
    }


def _state(tournament: Tournament, version: int, now: dt.datetime) -> str:
    """Return whether standings are final, and as of when: in the tournament's zone, to the minute."""
    kind = _kind(is_final=tournament.status == Tournament.Status.FINISHED)
    time = moment(_local(tournament, now))
    return f"{kind}, {time}, " + _("version %(version)s") % {"version": version}


def _local(tournament: Tournament, when: dt.datetime) -> dt.datetime:
    return localtime(when, zoneinfo.ZoneInfo(tournament.time_zone))


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
        [order, f"{_(view.label)}, {moment_in_year(_local(tournament, view.made_at))}", view.reason]
        for view, order in settled
        if view.taken_back is None
    ]
    return adjusted + decided


def _why(view: AdjustmentView) -> str:
    if view.round_number is None:
        return view.reason
    return _("Round %(number)s") % {"number": view.round_number} + f": {view.reason}"
