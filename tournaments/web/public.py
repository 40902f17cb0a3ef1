"""What everybody may read: a tournament, its seating, standings, entries and publications."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_GET

from tournaments.errors import ThingNotFound
from tournaments.models import Round
from tournaments.selectors.corrections import draws_kept
from tournaments.selectors.cups import cup_of
from tournaments.selectors.desk import RoundView, get_round
from tournaments.selectors.entries import entries_of, view_entries
from tournaments.selectors.entry_page import get_entry
from tournaments.selectors.explanations import explain
from tournaments.selectors.home import Overview, overview_of
from tournaments.selectors.publications import get_publication, reads_otherwise
from tournaments.selectors.seating import places_in
from tournaments.selectors.standings import digest_of, field_of, standings_in, standings_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.web.corrections import told_corrections
from tournaments.web.draw_rulings import rulings_for_everybody
from tournaments.web.live import live
from tournaments.web.policies import criteria_words, handicap_words, table_words, time_words, worth_of_sit_out
from tournaments.web.refusals import page
from tournaments.web.rights import allowed
from tournaments.web.workings import told_standings

TOLD = 64
"""So many entries have their workings on the page of the standings; of more, each has them on its own page."""
KEPT_SECONDS = 60 * 60
HALL_SECONDS = 10
"""So long a page of the hall's screen is shown: time to find one of two dozen names."""


@require_GET
@page
def tournament_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament to the public."""
    overview = overview_of(get_tournament(slug))
    context = {
        **_head(request, overview),
        "table_words": table_words(overview.view.settings),
        "time_words": time_words(overview.view.settings),
        "handicap_words": handicap_words(overview.view.settings),
        "policy": worth_of_sit_out(overview, overview.tournament.sit_out_policy),
        "entries": view_entries(list(entries_of(overview.tournament.pk)), overview.tournament),
    }
    return render(request, "tournaments/public/tournament.html", context)


@require_GET
@page
def tournament_seating(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where everybody sits in the current round."""
    overview = overview_of(get_tournament(slug))
    round_ = overview.current
    context = {
        **_head(request, overview),
        "round": round_,
        "places": [] if round_ is None else places_in(_of(round_, overview)),
        "draw_ruled": [] if round_ is None else rulings_for_everybody(_of(round_, overview)),
    }
    return render(request, "tournaments/public/seating.html", context)


@require_GET
@page
def round_results(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the tables of a published round with their results."""
    view = _published(round_id)
    overview = overview_of(view.round.tournament)
    context = {
        **_head(request, overview),
        "view": view,
        "kept": draws_kept(view.round),
        "draw_ruled": rulings_for_everybody(view.round),
    }
    return render(request, "tournaments/public/round.html", context)


@require_GET
@page
def tournament_corrections(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was corrected, and why."""
    overview = overview_of(get_tournament(slug))
    context = {**_head(request, overview), "corrections": told_corrections(overview.tournament)}
    return render(request, "tournaments/public/corrections.html", context)


@require_GET
@live()
@page
def tournament_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings as they are now."""
    overview = overview_of(get_tournament(slug))
    tournament = overview.tournament
    field = field_of(tournament)
    standings = SimpleLazyObject(lambda: standings_in(tournament, field))
    context = {
        **_head(request, overview),
        "field": field,
        "digest": digest_of(tournament, field),
        "kept_seconds": KEPT_SECONDS,
        # What follows is worked out where it is shown, and not where the page is kept.
        "standings": standings,
        "order": SimpleLazyObject(lambda: criteria_words(standings.criteria)),
        "policy": worth_of_sit_out(overview, tournament.sit_out_policy),
        "are_few": len(field.entries) <= TOLD,
        "workings": lambda: told_standings(explain(tournament, field)),
    }
    return render(request, "tournaments/public/standings.html", context)


@require_GET
@page
def tournament_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket of a knock-out as far as it was played."""
    overview = overview_of(get_tournament(slug))
    if not overview.is_cup:
        raise ThingNotFound(thing="bracket")
    context = {**_head(request, overview), "cup": cup_of(overview.tournament)}
    return render(request, "tournaments/public/bracket.html", context)


@require_GET
@live(shows_time=True)
@page
def tournament_hall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock, the seating and the standings on the hall's screen, which turns its pages by itself."""
    overview = overview_of(get_tournament(slug))
    round_ = overview.current
    view = None if round_ is None else get_round(round_.pk)
    context = {
        **_head(request, overview),
        "view": view,
        "places": [] if view is None else places_in(view.round),
        "standings": standings_of(overview.tournament),
        "now": timezone.now(),
        "seconds": HALL_SECONDS,
    }
    return render(request, "tournaments/public/hall.html", context)


@require_GET
@page
def entry_page(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Show an entry with its tables and hands."""
    entry = get_entry(entry_id)
    overview = overview_of(entry.entry.tournament)
    tournament = overview.tournament
    field = field_of(tournament)
    context = {
        **_head(request, overview),
        "page": entry,
        "digest": digest_of(tournament, field),
        "kept_seconds": KEPT_SECONDS,
        "told": SimpleLazyObject(lambda: told_standings(explain(tournament, field, [entry_id]))[0]),
    }
    return render(request, "tournaments/public/entry.html", context)


@require_GET
@page
def publication_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show standings as they were published."""
    overview = overview_of(get_tournament(slug))
    published = get_publication(overview.tournament, number)
    context = {
        **_head(request, overview),
        "published": published,
        "is_corrected": published.is_latest and reads_otherwise(overview.tournament, published.publication),
        "order": criteria_words(published.criteria),
        "policy": worth_of_sit_out(overview, published.publication.snapshot["sit_out_policy"]),
    }
    return render(request, "tournaments/public/publication.html", context)


def _head(request: HttpRequest, overview: Overview) -> dict[str, Any]:
    tournament = overview.tournament
    return {"overview": overview, "tournament": tournament, "can": allowed(request, tournament.club_id)}


def _of(round_: Round, overview: Overview) -> Round:
    round_.tournament = overview.tournament
    return round_


def _published(round_id: int) -> RoundView:
    view = get_round(round_id)
    if view.round.status in Round.NOT_PLAYED:
        raise ThingNotFound(thing="round")
    return view
