"""Back to before a draw: the moments there are, and what each would throw away."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.actors import Right
from tournaments.models import BulkAct, Tournament
from tournaments.selectors.bulk_acts import built_on, open_acts
from tournaments.selectors.losses import restore_points
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import taking_back
from tournaments.web.actors import actor_of
from tournaments.web.forms.changes import TakingBackForm
from tournaments.web.refusals import attempt, page
from tournaments.web.rights import require
from tournaments.web.undoing import act_words, say_with_undo

UNDONE_HERE = (
    BulkAct.Kind.ENTRIES_ADMITTED,
    BulkAct.Kind.GROUPS_SET,
    BulkAct.Kind.SEEDED,
    BulkAct.Kind.HANDICAPPED,
    BulkAct.Kind.WENT_BACK,
    BulkAct.Kind.ARCHIVE_BROUGHT,
)


@require_GET
@never_cache
@page
def restore_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show to where a tournament can go back, and what can be undone."""
    tournament = _directed(request, slug)
    # A call in a round that is closed can no longer be taken back, and would only push out what can.
    called = open_acts(tournament.club, [BulkAct.Kind.TIME_CALLED], tournament)
    acts = [
        *(act for act in called if not built_on(act)),
        *open_acts(tournament.club, UNDONE_HERE, tournament),
    ]
    context = {
        "tournament": tournament,
        "points": restore_points(tournament),
        "acts": [(act, act_words(act)) for act in acts],
        "is_finished": tournament.status == Tournament.Status.FINISHED,
    }
    return render(request, "tournaments/manage/restore.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
@page
def restore_confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what is lost if a tournament goes back to before a draw, and go back."""
    tournament = _directed(request, slug)
    form = TakingBackForm(request.POST or None)
    who: dict[str, Any] = {
        "actor": actor_of(request),
        "tournament_id": tournament.pk,
        "number": number,
        "now": timezone.now(),
    }
    if form.is_valid():
        gone = attempt(form, lambda: taking_back.go_back(**form.cleaned_data, **who))
        if gone is not None:
            say_gone_back(request, tournament, number)
            return redirect("tournament-manage", slug=slug)
    losses = taking_back.preview_going_back(**who)
    context = {
        "tournament": tournament,
        "form": form,
        "losses": losses,
        "title": _("Back to before round %(number)s was drawn") % {"number": number},
        "button": _("Go back"),
        "back": reverse("tournament-restore", args=[slug]),
    }
    return render(request, "tournaments/changes/take_back.html", context)


def say_gone_back(request: HttpRequest, tournament: Tournament, number: int) -> None:
    """Say on the next page that round ``number`` can be drawn again, and offer to undo that."""
    said = _("Round %(number)s is taken back and can be drawn again.") % {"number": number}
    [act, *_others] = open_acts(tournament.club, [BulkAct.Kind.WENT_BACK], tournament)
    say_with_undo(request, said, act.pk)


def _directed(request: HttpRequest, slug: str) -> Tournament:
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    return tournament
