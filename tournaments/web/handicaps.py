"""The handicaps of a tournament: taken from the ratings, typed, corrected."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from gameplay.errors import Invalid, StateConflict
from tournaments.actors import Right
from tournaments.models import BulkAct, Tournament
from tournaments.selectors.bulk_acts import open_acts
from tournaments.selectors.handicaps import view_handicaps
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import handicaps
from tournaments.web.actors import actor_of
from tournaments.web.confirming import change_or_ask
from tournaments.web.forms.handicaps import HandicapsForm
from tournaments.web.refusals import attempt_button, page, refuse
from tournaments.web.rights import require
from tournaments.web.undoing import act_words


@require_http_methods(["GET", "POST"])
@page
def tournament_handicaps(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what each entry is given and what the ratings suggest; keep what is typed."""
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    listed = view_handicaps(tournament, now=timezone.now())
    form = HandicapsForm(listed, request.POST or None)
    if form.is_valid():
        answer = _change(request, tournament, form)
        if answer is not None:
            return answer
    context = {
        "tournament": tournament,
        "listed": listed,
        "form": form,
        "acts": [(act, act_words(act)) for act in open_acts(tournament.club, [BulkAct.Kind.HANDICAPPED], tournament)],
    }
    return render(request, "tournaments/manage/handicaps.html", context)


@require_POST
@page
def handicaps_from_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Give every entry what the ratings suggest."""
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    attempt_button(
        request,
        lambda: handicaps.take_suggestions(
            actor=actor_of(request),
            tournament_id=tournament.pk,
            with_uncertain="with_uncertain" in request.POST,
            now=timezone.now(),
        ),
        done=_("The entries have what the ratings of today suggest."),
    )
    return redirect("tournament-handicaps", slug=slug)


def _change(request: HttpRequest, tournament: Tournament, form: HandicapsForm) -> HttpResponse | None:
    """Keep what was typed, or ask first where something follows from it; None if refused, and the form says why."""
    what: dict[str, Any] = {
        "actor": actor_of(request),
        "tournament_id": tournament.pk,
        "handicaps": form.changes,
        "now": timezone.now(),
    }
    reason = form.cleaned_data.get("reason", "")
    change = partial(handicaps.set_handicaps, reason=reason, **what)
    try:
        asked = change_or_ask(
            request,
            tournament,
            title=_("Handicaps"),
            back=reverse("tournament-handicaps", args=[tournament.slug]),
            preview=partial(handicaps.preview_handicaps, **what),
            change=lambda confirmation: change(confirmation=confirmation),
        )
    except (Invalid, StateConflict) as error:
        refuse(form, error)
        return None
    if asked is not None:
        return asked
    messages.success(request, _("Saved."))
    return redirect("tournament-handicaps", slug=tournament.slug)
