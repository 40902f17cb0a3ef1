"""Posts that were not kept, in words, beside what is in the books."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actors import Right
from tournaments.selectors.desk import ConflictView, RoundView, conflict_and_table
from tournaments.selectors.tables import TableView
from tournaments.services import disputing
from tournaments.web.actors import actor_of
from tournaments.web.forms.agreements import SettlingForm
from tournaments.web.refusals import attempt, page
from tournaments.web.rights import require
from tournaments.web.words import hand_at, record_words


@dataclass(frozen=True, slots=True)
class ConflictLine:
    """One post, and the hand that counts in its place; ``kept`` is empty if there is none.

    ``side`` is the label of the side that disputes the hand, empty where nobody said so.
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
        posted=record_words(conflict.record, seats, sides),
        kept=kept[0] if kept else "",
        received_at=conflict.received_at,
    )


@require_http_methods(["GET", "POST"])
@page
def post_settle(request: HttpRequest, post_id: int) -> HttpResponse:
    """Show a post beside what is in the books: keep that, or go on to a correction with the other version."""
    conflict, view = conflict_and_table(post_id)
    require(request, Right.CORRECT_HANDS, club_id=view.tournament.club_id)
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
