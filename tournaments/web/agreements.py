"""Agreement as scorer and director note it: for a side that said so or signed, or as the director."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import BulkAct
from tournaments.services import agreeing
from tournaments.web.actors import actor_of
from tournaments.web.forms.agreements import AgreeingForm
from tournaments.web.refusals import attempt_button, page
from tournaments.web.undoing import say_with_undo


@require_POST
@page
def table_agree(request: HttpRequest, table_id: int) -> HttpResponse:
    """Note that a side agrees to the hands as they were shown, or that the director confirms them."""
    form = AgreeingForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That cannot be read. Try again."))
        return redirect("table-desk", table_id=table_id)
    side, what = form.cleaned_data["side"], {"table_id": table_id, "record_ids": form.cleaned_data["records"]}
    actor, now = actor_of(request), timezone.now()
    if side is None:
        acts: list[BulkAct | None] = []
        if attempt_button(request, lambda: acts.append(agreeing.confirm_hands(actor=actor, now=now, **what))):
            say_with_undo(request, _("Confirmed."), None if acts[0] is None else acts[0].pk)
    else:
        attempt_button(
            request,
            lambda: agreeing.agree(actor=actor, side=side, now=now, **what),
            done=_("Noted: that side agrees."),
        )
    return redirect("table-desk", table_id=table_id)
