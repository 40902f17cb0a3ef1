"""A large event for the benchmarks, written to the database in bulk: made like those of the services, but at once."""

from __future__ import annotations

import datetime as dt
import random
import uuid

from gameplay.models import Game, HandRecord, HandSubmission
from gameplay.rules.registry import get_kind
from tournaments.actors import SYSTEM
from tournaments.imports import PairLine
from tournaments.models import Entry, Leg, LineUp, Occupancy, Round, RoundEntry, Seat, Table, Tournament
from tournaments.selectors.tournaments import first_stage
from tournaments.services import clubs, entries, tournaments
from tournaments.set_up import SetUp

SEATS = 4


def make_big_event(pairs: int, rounds: int, hands: int, now: dt.datetime) -> Tournament:
    """Return a Swiss event of Five Hundred: so many pairs, closed rounds, and hands at each table."""
    club = clubs.create_club(actor=SYSTEM, name="Bench", time_zone="Europe/Vilnius", now=now)
    set_up = SetUp(
        name="Congress",
        kind="five_hundred",
        rules={"end": "hands", "hands": hands},
        movement="swiss",
        rounds=rounds + 1,
        seed=1,
    )
    tournament = tournaments.create_tournament(actor=SYSTEM, club_id=club.pk, set_up=set_up, now=now)
    lines = [PairLine(line, f"Player {line} A", f"Player {line} B") for line in range(1, pairs + 1)]
    entries.admit_lines(actor=SYSTEM, tournament_id=tournament.pk, lines=lines, add_unknown=True, now=now)
    chance = random.Random(1)
    for number in range(1, rounds + 1):
        _play_round(tournament, number, hands, chance, now)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.RUNNING)
    tournament.refresh_from_db()
    return tournament


def add_hand(tournament: Tournament, now: dt.datetime) -> None:
    """Let a hand of the last round supersede the one that was entered."""
    old = HandRecord.objects.filter(game__leg__table__round__tournament=tournament, is_current=True).latest("pk")
    HandRecord.objects.filter(pk=old.pk).update(is_current=False)
    HandRecord.objects.create(
        game_id=old.game_id, number=old.number, submission_id=old.submission_id, supersedes=old, created_at=now
    )


def _play_round(tournament: Tournament, number: int, hands: int, chance: random.Random, now: dt.datetime) -> None:
    round_ = Round.objects.create(
        tournament=tournament,
        stage=first_stage(tournament.pk),
        number=number,
        session_date=now.date(),
        status=Round.Status.CLOSED,
        published_at=now,
        closed_at=now,
    )
    everybody = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    chance.shuffle(everybody)
    RoundEntry.objects.bulk_create(
        RoundEntry(round=round_, entry=entry, role=RoundEntry.Role.SEATED) for entry in everybody
    )
    tables = Table.objects.bulk_create(
        Table(round=round_, number=place + 1, status=Table.Status.COMPLETE, completed_at=now)
        for place in range(len(everybody) // 2)
    )
    seats = Seat.objects.bulk_create(
        Seat(table=table, round=round_, index=index, side=index % 2, entry=everybody[2 * place + index % 2])
        for place, table in enumerate(tables)
        for index in range(SEATS)
    )
    players: dict[int, list[int]] = {}
    for entry_id, player_id in LineUp.objects.filter(entry__in=everybody).values_list("entry_id", "player_id"):
        players.setdefault(entry_id, []).append(player_id)
    Occupancy.objects.bulk_create(
        Occupancy(seat=seat, round=round_, player_id=players[seat.entry_id][seat.index // 2]) for seat in seats
    )
    kind = get_kind(tournament.kind)
    rules = kind.options_of(kind.resolve_rules({**tournament.rules, "players": SEATS}))
    games = Game.objects.bulk_create(
        Game(kind=tournament.kind, rules=rules, starters=list(range(SEATS))) for _ in tables
    )
    Leg.objects.bulk_create(Leg(table=table, number=1, game=game) for table, game in zip(tables, games, strict=True))
    submissions = HandSubmission.objects.bulk_create(
        HandSubmission(
            game=game,
            number=hand,
            submission_id=uuid.uuid4(),
            source=HandSubmission.Source.SCORER,
            actor="system",
            payload=_line(hand, chance),
            outcome=HandSubmission.Outcome.KEPT,
            received_at=now,
        )
        for game in games
        for hand in range(1, hands + 1)
    )
    HandRecord.objects.bulk_create(
        HandRecord(game_id=row.game_id, number=row.number, submission=row, created_at=now) for row in submissions
    )


def _line(hand: int, chance: random.Random) -> dict[str, object]:
    won = chance.randint(4, 10)
    seat = chance.randrange(SEATS)
    tricks = [won, 10 - won] if seat % 2 == 0 else [10 - won, won]
    contract = {"seat": seat, "bid": "7S", "sans_kitty": False}
    return {"level": 1, "dealer": (hand - 1) % SEATS, "contract": contract, "tricks": tricks}
