"""One table as the scorer and the director see it: its hands, entered, corrected, and the game ended by the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from gameplay.errors import HandNotThere, Invalid, StateConflict
from gameplay.models import HandSubmission
from gameplay.selectors import PlayedHand
from tournaments.actors import Right
from tournaments.models import Round
from tournaments.selectors.bulk_acts import confirmation_at
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.desk import conflict_and_table
from tournaments.selectors.judging import judge_in_place
from tournaments.selectors.keying import require_seeing
from tournaments.selectors.tables import TableView, get_table
from tournaments.services import calling_time, corrections, results
from tournaments.web.actors import actor_of
from tournaments.web.calling_time import counts_at_time
from tournaments.web.confirming import change_or_ask, look_or_change
from tournaments.web.forms.confirming import ConfirmingForm
from tournaments.web.forms.hands import HandForm, hand_form
from tournaments.web.forms.rounds import FirstStarterForm
from tournaments.web.refusals import attempt_button, page, refuse, sentences
from tournaments.web.rights import allowed, require

MOST_DIGITS = 18
"""As long as an id can be."""


@require_GET
@never_cache
@page
def table_desk(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show a table with its hands, and the form for the next one."""
    return _table_page(request, _scored(request, table_id))


@require_POST
@page
def hand_enter(request: HttpRequest, table_id: int, leg: int, number: int) -> HttpResponse:
    """Enter the hand that comes next, from paper or by word of mouth."""
    view = _scored(request, table_id)
    form = hand_form(view, request.POST)
    starter = _starter_of(view, leg, number)
    if not form.is_valid():
        return _table_page(request, view, form)
    what: dict[str, Any] = {
        "actor": actor_of(request),
        "table_id": table_id,
        "leg": leg,
        "number": number,
        "record": form.record(starter),
        "now": timezone.now(),
    }
    posted: dict[str, Any] = {
        "submission_id": form.cleaned_data["submission_id"],
        "source": HandSubmission.Source.SCORER,
    }
    try:
        asked = change_or_ask(
            request,
            view.tournament,
            title=_("Hand %(number)s of table %(table)s, entered late")
            % {"number": number, "table": view.table.number},
            back=reverse("table-desk", args=[table_id]),
            preview=partial(corrections.preview_late_hand, **what),
            change=lambda confirmation: results.record_hand(confirmation=confirmation, **posted, **what),
        )
    except (Invalid, StateConflict) as error:
        refuse(form, error)
        return _table_page(request, get_table(table_id), form)
    if asked is not None:
        return asked
    messages.success(request, _("Hand %(number)s is in.") % {"number": number})
    return redirect("table-desk", table_id=table_id)


@require_http_methods(["GET", "POST"])
@page
def hand_correct(request: HttpRequest, table_id: int, leg: int, number: int) -> HttpResponse:
    """Replace a hand, with a reason."""
    view = get_table(table_id)
    require(request, Right.CORRECT_HANDS, club_id=view.tournament.club_id)
    require_seeing(actor_of(request), table_id=table_id)
    old = _hand(view, leg, number)
    form = hand_form(view, request.POST or None, old=_as_posted(request, view, leg, old))
    why = ConfirmingForm(request.POST or None)
    context = {
        "view": view,
        "leg": leg,
        "hand": old,
        "form": form,
        "why": why,
        "many_legs": view.tournament.legs > 1,
        "can": allowed(request, view.tournament.club_id),
    }
    if not (form.is_valid() and why.is_valid()):
        return render(request, "tournaments/tables/correct.html", context)
    what: dict[str, Any] = {
        "actor": actor_of(request),
        "table_id": table_id,
        "leg": leg,
        "number": number,
        "record": form.record(old.starter),
        "now": timezone.now(),
    }
    shown = look_or_change(
        request,
        why,
        preview=partial(corrections.preview_hand_correction, **what),
        change=lambda confirmation: corrections.correct_hand(
            submission_id=form.cleaned_data["submission_id"],
            reason=why.cleaned_data["reason"],
            confirmation=confirmation,
            **what,
        ),
    )
    if shown is not None or why.errors:
        return render(request, "tournaments/tables/correct.html", {**context, "consequences": shown})
    messages.success(request, _("Hand %(number)s is corrected.") % {"number": number})
    return redirect("table-desk", table_id=table_id)


@require_POST
@page
def table_call_time(request: HttpRequest, table_id: int) -> HttpResponse:
    """Call time at a table."""
    view = _scored(request, table_id)
    return _time_changed(
        request,
        view,
        title=_("Time at table %(table)s") % {"table": view.table.number},
        preview=calling_time.preview_call_time,
        change=calling_time.call_time,
        done=_("Time is called at this table."),
    )


@require_POST
@page
def table_take_back_call(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take a call of time back."""
    view = _scored(request, table_id)
    return _time_changed(
        request,
        view,
        title=_("Take the call of time at table %(table)s back") % {"table": view.table.number},
        preview=calling_time.preview_take_back_call,
        change=calling_time.take_back_call,
        done=_("The table goes on where its hands are."),
    )


def _time_changed(
    request: HttpRequest,
    view: TableView,
    *,
    title: str,
    preview: Callable[..., Consequences],
    change: Callable[..., object],
    done: str,
) -> HttpResponse:
    what: dict[str, Any] = {"actor": actor_of(request), "table_id": view.table.pk, "now": timezone.now()}
    back = reverse("table-desk", args=[view.table.pk])
    try:
        asked = change_or_ask(
            request,
            view.tournament,
            title=title,
            back=back,
            preview=partial(preview, **what),
            change=lambda confirmation: change(confirmation=confirmation, **what),
        )
    except (Invalid, StateConflict) as error:
        for sentence in sentences(error):
            messages.error(request, sentence)
        return redirect(back)
    if asked is not None:
        return asked
    messages.success(request, done)
    return redirect(back)


@require_POST
@page
def table_first_starter(request: HttpRequest, table_id: int) -> HttpResponse:
    """Record the table's own cut."""
    form = FirstStarterForm(request.POST)
    if form.is_valid():
        attempt_button(
            request,
            lambda: results.set_first_starter(
                actor=actor_of(request), table_id=table_id, now=timezone.now(), **form.cleaned_data
            ),
            done=_("Saved."),
        )
    return redirect("table-desk", table_id=table_id)


@require_POST
@page
def hand_redealt(request: HttpRequest, table_id: int, leg: int, number: int) -> HttpResponse:
    """Note that the next hand was dealt again."""
    what: dict[str, Any] = {
        "table_id": table_id,
        "leg": leg,
        "number": number,
        "reason": request.POST.get("reason", "")[:500],
    }
    attempt_button(
        request,
        lambda: results.note_redeal(actor=actor_of(request), now=timezone.now(), **what),
        done=_("Noted in the log. Hand %(number)s is still to be entered.") % {"number": number},
    )
    return redirect("table-desk", table_id=table_id)


def _scored(request: HttpRequest, table_id: int) -> TableView:
    view = get_table(table_id)
    require(request, Right.ENTER_HANDS, club_id=view.tournament.club_id)
    require_seeing(actor_of(request), table_id=table_id)
    return view


def _table_page(request: HttpRequest, view: TableView, form: HandForm | None = None) -> HttpResponse:
    can = allowed(request, view.tournament.club_id)
    is_standing = view.round.status != Round.Status.TAKEN_BACK
    may_correct = Right.CORRECT_HANDS.value in can and is_standing
    may_direct = Right.RUN_ROUNDS.value in can and is_standing
    context = {
        "view": view,
        "form": form or hand_form(view),
        "can": can,
        # What a correction has opened again in a closed round is for the director to complete.
        "may_enter": view.next_hand is not None and (may_correct or view.round.status == Round.Status.PUBLISHED),
        "may_correct": may_correct,
        "may_direct": may_direct,
        "confirmation": confirmation_at(view.table.pk) if may_direct and view.agreement else None,
        "counts_at_time": counts_at_time(view.tournament),
        "may_cut": view.progress.hands_entered == 0 and len(view.progress.legs) == 1,
    }
    return render(request, "tournaments/tables/table.html", context)


def _hand(view: TableView, leg: int, number: int) -> PlayedHand:
    for played in view.progress.legs:
        for hand in played.game.hands:
            if (played.number, hand.number) == (leg, number):
                return hand
    raise HandNotThere(number=number)


def _as_posted(request: HttpRequest, view: TableView, leg: int, old: PlayedHand) -> PlayedHand:
    """Return the hand with what the post in ``?post=`` says in its place; as it is where that cannot have been."""
    key = request.GET.get("post", "")
    if request.method != "GET" or not (key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS):
        return old
    conflict, at = conflict_and_table(int(key))
    if (at.table.pk, conflict.leg, conflict.number) != (view.table.pk, leg, old.number):
        return old
    game = next(played.game for played in view.progress.legs if played.number == leg)
    judgement = judge_in_place(game, old.number, conflict.record)
    return replace(old, record=conflict.record, answer=judgement.answer) if judgement.answer.valid else old


def _starter_of(view: TableView, leg: int, number: int) -> int:
    """Return the seat whose turn it is by the plan; what is wrong with leg or number is for the service to say."""
    legs = view.progress.legs
    game = next((played.game for played in legs if played.number == leg), legs[-1].game)
    return game.starter_of(max(number, 1))
