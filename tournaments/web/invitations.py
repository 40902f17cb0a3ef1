"""Invitations: made and withdrawn by organisers, opened by whoever was given the link."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.selectors.clubs import get_club
from tournaments.selectors.invitations import find_invitation
from tournaments.services import invitations
from tournaments.web.actors import actor_of
from tournaments.web.clubs import roles_context
from tournaments.web.forms.clubs import InvitationForm, SignUpForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import require

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
@page
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an invitation."""
    club = get_club(slug)
    require(request, Right.MANAGE_CLUB, club_id=club.pk)
    form = InvitationForm(request.POST)
    if form.is_valid():
        made = attempt(
            form,
            lambda: invitations.invite(
                actor=actor_of(request), club_id=club.pk, now=timezone.now(), **form.cleaned_data
            ),
        )
        if made is not None:
            messages.success(request, _("The link is made. Copy it and hand it over; it opens once, within a week."))
            return redirect("club-roles", slug=slug)
    return render(request, "tournaments/clubs/roles.html", {**roles_context(request, club), "invitation_form": form})


@require_POST
@page
def withdraw(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Let an invitation open nothing any more."""
    attempt_button(
        request,
        lambda: invitations.withdraw_invitation(
            actor=actor_of(request), invitation_id=invitation_id, now=timezone.now()
        ),
        done=_("The invitation is withdrawn."),
    )
    return redirect("club-roles", slug=slug)


@require_http_methods(["GET", "POST"])
@never_cache
@page
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation is to, and let whoever opened it take it, with a new account if there is none."""
    now = timezone.now()
    found = find_invitation(token, now=now)
    context = {"invitation": found}
    if request.user.is_authenticated:
        if request.method == "POST":
            invitations.accept_invitation(actor=actor_of(request), token=token, now=now)
            return redirect("club", slug=found.club.slug)
        return render(request, "tournaments/clubs/invitation.html", context)
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        given = form.cleaned_data
        user = attempt(
            form,
            lambda: invitations.sign_up_by_invitation(
                token=token,
                username=given["username"],
                password=given["password"],
                address=actor_of(request).address,
                now=now,
            ),
        )
        if user is not None:
            login(request, user, backend=BACKEND)
            messages.success(request, _("Welcome. Your account is there, and you are logged in."))
            return redirect("club", slug=found.club.slug)
    return render(request, "tournaments/clubs/invitation.html", {**context, "form": form})
