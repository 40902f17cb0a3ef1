"""What a club takes along for its own spreadsheets: players, entries, results, hands, standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.actors import Right
from tournaments.exports import csv_lines
from tournaments.models import Round, Tournament
from tournaments.selectors.clubs import get_club, members_of
from tournaments.selectors.entries import entries_of, view_entries
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import SideView, TableView, tables_of_round
from tournaments.selectors.tournaments import get_tournament
from tournaments.web.refusals import page
from tournaments.web.rights import require
from tournaments.web.words import hand_words

WITH_STARTS = ("start", "games_won_with_start", "points_with_start")
"""What else a result has where weaker sides are given something."""


@require_GET
@never_cache
@page
def players_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Hand out the names of a club's players, in a file that the upload takes back."""
    club = get_club(slug)
    require(request, Right.MANAGE_ENTRIES, club_id=club.pk)
    return _file(f"{club.slug}-players", ("name",), ([member.display_name] for member in members_of(club.pk)))


@require_GET
@never_cache
@page
def entries_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Hand out the entries of a tournament with those who play for them."""
    del request
    tournament = get_tournament(slug)
    views = view_entries(list(entries_of(tournament.pk)), tournament)
    rows = (
        [view.number, view.name, " + ".join(row.name for row in view.players if row.is_current), view.status]
        for view in views
    )
    return _file(f"{tournament.slug}-entries", ("number", "entry", "plays", "status"), rows)


@require_GET
@never_cache
@page
def standings_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Hand out the standings as they are now: each figure as it is shown."""
    del request
    tournament = get_tournament(slug)
    standings = standings_of(tournament)
    header = ("rank", "number", "entry", *(key for key, _label in standings.columns), "tables", "sit_outs")
    rows = (
        [
            row.rank,
            row.entry_number,
            row.entry_name,
            *(_number(value.shown) for value in row.values),
            row.tables_played,
            row.sit_outs,
        ]
        for row in standings.rows
    )
    return _file(f"{tournament.slug}-standings", header, rows)


@require_GET
@never_cache
@page
def results_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Hand out the result of each side of each table."""
    del request
    tournament = get_tournament(slug)
    more = () if tournament.handicap == Tournament.Handicap.NONE else WITH_STARTS
    header = ("round", "table", "side", "entry", "games_won", "points", "status", *more)
    return _file(f"{tournament.slug}-results", header, _results(tournament))


@require_GET
@never_cache
@page
def hands_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Hand out each hand that counts, in words and with what it was worth."""
    del request
    tournament = get_tournament(slug)
    tables = list(_tables(tournament))
    sides = max((len(view.sides) for view in tables), default=2)
    points = [f"points_{side + 1}" for side in range(sides)]
    scores = [f"score_{side + 1}" for side in range(sides)]
    header = ("round", "table", "leg", "hand", "in_words", *points, *scores, "reason")
    return _file(f"{tournament.slug}-hands", header, _hands(tables, sides))


def _file(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(csv_lines(header, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _number(shown: str) -> object:
    """Return a figure as a number where it is a plain one, so that a spreadsheet can add it up."""
    try:
        return int(shown)
    except ValueError:
        try:
            return float(shown)
        except ValueError:
            return shown


def _tables(tournament: Tournament) -> Iterator[TableView]:
    """Yield the tables of all rounds that were played, round by round."""
    for round_ in Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED).order_by("number"):
        round_.tournament = tournament
        yield from tables_of_round(round_)


def _results(tournament: Tournament) -> Iterator[list[object]]:
    for view in _tables(tournament):
        for side in view.sides:
            figures = [_number(side.games_won), side.points]
            row = [view.round.number, view.table.number, side.label, side.name, *figures, view.table.status]
            yield row if tournament.handicap == Tournament.Handicap.NONE else [*row, *_with_start(side)]


def _with_start(side: SideView) -> list[object]:
    """Return the start in every game, and what counts in the standings once the table is complete."""
    if side.with_start is None:
        return [side.start, "", ""]
    return [side.start, _number(side.with_start.games_won), side.with_start.points]


def _hands(tables: Iterable[TableView], sides: int) -> Iterator[list[object]]:
    for view in tables:
        seats, labels = [seat.label for seat in view.seats], [side.label for side in view.sides]
        for leg in view.progress.legs:
            for hand in leg.game.hands:
                yield [
                    view.round.number,
                    view.table.number,
                    leg.number,
                    hand.number,
                    hand_words(hand, seats, labels),
                    *_columns(hand.answer.values["points"], sides),
                    *_columns(hand.state.scores, sides),
                    hand.reason,
                ]


def _columns(numbers: Sequence[int], sides: int) -> list[object]:
    """Return numbers by side in columns of their own; a table of fewer sides leaves the last ones empty."""
    return [*numbers, *[None] * (sides - len(numbers))]
