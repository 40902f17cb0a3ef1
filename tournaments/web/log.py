"""The log of a tournament, looked through and taken along."""

from __future__ import annotations

import json
import zoneinfo
from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.actors import Right
from tournaments.exports import csv_lines
from tournaments.models import Tournament
from tournaments.selectors.keying import require_seeing_tournament
from tournaments.selectors.log import BATCH, LogLine, LogQuery, actions_in_log, log_rows, people_in_log, told
from tournaments.selectors.names import entry_names
from tournaments.selectors.tournaments import get_tournament
from tournaments.web.actors import actor_of
from tournaments.web.forms.log import LogForm
from tournaments.web.refusals import page
from tournaments.web.rights import require

LINES = 100
HEADER = ("at", "who", "action", "subject", "round", "table", "reason", "before", "after", "address")


@require_GET
@never_cache
@page
def tournament_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who did what, newest first, for those who run the tournament."""
    tournament, form = _asked(request, slug)
    shown = Paginator(log_rows(tournament, form.query), LINES).get_page(request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    context = {
        "tournament": tournament,
        "form": form,
        "page": shown,
        "lines": told(shown.object_list),
        "asked": kept.urlencode(),
    }
    return render(request, "tournaments/manage/log.html", context)


@require_GET
@never_cache
@page
def tournament_log_csv(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Hand out what the log page finds, all of it, as CSV."""
    tournament, form = _asked(request, slug)
    lines = csv_lines(HEADER, _rows(tournament, form.query))
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-log.csv"'
    return answer


def _asked(request: HttpRequest, slug: str) -> tuple[Tournament, LogForm]:
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    require_seeing_tournament(actor_of(request), tournament.pk)
    form = LogForm(
        actions_in_log(tournament),
        people_in_log(tournament),
        entry_names(tournament.pk, tournament.club_id),
        request.GET,
    )
    form.is_valid()
    return tournament, form


def _rows(tournament: Tournament, query: LogQuery) -> Iterator[list[Any]]:
    zone = zoneinfo.ZoneInfo(tournament.time_zone)
    for line in told(log_rows(tournament, query).iterator(chunk_size=BATCH)):
        yield _cells(line, zone)


def _cells(line: LogLine, zone: zoneinfo.ZoneInfo) -> list[Any]:
    return [
        line.at.astimezone(zone).isoformat(timespec="seconds"),
        line.who,
        line.action,
        line.subject,
        line.round,
        line.table,
        line.reason,
        _json(line.before),
        _json(line.after),
        line.address,
    ]


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
