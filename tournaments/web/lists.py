"""A pasted list on its way in: read, asked about where a name could mean several people, done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from gameplay.errors import Invalid, StateConflict
from tournaments.errors import NamesakesUndecided
from tournaments.web.forms.lists import ListForm
from tournaments.web.refusals import refuse

Result = TypeVar("Result")


def take_list(
    request: HttpRequest,
    form: ListForm,
    action: Callable[[], Result],
    *,
    url: str,
    done: Callable[[Result], HttpResponse],
    back: Callable[[], HttpResponse],
) -> HttpResponse:
    """Do what was asked with a list that is posted to ``url``.

    ``back`` shows its page again, with what was typed and what is wrong.
    """
    if not form.is_valid() or "change" in request.POST:
        return back()
    try:
        return done(action())
    except NamesakesUndecided as error:
        return _ask(request, form, error, url)
    except (Invalid, StateConflict) as error:
        refuse(form, error)
        return back()


def _ask(request: HttpRequest, form: ListForm, error: NamesakesUndecided, url: str) -> HttpResponse:
    context = {
        "form": form,
        "url": url,
        "namesakes": error.namesakes,
        # What was answered before goes along; a new question is only about what is still open.
        "answered": form.decisions.items(),
        "add_unknown": form.data.get("add_unknown"),
        "missed_like_sit_out": form.data.get("missed_like_sit_out"),
    }
    return render(request, "tournaments/lists/namesakes.html", context)
