"""Rows to start a test from, laid straight into the database; every value that a test may care about is a parameter."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tournaments.models import (
    Club,
    Entry,
    LineUp,
    Membership,
    Occupancy,
    Partnership,
    Player,
    Round,
    RoundEntry,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.names import name_key, sort_key
from tournaments.services.legs import open_first_leg

NOW = dt.datetime(2026, 3, 14, 19, 0, tzinfo=dt.UTC)


def make_club(slug: str = "hearts") -> Club:
    return Club.objects.create(name=slug.title(), slug=slug, time_zone="Europe/Vilnius", created_at=NOW)


def make_player(club: Club, name: str) -> Player:
    player = Player.objects.create(created_at=NOW)
    Membership.objects.create(
        club=club,
        player=player,
        display_name=name,
        sort_key=sort_key(name),
        name_key=name_key(name),
        joined_date=NOW.date(),
    )
    return player


def make_tournament(club: Club, *, kind: str = "five_hundred", slug: str = "spring", **fields: Any) -> Tournament:
    """Make a tournament of fixed pairs; Five Hundred is played as 12 hands a table unless ``rules`` says otherwise."""
    rules = {"end": "hands", "hands": 12} if kind == "five_hundred" else {}
    values: dict[str, Any] = {
        "rules": rules,
        "table_points": {"win": 2, "draw": 1, "loss": 0},
        "criteria": ["games_won", "points"],
        "seed": 7,
        **fields,
    }
    tournament = Tournament.objects.create(
        club=club, name=slug.title(), slug=slug, kind=kind, time_zone=club.time_zone, created_at=NOW, **values
    )
    Stage.objects.create(tournament=tournament, movement="round_robin", rounds_planned=3)
    return tournament


def make_entry(tournament: Tournament, first: Player, second: Player) -> Entry:
    low, high = sorted((first, second), key=_key)
    partnership, _ = Partnership.objects.get_or_create(first=low, second=high, defaults={"created_at": NOW})
    entry = Entry.objects.create(
        tournament=tournament, number=tournament.entries.count() + 1, partnership=partnership, created_at=NOW
    )
    for place, player in enumerate((first, second), start=1):
        LineUp.objects.create(entry=entry, place=place, player=player)
    return entry


def make_round(tournament: Tournament, *, number: int = 1) -> Round:
    """Make a round in play, without tables."""
    return Round.objects.create(
        tournament=tournament,
        stage=tournament.stages.get(),
        number=number,
        session_date=NOW.date(),
        status=Round.Status.PUBLISHED,
        published_at=NOW,
    )


def make_table(kind: str = "five_hundred", *, first: int = 0, **fields: Any) -> Table:
    """Make a club with one tournament, whose first round has one table in play: two pairs, seat ``first`` starts."""
    club = make_club()
    tournament = make_tournament(club, kind=kind, **fields)
    pairs = [
        make_entry(tournament, *(make_player(club, name) for name in names))
        for names in (("Ann Lee", "Bob O'Brien"), ("Žilvinas Łukas", "Nguyễn Thị Hoa"))
    ]
    return seat_pairs(make_round(tournament), pairs, first=first)


def seat_pairs(round_: Round, pairs: list[Entry], *, number: int = 1, first: int = 0) -> Table:
    """Set up table ``number`` of a round for two pairs: the first sits N and S."""
    table = Table.objects.create(round=round_, number=number)
    for side, entry in enumerate(pairs):
        RoundEntry.objects.create(round=round_, entry=entry, role=RoundEntry.Role.SEATED)
        for place, line_up in enumerate(entry.line_up.order_by("place")):
            seat = Seat.objects.create(table=table, round=round_, index=side + 2 * place, side=side, entry=entry)
            Occupancy.objects.create(seat=seat, round=round_, player=line_up.player)
    open_first_leg(table, round_.tournament, players=4, first=first)
    return table


def _key(player: Player) -> int:
    return player.pk
