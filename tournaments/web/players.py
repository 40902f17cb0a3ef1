"""Players and partnerships of a club: listed, pasted, uploaded, renamed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.actors import Right
from tournaments.models import BulkAct, Club
from tournaments.selectors.bulk_acts import open_acts
from tournaments.selectors.clubs import get_club, get_member, members_of, partnership_views, partnerships_at
from tournaments.selectors.tournaments import tournaments
from tournaments.services import partnerships, players
from tournaments.web.actors import actor_of
from tournaments.web.clubs import club_step
from tournaments.web.forms.lists import CSV, PairsForm, PlayersFileForm, PlayersForm
from tournaments.web.forms.players import RenameForm
from tournaments.web.lists import take_list
from tournaments.web.refusals import attempt, page
from tournaments.web.rights import allowed, require
from tournaments.web.undoing import act_words, say_done

NAMES_A_PAGE = 200


@require_http_methods(["GET", "POST"])
@page
def club_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's players and take more of them, one a line."""
    club = _managed_club(request, slug)
    form = PlayersForm(request.POST or None)
    if request.method == "POST":
        return _add_players(request, club, form)
    return _players_page(request, club, form, PlayersFileForm())


@require_http_methods(["POST"])
@page
def club_players_upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Take players from a CSV file."""
    club = _managed_club(request, slug)
    upload = PlayersFileForm(request.POST, request.FILES)
    if not upload.is_valid():
        return _players_page(request, club, PlayersForm(), upload)
    # From here on the file is a list like one that was pasted, so that nothing has to be uploaded twice.
    form = PlayersForm({"text": upload.cleaned_data["file"], "form_of_text": CSV})
    return _add_players(request, club, form)


@require_http_methods(["GET", "POST"])
@page
def player_rename(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Change the name that a club shows for a player."""
    club = _managed_club(request, slug)
    member = get_member(club.pk, player_id)
    form = RenameForm(request.POST or None, initial={"name": member.display_name})
    if form.is_valid():
        renamed = attempt(
            form,
            lambda: players.rename_player(
                actor=actor_of(request), club_id=club.pk, player_id=player_id, now=timezone.now(), **form.cleaned_data
            ),
        )
        if renamed is not None:
            messages.success(request, _("Saved."))
            return redirect("club-players", slug=slug)
    context = {"club": club, "member": member, "form": form, "can": allowed(request, club.pk)}
    return render(request, "tournaments/lists/rename.html", context)


@require_http_methods(["GET", "POST"])
@page
def club_partnerships(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's fixed pairs and take more of them, one a line."""
    club = _managed_club(request, slug)
    form = PairsForm(request.POST or None)
    back = _page_of(_partnerships_page, request, club, form)
    if request.method == "GET":
        return back()

    def form_all() -> list[Any]:
        return partnerships.import_partnerships(
            actor=actor_of(request),
            club_id=club.pk,
            lines=form.cleaned_data["lines"],
            add_unknown=form.cleaned_data["add_unknown"],
            decisions=form.decisions,
            now=timezone.now(),
        )

    def done(formed: list[Any]) -> HttpResponse:
        said = ngettext("%(count)s pair is in the list.", "%(count)s pairs are in the list.", len(formed))
        say_done(request, said % {"count": len(formed)}, formed[0] if formed else None, club_id=club.pk)
        return redirect("club-partnerships", slug=slug)

    return take_list(request, form, form_all, url=reverse("club-partnerships", args=[slug]), done=done, back=back)


def _add_players(request: HttpRequest, club: Club, form: PlayersForm) -> HttpResponse:
    def add_all() -> players.AddedPlayers:
        return players.add_players(
            actor=actor_of(request),
            club_id=club.pk,
            lines=form.cleaned_data["lines"],
            decisions=form.decisions,
            now=timezone.now(),
        )

    def done(result: players.AddedPlayers) -> HttpResponse:
        said = ngettext("%(count)s player added.", "%(count)s players added.", len(result.added))
        say_done(
            request, said % {"count": len(result.added)}, result.added[0] if result.added else None, club_id=club.pk
        )
        return redirect("club-players", slug=club.slug)

    back = _page_of(_players_page, request, club, form, PlayersFileForm())
    return take_list(request, form, add_all, url=reverse("club-players", args=[club.slug]), done=done, back=back)


def _managed_club(request: HttpRequest, slug: str) -> Club:
    club = get_club(slug)
    require(request, Right.MANAGE_ENTRIES, club_id=club.pk)
    return club


def _page_of(render_page: Callable[..., HttpResponse], *args: object) -> Callable[[], HttpResponse]:
    return lambda: render_page(*args)


def _players_page(request: HttpRequest, club: Club, form: PlayersForm, upload: PlayersFileForm) -> HttpResponse:
    shown = Paginator(members_of(club.pk), NAMES_A_PAGE).get_page(request.GET.get("page"))
    can = allowed(request, club.pk)
    context = {
        "club": club,
        "form": form,
        "upload": upload,
        "members": shown,
        "can": can,
        "club_step": club_step(can, members=shown.paginator.count, tournaments=tournaments(club=club.slug).count()),
        "acts": [(act, act_words(act)) for act in open_acts(club, [BulkAct.Kind.PLAYERS_ADDED])],
    }
    return render(request, "tournaments/lists/players.html", context)


def _partnerships_page(request: HttpRequest, club: Club, form: PairsForm) -> HttpResponse:
    shown = Paginator(partnerships_at(club.pk), NAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "form": form,
        "page": shown,
        "acts": [(act, act_words(act)) for act in open_acts(club, [BulkAct.Kind.PAIRS_FORMED])],
        "partnerships": partnership_views(shown.object_list, club.pk),
    }
    return render(request, "tournaments/lists/partnerships.html", context)
