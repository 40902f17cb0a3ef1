"""Opening a rating list, and how one is computed: to be read by everybody, to be set by organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.selectors.pools import get_pool
from ratings.selectors.previews import Preview, preview_params
from ratings.services import pool_settings
from ratings.web.pool_forms import OpenForm, ParamsForm
from tournaments.actors import Right
from tournaments.selectors.clubs import get_club
from tournaments.web.actors import actor_of
from tournaments.web.refusals import attempt, page
from tournaments.web.rights import allowed, require

MOST_MOVED = 20
SUGGESTED_BONUS = {"sigma": 47, "drift": 1.4}
"""Half of what players differ by, in points, for whoever has no better idea."""


@require_http_methods(["GET", "POST"])
@page
def pool_open(request: HttpRequest) -> HttpResponse:
    """Open a list of the club that ``?club=`` names or, without one, of all clubs."""
    slug = request.GET.get("club", "")
    club = get_club(slug) if slug else None
    club_id = club.pk if club is not None else None
    require(request, Right.MANAGE_CLUB, club_id=club_id)
    form = OpenForm(request.POST or None, initial={"kind": "five_hundred", "format": ""})
    if form.is_valid():
        values = form.cleaned_data
        pool = attempt(
            form,
            lambda: pool_settings.open_pool(
                actor=actor_of(request),
                kind=values["kind"],
                club_id=club_id,
                format_=values["format"],
                name=values["name"],
                params={},
                now=timezone.now(),
            ),
        )
        if pool is not None:
            messages.success(request, _("The list is open."))
            return redirect("rating-settings", pool_id=pool.pk)
    return render(request, "ratings/pool_open.html", {"form": form, "club": club})


@require_http_methods(["GET", "POST"])
@page
def pool_settings_page(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Show how a list is computed; whoever may looks at what other parameters would do, and sets them."""
    pool = get_pool(pool_id)
    if request.method == "POST":
        require(request, Right.MANAGE_CLUB, club_id=pool.club_id)
    form = ParamsForm(request.POST or None, initial=ParamsForm.shown(pool))
    preview: Preview | None = None
    if form.is_valid():
        params, now = form.params(), timezone.now()
        if "set" in request.POST:
            name, actor = form.cleaned_data["name"], actor_of(request)
            if attempt(
                form,
                lambda: pool_settings.change_pool(actor=actor, pool_id=pool_id, name=name, params=params, now=now),
            ):
                messages.success(request, _("Saved. The list follows in a moment."))
                return redirect("rating-settings", pool_id=pool_id)
        else:
            chosen = attempt(form, lambda: pool_settings.checked_params(Params.from_mapping(pool.params), params))
            preview = preview_params(pool, chosen) if chosen is not None else None
    context = {
        "pool": pool,
        "params": ParamsForm.shown(pool),
        "can": allowed(request, pool.club_id),
        "form": form,
        "margins": default_params(pool.kind, by_margin=True),
        "bonus": SUGGESTED_BONUS,
        "preview": preview,
        "moved": preview.moved[:MOST_MOVED] if preview is not None else (),
    }
    return render(request, "ratings/pool_settings.html", context)
