"""Who takes part in a tournament: entered, withdrawn, back again, replaced."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.models import BulkAct, Entry, Tournament
from tournaments.selectors.bulk_acts import open_acts
from tournaments.selectors.clubs import PartnershipView, members_of, partnership_views, partnerships_at
from tournaments.selectors.entries import EntryView, entries_of, get_entry, view_entries
from tournaments.selectors.home import overview_of
from tournaments.selectors.partner_draws import view_partner_draw
from tournaments.selectors.rulings import open_table_of
from tournaments.selectors.tables import get_table
from tournaments.selectors.tournaments import first_stage, get_tournament, rounds_published
from tournaments.services import absences, entries
from tournaments.web.actors import actor_of
from tournaments.web.entrants import entrant_words
from tournaments.web.forms.entries import (
    AbsenceForm,
    EnteredIndividualsForm,
    EnteredPairsForm,
    KnownPairsForm,
    KnownPlayersForm,
    ReasonForm,
    ReplacementForm,
    WithdrawalForm,
)
from tournaments.web.lists import take_list
from tournaments.web.partner_draws import PartnerDrawForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import allowed, require
from tournaments.web.undoing import act_words, say_done

KNOWN = 200
"""How many pairs or players that the club knows are offered to tick."""


@require_http_methods(["GET", "POST"])
@page
def tournament_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pairs or individuals of a tournament and take more of them, one a line."""
    tournament = _managed(request, slug)
    is_individual = _is_individual(tournament)
    form = (EnteredIndividualsForm if is_individual else EnteredPairsForm)(request.POST or None)
    admit_all = entries.admit_names if is_individual else entries.admit_lines
    if request.method == "GET":
        return _entries_page(request, tournament, form)

    def admit() -> list[Entry]:
        return admit_all(
            actor=actor_of(request),
            tournament_id=tournament.pk,
            lines=form.cleaned_data["lines"],
            add_unknown=form.cleaned_data["add_unknown"],
            decisions=form.decisions,
            missed_like_sit_out=form.cleaned_data["missed_like_sit_out"],
            now=timezone.now(),
        )

    return take_list(
        request,
        form,
        admit,
        url=reverse("tournament-entries", args=[slug]),
        done=lambda admitted: _entered(request, tournament, admitted),
        back=lambda: _entries_page(request, tournament, form),
    )


@require_POST
@page
def tournament_entries_known(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter pairs or players that the club knows."""
    tournament = _managed(request, slug)
    known = _known_form(tournament, request.POST)
    admit = entries.admit_players if _is_individual(tournament) else entries.admit_partnerships
    if known.is_valid():
        admitted = attempt(
            known,
            lambda: admit(
                actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **known.cleaned_data
            ),
        )
        if admitted is not None:
            return _entered(request, tournament, admitted)
    return _entries_page(
        request, tournament, (EnteredIndividualsForm if _is_individual(tournament) else EnteredPairsForm)(), known
    )


@require_http_methods(["GET", "POST"])
@page
def entry_withdraw(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Ask for a reason, and what becomes of an unfinished table, and take an entry out of the next draws."""
    entry = _managed_entry(request, entry_id)
    if entry.status == Entry.Status.WITHDRAWN:
        return _reinstate(request, entry)
    context = _entry_context(entry)
    left = open_table_of(entry)
    table = None if left is None else get_table(left.pk)
    form = WithdrawalForm(context["view"], table, members_of(entry.tournament.club_id), request.POST or None)
    if request.method == "POST" and form.is_valid():
        withdrawn = attempt(
            form,
            lambda: entries.withdraw_entry(
                actor=actor_of(request), entry_id=entry_id, now=timezone.now(), **form.values
            ),
        )
        if withdrawn is not None:
            messages.success(request, _("%(name)s is withdrawn.") % {"name": context["view"].name})
            return redirect("tournament-entries", slug=entry.tournament.slug)
    return render(request, "tournaments/entries/withdraw.html", {**context, "form": form, "table": table})


@require_http_methods(["GET", "POST"])
@page
def entry_away(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Ask which round an entry misses, and leave it out of that one."""
    entry = _managed_entry(request, entry_id)
    context = _entry_context(entry)
    form = AbsenceForm(_rounds_to_come(entry, context["view"]), request.POST or None)
    if form.is_valid():
        announced = attempt(
            form,
            lambda: absences.announce_absence(
                actor=actor_of(request), entry_id=entry_id, now=timezone.now(), **form.cleaned_data
            ),
        )
        if announced is not None:
            return redirect("tournament-entries", slug=entry.tournament.slug)
    return render(request, "tournaments/entries/away.html", {**context, "form": form})


@require_POST
@page
def entry_away_cancel(request: HttpRequest, entry_id: int, number: int) -> HttpResponse:
    """Let an entry play a round after all."""
    entry = _managed_entry(request, entry_id)
    attempt_button(
        request,
        lambda: absences.cancel_absence(
            actor=actor_of(request), entry_id=entry_id, round_number=number, now=timezone.now()
        ),
        done=_("Round %(number)s is played after all.") % {"number": number},
    )
    return redirect("tournament-entries", slug=entry.tournament.slug)


def _rounds_to_come(entry: Entry, view: EntryView) -> list[int]:
    first = max(rounds_published(entry.tournament_id) + 1, entry.first_round)
    last = first_stage(entry.tournament_id).rounds_planned
    missed = {absence.round for absence in view.absences}
    return [number for number in range(first, last + 1) if number not in missed]


def _reinstate(request: HttpRequest, entry: Entry) -> HttpResponse:
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        changed = attempt(
            form,
            lambda: entries.reinstate_entry(
                actor=actor_of(request), entry_id=entry.pk, now=timezone.now(), **form.cleaned_data
            ),
        )
        if changed is not None:
            return redirect("tournament-entries", slug=entry.tournament.slug)
    return render(request, "tournaments/entries/withdraw.html", {**_entry_context(entry), "form": form})


@require_http_methods(["GET", "POST"])
@page
def entry_replace(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Let somebody else play for an entry from the next round on."""
    entry = _managed_entry(request, entry_id)
    context = _entry_context(entry)
    form = ReplacementForm(context["view"], members_of(entry.tournament.club_id), request.POST or None)
    if form.is_valid():
        replaced = attempt(
            form,
            lambda: entries.replace_player(
                actor=actor_of(request), entry_id=entry_id, now=timezone.now(), **form.cleaned_data
            ),
        )
        if replaced is not None:
            messages.success(request, _("Replaced from round %(number)s on.") % {"number": replaced.from_round})
            return redirect("tournament-entries", slug=entry.tournament.slug)
    return render(request, "tournaments/entries/replace.html", {**context, "form": form})


def _managed(request: HttpRequest, slug: str) -> Tournament:
    tournament = get_tournament(slug)
    require(request, Right.MANAGE_ENTRIES, club_id=tournament.club_id)
    return tournament


def _managed_entry(request: HttpRequest, entry_id: int) -> Entry:
    entry = get_entry(entry_id)
    require(request, Right.MANAGE_ENTRIES, club_id=entry.tournament.club_id)
    return entry


def _entry_context(entry: Entry) -> dict[str, Any]:
    return {"tournament": entry.tournament, "view": view_entries([entry], entry.tournament)[0]}


def _is_individual(tournament: Tournament) -> bool:
    return tournament.entry_kind == Tournament.EntryKind.PLAYER


def _known_form(tournament: Tournament, data: QueryDict | None = None) -> KnownPairsForm | KnownPlayersForm:
    if _is_individual(tournament):
        entered = entries_of(tournament.pk).exclude(player=None).values("player_id")
        return KnownPlayersForm(members_of(tournament.club_id).exclude(player_id__in=entered)[:KNOWN], data)
    return KnownPairsForm(_known_pairs(tournament), data)


def _known_pairs(tournament: Tournament) -> list[PartnershipView]:
    entered = entries_of(tournament.pk).exclude(partnership=None).values("partnership_id")
    free = partnerships_at(tournament.club_id).exclude(pk__in=entered)[:KNOWN]
    return partnership_views(free, tournament.club_id)


def _entered(request: HttpRequest, tournament: Tournament, admitted: list[Entry]) -> HttpResponse:
    said = entrant_words(tournament.entry_kind).entered % {"count": len(admitted)}
    say_done(request, said, admitted[0] if admitted else None, club_id=tournament.club_id)
    return redirect("tournament-entries", slug=tournament.slug)


def _entries_page(
    request: HttpRequest,
    tournament: Tournament,
    form: EnteredPairsForm | EnteredIndividualsForm,
    known: KnownPairsForm | KnownPlayersForm | None = None,
) -> HttpResponse:
    known = known or _known_form(tournament)
    is_individual = _is_individual(tournament)
    context = {
        "tournament": tournament,
        "overview": overview_of(tournament),
        "entries": view_entries(list(entries_of(tournament.pk)), tournament),
        "form": form,
        "known": known,
        # Where more are known than are offered, nobody can say of all that they are here.
        "may_enter_all": is_individual and known.offered in range(1, KNOWN),
        "can": allowed(request, tournament.club_id),
        "acts": [
            (act, act_words(act)) for act in open_acts(tournament.club, [BulkAct.Kind.ENTRIES_ADMITTED], tournament)
        ],
        "partners": view_partner_draw(tournament),
        "partner_form": PartnerDrawForm(),
    }
    return render(request, "tournaments/entries/entries.html", context)
