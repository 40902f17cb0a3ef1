"""The migrations are complete, and lead from nothing to the models and back."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ratings.models import RatedResult, RatingPool
from ratings.services.drain import drain
from ratings.services.rebuild import rebuild_pool
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import verify_pool
from tests.ratings.factories import NOW, make_club, play_pairs_of
from tournaments.models import Club

OURS = ("gameplay", "tournaments", "ratings", "config")


@pytest.mark.django_db
def test_migrations_say_all_that_the_models_say():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_migrations_of_each_app_can_be_undone_and_done_again():
    executor = MigrationExecutor(connection)
    latest = [key for key in executor.loader.graph.leaf_nodes() if key[0] in OURS]

    executor.migrate([(app, None) for app in OURS])
    without = set(connection.introspection.table_names())
    executor = MigrationExecutor(connection)
    executor.migrate(latest)

    tables = {model._meta.db_table for app in OURS for model in apps.get_app_config(app).get_models()}
    assert without & tables == set()
    assert tables <= set(connection.introspection.table_names())


@pytest.mark.django_db(transaction=True)
def test_clubs_that_were_there_before_get_a_stable_identity_each():
    executor = MigrationExecutor(connection)
    latest = [key for key in executor.loader.graph.leaf_nodes() if key[0] in OURS]
    executor.migrate([("tournaments", "0012_disputes")])
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_club (name, slug, time_zone, created_at)"
            " VALUES ('One', 'one', 'UTC', now()), ('Two', 'two', 'UTC', now())"
        )
    MigrationExecutor(connection).migrate(latest)
    one, two = Club.objects.order_by("slug").values_list("uid", flat=True)
    assert one != two


@pytest.mark.django_db(transaction=True)
def test_results_that_were_rated_before_get_the_kind_of_entry_of_their_tournament():
    executor = MigrationExecutor(connection)
    latest = [key for key in executor.loader.graph.leaf_nodes() if key[0] in OURS]
    round_, _ = play_pairs_of(make_club(), 1, entry_kind="player")
    drain(now=NOW)
    executor.migrate([("ratings", "0003_pools")])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ratings_ratedresult SET entry_kind = 'partnership'")

    MigrationExecutor(connection).migrate(latest)

    [result] = RatedResult.objects.all()
    assert (result.table.round_id, result.entry_kind) == (round_.pk, "player")


@pytest.mark.django_db(transaction=True)
def test_states_stay_where_their_table_is_parted_and_put_together_again():
    executor = MigrationExecutor(connection)
    latest = [key for key in executor.loader.graph.leaf_nodes() if key[0] in OURS]
    play_pairs_of(make_club(), 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool = RatingPool.objects.get()
    rebuild_pool(pool_id=pool.pk, large=4, now=NOW)
    columns = "pool_id, generation, player_id, period, mu, sigma, tables"

    def stored():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {columns} FROM ratings_ratingstate ORDER BY 1, 2, 3, 4")
            return cursor.fetchall()

    before = stored()

    executor.migrate([("ratings", "0008_bonuses_of_pairs")])
    whole = stored()
    MigrationExecutor(connection).migrate(latest)

    assert len(before) == 4
    assert (whole, stored()) == (before, before)
    assert verify_pool(pool_id=pool.pk).is_clean
