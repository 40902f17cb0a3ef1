"""The only place that locks rows.

Order, for everybody: draw job, file, club, tournament, player, table, pile of score sheets, rating pool; several rows
of one kind by primary key. A round has no lock of its own: it changes under that of its tournament.
``no_key`` locks let others insert rows that refer to the locked ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from django.db import connection
from django.db.models import Q

from gameplay.models import Game
from gameplay.rows import LARGEST_ID, from_columns
from gameplay.selectors import HANDS_OF_A_GAME, StoredHand, stored_hands
from gameplay.statements import Statement
from tournaments.errors import ThingNotFound
from tournaments.keying_errors import KeyedBlind
from tournaments.models import Club, KeyingPile, Leg, Player, Round, Table, Tournament

DRAW_JOBS_NAMESPACE = 5004
"""First half of the key of the advisory locks on draw jobs; the job's key is the other."""
FILES_LOCK = 5005
"""Key of the advisory lock under which files are brought in, one after the other."""

_TABLE = ("id", "round_id", "number", "status", "completed_at", "time_called_at", "broken_off")
_ROUND = ("id", "tournament_id", "number", "status", "session_date")
_TOURNAMENT = ("id", "club_id", "kind", "legs", "legs_mode", "leg_starter", "seed", "agreement")
_LEG = ("id", "table_id", "number", "game_id")
_LOCK = Statement("SELECT 1 FROM tournaments_table WHERE id = %(table)s FOR NO KEY UPDATE")
_READ = Statement(
    f"""
    SELECT t.id, t.round_id, t.number, t.status, t.completed_at, t.time_called_at, t.broken_off,
           r.id, r.tournament_id, r.number, r.status, r.session_date,
           n.id, n.club_id, n.kind, n.legs, n.legs_mode, n.leg_starter, n.seed, n.agreement,
           (SELECT role FROM tournaments_clubrole WHERE club_id = n.club_id AND user_id = %(asks)s),
           EXISTS (
               SELECT 1 FROM tournaments_keyingsheet
               WHERE table_id = t.id AND keyer_id = %(asks)s AND given_back_at IS NULL AND handed_in_at IS NULL
           ),
           l.id, l.number, g.id, g.kind, g.rules, g.starters, ({HANDS_OF_A_GAME})
    FROM tournaments_table AS t
    JOIN tournaments_round AS r ON r.id = t.round_id
    JOIN tournaments_tournament AS n ON n.id = r.tournament_id
    JOIN tournaments_leg AS l ON l.table_id = t.id
    JOIN gameplay_game AS g ON g.id = l.game_id
    WHERE t.id = %(table)s AND n.taken_out_at IS NULL
    ORDER BY l.number
"""  # noqa: S608 - put together from constants
)


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A locked table with its games, in the order of its legs, and the current hands by game.

    ``role`` is the role in the club of the user who asks, if there is one.
    """

    table: Table
    legs: list[Leg]
    hands: dict[int, list[StoredHand]]
    role: str | None


def lock_club(club_id: int) -> Club:
    """Lock a club: its members and roles change under this lock only, so that two lists cannot add one person twice."""
    rows = Club.objects.select_for_update(no_key=True)
    try:
        return rows.get(pk=club_id)
    except Club.DoesNotExist:
        raise ThingNotFound(thing="club") from None


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock a tournament: its entries, its rounds and draws change under this lock only."""
    rows = Tournament.objects.select_for_update(no_key=True)
    try:
        return rows.get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise ThingNotFound(thing="tournament") from None


def lock_whole_clubs(club_ids: Iterable[int]) -> list[Club]:
    """Lock clubs and all their tournaments: nobody can be added, entered, paired or seated there meanwhile.

    Hands can be entered all the while: they know seats, and no players.
    """
    clubs = list(Club.objects.filter(pk__in=set(club_ids)).order_by("pk").select_for_update(no_key=True))
    list(Tournament.objects.filter(club__in=clubs).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    return clubs


def lock_players(player_ids: Iterable[int]) -> dict[int, Player]:
    """Lock the records of people whose clubs are locked, so that no file brings them to another; by id.

    Raises ThingNotFound.
    """
    wanted = set(player_ids)
    rows = Player.objects.filter(pk__in=wanted).order_by("pk").select_for_update(no_key=True)
    found = {player.pk: player for player in rows}
    if found.keys() != wanted:
        raise ThingNotFound(thing="player")
    return found


def lock_players_known_as(uids: Collection[str]) -> list[Player]:
    """Lock the records with these uids that are here, and those that they were merged into."""
    known = Player.objects.filter(uid__in=uids)
    rows = Player.objects.filter(Q(uid__in=uids) | Q(pk__in=known.exclude(merged_into=None).values("merged_into")))
    return list(rows.order_by("pk").select_for_update(no_key=True))


def lock_round(round_id: int) -> Round:
    """Lock a round's tournament, under which the round changes, and return the round. Raises ThingNotFound."""
    owner = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if owner is None:
        raise ThingNotFound(thing="round")
    tournament = lock_tournament(owner)
    round_ = Round.objects.get(pk=round_id)
    round_.tournament = tournament
    return round_


def hold_draw_job(job_id: int) -> bool:
    """Hold a draw job until the transaction ends; False at once if somebody else does.

    The lock is advisory, so that what is written of the job meanwhile can be seen; it ends with its holder, also where
    that is killed. Whoever holds it may lock the tournament, never the other way round.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s::int4)", [DRAW_JOBS_NAMESPACE, job_id])
        return bool(cursor.fetchone()[0])


def lock_files() -> None:
    """Wait until no other file is being brought in, so that no two of them bring the same people."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [FILES_LOCK])


def lock_tables_of(round_id: int) -> list[Table]:
    """Lock all tables of a round whose tournament is locked already, so that no hand arrives meanwhile."""
    return list(Table.objects.filter(round_id=round_id).order_by("pk").select_for_update(no_key=True))


def lock_pile(round_id: int, user_id: int) -> KeyingPile | None:
    """Lock the pile of score sheets that somebody keys in a round, if there is one; nothing is locked after it."""
    return KeyingPile.objects.select_for_update(no_key=True).filter(round_id=round_id, keyer_id=user_id).first()


def lock_table_in_round(table_id: int) -> Table:
    """Lock a table and its tournament, for what changes more than its hands. Raises ThingNotFound."""
    owner = Table.objects.filter(pk=table_id).values_list("round_id", flat=True).first()
    if owner is None:
        raise ThingNotFound(thing="table")
    round_ = lock_round(owner)
    locked = Table.objects.select_for_update(no_key=True).get(pk=table_id)
    locked.round = round_
    return locked


def lock_table(table_id: int, *, asks: int | None, to_key: bool = False) -> LockedTable:
    """Lock a table for the user ``asks``; its games and hands change under this lock only.

    Whoever keys its score sheet a second time gets it ``to_key`` and for nothing else: KeyedBlind.

    What hangs on it is read by a statement of its own, after the lock: the one that waits for a lock still sees the
    rest as it was before. Raises ThingNotFound.
    """
    rows = _READ.rows({"table": table_id, "asks": asks}, after=_LOCK) if table_id <= LARGEST_ID else []
    if not rows:
        raise ThingNotFound(thing="table")
    table = _table_of(rows[0])
    if rows[0][-8] and not to_key:
        raise KeyedBlind
    legs = [_leg_of(table, row) for row in rows]
    hands = {leg.game_id: stored_hands(row[-1]) for leg, row in zip(legs, rows, strict=True)}
    return LockedTable(table, legs, hands, role=rows[0][-9])


def _table_of(row: tuple[Any, ...]) -> Table:
    """Return the table with its round and tournament; columns that entering a hand does not need are deferred."""
    of_table, of_round = len(_TABLE), len(_TABLE) + len(_ROUND)
    tournament = from_columns(Tournament, _TOURNAMENT, row[of_round : of_round + len(_TOURNAMENT)])
    round_ = from_columns(Round, _ROUND, row[of_table:of_round], tournament=tournament)
    return from_columns(Table, _TABLE, row[:of_table], round=round_)


def _leg_of(table: Table, row: tuple[Any, ...]) -> Leg:
    leg_id, number, game_id, kind, rules, starters = row[-7:-1]
    given = (game_id, kind, orjson.loads(rules), orjson.loads(starters))
    game = from_columns(Game, ("id", "kind", "rules", "starters"), given)
    return from_columns(Leg, _LEG, (leg_id, table.pk, number, game_id), table=table, game=game)
