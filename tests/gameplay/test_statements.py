"""Statements that go straight to libpq behave as those of a cursor do."""

from __future__ import annotations

import datetime as dt
from contextlib import nullcontext
from threading import Event

import pytest
from django.db import DataError, IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg.types.json import Jsonb

from gameplay.models import Game
from gameplay.statements import Statement
from tests.concurrency import PATIENCE, run_together, wait_until_blocked

ADD = Statement(
    "INSERT INTO gameplay_game (kind, rules, starters) VALUES (%(kind)s, %(rules)s, %(rules)s) RETURNING id"
)
ECHO = Statement("SELECT %(a)s::bigint, %(b)s::text, %(a)s::bigint + 1, %(c)s::timestamptz, NULL")
PID = Statement("SELECT pg_backend_pid()")
ADD_ONE = Statement("INSERT INTO gameplay_game (kind, rules, starters) VALUES ('five_hundred', '{}', '[0]')")
NOW = dt.datetime(2026, 11, 30, 20, 15, tzinfo=dt.UTC)


@pytest.mark.django_db
def test_values_go_where_their_names_stand() -> None:
    values = {"c": NOW, "b": "50 % of 'O''Brien' $1", "a": 41}
    expected = [(41, "50 % of 'O''Brien' $1", 42, NOW, None)]
    assert [ECHO.rows(values), ECHO.rows(values)] == [expected, expected]


@pytest.mark.django_db
def test_none_is_null() -> None:
    assert ECHO.rows({"a": None, "b": None, "c": None}) == [(None, None, None, None, None)]


@pytest.mark.django_db
def test_a_statement_without_an_answer_gives_no_rows() -> None:
    assert Statement("UPDATE gameplay_game SET kind = kind").rows({}) == []


@pytest.mark.django_db
@pytest.mark.parametrize("is_watched", [False, True])
def test_two_statements_on_one_way_run_in_turn_and_the_second_one_answers(is_watched) -> None:
    values = {"kind": "five_hundred", "rules": Jsonb({"end": "it's 100 %"})}
    with CaptureQueriesContext(connection) if is_watched else nullcontext():
        rows = Statement("SELECT count(*), min(kind), min(rules ->> 'end') FROM gameplay_game").rows(values, after=ADD)
    assert rows == [(1, "five_hundred", "it's 100 %")]


@pytest.mark.django_db
def test_when_the_first_of_two_fails_the_second_does_not_run() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ADD.rows({"kind": "five_hundred", "rules": Jsonb({})}, after=Statement(ADD.sql.replace("%(kind)s", "'whist'")))
    assert not Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_second_statement_sees_what_others_wrote_while_the_first_one_waited() -> None:
    ADD_ONE.rows({})
    lock = Statement("SELECT 1 FROM gameplay_game FOR UPDATE")
    count_games = Statement("SELECT count(*) FROM gameplay_game")
    has_locked = Event()

    def act(index: int) -> str:
        with transaction.atomic():
            if index == 1:
                assert has_locked.wait(PATIENCE)
                return str(count_games.rows({}, after=lock))
            lock.rows({})
            has_locked.set()
            wait_until_blocked(1)
            ADD_ONE.rows({})
            return "wrote"

    assert run_together(2, act) == ["wrote", "[(2,)]"]


@pytest.mark.django_db
def test_errors_are_those_of_django_and_name_the_constraint() -> None:
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        ADD.rows({"kind": "whist", "rules": Jsonb({})})
    assert caught.value.__cause__.diag.constraint_name == "game_kind_is_known"
    with pytest.raises(DataError), transaction.atomic():
        ECHO.rows({"a": 2**63, "b": "", "c": NOW})
    assert ECHO.rows({"a": 1, "b": "", "c": NOW}) == [(1, "", 2, NOW, None)]


@pytest.mark.django_db
def test_nothing_is_sent_in_a_transaction_that_broke() -> None:
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(transaction.TransactionManagementError):
            PID.rows({})


@pytest.mark.django_db
def test_whoever_counts_statements_sees_them() -> None:
    with CaptureQueriesContext(connection) as seen:
        assert ECHO.rows({"a": 1, "b": "b", "c": NOW}) == [(1, "b", 2, NOW, None)]
    assert len(seen) == 1


@pytest.mark.django_db(transaction=True)
def test_what_it_writes_goes_with_the_transaction_it_began() -> None:
    with transaction.atomic():
        ADD.rows({"kind": "five_hundred", "rules": Jsonb({})})
        transaction.set_rollback(True)
    assert not Game.objects.exists()
    with transaction.atomic():
        PID.rows({}, after=ADD_ONE)
        transaction.set_rollback(True)
    assert not Game.objects.exists()
    with transaction.atomic():
        ADD_ONE.rows({})
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ended_is_an_operational_error_once() -> None:
    first = PID.rows({})
    _end_own_connection(first[0][0])
    with pytest.raises(OperationalError):
        PID.rows({})
    connection.close_if_unusable_or_obsolete()  # what Django does as a request ends
    assert PID.rows({}) != first


def _end_own_connection(pid: int) -> None:
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    finally:
        other.close()
