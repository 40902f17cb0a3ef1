"""Time called at all tables of a round, once it has been shown what that does to each."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.actors import Right
from tournaments.models import BulkAct, Tournament
from tournaments.selectors.desk import get_round
from tournaments.selectors.keying import require_seeing_round
from tournaments.services import calling_all
from tournaments.services.confirming import Confirmation
from tournaments.web.actors import actor_of
from tournaments.web.confirming import look_or_change
from tournaments.web.forms.rounds import CallingTimeForm
from tournaments.web.refusals import page
from tournaments.web.rights import require
from tournaments.web.undoing import say_with_undo


@require_http_methods(["GET", "POST"])
@never_cache
@page
def round_call_time(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show what becomes of each table if time is called now, and call it once that has been seen."""
    view = get_round(round_id)
    tournament = view.round.tournament
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    actor = actor_of(request)
    require_seeing_round(actor, round_id)
    form = CallingTimeForm(request.POST or None)
    context: dict[str, Any] = {
        "view": view,
        "tournament": tournament,
        "form": form,
        "counts": counts_at_time(tournament),
        "many_legs": tournament.legs > 1,
    }
    if not form.is_valid():
        return render(request, "tournaments/changes/call_time.html", context)
    what: dict[str, Any] = {"actor": actor, "round_id": round_id, "now": timezone.now()}
    acts: list[BulkAct] = []

    def call(confirmation: Confirmation) -> None:
        reason = form.cleaned_data["reason"]
        acts.append(calling_all.call_time_at_all(confirmation=confirmation, reason=reason, **what))

    shown = look_or_change(request, form, preview=partial(calling_all.preview_call_time_at_all, **what), change=call)
    if not acts:
        context["consequences"] = shown
        return render(request, "tournaments/changes/call_time.html", context)
    say_with_undo(request, _("Time is called at all tables."), acts[0].pk)
    return redirect("round-desk", round_id=round_id)


def counts_at_time(tournament: Tournament) -> str:
    """Return what counts of a game that time breaks off; empty where that is for the director to rule."""
    if tournament.rules.get("end") == "timed":
        return Tournament.WhenTimeIsUp.LEADER.value
    counts = tournament.when_time_is_up
    return "" if counts == Tournament.WhenTimeIsUp.DIRECTOR else counts
