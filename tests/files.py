"""Things to take along in a file: tournaments in which much has happened, made through the services."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db import connection

from ratings.models import RatingState
from tests.factories import NOW
from tournaments.actors import SYSTEM
from tournaments.models import Club, Tournament
from tournaments.selectors.standings import standings_of
from tournaments.services.exporting import export_club, export_tournament

APPS = ("gameplay", "tournaments", "ratings")
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


def empty_the_database() -> None:
    """Take everything of the product away, as in an installation that has just been made."""
    with connection.cursor() as cursor:
        # What was deferred is checked first: no table with open checks can be emptied.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        tables = [model._meta.db_table for app in APPS for model in apps.get_app_config(app).get_models()]
        cursor.execute(f"TRUNCATE {', '.join(tables)} CASCADE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    cache.clear()


def standings_by_name(tournament: Tournament) -> bytes:
    """Return the standings as JSON with names in the place of ids."""
    standings = standings_of(tournament)
    rows = [
        {**asdict(row), "entry_id": None, "adjusted": [str(view.amount) for view in row.adjusted]}
        for row in standings.rows
    ]
    return json.dumps([standings.version, standings.columns, standings.criteria, rows], sort_keys=True).encode()


def states_by_uid() -> list[tuple[Any, ...]]:
    """Return all states of all rating pools, with uids in the place of ids."""
    rows = RatingState.objects.order_by("pool__club__uid", "pool__kind", "player__uid", "period")
    return list(rows.values_list("pool__club__uid", "pool__kind", "player__uid", "period", "mu", "sigma", "tables"))
