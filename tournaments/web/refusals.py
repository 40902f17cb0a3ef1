"""What the services refuse, as sentences and pages."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from gameplay.errors import DomainError, Invalid, NotFound, NotPermitted, RuleViolation, StateConflict
from gameplay.messages import detail_of
from tournaments.errors import LinesUnreadable, ValueRefused

Params = ParamSpec("Params")
Result = TypeVar("Result")
View = Callable[Concatenate[HttpRequest, Params], HttpResponseBase]


def page(view: View[Params]) -> View[Params]:
    """Turn what a view may not show or cannot find into a page that says so; who is not logged in is asked to."""

    @functools.wraps(view)
    def shown(request: HttpRequest, /, *args: Params.args, **kwargs: Params.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except NotPermitted as error:
            if request.method == "GET" and not request.user.is_authenticated and error.code == "rights.missing":
                return redirect_to_login(request.get_full_path())
            return _refusal(request, error, status=403)
        except NotFound as error:
            return _refusal(request, error, status=404)
        except StateConflict as error:
            return _refusal(request, error, status=409)

    return shown


def sentences(error: DomainError) -> list[str]:
    """Return what an error says, in the reader's language: one sentence for each thing that is wrong."""
    if isinstance(error, RuleViolation):
        return [detail_of(fault) for fault in error.violations]
    if isinstance(error, LinesUnreadable):
        return [_("Line %(line)s: %(reason)s") % {"line": line, "reason": reason} for line, reason in error.lines]
    return [_(error.template) % error.params]


def refuse(form: forms.Form, error: DomainError) -> None:
    """Put what an error says on the form, at the field it is about if there is one."""
    path = str(error.params.get("path", ""))
    if isinstance(error, ValueRefused) and path in form.fields:
        form.add_error(path, str(error.params["reason"]).capitalize() + ".")
        return
    for sentence in sentences(error):
        form.add_error(None, sentence)


def attempt(form: forms.Form, action: Callable[[], Result]) -> Result | None:
    """Return what the action gives; None if it is refused, with the reasons on the form and what was typed kept."""
    try:
        return action()
    except (Invalid, StateConflict) as error:
        refuse(form, error)
        return None


def attempt_button(request: HttpRequest, action: Callable[[], Any], *, done: str = "") -> bool:
    """Do what a single button asks for; what became of it is shown on the next page. Returns whether it was done."""
    try:
        action()
    except (Invalid, StateConflict) as error:
        for sentence in sentences(error):
            messages.error(request, sentence)
        return False
    if done:
        messages.success(request, done)
    return True


def _refusal(request: HttpRequest, error: DomainError, *, status: int) -> HttpResponse:
    return render(request, "errors/refused.html", {"sentences": sentences(error), "status": status}, status=status)
