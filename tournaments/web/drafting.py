"""A draft to decide on, and the changes that the director makes to it by hand."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.actors import Right
from tournaments.models import Draw, DrawJob, Round
from tournaments.round_errors import PromisesBroken
from tournaments.selectors.desk import RoundView, get_round
from tournaments.selectors.draw_rulings import for_everybody, not_ruled_on
from tournaments.selectors.draws import (
    entries_for_draw,
    forbidden_in,
    is_out_of_date,
    round_before_in_play,
    version_for_draw,
)
from tournaments.selectors.names import entry_names
from tournaments.selectors.tournaments import first_stage, get_tournament
from tournaments.services import draw_jobs, forbidden, hand_made
from tournaments.web.actors import actor_of
from tournaments.web.drafts import draft_view, promise_words
from tournaments.web.draw_jobs import to_drawn
from tournaments.web.draw_rulings import rulings_on
from tournaments.web.forms.drafts import ApartForm, TwoForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import allowed, require


def draft_page(request: HttpRequest, view: RoundView, form: TwoForm | None = None) -> HttpResponse:
    """Show a draft of a round, the newest unless another is asked for."""
    tournament = view.round.tournament
    wanted = request.GET.get("draw", "")
    shown = next((draw for draw in view.draws if str(draw.number) == wanted), view.draws[-1])
    names = entry_names(tournament.pk, tournament.club_id)
    entries = entries_for_draw(tournament, view.round.number)
    is_old = is_out_of_date(view.round, shown, entries)
    can = allowed(request, tournament.club_id)
    not_ruled = [] if is_old else promise_words(not_ruled_on(view.round, shown), tournament)
    if Right.RUN_ROUNDS.value not in can:
        # Who must not meet is for those who run the rounds.
        shown, not_ruled = for_everybody(shown), []
    context: dict[str, Any] = {
        "view": view,
        "tournament": tournament,
        "can": can,
        "draft": draft_view(shown, tournament),
        "draws": view.draws,
        "is_out_of_date": is_old,
        "not_ruled": not_ruled,
        "draw_ruled": rulings_on(shown, tournament),
        "is_stale": shown.made_from["standings_version"] != version_for_draw(view.round.stage, view.round.number),
        "waits_for": round_before_in_play(view.round),
        "form": form or TwoForm(names),
        "forbidden": _named(forbidden_in(view.round.stage), names),
    }
    return render(request, "tournaments/rounds/draft.html", context)


@require_POST
@page
def draft_change(request: HttpRequest, round_id: int, draw_id: int) -> HttpResponse:
    """Do what was asked with two entries: swap them, let them meet, or never let them meet."""
    view = get_round(round_id)
    tournament = view.round.tournament
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    form = TwoForm(entry_names(tournament.pk, tournament.club_id), request.POST)
    drawn = _change(request, form, view.round, draw_id) if form.is_valid() else None
    return draft_page(request, view, form) if drawn is None else to_drawn(drawn)


@require_POST
@page
def meeting_forbid(request: HttpRequest, slug: str) -> HttpResponse:
    """Forbid two entries to come together, from the page of what is arranged."""
    tournament = get_tournament(slug)
    form = ApartForm(entry_names(tournament.pk, tournament.club_id), request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose two."))
        return redirect("tournament-arrangements", slug=slug)
    attempt_button(
        request,
        lambda: forbidden.forbid_meeting(
            actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.values
        ),
        done=_("Saved. It holds from the next draw on."),
    )
    return redirect("tournament-arrangements", slug=slug)


@require_POST
@page
def meeting_allow(request: HttpRequest, slug: str, one: int, other: int) -> HttpResponse:
    """Let two entries come together again."""
    tournament = get_tournament(slug)
    attempt_button(
        request,
        lambda: forbidden.allow_meeting(
            actor=actor_of(request), tournament_id=tournament.pk, entries=(one, other), now=timezone.now()
        ),
        done=_("They may meet again, from the next draw on."),
    )
    back = Round.objects.filter(tournament=tournament, status=Round.Status.DRAFT).first()
    if back is not None:
        return redirect("round-desk", round_id=back.pk)
    return redirect("tournament-arrangements", slug=slug)


def named_forbidden(tournament_id: int, club_id: int) -> list[tuple[int, int, str, str]]:
    """Return who must not meet, with names."""
    return _named(forbidden_in(first_stage(tournament_id)), entry_names(tournament_id, club_id))


def _named(pairs: list[tuple[int, int]], names: dict[int, str]) -> list[tuple[int, int, str, str]]:
    return [(one, other, names[one], names[other]) for one, other in pairs]


def _change(request: HttpRequest, form: TwoForm, round_: Round, draw_id: int) -> Draw | DrawJob | None:
    """Do it, and say so; what is refused stands on the form."""
    who: dict[str, Any] = {"actor": actor_of(request), "now": timezone.now()}
    done: Draw | DrawJob | None
    if form.cleaned_data["act"] == TwoForm.SWAP:
        done = attempt(form, lambda: _swap(form, round_, draw_id, who))
    elif form.cleaned_data["act"] == TwoForm.TOGETHER:
        done = attempt(form, lambda: draw_jobs.draw_again(round_id=round_.pk, together=[form.pair], **who))
    else:
        done = _forbid_and_draw(form, round_, who)
    if isinstance(done, Draw):
        messages.success(request, _("Here is the changed draw."))
    return done


def _swap(form: TwoForm, round_: Round, draw_id: int, who: dict[str, Any]) -> Draw | None:
    reason = form.cleaned_data["reason"]
    try:
        return hand_made.change_draft(draw_id=draw_id, swaps=[form.pair], reason=reason, **who)
    except PromisesBroken as error:
        for sentence in promise_words(error.remarks, round_.tournament):
            form.add_error(None, sentence)
        form.add_error("reason", _("Say why it is to be so all the same."))
        return None


def _forbid_and_draw(form: TwoForm, round_: Round, who: dict[str, Any]) -> Draw | DrawJob | None:
    pairs = attempt(form, lambda: forbidden.forbid_meeting(tournament_id=round_.tournament_id, **form.values, **who))
    return None if pairs is None else attempt(form, lambda: draw_jobs.draw_again(round_id=round_.pk, **who))
