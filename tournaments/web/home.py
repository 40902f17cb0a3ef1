"""The first page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.selectors import home as selectors
from tournaments.selectors.clubs import organises_by_password_only
from tournaments.web.actors import actor_of
from tournaments.web.refusals import page


@require_GET
@page
def home(request: HttpRequest) -> HttpResponse:
    """Show what is on, and the way to one's own club."""
    actor = actor_of(request)
    context = {
        "page": selectors.home_page(actor),
        "password_only": actor.user_id is not None and organises_by_password_only(actor.user_id),
    }
    return render(request, "tournaments/home.html", context)
