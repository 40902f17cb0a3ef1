"""Things to take along in a file: tournaments in which much has happened, made through the services."""

from __future__ import annotations

from django.db import connection

from tests.factories import NOW
from tournaments.actors import SYSTEM
from tournaments.models import Club, Tournament
from tournaments.services.exporting import export_club, export_tournament

FAR = 777_000_000
"""Where ids begin if they are to be told apart from all other numbers."""
_APART = 100_000


def tell_ids_apart() -> None:
    """Let every table of the product give ids that no other number looks like, each table its own."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, pg_get_serial_sequence(table_name, 'id') FROM information_schema.columns"
            " WHERE column_name = 'id' AND table_schema = 'public' AND (table_name ~ '^(gameplay|tournaments)_'"
            " OR table_name = 'auth_user') ORDER BY table_name"
        )
        for place, (_table, sequence) in enumerate(cursor.fetchall()):
            cursor.execute("SELECT setval(%s, %s)", [sequence, FAR + place * _APART])


def file_of(tournament: Tournament) -> bytes:
    """Return a tournament as a file."""
    return export_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def file_of_club(club: Club) -> bytes:
    """Return a club as a file."""
    return export_club(actor=SYSTEM, club_id=club.pk, now=NOW)
