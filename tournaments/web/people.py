"""One person: two records merged and taken apart, the name forgotten, everything handed over."""

from __future__ import annotations

import json

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.models import Club
from tournaments.selectors.clubs import get_club, get_member, members_of
from tournaments.selectors.people import get_merge, look_at_merge, merges_at, require_all_clubs, view_merges
from tournaments.services import anonymising, data_files, merging
from tournaments.web.actors import actor_of
from tournaments.web.forms.people import AnonymisingForm, MergeForm, OtherRecordForm
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import require

MERGES_A_PAGE = 50


@require_http_methods(["GET", "POST"])
@never_cache
@page
def player_merge(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask which record is the same person, show both side by side, and merge them."""
    club = _managed(request, slug)
    member = get_member(club.pk, player_id)
    others = members_of(club.pk).exclude(player_id=player_id)
    chosen = OtherRecordForm(others, request.GET if "other" in request.GET else None)
    context = {"club": club, "member": member, "chosen": chosen}
    if not chosen.is_valid():
        return render(request, "tournaments/people/merge.html", context)
    other = chosen.cleaned_data["other"]
    # Before anything is shown of clubs that somebody else looks after.
    require_all_clubs(actor_of(request), [player_id, other])
    form = MergeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        merged = attempt(
            form,
            lambda: merging.merge_players(
                actor=actor_of(request), kept_id=player_id, merged_id=other, now=timezone.now(), **form.cleaned_data
            ),
        )
        if merged is not None:
            said = _("Merged: both are %(name)s now.") % {"name": member.display_name}
            url = reverse("club-merges", args=[slug])
            messages.success(request, format_html('{} <a href="{}">{}</a>', said, url, _("Undo")))
            return redirect("player-rename", slug=slug, player_id=player_id)
    view = look_at_merge(player_id, other)
    return render(
        request,
        "tournaments/people/merge.html",
        {**context, "form": form, "view": view, "records": (view.kept, view.merged), "other": other},
    )


@require_GET
@never_cache
@page
def club_merges(request: HttpRequest, slug: str) -> HttpResponse:
    """Show which records were merged at a club."""
    club = _managed(request, slug)
    shown = Paginator(merges_at(club), MERGES_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "page": shown, "merges": view_merges(shown.object_list, club)}
    return render(request, "tournaments/people/merges.html", context)


@require_POST
@page
def merge_undo(request: HttpRequest, slug: str, merge_id: int) -> HttpResponse:
    """Take two records apart again."""
    _managed(request, slug)
    get_merge(merge_id)
    attempt_button(
        request,
        lambda: merging.undo_merge(actor=actor_of(request), merge_id=merge_id, now=timezone.now()),
        done=_("The two records are apart again."),
    )
    return redirect("club-merges", slug=slug)


@require_http_methods(["GET", "POST"])
@never_cache
@page
def player_anonymise(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask for the number of a player, and forget who it was."""
    club = _managed(request, slug)
    member = get_member(club.pk, player_id)
    form = AnonymisingForm(request.POST or None)
    if form.is_valid():
        done = attempt(
            form,
            lambda: anonymising.anonymise_player(
                actor=actor_of(request), player_id=player_id, now=timezone.now(), **form.cleaned_data
            ),
        )
        if done is not None:
            said = _("The name is gone. What stands in its place is %(name)s.")
            messages.success(request, said % {"name": anonymising.anonymous_name(player_id)})
            return redirect("club-players", slug=slug)
    context = {"club": club, "member": member, "form": form, "shown": anonymising.anonymous_name(player_id)}
    return render(request, "tournaments/people/anonymise.html", context)


@require_POST
@page
def player_data(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Hand out everything that is held about a player, as a file."""
    club = _managed(request, slug)
    get_member(club.pk, player_id)
    found = data_files.hand_out_data(actor=actor_of(request), player_id=player_id, now=timezone.now())
    content = json.dumps(found, ensure_ascii=False, indent=2)
    answer = HttpResponse(content, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{club.slug}-player-{player_id}.json"'
    answer["Cache-Control"] = "no-store"
    return answer


def _managed(request: HttpRequest, slug: str) -> Club:
    club = get_club(slug)
    require(request, Right.MANAGE_CLUB, club_id=club.pk)
    return club
