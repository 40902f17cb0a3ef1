"""Who keeps a table all evening, or sits at a given one, and who fills in for the house."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.models import BulkAct, Tournament
from tournaments.selectors.arrangements import arrangements_of
from tournaments.selectors.bulk_acts import open_acts
from tournaments.selectors.entries import entries_of, view_entries
from tournaments.selectors.keeping_apart import group_text
from tournaments.selectors.seeding import seeding_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import arrangements, keeping_apart, seeding
from tournaments.web.actors import actor_of
from tournaments.web.drafting import named_forbidden
from tournaments.web.forms.arrangements import ArrangementsForm
from tournaments.web.forms.drafts import ApartForm
from tournaments.web.forms.keeping_apart import GroupsForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import require
from tournaments.web.undoing import act_words

UNDONE_HERE = (BulkAct.Kind.GROUPS_SET, BulkAct.Kind.SEEDED)


@require_http_methods(["GET", "POST"])
@page
def tournament_arrangements(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is arranged, and arrange it anew."""
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    # Nothing ticked is an answer too.
    form = _arrangements_form(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        arranged = attempt(
            form,
            lambda: arrangements.arrange(
                actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.cleaned_data
            ),
        )
        if arranged is not None:
            messages.success(request, _("Saved. It holds from the next draw on."))
            return redirect("tournament-manage", slug=slug)
    return _shown(request, tournament, form)


@require_POST
@page
def tournament_groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Say anew who is of one club, town or household."""
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    form = GroupsForm(request.POST)
    if form.is_valid() and attempt(form, lambda: _set_groups(request, tournament, form.cleaned_data["text"])):
        messages.success(request, _("Saved. It holds from the next draw on."))
        return redirect("tournament-arrangements", slug=slug)
    return _shown(request, tournament, _arrangements_form(tournament), groups=form)


@require_POST
@page
def tournament_seeding(request: HttpRequest, slug: str) -> HttpResponse:
    """Seed the entries by the ratings of today."""
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    attempt_button(
        request,
        lambda: seeding.seed_by_rating(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now()),
        done=_("The entries have the ratings of today."),
    )
    return redirect("tournament-arrangements", slug=slug)


def _set_groups(request: HttpRequest, tournament: Tournament, text: str) -> bool:
    keeping_apart.set_groups_from_text(
        actor=actor_of(request), tournament_id=tournament.pk, text=text, now=timezone.now()
    )
    return True


def _arrangements_form(tournament: Tournament, sent: QueryDict | None = None) -> ArrangementsForm:
    entries = view_entries(list(entries_of(tournament.pk)), tournament)
    now = arrangements_of(tournament)
    initial = {"staying": list(now.staying), "house": now.house or ""}
    return ArrangementsForm(entries, now.fixed_tables, sent, initial=initial)


def _shown(
    request: HttpRequest, tournament: Tournament, form: ArrangementsForm, *, groups: GroupsForm | None = None
) -> HttpResponse:
    entries = view_entries(list(entries_of(tournament.pk)), tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "entries": entries,
        "apart": ApartForm({entry.id: entry.name for entry in entries}),
        "forbidden": named_forbidden(tournament.pk, tournament.club_id),
        "acts": [(act, act_words(act)) for act in open_acts(tournament.club, UNDONE_HERE, tournament)],
        "seeding": seeding_of(tournament),
        "groups": groups or GroupsForm(initial={"text": group_text(tournament)}),
    }
    return render(request, "tournaments/manage/arrangements.html", context)
