"""A change on a page: first what it would move is shown, then it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from gameplay.errors import Invalid, StateConflict
from tournaments.correction_errors import ConsequencesChanged
from tournaments.selectors.consequences import Consequences
from tournaments.web.forms.confirming import ConfirmingForm
from tournaments.web.refusals import attempt, refuse


def look_or_change(
    request: HttpRequest,
    form: ConfirmingForm,
    *,
    preview: Callable[[], Consequences],
    change: Callable[..., Any],
) -> Consequences | None:
    """Make a change that was looked at; return what is to be shown otherwise, or None once it is made.

    ``change`` gets ``reason``, ``seen`` and ``draws``. The valid form gets the reasons of a refusal; where even the
    preview is refused there is nothing to show, and the form says why.
    """
    seen = form.cleaned_data["version"]
    if seen and "look" not in request.POST:
        try:
            change(reason=form.cleaned_data["reason"], seen=seen, draws=form.draws)
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
    return attempt(form, preview)
