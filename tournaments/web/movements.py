"""How shall we play: two to four movements to choose from, with what each would mean."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from tournaments.actors import Right
from tournaments.models import Tournament
from tournaments.movements.advice import Advice
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors.advice import advice_for, entries_here, movements_of
from tournaments.selectors.tournaments import get_tournament, view_tournament
from tournaments.services import tournaments
from tournaments.web.actors import actor_of
from tournaments.web.entrants import entrant_words
from tournaments.web.forms.movements import EveningForm
from tournaments.web.movement_names import movement_name
from tournaments.web.movement_options import MovementForm, answers_of
from tournaments.web.refusals import attempt_button, page
from tournaments.web.rights import require

_REASONS = {
    "advice.all_meet": gettext_lazy("Everybody meets everybody once. The fairest evening that there is time for."),
    "advice.all_meet_twice": gettext_lazy("Everybody meets everybody twice, once on each side of the table."),
    "advice.first_rounds": gettext_lazy(
        "Nobody meets the same opponents twice. All that comes is known at the start and can be printed."
    ),
    "advice.equal_scores": gettext_lazy(
        "Those with equal scores meet, nobody twice while that can be. Each round is drawn after the one before."
    ),
    "advice.one_winner": gettext_lazy(
        "A cup: who loses is out, and the last one left has won it. The others have the evening off."
    ),
    "advice.moving_up": gettext_lazy(
        "Winners go up a table, and the losers of the head table go to the last. The same people may meet again."
    ),
    "advice.partner_everyone": gettext_lazy("Everybody plays once with everybody, and twice against everybody."),
    "advice.everybody_plays": gettext_lazy(
        "Everybody plays in every round: some tables are larger or smaller, and all take turns at them."
    ),
    "advice.changing_company": gettext_lazy(
        "A new partner each round, never the same one twice while that can be, and as few meetings again as possible."
    ),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A movement to choose, in words."""

    advice: Advice
    name: str
    reason: str
    facts: tuple[str, ...]
    is_chosen: bool


@require_http_methods(["GET", "POST"])
@page
def tournament_movement(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer the movements that suit those who come and the time there is; a button takes one."""
    tournament = get_tournament(slug)
    require(request, Right.SET_UP, club_id=tournament.club_id)
    if request.method == "POST":
        return _choose(request, tournament)
    form = EveningForm(request.GET or None, initial={"round_minutes": tournament.round_minutes})
    who = form.fields["entries"]
    who.label = entrant_words(tournament.entry_kind).expected
    who.help_text = _("Left empty: those who are entered, now %(count)s.") % {"count": entries_here(tournament)}
    known = form.cleaned_data if form.is_bound and form.is_valid() else {}
    offers = [_offer(advice, tournament) for advice in advice_for(tournament, **known)]
    context = {
        "tournament": tournament,
        "form": form,
        "round_minutes": known.get("round_minutes"),
        "offers": offers,
        "other_is_chosen": any(offer.is_chosen for offer in offers[1:]),
        "needed": entrant_words(tournament.entry_kind).enter_first,
        "enter": entrant_words(tournament.entry_kind).enter,
        "ways": _all_ways(tournament),
    }
    return render(request, "tournaments/manage/movement.html", context)


def _all_ways(tournament: Tournament) -> list[tuple[str, MovementForm]]:
    """Return a form for each movement that draws such tables, with the rounds that it would usually have."""
    view = view_tournament(tournament)
    return [
        (
            movement_name(movement.name),
            MovementForm(movement, initial=answers_of(movement, view.settings, view.rounds_planned)),
        )
        for movement in movements_of(tournament)
    ]


def _choose(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    movement = next((one for one in movements_of(tournament) if one.name == request.POST.get("movement")), None)
    form = MovementForm(movement, request.POST) if movement is not None else None
    if form is None:
        messages.error(request, _("Such tables cannot be drawn that way."))
    elif form.is_valid():
        minutes = EveningForm(request.POST)
        timed = minutes.is_valid() and minutes.cleaned_data["round_minutes"] is not None
        changes = {**form.changes, **({"round_minutes": minutes.cleaned_data["round_minutes"]} if timed else {})}
        done = _("Chosen: %(movement)s. It can be changed until the first round is published.")
        attempt_button(
            request,
            lambda: tournaments.update_tournament(
                actor=actor_of(request), tournament_id=tournament.pk, changes=changes, now=timezone.now()
            ),
            done=done % {"movement": movement_name(changes["movement"])},
        )
    else:
        messages.error(request, _("A number of rounds is needed, from 1 to 100."))
    return redirect("tournament-manage", slug=tournament.slug)


def _offer(advice: Advice, tournament: Tournament) -> Offer:
    settings = view_tournament(tournament).settings
    return Offer(
        advice=advice,
        name=movement_name(advice.movement),
        reason=str(_REASONS[advice.code]),
        facts=_facts(advice),
        is_chosen=advice.movement == settings["movement"]
        and (MOVEMENTS[advice.movement].knocks_out or advice.rounds == settings["rounds"]),
    )


def _facts(advice: Advice) -> tuple[str, ...]:
    rounds = ngettext("%(count)s round", "%(count)s rounds", advice.rounds) % {"count": advice.rounds}
    if MOVEMENTS[advice.movement].knocks_out:
        tables = _("tables in the first round: %(count)s") % {"count": advice.tables}
        facts = [rounds, tables, _("byes: %(count)s") % {"count": advice.out_each_round}]
    else:
        tables = ngettext("%(count)s table", "%(count)s tables", advice.tables) % {"count": advice.tables}
        facts = [rounds, tables, _sit_outs(advice)]
    if advice.minutes is not None:
        hours, minutes = divmod(advice.minutes, 60)
        facts.append(_("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": f"{minutes:02d}"})
    return tuple(facts)


def _sit_outs(advice: Advice) -> str:
    least, most = advice.sits_out
    if not most:
        return _("nobody sits out")
    if least == most:
        return ngettext("each sits out once", "each sits out %(count)s times", most) % {"count": most}
    if not least:
        return ngettext("nobody sits out more than once", "nobody sits out more than %(count)s times", most) % {
            "count": most
        }
    return _("each sits out %(least)s or %(most)s times") % {"least": least, "most": most}
