"""Taking a club or a tournament along as one file, as it is at one moment."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound
from tournaments.models import Club, Tournament
from tournaments.selectors import rights
from tournaments.selectors.files.writing import club_file, tournament_file
from tournaments.services import audit


def export_tournament(*, actor: Actor, tournament_id: int, now: dt.datetime) -> bytes:
    """Return a tournament with its club and the people concerned, for the club's organiser; the log says so.

    Raises RightMissing, ThingNotFound.
    """
    with _one_moment():
        tournament = Tournament.objects.select_related("club").filter(pk=tournament_id).first()
        if tournament is None:
            raise ThingNotFound(thing="tournament")
        rights.require(actor, Right.MANAGE_CLUB, club_id=tournament.club_id)
        content = tournament_file(tournament, now=now)
    _note(actor, f"tournament {tournament_id}", club_id=tournament.club_id, tournament_id=tournament_id, now=now)
    return content


def export_club(*, actor: Actor, club_id: int, now: dt.datetime) -> bytes:
    """Return a club with all of its members and tournaments, for its organiser; the log says so.

    Raises RightMissing, ThingNotFound.
    """
    with _one_moment():
        club = Club.objects.filter(pk=club_id).first()
        if club is None:
            raise ThingNotFound(thing="club")
        rights.require(actor, Right.MANAGE_CLUB, club_id=club_id)
        content = club_file(club, now=now)
    _note(actor, f"club {club_id}", club_id=club_id, now=now)
    return content


@transaction.atomic(durable=True)
def _note(actor: Actor, subject: str, *, club_id: int, tournament_id: int | None = None, now: dt.datetime) -> None:
    # On its own: what has read one moment may not write beside those who have changed the tournament since.
    audit.record(actor, "file.taken", subject, now=now, club_id=club_id, tournament_id=tournament_id)


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it was when the transaction began, whatever is entered meanwhile."""
    is_outermost = not connection.in_atomic_block
    with transaction.atomic(durable=True):
        if is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
