"""A rebuild: asked for with a button, and a page to wait on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from ratings.selectors.rebuilds import fraction_done, step_words
from ratings.services.rebuild_jobs import ask_rebuild, look_at_rebuild
from tournaments.web.actors import actor_of
from tournaments.web.refusals import page


@require_POST
@page
def rebuild_ask(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Ask for a rebuild and go to where one waits for it."""
    rebuild = ask_rebuild(actor=actor_of(request), pool_id=pool_id, now=timezone.now())
    return redirect("rating-rebuild", rebuild_id=rebuild.pk)


@require_GET
@never_cache
@page
def rebuild_detail(request: HttpRequest, rebuild_id: int) -> HttpResponse:
    """Show how far a rebuild is."""
    rebuild = look_at_rebuild(actor=actor_of(request), rebuild_id=rebuild_id, now=timezone.now())
    context = {
        "rebuild": rebuild,
        "pool": rebuild.pool,
        "words": step_words(rebuild),
        "percent": round(100 * fraction_done(rebuild)),
    }
    return render(request, "ratings/rebuild.html", context)
