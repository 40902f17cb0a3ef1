"""Who keeps a table all evening, and who fills in for the house."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actors import Right
from tournaments.selectors.arrangements import arrangements_of
from tournaments.selectors.entries import entries_of, view_entries
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import arrangements
from tournaments.web.actors import actor_of
from tournaments.web.drafting import named_forbidden
from tournaments.web.forms.arrangements import ArrangementsForm
from tournaments.web.forms.drafts import ApartForm
from tournaments.web.refusals import attempt, page
from tournaments.web.rights import require


@require_http_methods(["GET", "POST"])
@page
def tournament_arrangements(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is arranged, and arrange it anew."""
    tournament = get_tournament(slug)
    require(request, Right.RUN_ROUNDS, club_id=tournament.club_id)
    entries = view_entries(list(entries_of(tournament.pk)), tournament)
    now = arrangements_of(tournament)
    # Nothing ticked is an answer too.
    sent = request.POST if request.method == "POST" else None
    form = ArrangementsForm(entries, sent, initial={"staying": list(now.staying), "house": now.house or ""})
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
    context = {
        "tournament": tournament,
        "form": form,
        "entries": entries,
        "apart": ApartForm({entry.id: entry.name for entry in entries}),
        "forbidden": named_forbidden(tournament.pk, tournament.club_id),
    }
    return render(request, "tournaments/manage/arrangements.html", context)
