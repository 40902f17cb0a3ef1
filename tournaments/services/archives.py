"""Rounds that were played long ago, brought into a tournament with every hand: all of them or none."""

from __future__ import annotations

import datetime as dt
import uuid
import zoneinfo
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, models, transaction
from psycopg.types.json import Jsonb

from gameplay.models import HandRecord, HandSubmission
from gameplay.rules.breaking_off import BrokenOff
from gameplay.services import start_games
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.archive_errors import ArchiveDiffers, RoundNotNext
from tournaments.errors import AllRoundsDrawn, RoundStillOpen, TournamentFinished
from tournaments.models import BulkAct, Draw, Entry, Leg, Round, Stage, Table, Tournament
from tournaments.movements.schedule import round_to_json
from tournaments.selectors import rights
from tournaments.selectors.archives import ArchivedRound, read_archive
from tournaments.selectors.draws import EntryForDraw
from tournaments.selectors.line_ups import line_ups_in
from tournaments.selectors.tournaments import first_stage
from tournaments.services import audit, outbox
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.sealing import require_unsealed
from tournaments.services.seating import seat_round
from tournaments.table_facts import facts_of, kind_of_entrants

SOURCE = HandSubmission.Source.IMPORT
CLOSED_BECAUSE = "Brought in from an archive."
_HANDS = uuid.UUID("b9f7f0f4-8a7b-4a39-8a5e-6a0d6c1d7b52")
_POSTS = """
    COPY gameplay_handsubmission (id, game_id, number, submission_id, source, actor, payload, outcome, received_at)
    FROM STDIN
"""
_RECORDS = """
    COPY gameplay_handrecord (id, game_id, number, kind, submission_id, is_current, reason, created_at) FROM STDIN
"""


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What an archive brought, as act ``act``; ``is_repeat``: it was there already, and nothing was changed."""

    first: int
    last: int
    tables: int
    hands: int
    is_repeat: bool
    act: int | None


@dataclass(frozen=True, slots=True)
class _Hand:
    game_id: int
    number: int
    submission_id: uuid.UUID
    record: dict[str, Any]


@transaction.atomic(durable=True)
def bring_in(*, actor: Actor, tournament_id: int, lines: Sequence[Any], now: dt.datetime) -> BroughtIn:
    """Add past rounds to a tournament, closed, with every hand judged by the engine; or nothing.

    ``lines`` are as ``selectors.archives.read_archive`` takes them. Their rounds come after the last one, which has to
    be closed. Who sat for an entry is its line-up of that round. What was brought in before and is sent again changes
    nothing. The ratings hear of each round. Raises ArchiveRefused with the lines that are wrong, ArchiveDiffers,
    RoundNotNext, RoundStillOpen, AllRoundsDrawn, TournamentFinished, TournamentSealed, PlayerSeatedTwice, RightMissing.
    """
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.SET_UP, club_id=tournament.club_id)
    stage = first_stage(tournament.pk)
    today = now.astimezone(zoneinfo.ZoneInfo(tournament.time_zone)).date()
    archive = read_archive(tournament, stage, lines, today=today)
    hands = sum(len(leg.records) for one in archive for table in one.tables for leg in table.legs)
    tables = sum(len(one.tables) for one in archive)
    is_repeat = _is_repeat(tournament, archive)
    act = None if is_repeat else _store(actor, tournament, stage, archive, tables, now=now)
    return BroughtIn(archive[0].number, archive[-1].number, tables, hands, is_repeat, act)


def _store(
    actor: Actor, tournament: Tournament, stage: Stage, archive: list[ArchivedRound], tables: int, *, now: dt.datetime
) -> int:
    """Store an archive that is new; return the act as which it can be undone."""
    _require_next(tournament, archive, stage.rounds_planned, now=now)
    hands: list[_Hand] = []
    traces = Traces()
    for played in archive:
        round_, of_round = _store_round(tournament, stage, played, now=now)
        hands += of_round
        # Whoever undoes it takes the rounds back: a hand is never deleted.
        traces.changed.append(["round", round_.pk, {"status": "taken_back"}, {"status": "closed"}])
    _copy(hands, actor, now=now)
    if tournament.status == Tournament.Status.OPEN:
        traces.change([tournament], status=Tournament.Status.RUNNING.value)
    where: dict[str, Any] = {"club_id": tournament.club_id, "tournament_id": tournament.pk}
    act = keep_act(actor, BulkAct.Kind.ARCHIVE_BROUGHT, traces, count=len(archive), now=now, **where)
    audit.record(
        actor,
        "archive.brought_in",
        f"rounds {archive[0].number} to {archive[-1].number}",
        now=now,
        after={"rounds": [one.number for one in archive], "tables": tables, "hands": len(hands), "act": act.pk},
        **where,
    )
    return act.pk


def _is_repeat(tournament: Tournament, archive: list[ArchivedRound]) -> bool:
    """Whether just these hands were brought in before; raises ArchiveDiffers where some of it is there otherwise."""
    numbers = [one.number for one in archive]
    there = Round.objects.filter(tournament=tournament, number__in=numbers).exclude(status=Round.Status.TAKEN_BACK)
    known = dict(there.values_list("number", "pk"))
    if not known:
        return False
    posts = HandSubmission.objects.filter(game__leg__table__round__in=known.values(), source=SOURCE)
    stored = dict(posts.values_list("submission_id", "payload"))
    sent = {
        _key(tournament, round_id, table.plan.number, leg_number, number): record
        for one in archive
        if (round_id := known.get(one.number)) is not None
        for table in one.tables
        for leg_number, leg in enumerate(table.legs, 1)
        for number, record in enumerate(leg.records, 1)
    }
    if len(known) < len(set(numbers)) or stored != sent:
        raise ArchiveDiffers(number=min(known))
    return True


def _require_next(tournament: Tournament, archive: list[ArchivedRound], planned: int, *, now: dt.datetime) -> None:
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    require_unsealed(tournament, now=now)
    standing = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.TAKEN_BACK)
    open_round = standing.exclude(status=Round.Status.CLOSED).order_by("number").first()
    if open_round is not None:
        raise RoundStillOpen(number=open_round.number)
    last = standing.order_by("-number").values_list("number", flat=True).first() or 0
    for expected, played in enumerate(archive, last + 1):
        if played.number != expected:
            raise RoundNotNext(expected=expected, number=played.number)
    if archive[-1].number > planned:
        raise AllRoundsDrawn(rounds=planned)


def _store_round(
    tournament: Tournament, stage: Stage, played: ArchivedRound, *, now: dt.datetime
) -> tuple[Round, list[_Hand]]:
    """Store a round that is over with its draw, tables, people and games; return it with its hands."""
    asked = (
        tournament.agreement != Tournament.Agreement.NONE or tournament.second_keying == Tournament.SecondKeying.CLOSING
    )
    numbers = sorted(table.plan.number for table in played.tables)
    round_ = Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=played.number,
        session_date=played.date,
        status=Round.Status.CLOSED,
        published_at=now,
        closed_at=now,
        closed_because=CLOSED_BECAUSE if asked else "",
        closed_unagreed=numbers if asked else [],
    )
    plan = round_to_json(kind_of_entrants(tournament.entry_kind), played.plan)
    entries, absent = _people(tournament, played)
    Draw.objects.create(
        round=round_,
        number=1,
        status=Draw.Status.PUBLISHED,
        seed=tournament.seed,
        made_from={
            "standings_version": None,
            "entries": [entry.as_json() for entry in entries],
            "table": facts_of(stage).as_json(),
            "movement": stage.movement,
            "archive": True,
        },
        plan=plan,
        made_at=now,
    )
    seat_round(round_, tournament, plan, entries, absent=absent, for_play=False, now=now)
    tables = Table.objects.filter(round=round_)
    tables.update(status=Table.Status.COMPLETE, completed_at=now)
    for counts in BrokenOff:
        called = [table.plan.number for table in played.tables if table.broken_off == counts]
        if called:
            tables.filter(number__in=called).update(time_called_at=now, broken_off=counts.value)
    hands = _games(tournament, round_, played)
    outbox.announce(round_, "round.closed", now=now)
    return round_, hands


def _people(tournament: Tournament, played: ArchivedRound) -> tuple[list[EntryForDraw], dict[int, bool]]:
    """Return the entries of a round with their players, and those that were not there."""
    present = [*played.plan.seated, *played.sit_outs]
    line_ups = line_ups_in(present, played.number)
    entries = [
        EntryForDraw(entry_id, tuple(player for _, player in sorted(line_ups[entry_id].items())))
        for entry_id in present
    ]
    missing = Entry.objects.filter(tournament=tournament, first_round__lte=played.number).exclude(pk__in=present)
    return entries, dict.fromkeys(missing.values_list("pk", flat=True), False)


def _games(tournament: Tournament, round_: Round, played: ArchivedRound) -> list[_Hand]:
    """Lay out the later games of each table, and return all hands with the game that each is of."""
    legs = Leg.objects.filter(table__round=round_, number=1).select_related("game", "table")
    first = {leg.table.number: leg for leg in legs}
    later = [
        (first[table.plan.number], number, leg)
        for table in played.tables
        for number, leg in enumerate(table.legs, 1)
        if number > 1
    ]
    games = start_games(tournament.kind, [(of.game.rules, leg.starters) for of, _, leg in later])
    Leg.objects.bulk_create(
        Leg(table=of.table, number=number, game=game) for (of, number, _), game in zip(later, games, strict=True)
    )
    of_leg = {(of.table.number, number): game.pk for (of, number, _), game in zip(later, games, strict=True)}
    of_leg |= {(number, 1): leg.game_id for number, leg in first.items()}
    return [
        _Hand(
            of_leg[table.plan.number, leg_number],
            number,
            _key(tournament, round_.pk, table.plan.number, leg_number, number),
            record,
        )
        for table in played.tables
        for leg_number, leg in enumerate(table.legs, 1)
        for number, record in enumerate(leg.records, 1)
    ]


def _key(tournament: Tournament, round_id: int, table: int, leg: int, number: int) -> uuid.UUID:
    return uuid.uuid5(_HANDS, f"{tournament.uid}:{round_id}:{table}:{leg}:{number}")


def _copy(hands: list[_Hand], actor: Actor, *, now: dt.datetime) -> None:
    """Write posts and records by COPY: the same rows under the same constraints as a single hand leaves."""
    posts = _fresh(HandSubmission, len(hands))
    records = _fresh(HandRecord, len(hands))
    _write(
        _POSTS,
        (
            (
                key,
                hand.game_id,
                hand.number,
                hand.submission_id,
                SOURCE.value,
                actor.label,
                Jsonb(hand.record),
                "kept",
                now,
            )
            for key, hand in zip(posts, hands, strict=True)
        ),
    )
    _write(
        _RECORDS,
        (
            (key, hand.game_id, hand.number, "played", post, True, "", now)
            for key, post, hand in zip(records, posts, hands, strict=True)
        ),
    )


def _write(statement: str, rows: Iterator[tuple[Any, ...]]) -> None:
    with connection.cursor() as cursor, cursor.cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def _fresh(model: type[models.Model], count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, count],  # noqa: SLF001 - public in all but name
        )
        return [found for (found,) in cursor.fetchall()]
