"""Rounds as the director runs them: drawn, published, timed, watched, closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.actors import Right
from tournaments.devices import devices_at
from tournaments.models import Draw, DrawJob, Round, Tournament
from tournaments.selectors.corrections import draws_kept
from tournaments.selectors.desk import RoundView, get_round
from tournaments.selectors.keying import require_seeing_round, tables_not_keyed
from tournaments.selectors.losses import reason_taken_back
from tournaments.selectors.silence import silent_minutes
from tournaments.selectors.tables import TableView
from tournaments.selectors.tournaments import get_tournament, rounds_published
from tournaments.services import draw_jobs, rounds
from tournaments.web.actors import actor_of
from tournaments.web.calling_time import counts_at_time
from tournaments.web.conflicts import conflict_lines
from tournaments.web.drafting import draft_page
from tournaments.web.draw_jobs import to_drawn
from tournaments.web.draw_rulings import RulingOfDraw, rulings_for_everybody, rulings_on
from tournaments.web.forms.rounds import ClockForm
from tournaments.web.live import live
from tournaments.web.refusals import attempt_button, page
from tournaments.web.rights import allowed, require


@require_POST
@page
def round_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw the next round of a tournament."""
    tournament = get_tournament(slug)
    drawn: list[Draw | DrawJob] = []
    attempt_button(
        request,
        lambda: drawn.append(
            draw_jobs.draw_next_round(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now())
        ),
    )
    return to_drawn(drawn[0]) if drawn else redirect("tournament-manage", slug=slug)


@require_GET
@never_cache
@live(shows_time=True)
@page
def round_desk(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show a draft to decide on, or how every table of a round stands."""
    view = get_round(round_id)
    tournament = view.round.tournament
    require(request, Right.ENTER_HANDS, club_id=tournament.club_id)
    if view.round.status == Round.Status.DRAFT:
        return draft_page(request, view)
    require_seeing_round(actor_of(request), round_id)
    can = allowed(request, tournament.club_id)
    context = {"view": view, "tournament": tournament, "can": can}
    minutes = tournament.round_minutes or (view.clock.minutes if view.clock else None)
    clock = ClockForm(initial={"minutes": minutes})
    desk = {
        "conflicts": conflict_lines(view),
        "signs": _signs(view),
        "clock_form": clock,
        "counts_at_time": counts_at_time(tournament),
        "now": timezone.now(),
        "is_latest": view.round.number == rounds_published(tournament.pk),
        "kept": draws_kept(view.round),
        "draw_ruled": _rulings_on_draw(view) if Right.RUN_ROUNDS.value in can else rulings_for_everybody(view.round),
        "not_keyed": _not_keyed(view),
        "is_beginning": view.clock is None and _nothing_is_in(view),
        "taken_back_because": reason_taken_back(view.round) if view.round.taken_back_at else "",
    }
    return render(request, "tournaments/rounds/desk.html", {**context, **desk})


@require_POST
@page
def round_redraw(request: HttpRequest, round_id: int) -> HttpResponse:
    """Make another draft."""
    drawn: list[Draw | DrawJob] = []
    attempt_button(
        request,
        lambda: drawn.append(draw_jobs.draw_again(actor=actor_of(request), round_id=round_id, now=timezone.now())),
    )
    if drawn and isinstance(drawn[0], Draw):
        messages.success(request, _("Here is another draw."))
    return to_drawn(drawn[0]) if drawn else redirect("round-desk", round_id=round_id)


@require_POST
@page
def draw_publish(request: HttpRequest, round_id: int, draw_id: int) -> HttpResponse:
    """Put a draft into play."""
    url = reverse("round-take-back", args=[round_id])
    said = _("The round is published. Everybody can see where to sit.")
    done = format_html('{} <a href="{}">{}</a>', said, url, _("Undo"))
    reason = request.POST.get("reason", "")
    return _do(request, round_id, lambda **who: rounds.publish_draw(draw_id=draw_id, reason=reason, **who), done=done)


@require_POST
@page
def round_clock(request: HttpRequest, round_id: int) -> HttpResponse:
    """Start the clock."""
    form = ClockForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Give the clock a number of minutes."))
        return redirect("round-desk", round_id=round_id)
    minutes = form.cleaned_data["minutes"]
    return _do(
        request,
        round_id,
        lambda **who: rounds.start_clock(round_id=round_id, minutes=minutes, **who),
        done=_("The clock runs."),
    )


@require_POST
@page
def round_close(request: HttpRequest, round_id: int) -> HttpResponse:
    """Close a round whose tables are complete, or say what becomes of those that are not."""
    return _do(
        request,
        round_id,
        lambda **who: rounds.close_round(
            round_id=round_id,
            reason=request.POST.get("reason", ""),
            unfinished=request.POST.get("unfinished", ""),
            **who,
        ),
        done=_("The round is closed."),
    )


def _rulings_on_draw(view: RoundView) -> list[RulingOfDraw]:
    published = (draw for draw in view.draws if draw.status == Draw.Status.PUBLISHED)
    return [ruling for draw in published for ruling in rulings_on(draw, view.round.tournament)]


def _not_keyed(view: RoundView) -> list[int]:
    """Return the tables that a round in play cannot be closed without, since they lack a second keying."""
    asks = view.round.tournament.second_keying == Tournament.SecondKeying.CLOSING
    if not asks or view.round.status != Round.Status.PUBLISHED:
        return []
    return tables_not_keyed([table.table for table in view.tables])


@dataclass(frozen=True, slots=True)
class _Signs:
    """A table with what the director has to know of it beside its hands.

    ``silent``: for how many minutes nothing has come, 0 where that is not long; ``devices`` that have it open.
    """

    table: TableView
    is_disputed: bool
    silent: int
    devices: int


def _signs(view: RoundView) -> list[_Signs]:
    now = timezone.now()
    silent = silent_minutes(view, now=now)
    disputed = {conflict.table for conflict in view.conflicts}
    is_played = view.round.status == Round.Status.PUBLISHED
    devices = devices_at([table.table.pk for table in view.tables], now=now) if is_played else {}
    return [
        _Signs(
            table=table,
            is_disputed=table.table.number in disputed,
            silent=silent.get(table.table.number, 0),
            devices=devices.get(table.table.pk, 0),
        )
        for table in view.tables
    ]


def _nothing_is_in(view: RoundView) -> bool:
    """Whether a round in play waits for its very first hand, so that the paper may still be wanted."""
    waiting = (table.next_hand for table in view.tables)
    return view.round.status == Round.Status.PUBLISHED and all(
        hand is not None and (hand.leg, hand.number) == (1, 1) for hand in waiting
    )


def _do(request: HttpRequest, round_id: int, action: Callable[..., Any], *, done: str) -> HttpResponse:
    attempt_button(request, lambda: action(actor=actor_of(request), now=timezone.now()), done=done)
    return redirect("round-desk", round_id=round_id)
