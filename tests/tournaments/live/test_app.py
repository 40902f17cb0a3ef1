"""The stream in its own process, with the database of the tests."""

from __future__ import annotations

import asyncio
import re

import pytest
from django.db import connection

from gameplay.models import HandSubmission
from tests.factories import NOW, make_club, make_round, make_tournament
from tests.hands import enter, fh_line
from tests.streams import PATIENCE, StreamProcess, database_url
from tournaments.actors import SYSTEM
from tournaments.live import NAME
from tournaments.live.app import Stream
from tournaments.models import Tournament
from tournaments.selectors.live import version_of_tournament
from tournaments.selectors.tables import get_table
from tournaments.services.players import rename_player

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

STREAMS = "SELECT pid FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"


@pytest.fixture(scope="module")
def stream(django_db_setup, django_db_blocker):  # noqa: ARG001 - it needs the database that this makes
    with django_db_blocker.unblock():
        process = StreamProcess()
    yield process
    process.close()


@pytest.fixture
def table():
    return make_round(make_tournament(make_club(), pairs=2, rounds=1)).tables.first()


def post_hand(table):
    """Enter the table's next hand; return the version of the tournament afterwards."""
    coming = get_table(table.pk).next_hand
    enter(table, fh_line(dealer=coming.starter), number=coming.number)
    return version_of_tournament(table.round.tournament.slug).version


def test_viewers_hear_of_a_hand_that_was_posted(stream, table):
    slug = table.round.tournament.slug
    with stream.listening(slug) as first, stream.listening(slug) as second:
        before = version_of_tournament(slug).version
        assert [next(first), next(second)] == [before, before]

        after = post_hand(table)

        assert [next(first), next(second)] == [after, after]
        assert after != before


def test_viewer_that_comes_back_with_the_newest_version_hears_of_the_next_one_first(stream, table):
    slug = table.round.tournament.slug
    with stream.listening(slug) as versions:
        has = next(versions)

    with stream.listening(slug, has=has) as versions:
        after = post_hand(table)
        assert next(versions) == after


def test_viewer_that_missed_something_hears_of_it_when_it_comes_back(stream, table):
    slug = table.round.tournament.slug
    with stream.listening(slug) as versions:
        has = next(versions)
    missed = post_hand(table)

    with stream.listening(slug, has=has) as versions:
        assert next(versions) == missed


def test_viewers_hear_of_a_post_that_is_not_in_the_books_and_of_a_name_that_was_changed(stream, table):
    slug = table.round.tournament.slug
    with stream.listening(slug) as versions:
        seen = [next(versions)]

        HandSubmission.objects.create(
            game=table.legs.get().game,
            number=1,
            submission_id="a" * 32,
            source="scorer",
            actor="somebody",
            payload={},
            outcome="conflict",
            received_at=NOW,
        )
        seen.append(next(versions))
        player = get_table(table.pk).seats[0].player_id
        club = table.round.tournament.club_id
        rename_player(actor=SYSTEM, club_id=club, player_id=player, name="Another Name", now=NOW)
        seen.append(next(versions))

    assert len(set(seen)) == 3


def test_tournament_that_is_not_there_or_was_taken_out_is_not_found(stream, table):
    tournament = table.round.tournament
    with stream.listening(tournament.slug) as versions:
        next(versions)
        Tournament.objects.filter(pk=tournament.pk).update(taken_out_at=NOW)
        post_to_end = list(versions)

    assert post_to_end == []
    paths = [f"/live/tournaments/{tournament.slug}/", "/live/tournaments/none/", "/live/", "/live/tournaments/a%20b/"]
    assert [stream.get(path) for path in paths] == [404] * 4


def test_stream_says_nothing_but_versions_and_anybodys_page_may_listen(stream, table):
    slug = table.round.tournament.slug
    version = version_of_tournament(slug).version

    answer = stream.open(slug)
    said = [answer.readline().decode() for _ in range(5)]

    assert re.fullmatch(r"retry: [123]\d{3}\n", said[0])
    assert said[1:] == ["\n", f"id: {version}\n", f"data: {version}\n", "\n"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    answer.close()


def ask(stream, path, *, send=None):
    """Call the application itself; return what it sends."""
    sent = []

    async def keep(message):
        sent.append(message)

    async def stay():
        await asyncio.Event().wait()

    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    asyncio.run(stream(scope, stay, send or keep))
    return sent


def test_viewers_above_the_bound_are_sent_away():
    full = Stream({"DATABASE_URL": database_url()}, most_viewers=0)

    sent = ask(full, "/live/tournaments/monday/")

    assert [sent[0]["status"], sent[1]["body"]] == [503, b""]


def test_viewer_that_takes_nothing_is_dropped():
    stream = Stream({"DATABASE_URL": database_url()}, send_seconds=0.05)
    began = []

    async def take_only_the_head(message):
        began.append(message["type"])
        if message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def play():
        async def stay():
            await asyncio.Event().wait()

        scope = {"type": "http", "method": "GET", "path": "/live/tournaments/monday/", "headers": []}
        answering = asyncio.create_task(stream(scope, stay, take_only_the_head))
        await stream.hub.wanted.wait()
        stream.hub.tell({"monday": "v1"}, asked=("monday",))
        async with asyncio.timeout(PATIENCE):
            await answering

    asyncio.run(play())

    assert began == ["http.response.start", "http.response.body"]
    assert (stream.hub.viewers, stream.hub.channels) == (0, {})


def test_viewer_that_leaves_is_forgotten():
    stream = Stream({"DATABASE_URL": database_url()})

    async def play():
        gone = asyncio.Event()

        async def leave():
            await gone.wait()
            return {"type": "http.disconnect"}

        async def take(_message):
            gone.set()

        scope = {"type": "http", "method": "GET", "path": "/live/tournaments/monday/", "headers": []}
        answering = asyncio.create_task(stream(scope, leave, take))
        await stream.hub.wanted.wait()
        stream.hub.tell({"monday": "v1"}, asked=("monday",))
        async with asyncio.timeout(PATIENCE):
            await answering

    asyncio.run(play())

    assert (stream.hub.viewers, stream.hub.channels) == (0, {})


def test_database_that_is_away_is_not_healthy_and_viewers_are_sent_away():
    blind = Stream({"DATABASE_URL": "postgresql://nobody@%2Fnowhere/none"})
    # It saw the database until now, and somebody was told what it saw.
    blind.watcher.sees = True
    sent, later = [], []
    told = asyncio.Event()

    async def play():
        async def stay():
            await asyncio.Event().wait()

        async def take(message):
            sent.append(message)
            if b"data: v1" in message.get("body", b""):
                told.set()

        async def take_later(message):
            later.append(message)

        scope = {"type": "http", "method": "GET", "path": "/live/tournaments/monday/", "headers": []}
        async with asyncio.timeout(PATIENCE):
            answering = asyncio.create_task(blind(scope, stay, take))
            await blind.hub.wanted.wait()
            blind.hub.tell({"monday": "v1"}, asked=("monday",))
            await told.wait()
            watching = asyncio.create_task(blind.watcher.run())
            await answering
            await blind(scope, stay, take_later)
            watching.cancel()

    asyncio.run(play())

    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
    assert [message.get("status") for message in later] == [503, None]
    assert (blind.hub.viewers, blind.hub.channels) == (0, {})
    assert ask(blind, "/live/health/")[0]["status"] == 503


def test_stream_survives_the_loss_of_its_connection_and_viewers_miss_nothing(stream, table):
    with stream.listening(table.round.tournament.slug) as versions:
        next(versions)
        with connection.cursor() as cursor:
            cursor.execute(STREAMS, [NAME])
            [(pid,)] = cursor.fetchall()
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])

        after = post_hand(table)

        assert next(versions) == after


def test_stream_that_was_killed_tells_those_who_come_back_what_they_missed(table):
    slug = table.round.tournament.slug
    process = StreamProcess()
    try:
        with process.listening(slug) as versions:
            has = next(versions)
            process.stop()
            with pytest.raises((OSError, StopIteration)):
                next(versions)
        missed = post_hand(table)
        process.start()

        with process.listening(slug, has=has) as versions:
            assert next(versions) == missed
    finally:
        process.close()
