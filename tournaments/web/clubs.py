"""Clubs: their page, founded, changed, and who may do what in them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.models import BulkAct, Club
from tournaments.selectors.bulk_acts import open_acts
from tournaments.selectors.clubs import get_club, members_of, organises_by_password_only, people_of, user_named
from tournaments.selectors.invitations import open_invitations
from tournaments.selectors.series import series_of
from tournaments.selectors.tournaments import tournaments
from tournaments.services import clubs
from tournaments.web.actors import actor_of
from tournaments.web.forms.clubs import ClubForm, InvitationForm, RoleForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import allowed, require
from tournaments.web.undoing import act_words

TOURNAMENTS_A_PAGE = 30


@require_GET
@page
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club and its tournaments; to its people also what they can do."""
    club = get_club(slug)
    shown = Paginator(tournaments(club=slug), TOURNAMENTS_A_PAGE).get_page(request.GET.get("page"))
    actor, can = actor_of(request), allowed(request, club.pk)
    files = open_acts(club, [BulkAct.Kind.FILE_BROUGHT]) if Right.MANAGE_CLUB.value in can else []
    members = members_of(club.pk).count()
    context = {
        "club": club,
        "tournaments": shown,
        "can": can,
        "password_only": actor.user_id is not None
        and Right.MANAGE_CLUB.value in can
        and organises_by_password_only(actor.user_id),
        "members": members,
        "club_step": club_step(can, members=members, tournaments=shown.paginator.count),
        "series": list(series_of(club.pk)),
        "acts": [(act, act_words(act)) for act in files],
    }
    return render(request, "tournaments/clubs/club.html", context)


def club_step(can: Collection[str], *, members: int, tournaments: int) -> str:
    """Return what a new club needs next of somebody with such rights: ``players``, ``tournament`` or nothing."""
    if tournaments or Right.SET_UP.value not in can:
        return ""
    return "tournament" if members else "players"


@require_http_methods(["GET", "POST"])
@login_required
@page
def club_create(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    form = ClubForm(request.POST or None)
    if form.is_valid():
        club = attempt(
            form, lambda: clubs.create_club(actor=actor_of(request), now=timezone.now(), **form.cleaned_data)
        )
        if club is not None:
            messages.success(request, _("The club is there. Next come its players."))
            return redirect("club-players", slug=club.slug)
    return render(request, "tournaments/clubs/create.html", {"form": form})


@require_http_methods(["GET", "POST"])
@page
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club's name or time zone."""
    club = get_club(slug)
    require(request, Right.MANAGE_CLUB, club_id=club.pk)
    form = ClubForm(request.POST or None, initial={"name": club.name, "time_zone": club.time_zone})
    if form.is_valid():
        changed = attempt(
            form,
            lambda: clubs.update_club(
                actor=actor_of(request), club_id=club.pk, now=timezone.now(), **form.cleaned_data
            ),
        )
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("club", slug=slug)
    return render(request, "tournaments/clubs/settings.html", {"form": form, "club": club})


@require_http_methods(["GET", "POST"])
@page
def club_roles(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who may do what in a club, and give a role."""
    club = get_club(slug)
    require(request, Right.MANAGE_CLUB, club_id=club.pk)
    form = RoleForm(request.POST or None)
    if form.is_valid():
        name, role = form.cleaned_data["username"], form.cleaned_data["role"]
        granted = attempt(
            form,
            lambda: clubs.grant_role(
                actor=actor_of(request), club_id=club.pk, user_id=user_named(name), role=role, now=timezone.now()
            ),
        )
        if granted is not None:
            return redirect("club-roles", slug=slug)
    context = roles_context(request, club)
    return render(request, "tournaments/clubs/roles.html", {**context, "form": form})


def roles_context(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Return what the page of roles shows: people with their roles, invitations, and empty forms."""
    waiting = open_invitations(club.pk, now=timezone.now())
    return {
        "club": club,
        "roles": people_of(club.pk),
        "invitations": [(one.invitation, request.build_absolute_uri(one.path)) for one in waiting],
        "form": RoleForm(),
        "invitation_form": InvitationForm(),
    }


@require_POST
@page
def club_role_revoke(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Take a role away."""
    club = get_club(slug)
    attempt_button(
        request,
        lambda: clubs.revoke_role(actor=actor_of(request), club_id=club.pk, user_id=user_id, now=timezone.now()),
        done=_("The role is taken away. With an organiser's role, the open invitations are withdrawn too."),
    )
    return redirect("club-roles", slug=slug)
