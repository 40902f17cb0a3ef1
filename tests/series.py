"""Series to test with: nights of one table and one hand, whose end is what a test needs."""

from __future__ import annotations

import datetime as dt

from tests.factories import NOW, make_entry, make_tournament
from tests.hands import enter, fh_line, ft_line
from tournaments.actors import SYSTEM
from tournaments.models import Club, Partnership, Seat, Series, Table, Tournament
from tournaments.selectors.tables import get_table
from tournaments.services import publishing, rounds, series
from tournaments.services.series import SeriesSettings

FIRST_DAY = NOW.date()


def make_series(club: Club, name: str = "Autumn", kind: str = "five_hundred", **settings: object) -> Series:
    """Return a series of a club, from the day of ``NOW`` on unless ``from_date`` says otherwise."""
    chosen = SeriesSettings(name, kind, **{"from_date": FIRST_DAY, **settings})  # type: ignore[arg-type]
    return series.create_series(actor=SYSTEM, club_id=club.pk, settings=chosen, now=NOW)


def begin_night(club: Club, first: Partnership, second: Partnership, *, week: int = 0, **settings: object) -> Table:
    """Return the table of a night of two pairs, of one hand, so many weeks after ``NOW``; it is in play."""
    when = NOW + dt.timedelta(weeks=week)
    rules = {"end": "hands", "hands": 1} if settings.get("kind", "five_hundred") == "five_hundred" else {}
    tournament = make_tournament(club, rules=rules, name=f"Night {week}", **settings)  # type: ignore[arg-type]
    for pair in (first, second):
        make_entry(tournament, pair)
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=when)
    return rounds.publish_draw(actor=SYSTEM, draw_id=draw.pk, now=when).tables.get()


def hold_night(
    club: Club,
    winners: Partnership,
    losers: Partnership,
    *,
    week: int = 0,
    tricks: int = 8,
    final: bool = True,
    **settings: object,
) -> Tournament:
    """Return a night that one pair won with a contract of seven and so many tricks, closed and final."""
    table = begin_night(club, winners, losers, week=week, **settings)
    play(table, winners, tricks=tricks)
    when = NOW + dt.timedelta(weeks=week, hours=3)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=when)
    tournament = Tournament.objects.get(pk=table.round.tournament_id)
    if final:
        publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=when)
    return Tournament.objects.get(pk=tournament.pk)


def play(table: Table, winners: Partnership, *, tricks: int = 8) -> None:
    """Play a table to its end: the pair makes its contract, or scores 30 and then the rest."""
    seat = Seat.objects.filter(table=table, entry__partnership=winners).order_by("index").first()
    assert seat is not None
    while (following := get_table(table.pk).next_hand) is not None:
        number, starter = following.number, following.starter
        if table.round.tournament.kind == "five_hundred":
            won = (tricks, 10 - tricks) if seat.side == 0 else (10 - tricks, tricks)
            record = fh_line(dealer=starter, seat=seat.index, tricks=won)
        else:
            left = 61 - following.scores[seat.side]
            points = tuple(min(30, left) if side == seat.side else 2 for side in range(2))
            end = {"end": "won", "out_side": None} if left <= 30 else {"out_side": seat.side}
            record = ft_line(opener=starter, points=points, **end)  # type: ignore[arg-type]
        enter(table, record, number=number)
