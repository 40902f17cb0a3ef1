"""Tournaments: set up, changed, and the page from which an evening is run."""

from __future__ import annotations

import zoneinfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments import moments
from tournaments.actors import Right
from tournaments.models import Club
from tournaments.selectors.clubs import get_club
from tournaments.selectors.home import overview_of
from tournaments.selectors.tournaments import get_tournament, view_tournament
from tournaments.services import sealing, tournaments
from tournaments.set_up import SetUp
from tournaments.web.actors import actor_of
from tournaments.web.forms.reasons import ForTheLog
from tournaments.web.forms.tournaments import TournamentForm, answers_of
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import allowed, require


@require_http_methods(["GET", "POST"])
@page
def tournament_create(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the few questions of a new tournament."""
    club = get_club(slug)
    require(request, Right.SET_UP, club_id=club.pk)
    form = TournamentForm(request.POST or None, initial={"name": _name_of_tonight(club)})
    if form.is_valid():
        tournament = attempt(
            form,
            lambda: tournaments.create_tournament(
                actor=actor_of(request), club_id=club.pk, set_up=SetUp(**form.changes), now=timezone.now()
            ),
        )
        if tournament is not None:
            return redirect("tournament-entries", slug=tournament.slug)
    return render(request, "tournaments/manage/create.html", {"form": form, "club": club})


def _name_of_tonight(club: Club) -> str:
    """Return a name that does for an evening on which nobody thinks of a better one."""
    today = timezone.localdate(timezone=zoneinfo.ZoneInfo(club.time_zone))
    return _("Night of %(date)s") % {"date": moments.day(today)}


@require_http_methods(["GET", "POST"])
@page
def tournament_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the answers as long as that harms nobody."""
    tournament = get_tournament(slug)
    require(request, Right.SET_UP, club_id=tournament.club_id)
    form = TournamentForm(request.POST or None, initial=answers_of(view_tournament(tournament).settings))
    if form.is_valid():
        changed = attempt(
            form,
            lambda: tournaments.update_tournament(
                actor=actor_of(request), tournament_id=tournament.pk, changes=form.changes, now=timezone.now()
            ),
        )
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("tournament-manage", slug=slug)
    return render(request, "tournaments/manage/settings.html", {"form": form, "tournament": tournament})


@require_GET
@page
def tournament_manage(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how far the evening is and what comes next."""
    tournament = get_tournament(slug)
    require(request, Right.ENTER_HANDS, club_id=tournament.club_id)
    context = {
        "overview": overview_of(tournament),
        "can": allowed(request, tournament.club_id),
        "is_sealed": sealing.is_sealed(tournament, now=timezone.now()),
    }
    return render(request, "tournaments/manage/manage.html", context)


@require_POST
@page
def tournament_reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a finished tournament go on."""
    tournament = get_tournament(slug)
    attempt_button(
        request,
        lambda: tournaments.reopen_tournament(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now()),
        done=_("The tournament is open again."),
    )
    return redirect("tournament-manage", slug=slug)


@require_POST
@page
def tournament_seal(request: HttpRequest, slug: str) -> HttpResponse:
    """End the time for corrections."""
    tournament = get_tournament(slug)
    attempt_button(
        request,
        lambda: sealing.seal(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now()),
        done=_("The results are sealed."),
    )
    return redirect("tournament-manage", slug=slug)


@require_http_methods(["GET", "POST"])
@page
def tournament_unseal(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask why sealed results are to be corrected again, and let them be."""
    tournament = get_tournament(slug)
    require(request, Right.UNSEAL, club_id=tournament.club_id)
    form = ForTheLog(request.POST or None)
    if form.is_valid():
        unsealed = attempt(
            form,
            lambda: sealing.unseal(
                actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.cleaned_data
            ),
        )
        if unsealed is not None:
            messages.success(request, _("The results can be corrected again."))
            return redirect("tournament-manage", slug=slug)
    return render(request, "tournaments/manage/unseal.html", {"form": form, "tournament": tournament})
