"""An entry under the wrong person, as the director puts it right."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.actors import Right
from tournaments.models import Round
from tournaments.selectors.clubs import members_of
from tournaments.selectors.entries import get_entry, view_entries
from tournaments.selectors.names import told_apart
from tournaments.selectors.tournaments import rounds_published
from tournaments.services.entry_corrections import correct_entry, preview_entry_correction
from tournaments.web.actors import actor_of
from tournaments.web.confirming import look_or_change
from tournaments.web.forms.wrong_players import WrongPlayerForm
from tournaments.web.refusals import page
from tournaments.web.rights import require


@require_http_methods(["GET", "POST"])
@never_cache
@page
def entry_wrong_player(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Ask who it was all along, show what that changes, and put it right once that has been seen."""
    entry = get_entry(entry_id)
    tournament = entry.tournament
    for right in (Right.MANAGE_ENTRIES, Right.RUN_ROUNDS):
        require(request, right, club_id=tournament.club_id)
    view = view_entries([entry], tournament)[0]
    people = list(members_of(tournament.club_id).values_list("player_id", flat=True))
    apart = told_apart([*people, *(row.player_id for row in view.players)], tournament.club_id)
    names = {player: apart[player] for player in people}
    rounds = range(1, rounds_published(tournament.pk) + 1)
    form = WrongPlayerForm(view, names, rounds, request.POST or None)
    drafts = Round.objects.filter(tournament=tournament, status=Round.Status.DRAFT).values_list("number", flat=True)
    context = {
        "tournament": tournament,
        "view": view,
        "form": form,
        "rounds": rounds,
        "draft": drafts.first(),
        "by_rating": entry.seed_rating is not None or entry.handicap_day is not None,
    }
    if not form.is_valid():
        return render(request, "tournaments/entries/wrong_player.html", context)
    what: dict[str, Any] = {
        "actor": actor_of(request),
        "entry_id": entry_id,
        "player_out_id": form.cleaned_data["player_out_id"],
        "right": form.right,
        "from_round": form.cleaned_data["from_round"],
        "now": timezone.now(),
    }
    shown = look_or_change(
        request,
        form,
        preview=partial(preview_entry_correction, **what),
        change=lambda confirmation: correct_entry(
            reason=form.cleaned_data["reason"], confirmation=confirmation, **what
        ),
    )
    if shown is not None or form.errors:
        context["consequences"] = shown
        return render(request, "tournaments/entries/wrong_player.html", context)
    messages.success(request, _("The right person has the entry and its seats. Ratings follow."))
    return redirect("tournament-entries", slug=tournament.slug)
