"""Posts that were not kept, in words, beside what is in the books."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.selectors.desk import ConflictView, RoundView, conflict_and_table
from tournaments.selectors.keying import require_seeing
from tournaments.selectors.tables import TableView
from tournaments.services import corrections, disputing
from tournaments.web.actors import actor_of
from tournaments.web.confirming import change_or_ask
from tournaments.web.forms.agreements import SettlingForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import require
from tournaments.web.words import hand_at, record_words


@dataclass(frozen=True, slots=True)
class ConflictLine:
    """One post, and the hand that counts in its place; ``kept`` is empty if there is none.

    ``side`` is the label of the side that disputes the hand, empty where nobody said so. ``comes_next``: the books lack
    just this hand.
    """

    key: int

    table_id: int
    table: int
    leg: int
    number: int
    side: str
    posted: str
    kept: str
    received_at: dt.datetime
    is_second_keying: bool
    has_no_hand: bool
    stands_at: int | None
    comes_next: bool


def conflict_lines(view: RoundView) -> list[ConflictLine]:
    """Return the posts of a round that wait for the director."""
    tables = {table.table.number: table for table in view.tables}
    return [_line(conflict, tables[conflict.table]) for conflict in view.conflicts]


def _line(conflict: ConflictView, table: TableView) -> ConflictLine:
    kept = [
        hand_at(table, hand)
        for leg in table.progress.legs
        for hand in leg.game.hands
        if (leg.number, hand.number) == (conflict.leg, conflict.number)
    ]
    seats, sides = [seat.label for seat in table.seats], [side.label for side in table.sides]
    return ConflictLine(
        key=conflict.submission_key,
        table_id=table.table.pk,
        table=conflict.table,
        leg=conflict.leg,
        number=conflict.number,
        side="" if conflict.side is None else sides[conflict.side],
        posted=_("no such hand") if conflict.has_no_hand else record_words(conflict.record, seats, sides),
        kept=kept[0] if kept else "",
        received_at=conflict.received_at,
        is_second_keying=conflict.is_second_keying,
        has_no_hand=conflict.has_no_hand,
        stands_at=conflict.stands_at,
        comes_next=any(
            (leg.number, leg.game.next_number) == (conflict.leg, conflict.number) for leg in table.progress.legs
        ),
    )


@require_http_methods(["GET", "POST"])
@page
def post_settle(request: HttpRequest, post_id: int) -> HttpResponse:
    """Show a post beside what is in the books: keep that, or go on to a correction with the other version."""
    conflict, view = conflict_and_table(post_id)
    require(request, Right.CORRECT_HANDS, club_id=view.tournament.club_id)
    require_seeing(actor_of(request), table_id=view.table.pk)
    form = SettlingForm(request.POST or None)
    if form.is_valid():
        done = attempt(
            form,
            lambda: disputing.keep_books(
                actor=actor_of(request),
                submission_key=post_id,
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            ),
        )
        if done is not None:
            messages.success(request, _("Settled: what is in the books stands."))
            return redirect("round-desk", round_id=view.round.pk)
    line = _line(conflict, view)
    return render(request, "tournaments/tables/settle.html", {"view": view, "line": line, "form": form})


@require_POST
@page
def post_take(request: HttpRequest, post_id: int) -> HttpResponse:
    """Put a hand that the books lack into them, as the post has it; what follows from that is shown first."""
    _conflict, view = conflict_and_table(post_id)
    require(request, Right.CORRECT_HANDS, club_id=view.tournament.club_id)
    require_seeing(actor_of(request), table_id=view.table.pk)
    what: dict[str, Any] = {"actor": actor_of(request), "submission_key": post_id, "now": timezone.now()}
    desk = reverse("round-desk", args=[view.round.pk])
    shown: list[HttpResponse | None] = []
    done = attempt_button(
        request,
        lambda: shown.append(
            change_or_ask(
                request,
                view.tournament,
                title=_("Enter a hand that the books lack"),
                back=desk,
                preview=lambda: corrections.preview_taking_post(**what),
                change=lambda confirmation: corrections.take_post(
                    reason=request.POST.get("reason", ""), confirmation=confirmation, **what
                ),
            )
        ),
    )
    if shown and shown[0] is not None:
        return shown[0]
    if done:
        messages.success(request, _("The hand is in the books."))
    return redirect(desk)
