"""Score sheets keyed a second time: a pile, and one line after the other, by keyboard alone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.models import KeyingSheet
from tournaments.selectors import keying as selectors
from tournaments.selectors.keying import SheetView
from tournaments.services import keying
from tournaments.web.actors import actor_of
from tournaments.web.forms.keying import LineForm, PileForm
from tournaments.web.keyed_lines import LineUnreadable, example_of, read_line
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import allowed, require

SKIP, BACK, DONE = "skip", "back", "done"
"""What may be typed in place of a hand."""


@require_GET
@never_cache
@page
def keying_pile(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the reader's pile of a round; to those who rule, and key nothing of it now, what was found."""
    return _pile_page(request, round_id, PileForm())


@require_POST
@page
def keying_take(request: HttpRequest, round_id: int) -> HttpResponse:
    """Take sheets of a round, and begin."""
    form = PileForm(request.POST)
    if not form.is_valid():
        return _pile_page(request, round_id, form)
    taken = attempt(
        form,
        lambda: keying.take_pile(
            actor=actor_of(request), round_id=round_id, tables=form.cleaned_data["tables"], now=timezone.now()
        ),
    )
    return _pile_page(request, round_id, form) if taken is None else _to(request, round_id, keying.NEXT)


@require_POST
@page
def keying_move(request: HttpRequest, round_id: int) -> HttpResponse:
    """Turn the pile."""
    to = request.POST.get("to", keying.NEXT)
    return _to(request, round_id, to if to in keying.MOVES else keying.NEXT)


@require_http_methods(["GET", "POST"])
@never_cache
@page
def keying_sheet(request: HttpRequest, sheet_id: int) -> HttpResponse:
    """Ask for one line after the other: a hand, or a word that turns the pile."""
    shown = selectors.get_sheet(actor_of(request), sheet_id)
    form = LineForm(request.POST or None)
    if not form.is_valid():
        return _sheet_page(request, shown, form)
    number, line = form.hand_again()
    word = line.lower()
    round_id = shown.view.round.pk
    if word in (SKIP, BACK):
        return _to(request, round_id, word)
    if word == DONE or (not line and shown.following is None):
        return _hand_in(request, shown.sheet, no_more_hands=word == DONE)
    if shown.following is None and number is None:
        form.add_error("line", _("The game on this sheet is over. Enter alone hands it in."))
        return _sheet_page(request, shown, form)
    leg, following = _place(shown)
    try:
        record = read_line(shown.view, line)
    except LineUnreadable as error:
        form.add_error("line", str(error))
        return _sheet_page(request, shown, form)
    keyed = attempt(
        form,
        lambda: keying.key_hand(
            actor=actor_of(request),
            sheet_id=sheet_id,
            leg=leg,
            number=following if number is None else number,
            submission_id=form.cleaned_data["submission_id"],
            record=record,
            now=timezone.now(),
        ),
    )
    return _sheet_page(request, shown, form) if keyed is None else redirect("keying-sheet", sheet_id=sheet_id)


@require_POST
@page
def keying_hand_in(request: HttpRequest, sheet_id: int) -> HttpResponse:
    """Hand a sheet in and go on with the next."""
    sheet = selectors.sheet_of(actor_of(request), sheet_id)
    return _hand_in(request, sheet, no_more_hands="no_more_hands" in request.POST)


@require_POST
@page
def keying_give_back(request: HttpRequest, sheet_id: int) -> HttpResponse:
    """Let a sheet be keyed anew, by whoever takes it."""
    given: list[Any] = []
    sheet = KeyingSheet.objects.filter(pk=sheet_id).select_related("table").first()
    done = attempt_button(
        request,
        lambda: given.append(keying.give_back(actor=actor_of(request), sheet_id=sheet_id, now=timezone.now())),
        done=_("The sheet can be keyed anew."),
    )
    if not done or sheet is None:
        return redirect("keying-sheet", sheet_id=sheet_id)
    return redirect("keying-pile", round_id=sheet.table.round_id)


def _pile_page(request: HttpRequest, round_id: int, form: PileForm) -> HttpResponse:
    actor = actor_of(request)
    round_ = selectors.round_to_key(round_id)
    require(request, Right.ENTER_HANDS, club_id=round_.tournament.club_id)
    pile = selectors.pile_of(actor, round_id)
    waiting = [line for line in pile if line.handed_in_at is None]
    can = allowed(request, round_.tournament.club_id)
    context = {
        "round": round_,
        "tournament": round_.tournament,
        "can": can,
        "pile": pile,
        "waiting": waiting,
        "form": form,
        "results": selectors.results_of(actor, round_id) if "correct_hands" in can and not waiting else None,
    }
    return render(request, "tournaments/keying/pile.html", context)


def _sheet_page(request: HttpRequest, shown: SheetView, form: LineForm) -> HttpResponse:
    context = {
        "shown": shown,
        "view": shown.view,
        "tournament": shown.view.tournament,
        "form": form,
        "example": example_of(shown.view),
        "is_cards": shown.view.starter_role == "dealer",
    }
    return render(request, "tournaments/keying/sheet.html", context)


def _hand_in(request: HttpRequest, sheet: KeyingSheet, *, no_more_hands: bool) -> HttpResponse:
    done = attempt_button(
        request,
        lambda: keying.hand_in(
            actor=actor_of(request), sheet_id=sheet.pk, no_more_hands=no_more_hands, now=timezone.now()
        ),
        done=_("The sheet of table %(number)s is handed in.") % {"number": sheet.table.number},
    )
    return _to(request, sheet.table.round_id, keying.NEXT) if done else redirect("keying-sheet", sheet_id=sheet.pk)


def _to(request: HttpRequest, round_id: int, to: str) -> HttpResponse:
    """Lay another sheet on top and show it; the whole pile where none is left."""
    if not any(line.handed_in_at is None for line in selectors.pile_of(actor_of(request), round_id)) and to != BACK:
        messages.success(request, _("All sheets of your pile are handed in."))
        return redirect("keying-pile", round_id=round_id)
    moved: list[KeyingSheet] = []
    attempt_button(
        request,
        lambda: moved.append(keying.move_to(actor=actor_of(request), round_id=round_id, to=to, now=timezone.now())),
    )
    return redirect("keying-sheet", sheet_id=moved[0].pk) if moved else redirect("keying-pile", round_id=round_id)


def _place(shown: SheetView) -> tuple[int, int]:
    """Return leg and number of the hand that is keyed next."""
    if shown.following is not None:
        return shown.following.leg, shown.following.number
    last = shown.view.progress.legs[-1]
    return last.number, last.game.next_number
