"""Standings published, and the publications listed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.models import Publication, Tournament
from tournaments.selectors.home import overview_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import publishing
from tournaments.web.actors import actor_of
from tournaments.web.forms.rounds import PublicationForm, WithoutKeyingForm
from tournaments.web.refusals import attempt, page
from tournaments.web.rights import allowed


@require_http_methods(["GET", "POST"])
@page
def publication_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what has been published; whoever may publishes more."""
    overview = overview_of(get_tournament(slug))
    tournament = overview.tournament
    kind = Publication.Kind.FINAL if overview.step in ("finish", "finished") else Publication.Kind.PROVISIONAL
    asks_twice = tournament.second_keying != Tournament.SecondKeying.OPTIONAL
    form_of = WithoutKeyingForm if asks_twice else PublicationForm
    form = form_of(request.POST or None, initial={"kind": kind.value})
    if form.is_valid():
        published = attempt(
            form,
            lambda: publishing.publish_standings(
                actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.cleaned_data
            ),
        )
        if published is not None:
            messages.success(request, _("Published as number %(number)s.") % {"number": published.number})
            return redirect("publication", slug=slug, number=published.number)
    context = {
        "overview": overview,
        "tournament": tournament,
        "form": form,
        "can": allowed(request, tournament.club_id),
    }
    return render(request, "tournaments/public/publications.html", context)
