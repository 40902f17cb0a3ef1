"""The pages of published lists: open to everyone; the organisers of the club publish."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from ratings.errors import NobodyRated
from ratings.selectors.figures import zone_of
from ratings.selectors.lists import get_list, lines_of, lists_of, view_list
from ratings.selectors.pools import get_pool
from ratings.services.lists import publish_list
from ratings.web.correction_words import recalculated_words, told_corrections
from ratings.web.paging import paged
from tournaments.web.actors import actor_of
from tournaments.web.refusals import page, sentences
from tournaments.web.rights import allowed


@require_http_methods(["GET", "POST"])
@page
def list_index(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Show the published lists of a pool; whoever may publishes the next one."""
    pool = get_pool(pool_id)
    if request.method == "POST":
        now = timezone.now()
        try:
            published = publish_list(actor=actor_of(request), pool_id=pool_id, now=now)
        except NobodyRated as error:
            messages.error(request, sentences(error)[0])
            return redirect("rating-lists", pool_id=pool_id)
        said = (
            _("Published as list %(number)s.")
            if published.published_at == now
            else _("Nothing is new since list %(number)s.")
        )
        messages.success(request, said % {"number": published.number})
        return redirect("published-rating-list", pool_id=pool_id, number=published.number)
    context = {"pool": pool, "can": allowed(request, pool.club_id), **paged(request, lists_of(pool))}
    return render(request, "ratings/list_index.html", context)


@require_GET
@page
def list_detail(request: HttpRequest, pool_id: int, number: int) -> HttpResponse:
    """Show a list as it was published, and what was corrected since the one before."""
    pool = get_pool(pool_id)
    view = view_list(get_list(pool, number))
    context = {
        "pool": pool,
        "view": view,
        "zone": zone_of(pool.club),
        "corrections": told_corrections(view),
        "recalculated": recalculated_words(view),
        **paged(request, lines_of(view)),
    }
    return render(request, "ratings/list_detail.html", context)
