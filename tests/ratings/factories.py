"""Closed rounds with results: seated by hand, since the ratings care who met whom, and played through the services.

One hand of Five Hundred a table decides it.
"""

from __future__ import annotations

import datetime as dt
import itertools
import uuid
from collections.abc import Sequence
from typing import Any

from gameplay.models import HandSubmission
from ratings.engine.defaults import default_params
from ratings.engine.replay import ENGINE_VERSION
from ratings.models import RatingPool
from tests.hands import correct_hand as confirm_correction
from tournaments.actors import SYSTEM
from tournaments.models import (
    Club,
    Entry,
    LineUp,
    Membership,
    Occupancy,
    OutboxEvent,
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
from tournaments.services import results, rounds
from tournaments.services.legs import open_first_leg
from tournaments.table_facts import TableFacts

NOW = dt.datetime(2026, 3, 14, 19, 0, tzinfo=dt.UTC)
DAY = NOW.date()
TRICKS = {"won": 7, "won by more": 9, "tied": 6, "lost": 5}
"""Tricks of NS in a contract of 6S: 40 to 30 points, 40 to 10, 40 all, -40 to 50."""
_slugs = itertools.count(1)


def make_club(slug: str = "hearts", *, time_zone: str = "Europe/Vilnius") -> Club:
    return Club.objects.create(name=slug.title(), slug=slug, time_zone=time_zone, created_at=NOW)


def make_player(club: Club, name: str) -> Player:
    player = Player.objects.create(created_at=NOW)
    Membership.objects.create(
        club=club,
        player=player,
        display_name=name,
        sort_key=sort_key(name),
        name_key=name_key(name),
        joined_date=DAY,
    )
    return player


def make_players(club: Club, count: int) -> list[Player]:
    return [make_player(club, f"Player {number:02}") for number in range(1, count + 1)]


def play_round(
    club: Club, tables: Sequence[tuple[Sequence[Player], Sequence[Player], str]], *, day: dt.date = DAY, **fields: Any
) -> Round:
    """Play and close a round of a tournament of its own; each table is (N and S, E and W, ``won`` by N and S or not).

    Its outbox event is left pending.
    """
    round_ = make_round(club, day=day, **fields)
    for number, (first, second, outcome) in enumerate(tables, start=1):
        enter_hand(seat(round_, [first, second], number=number), outcome)
    return rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)


def play_pairs_of(club: Club, count: int, **fields: Any) -> tuple[Round, list[Player]]:
    """Play one round in which the first two of each four new players win; return it with the players."""
    players = make_players(club, 4 * count)
    tables = [(players[4 * at : 4 * at + 2], players[4 * at + 2 : 4 * at + 4], "won") for at in range(count)]
    return play_round(club, tables, **fields), players


def make_pool(club: Club | None, **fields: Any) -> RatingPool:
    """Make a pool of its own, without waiting for a first result and without asking for rights."""
    values: dict[str, Any] = {
        "kind": "five_hundred",
        "name": "Another list",
        "params": default_params("five_hundred").as_mapping(),
        "engine_version": ENGINE_VERSION,
        "created_at": NOW,
        **fields,
    }
    return RatingPool.objects.create(club=club, **values)


def make_round(club: Club, *, day: dt.date, **fields: Any) -> Round:
    """Make a tournament of its own for a round in play without tables."""
    slug = fields.pop("slug", f"night-{next(_slugs)}")
    values: dict[str, Any] = {
        "kind": "five_hundred",
        "rules": {"end": "hands", "hands": 1},
        "table_points": {"win": 2, "draw": 1, "loss": 0},
        "criteria": ["games_won", "points"],
        "seed": 7,
        **fields,
    }
    tournament = Tournament.objects.create(
        club=club, name=slug, slug=slug, time_zone=club.time_zone, created_at=NOW, **values
    )
    stage = Stage.objects.create(tournament=tournament, movement="round_robin", rounds_planned=1)
    return Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=1,
        session_date=day,
        status=Round.Status.PUBLISHED,
        published_at=NOW,
    )


def enter_hand(table: Table, outcome: str) -> None:
    results.record_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=1,
        submission_id=uuid.uuid4(),
        record=_line(outcome),
        source=HandSubmission.Source.DIRECTOR,
        now=NOW,
    )


def correct_hand(table: Table, outcome: str, *, reason: str = "wrong sheet", now: dt.datetime = NOW) -> None:
    """Replace the hand of a closed round; its outbox event is left pending."""
    confirm_correction(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=1,
        submission_id=uuid.uuid4(),
        record=_line(outcome),
        reason=reason,
        now=now,
    )


def tell_again(round_: Round, topic: str = "results.changed") -> OutboxEvent:
    """Write one more event about a round."""
    return OutboxEvent.objects.create(topic=topic, payload={"round_id": round_.pk}, created_at=NOW)


def tables_of(round_: Round) -> list[Table]:
    return list(Table.objects.filter(round=round_).order_by("number"))


def _line(outcome: str) -> dict[str, Any]:
    contract = {"seat": 0, "bid": "6S", "sans_kitty": False}
    return {"level": 1, "dealer": 0, "contract": contract, "tricks": [TRICKS[outcome], 10 - TRICKS[outcome]]}


def seat(round_: Round, pairs: Sequence[Sequence[Player]], *, number: int) -> Table:
    """Set up a table for two pairs: the first sits N and S, the second E and W."""
    table = Table.objects.create(round=round_, number=number)
    for side, pair in enumerate(pairs):
        entry = _entry(round_.tournament, pair)
        RoundEntry.objects.create(round=round_, entry=entry, role=RoundEntry.Role.SEATED)
        for place, player in enumerate(pair):
            seat = Seat.objects.create(table=table, round=round_, index=side + 2 * place, side=side, entry=entry)
            Occupancy.objects.create(seat=seat, round=round_, player=player)
    open_first_leg(table, round_.tournament, facts=TableFacts(), first=0)
    return table


def _entry(tournament: Tournament, pair: Sequence[Player]) -> Entry:
    low, high = sorted(player.pk for player in pair)
    partnership, _ = Partnership.objects.get_or_create(first_id=low, second_id=high, defaults={"created_at": NOW})
    number = tournament.entries.count() + 1
    entry = Entry.objects.create(tournament=tournament, number=number, partnership=partnership, created_at=NOW)
    for place, player in enumerate(pair, start=1):
        LineUp.objects.create(entry=entry, place=place, player=player)
    return entry
