"""A hand whose worth the director says, whatever the engine would say."""

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
from tournaments.selectors.tables import get_table
from tournaments.services import corrections
from tournaments.web.actors import actor_of
from tournaments.web.confirming import look_or_change
from tournaments.web.forms.hand_rulings import HandRulingForm
from tournaments.web.refusals import page
from tournaments.web.rights import require


@require_http_methods(["GET", "POST"])
@never_cache
@page
def hand_rule(request: HttpRequest, table_id: int, leg: int, number: int) -> HttpResponse:
    """Ask what a hand is to be worth to each side, show what that changes, and rule it once that was seen."""
    view = get_table(table_id)
    require(request, Right.RUN_ROUNDS, club_id=view.tournament.club_id)
    form = HandRulingForm(view.sides, request.POST or None)
    context = {"view": view, "leg": leg, "number": number, "form": form, "many_legs": view.tournament.legs > 1}
    if not form.is_valid():
        return render(request, "tournaments/tables/rule.html", context)
    what: dict[str, Any] = {
        "actor": actor_of(request),
        "table_id": table_id,
        "leg": leg,
        "number": number,
        "points": form.points,
        "now": timezone.now(),
    }
    shown = look_or_change(
        request,
        form,
        preview=partial(corrections.preview_hand_ruling, **what),
        change=lambda confirmation: corrections.rule_hand(
            submission_id=form.cleaned_data["submission_id"],
            reason=form.cleaned_data["reason"],
            confirmation=confirmation,
            **what,
        ),
    )
    if shown is not None or form.errors:
        return render(request, "tournaments/tables/rule.html", {**context, "consequences": shown})
    messages.success(request, _("Hand %(number)s is ruled.") % {"number": number})
    return redirect("table-desk", table_id=table_id)
