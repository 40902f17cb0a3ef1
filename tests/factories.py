"""Things to test with, made through the services, as the product makes them."""

from __future__ import annotations

import datetime as dt
import itertools
from typing import Any

from django.contrib.auth.models import User

from tournaments.actors import SYSTEM, Actor
from tournaments.errors import NamesakesUndecided
from tournaments.imports import NameLine
from tournaments.models import Club, Entry, Partnership, Player, Round, Table, Tournament
from tournaments.namesakes import NEW
from tournaments.services import clubs, entries, partnerships, players, results, rounds, tournaments
from tournaments.set_up import SetUp

NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)

_numbers = itertools.count(1)


def make_user(username: str | None = None, *, password: str | None = None, is_superuser: bool = False) -> User:
    """Return a user; without a password nobody can log in as them."""
    return User.objects.create_user(
        username or f"user{next(_numbers)}", password=password, is_superuser=is_superuser, is_staff=is_superuser
    )


def make_club(
    name: str = "Vilnius Card Club",
    *,
    organiser: User | None = None,
    director: User | None = None,
    scorer: User | None = None,
    time_zone: str = "Europe/Vilnius",
) -> Club:
    """Return a club, with users in its roles if they are given."""
    club = clubs.create_club(actor=SYSTEM, name=name, time_zone=time_zone, now=NOW)
    for role, user in (("organiser", organiser), ("director", director), ("scorer", scorer)):
        if user is not None:
            clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=user.pk, role=role, now=NOW)
    return club


def make_player(club: Club, name: str | None = None) -> Player:
    """Return a new player at a club, also where one of that name is there already."""
    # Not "Player 7", which is what somebody whose name was forgotten may be called.
    line = NameLine(1, name or f"Player 0{next(_numbers):03}")
    try:
        added = players.add_players(actor=SYSTEM, club_id=club.pk, lines=[line], now=NOW)
    except NamesakesUndecided:
        added = players.add_players(actor=SYSTEM, club_id=club.pk, lines=[line], decisions={"1": NEW}, now=NOW)
    return added.added[0].player


def make_partnership(club: Club, first: Player | None = None, second: Player | None = None) -> Partnership:
    """Return the partnership of two players, new ones unless they are given."""
    pair = (first or make_player(club), second or make_player(club))
    return partnerships.form_partnership(actor=SYSTEM, club_id=club.pk, player_ids=(pair[0].pk, pair[1].pk), now=NOW)


def make_tournament(
    club: Club | None = None,
    *,
    kind: str = "five_hundred",
    pairs: int = 0,
    people: int = 0,
    actor: Actor = SYSTEM,
    **settings: Any,
) -> Tournament:
    """Return a tournament with so many pairs or people entered; ``settings`` are those of ``SetUp``."""
    if people:
        settings.setdefault("entry_kind", "player")
    set_up = SetUp(**{"name": "Club night", "kind": kind, "seed": 7, **settings})
    club = club or make_club()
    tournament = tournaments.create_tournament(actor=actor, club_id=club.pk, set_up=set_up, now=NOW)
    for _ in range(pairs):
        make_entry(tournament)
    if people:
        names = "\n".join(f"Player {next(_numbers):03}" for _ in range(people))
        entries.admit_text(actor=SYSTEM, tournament=tournament, text=names, add_unknown=True, now=NOW)
    return tournament


def make_entry(tournament: Tournament, partnership: Partnership | None = None) -> Entry:
    """Return a partnership's entry, a new one's unless it is given."""
    pair = partnership or make_partnership(tournament.club)
    [entry] = entries.admit_partnerships(actor=SYSTEM, tournament_id=tournament.pk, partnership_ids=[pair.pk], now=NOW)
    return entry


def make_individual(tournament: Tournament, player: Player | None = None) -> Entry:
    """Return a player's entry, a new one's unless it is given."""
    who = player or make_player(tournament.club)
    [entry] = entries.admit_players(actor=SYSTEM, tournament_id=tournament.pk, player_ids=[who.pk], now=NOW)
    return entry


def make_round(tournament: Tournament) -> Round:
    """Return the next round of a tournament, drawn and put into play."""
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    return rounds.publish_draw(actor=SYSTEM, draw_id=draw.pk, now=NOW)


def make_table(kind: str = "five_hundred", *, first: int = 0, **settings: Any) -> Table:
    """Return the only table of a round in play: two pairs, and seat ``first`` deals or opens the first hand.

    Five Hundred is played as 12 hands unless ``rules`` say otherwise.
    """
    if kind == "five_hundred":
        settings.setdefault("rules", {"end": "hands", "hands": 12})
    table = make_round(make_tournament(kind=kind, pairs=2, **settings)).tables.get()
    results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=first, now=NOW)
    return table
