"""What the director adds to the results: penalties and awards, play-offs and cuts of cards, and their taking back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from gameplay.errors import Invalid, StateConflict
from tournaments.actors import Right
from tournaments.models import Round, Tournament
from tournaments.selectors.adjustments import (
    get_adjustment,
    get_decision,
    tournament_of_adjustment,
    tournament_of_decision,
)
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.publications import is_overtaken
from tournaments.selectors.standings import StandingRow, Standings, standings_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import adjustments
from tournaments.services.sealing import is_sealed
from tournaments.web.actors import actor_of
from tournaments.web.confirming import change_or_ask
from tournaments.web.forms.penalties import AdjustmentForm, DecisionForm, TakingBackForm
from tournaments.web.refusals import page, refuse
from tournaments.web.rights import require


@dataclass(frozen=True, slots=True)
class Tie:
    """Entries that share a rank."""

    rank: str
    rows: tuple[StandingRow, ...]


@require_GET
@page
def tournament_penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """Show penalties, awards and decisions, with the forms for more of them."""
    return _penalties_page(request, _run(request, slug))


@require_POST
@page
def penalty_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Give somebody a penalty or an award."""
    tournament = _run(request, slug)
    form = AdjustmentForm(standings_of(tournament).rows, _rounds(tournament), request.POST)
    if form.is_valid():
        values = form.changes
        reason = values.pop("reason")
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "tournament_id": tournament.pk,
            "now": timezone.now(),
            **values,
        }
        answer = _change(
            request,
            tournament,
            form,
            preview=partial(adjustments.preview_adjustment, **what),
            change=partial(adjustments.add_adjustment, reason=reason, **what),
        )
        if answer is not None:
            return answer
    return _penalties_page(request, tournament, penalty=form)


@require_POST
@page
def decision_record(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep how a play-off or a cut of cards ended."""
    tournament = _run(request, slug)
    form = DecisionForm(standings_of(tournament).rows, request.POST)
    if form.is_valid():
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "tournament_id": tournament.pk,
            "kind": form.cleaned_data["kind"],
            "order": form.cleaned_data["numbers"],
            "now": timezone.now(),
        }
        answer = _change(
            request,
            tournament,
            form,
            preview=partial(adjustments.preview_decision, **what),
            change=partial(adjustments.record_decision, reason=form.cleaned_data["told"], **what),
        )
        if answer is not None:
            return answer
    return _penalties_page(request, tournament, decision=form)


@require_http_methods(["GET", "POST"])
@page
def penalty_take_back(request: HttpRequest, adjustment_id: int) -> HttpResponse:
    """Ask for a reason and let a penalty or an award count no more."""
    what: dict[str, Any] = {"actor": actor_of(request), "adjustment_id": adjustment_id, "now": timezone.now()}
    return _take_back(
        request,
        tournament_of_adjustment(adjustment_id),
        preview=partial(adjustments.preview_taking_back, **what),
        change=partial(adjustments.take_back_adjustment, **what),
        context={"adjustment": get_adjustment(adjustment_id)},
    )


@require_http_methods(["GET", "POST"])
@page
def decision_take_back(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Ask for a reason and let a play-off or a cut of cards count no more."""
    what: dict[str, Any] = {"actor": actor_of(request), "decision_id": decision_id, "now": timezone.now()}
    return _take_back(
        request,
        tournament_of_decision(decision_id),
        preview=partial(adjustments.preview_undeciding, **what),
        change=partial(adjustments.take_back_decision, **what),
        context={"decision": get_decision(decision_id)},
    )


def _take_back(
    request: HttpRequest,
    tournament: Tournament,
    *,
    preview: Callable[[], Consequences],
    change: Callable[..., Any],
    context: dict[str, Any],
) -> HttpResponse:
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    form = TakingBackForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        answer = _change(request, tournament, form, preview=preview, change=partial(change, reason=reason))
        if answer is not None:
            return answer
    return render(request, "tournaments/manage/take_back.html", {**context, "form": form, "tournament": tournament})


def _change(
    request: HttpRequest,
    tournament: Tournament,
    form: forms.Form,
    *,
    preview: Callable[[], Consequences],
    change: Callable[..., Any],
) -> HttpResponse | None:
    """Change what counts, or ask first where something follows from it; None if refused, and the form says why."""
    try:
        asked = change_or_ask(
            request,
            tournament,
            title=_("Penalties, awards and ties"),
            back=reverse("tournament-penalties", args=[tournament.slug]),
            preview=preview,
            change=lambda confirmation: change(confirmation=confirmation),
        )
    except (Invalid, StateConflict) as error:
        refuse(form, error)
        return None
    if asked is not None:
        return asked
    messages.success(request, _("Noted. The standings have it already."))
    return redirect("tournament-penalties", slug=tournament.slug)


def _run(request: HttpRequest, slug: str) -> Tournament:
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    return tournament


def _rounds(tournament: Tournament) -> list[Round]:
    rows = Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED)
    return list(rows.order_by("number"))


def _penalties_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    penalty: AdjustmentForm | None = None,
    decision: DecisionForm | None = None,
) -> HttpResponse:
    standings = standings_of(tournament)
    context = {
        "tournament": tournament,
        "standings": standings,
        "ties": _ties(standings),
        "names": {row.entry_id: row.entry_name for row in standings.rows},
        "penalty": penalty or AdjustmentForm(standings.rows, _rounds(tournament)),
        "decision": decision or DecisionForm(standings.rows),
        "is_sealed": is_sealed(tournament, now=timezone.now()),
        "overtaken": is_overtaken(tournament),
    }
    return render(request, "tournaments/manage/penalties.html", context)


def _ties(standings: Standings) -> list[Tie]:
    """Return who shares a rank, once something has been played."""
    if not any(row.tables_played for row in standings.rows):
        return []
    groups = groupby(standings.rows, key=lambda row: row.rank)
    return [Tie(rank, tuple(rows)) for rank, rows in groups if rank.endswith("=")]
