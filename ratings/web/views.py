"""Rating lists, partnerships, and a player's curve."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from ratings.selectors.corrected_days import corrected_days
from ratings.selectors.figures import zone_of
from ratings.selectors.partnerships import partnership_list
from ratings.selectors.players import player_history, rating_list
from ratings.selectors.pools import get_pool, pools
from ratings.selectors.searching import Search, found
from ratings.web.correction_words import corrected_words
from ratings.web.paging import paged
from ratings.web.plot import PlotPoint, draw
from ratings.web.search_form import SearchForm
from tournaments.models import Club
from tournaments.web.refusals import page
from tournaments.web.rights import allowed


@require_GET
@page
def pool_list(request: HttpRequest) -> HttpResponse:
    """Show which rating lists there are; ``?club=`` narrows them to one club."""
    slug = request.GET.get("club", "")
    club = Club.objects.filter(slug=slug).first() if slug.isprintable() else None
    context = {
        "club": club,
        "can": allowed(request, club.pk if club is not None else None),
        **paged(request, pools(club=slug)),
    }
    return render(request, "ratings/pool_list.html", context)


@require_GET
@page
def player_list(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Show the rating list of a pool, or whom somebody looks for on it."""
    pool = get_pool(pool_id)
    form = SearchForm(request.GET)
    everybody = rating_list(pool, now=timezone.now())
    context = {
        "pool": pool,
        "form": form,
        "everybody": len(everybody),
        "is_part": form.search != Search(),
        **paged(request, found(everybody, form.search)),
    }
    return render(request, "ratings/player_list.html", context)


@require_GET
@page
def partnerships(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Show the partnerships of a pool."""
    pool = get_pool(pool_id)
    lines = partnership_list(pool, now=timezone.now())
    return render(request, "ratings/partnership_list.html", {"pool": pool, **paged(request, lines)})


@require_GET
@page
def player_detail(request: HttpRequest, pool_id: int, player_id: int) -> HttpResponse:
    """Show a player's curve with the numbers beside it, newest first."""
    pool = get_pool(pool_id)
    history = player_history(pool, player_id, now=timezone.now())
    corrected = corrected_days(pool, player_id)
    days = [(point, corrected_words(corrected.get(point.period, ()))) for point in reversed(history.points)]
    context = {
        "pool": pool,
        "zone": zone_of(pool.club),
        "player": history.player,
        "pairs": history.pairs,
        "plot": draw([PlotPoint(point.period, point.rating, point.margin) for point in history.points]),
        **paged(request, days),
    }
    return render(request, "ratings/player_detail.html", context)
