"""A change on a page: what it would move is shown first, always or where something follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from gameplay.errors import Invalid, StateConflict
from tournaments.correction_errors import ConsequencesChanged, LookFirst
from tournaments.models import Tournament
from tournaments.selectors.consequences import Consequences
from tournaments.services.confirming import Confirmation
from tournaments.web.forms.confirming import belongs_to_the_look, confirmation_in
from tournaments.web.refusals import attempt, refuse, sentences


def look_or_change(
    request: HttpRequest,
    form: forms.Form,
    *,
    preview: Callable[[], Consequences],
    change: Callable[[Confirmation], Any],
) -> Consequences | None:
    """Make a change that was looked at; return what is to be shown otherwise, or None once it is made.

    The valid form gets the reasons of a refusal; where even the preview is refused there is nothing to show, and the
    form says why.
    """
    confirmation = confirmation_in(request.POST)
    if confirmation.seen is None or "look" in request.POST:
        return attempt(form, preview)
    try:
        change(confirmation)
    except ConsequencesChanged as error:
        refuse(form, error)
        return error.consequences
    except (Invalid, StateConflict) as error:
        refuse(form, error)
    else:
        return None
    try:
        return preview()
    except (Invalid, StateConflict):
        return None


def change_or_ask(
    request: HttpRequest,
    tournament: Tournament,
    *,
    title: str,
    back: str,
    preview: Callable[[], Consequences],
    change: Callable[[Confirmation], Any],
) -> HttpResponse | None:
    """Make a change; None once it is made, else the page that shows what follows from it and asks for a yes.

    What was sent is sent again from there. A refusal of the change itself is raised for the caller to show.
    """
    confirmation = confirmation_in(request.POST)
    complaints: list[str] = []
    try:
        change(confirmation)
    except ConsequencesChanged as error:
        found = error.consequences
        complaints = [] if isinstance(error, LookFirst) else sentences(error)
    except (Invalid, StateConflict) as error:
        if confirmation.seen is None:
            raise
        found, complaints = preview(), sentences(error)
    else:
        return None
    sent = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken" and not belongs_to_the_look(name)
    ]
    context = {
        "tournament": tournament,
        "title": title,
        "back": back,
        "sent": sent,
        "complaints": complaints,
        "consequences": found,
        "many_legs": tournament.legs > 1,
    }
    return render(request, "tournaments/changes/confirm.html", context)
