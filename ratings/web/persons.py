"""A member's own page: ratings with their curves, whom they lose to, and the nights they played."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET

from ratings.selectors.persons import person_in, pools_of
from ratings.web.plot import PlotPoint, draw
from tournaments.selectors.clubs import get_club, get_member
from tournaments.selectors.names import survivors_of
from tournaments.selectors.nights import entries_played, nights_of
from tournaments.web.refusals import page

NIGHTS_A_PAGE = 20


@require_GET
@page
def person(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show what there is about a member of a club; a merged record leads to the one that stands."""
    club = get_club(slug)
    stands = survivors_of([player_id]).get(player_id)
    if stands is not None:
        return redirect("person", slug=slug, player_id=stands)
    member = get_member(club.pk, player_id)
    nights = Paginator(entries_played(club.pk, player_id), NIGHTS_A_PAGE).get_page(request.GET.get("page"))
    on_lists = [person_in(pool, player_id, now=timezone.now()) for pool in pools_of(club.pk, player_id)]
    context = {
        "club": club,
        "member": member,
        "on_lists": [
            (one, draw([PlotPoint(p.period, p.rating, p.margin) for p in one.history.points])) for one in on_lists
        ],
        "page": nights,
        "nights": nights_of(list(nights), club_id=club.pk, player_id=player_id),
    }
    return render(request, "ratings/person.html", context)
