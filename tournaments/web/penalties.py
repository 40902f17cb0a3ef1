"""What the director adds to the results: penalties and awards, play-offs and cuts of cards, and their taking back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.models import Round, Tournament
from tournaments.selectors.adjustments import (
    get_adjustment,
    get_decision,
    tournament_of_adjustment,
    tournament_of_decision,
)
from tournaments.selectors.standings import StandingRow, Standings, standings_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import adjustments
from tournaments.web.actors import actor_of
from tournaments.web.forms.penalties import AdjustmentForm, DecisionForm, TakingBackForm
from tournaments.web.refusals import attempt, page
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
        added = attempt(
            form,
            lambda: adjustments.add_adjustment(
                actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.changes
            ),
        )
        if added is not None:
            messages.success(request, _("Noted. The standings have it already."))
            return redirect("tournament-penalties", slug=slug)
    return _penalties_page(request, tournament, penalty=form)


@require_POST
@page
def decision_record(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep how a play-off or a cut of cards ended."""
    tournament = _run(request, slug)
    form = DecisionForm(standings_of(tournament).rows, request.POST)
    if form.is_valid():
        recorded = attempt(
            form,
            lambda: adjustments.record_decision(
                actor=actor_of(request),
                tournament_id=tournament.pk,
                kind=form.cleaned_data["kind"],
                order=form.cleaned_data["numbers"],
                reason=form.cleaned_data["told"],
                now=timezone.now(),
            ),
        )
        if recorded is not None:
            messages.success(request, _("Noted. The standings have it already."))
            return redirect("tournament-penalties", slug=slug)
    return _penalties_page(request, tournament, decision=form)


@require_http_methods(["GET", "POST"])
@page
def penalty_take_back(request: HttpRequest, adjustment_id: int) -> HttpResponse:
    """Ask for a reason and let a penalty or an award count no more."""
    tournament = tournament_of_adjustment(adjustment_id)
    take_back = adjustments.take_back_adjustment
    context = {"adjustment": get_adjustment(adjustment_id)}
    return _take_back(
        request,
        tournament,
        lambda reason: take_back(
            actor=actor_of(request), adjustment_id=adjustment_id, reason=reason, now=timezone.now()
        ),
        context,
    )


@require_http_methods(["GET", "POST"])
@page
def decision_take_back(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Ask for a reason and let a play-off or a cut of cards count no more."""
    tournament = tournament_of_decision(decision_id)
    take_back = adjustments.take_back_decision
    context = {"decision": get_decision(decision_id)}
    return _take_back(
        request,
        tournament,
        lambda reason: take_back(actor=actor_of(request), decision_id=decision_id, reason=reason, now=timezone.now()),
        context,
    )


def _take_back(
    request: HttpRequest, tournament: Tournament, act: Callable[[str], Any], context: dict[str, Any]
) -> HttpResponse:
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    form = TakingBackForm(request.POST or None)
    if form.is_valid() and attempt(form, lambda: act(form.cleaned_data["reason"])) is not None:
        messages.success(request, _("Taken back. It stays on the list."))
        return redirect("tournament-penalties", slug=tournament.slug)
    return render(request, "tournaments/manage/take_back.html", {**context, "form": form, "tournament": tournament})


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
    }
    return render(request, "tournaments/manage/penalties.html", context)


def _ties(standings: Standings) -> list[Tie]:
    """Return who shares a rank, once something has been played."""
    if not any(row.tables_played for row in standings.rows):
        return []
    groups = groupby(standings.rows, key=lambda row: row.rank)
    return [Tie(rank, tuple(rows)) for rank, rows in groups if rank.endswith("=")]
