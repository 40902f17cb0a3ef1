"""Bulk acts undone: what would go is shown first, and what stands in the way."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.models import BulkAct
from tournaments.selectors.acts_at_tables import round_called
from tournaments.selectors.bulk_acts import act_that_made, get_act, view_act
from tournaments.services import undoing
from tournaments.web.actors import actor_of
from tournaments.web.refusals import attempt_button, page
from tournaments.web.rights import require

WHAT_GOES = {
    BulkAct.Kind.PLAYERS_ADDED: gettext_lazy("These players leave the list of the club:"),
    BulkAct.Kind.PAIRS_FORMED: gettext_lazy("These pairs leave the list of the club, and the players added with them:"),
    BulkAct.Kind.ENTRIES_ADMITTED: gettext_lazy(
        "These entries leave the tournament, and with them the players and pairs that were new to the club:"
    ),
    BulkAct.Kind.GROUPS_SET: gettext_lazy("These entries are of the same club, town or household as before:"),
    BulkAct.Kind.SEEDED: gettext_lazy("These entries have the rating that they had before:"),
    BulkAct.Kind.HANDICAPPED: gettext_lazy("These entries have the handicap that they had before:"),
    BulkAct.Kind.WENT_BACK: gettext_lazy("These rounds are back as they were, with all their hands:"),
    BulkAct.Kind.ARCHIVE_BROUGHT: gettext_lazy(
        "These rounds are taken back. Their hands can be read and count no more:"
    ),
    BulkAct.Kind.FILE_BROUGHT: gettext_lazy(
        "These tournaments and people leave the club, until the file is brought in again. The club itself stays:"
    ),
    BulkAct.Kind.HANDS_CONFIRMED: gettext_lazy("These hands wait for agreement again:"),
    BulkAct.Kind.TIME_CALLED: gettext_lazy("These tables go on where their hands are:"),
}


@require_http_methods(["GET", "POST"])
@never_cache
@page
def act_undo(request: HttpRequest, act_id: int) -> HttpResponse:
    """Show what goes if an act is undone, and undo it."""
    act = get_act(act_id)
    require(request, undoing.RIGHT_TO[BulkAct.Kind(act.kind)], club_id=act.club_id)
    if request.method == "POST" and attempt_button(
        request,
        lambda: undoing.undo_act(actor=actor_of(request), act_id=act_id, now=timezone.now()),
        done=_("Undone: %(what)s.") % {"what": act_words(act)},
    ):
        return redirect(_page_of(act))
    context = {
        "act": act,
        "club": act.club,
        "tournament": act.tournament,
        "view": view_act(act),
        "what": act_words(act),
        "what_goes": WHAT_GOES[BulkAct.Kind(act.kind)],
        "back": _page_of(act),
    }
    return render(request, "tournaments/manage/undo.html", context)


def act_words(act: BulkAct) -> str:
    """Return what an act was, with its number."""
    return _WORDS[BulkAct.Kind(act.kind)](act.count) % {"count": act.count}


def say_done(request: HttpRequest, said: str, row: Model | None, *, club_id: int) -> None:
    """Say on the next page what was done, and offer to undo the act at a club that made a row, where there is one."""
    act = None if row is None else act_that_made(row, club_id=club_id)
    say_with_undo(request, said, None if act is None else act.pk)


def say_with_undo(request: HttpRequest, said: str, act_id: int | None) -> None:
    """Say on the next page what was done, and offer to undo it where it is an act."""
    if act_id is None:
        messages.success(request, said)
        return
    url = reverse("act-undo", args=[act_id])
    messages.success(request, format_html('{} <a href="{}">{}</a>', said, url, _("Undo")))


def _page_of(act: BulkAct) -> str:
    """Return the page on which the act was done."""
    if act.kind == BulkAct.Kind.FILE_BROUGHT:
        return reverse("club", args=[act.club.slug])
    if act.table_id is not None:
        return reverse("table-desk", args=[act.table_id])
    if act.kind == BulkAct.Kind.TIME_CALLED:
        return reverse("round-desk", args=[round_called(act).pk])
    if act.tournament is None:
        name = "club-players" if act.kind == BulkAct.Kind.PLAYERS_ADDED else "club-partnerships"
        return reverse(name, args=[act.club.slug])
    name = {
        BulkAct.Kind.GROUPS_SET: "tournament-arrangements",
        BulkAct.Kind.SEEDED: "tournament-arrangements",
        BulkAct.Kind.HANDICAPPED: "tournament-handicaps",
        BulkAct.Kind.WENT_BACK: "tournament-manage",
        BulkAct.Kind.ARCHIVE_BROUGHT: "tournament-manage",
    }.get(BulkAct.Kind(act.kind), "tournament-entries")
    return reverse(name, args=[act.tournament.slug])


_WORDS: dict[BulkAct.Kind, Callable[[int], str]] = {
    BulkAct.Kind.PLAYERS_ADDED: lambda count: ngettext("%(count)s player added", "%(count)s players added", count),
    BulkAct.Kind.PAIRS_FORMED: lambda count: ngettext("%(count)s pair formed", "%(count)s pairs formed", count),
    BulkAct.Kind.ENTRIES_ADMITTED: lambda count: ngettext("%(count)s entry", "%(count)s entries", count),
    BulkAct.Kind.GROUPS_SET: lambda count: ngettext(
        "%(count)s entry put into another group", "%(count)s entries put into other groups", count
    ),
    BulkAct.Kind.SEEDED: lambda count: ngettext(
        "%(count)s entry seeded by rating", "%(count)s entries seeded by rating", count
    ),
    BulkAct.Kind.HANDICAPPED: lambda count: ngettext(
        "%(count)s handicap taken from the ratings", "%(count)s handicaps taken from the ratings", count
    ),
    BulkAct.Kind.WENT_BACK: lambda count: ngettext("%(count)s round taken back", "%(count)s rounds taken back", count),
    BulkAct.Kind.ARCHIVE_BROUGHT: lambda count: ngettext(
        "%(count)s past round brought in", "%(count)s past rounds brought in", count
    ),
    BulkAct.Kind.FILE_BROUGHT: lambda count: ngettext("%(count)s file brought in", "%(count)s files brought in", count),
    BulkAct.Kind.HANDS_CONFIRMED: lambda count: ngettext(
        "%(count)s hand confirmed", "%(count)s hands confirmed", count
    ),
    BulkAct.Kind.TIME_CALLED: lambda count: ngettext(
        "time called at %(count)s table", "time called at %(count)s tables", count
    ),
}
