import http.server
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from config import launch
from config.embedded.errors import EmbeddedError
from config.launch import Plan
from tests.concurrency import PATIENCE, wait_until_blocked


def make_plan(tmp_path, **changes):
    values = {
        "folder": tmp_path,
        "host": "127.0.0.1",
        "port": 8000,
        "live_port": 8001,
        "web_processes": 2,
        "embedded_database": True,
        "embedded_broker": True,
        "demo": True,
    }
    return Plan(**{**values, **changes})


def test_free_port_is_the_wanted_one():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    assert launch.free_port("127.0.0.1", str(port)) == port


def test_free_port_for_0_is_some_port():
    assert 1024 <= launch.free_port("127.0.0.1", "0") <= 65535


def test_free_port_that_is_taken_is_refused_with_another_to_try():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(EmbeddedError) as refusal:
            launch.free_port("127.0.0.1", str(port))

    assert str(refusal.value) == (
        f"Port {port} is taken by another program; choose another one, for example PORT={port + 1} make run."
    )


def test_port_of_the_stream_is_the_wanted_one():
    wanted = launch.free_port("127.0.0.1", "0")

    assert launch.live_port("127.0.0.1", str(wanted), port=8000) == wanted


def test_port_of_the_stream_that_is_taken_is_refused_by_its_own_name():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(EmbeddedError, match=f"for example LIVE_PORT={port + 1} make run"):
            launch.live_port("127.0.0.1", str(port), port=8000)


def test_port_of_the_stream_that_is_the_web_servers_is_refused(tmp_path, monkeypatch):
    port = launch.free_port("127.0.0.1", "0")
    monkeypatch.setenv("PORT", str(port))
    monkeypatch.setenv("LIVE_PORT", str(port))

    with pytest.raises(EmbeddedError) as refusal:
        launch.plan_from_environment(tmp_path, demo=False)

    assert str(refusal.value) == (
        f"LIVE_PORT and PORT are both {port}; the stream needs a port of its own, or leave LIVE_PORT out."
    )


def test_port_of_the_stream_passes_over_one_that_is_taken():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]

        chosen = launch.live_port("127.0.0.1", "", port=taken - 1)

    assert chosen not in {taken, taken - 1}


def test_port_of_the_stream_after_the_last_port_is_any():
    assert 1024 <= launch.live_port("127.0.0.1", "", port=65535) < 65535


@pytest.mark.parametrize("wanted", ["http", "-1", "65536", "8000.5", "999999"])
def test_free_port_that_is_no_port_is_refused(wanted):
    with pytest.raises(EmbeddedError) as refusal:
        launch.free_port("127.0.0.1", wanted)

    assert str(refusal.value) == f"PORT is {wanted!r}; it must be a number from 1 to 65535, or 0 for any free port."


def test_web_processes_are_as_many_as_wanted():
    assert launch.web_processes("4") == 4


@pytest.mark.parametrize("wanted", ["0", "65", "-1", "many", ""])
def test_web_processes_that_are_no_number_of_processes_are_refused(wanted):
    with pytest.raises(EmbeddedError, match="WEB_PROCESSES is"):
        launch.web_processes(wanted)


def test_free_port_of_an_address_that_is_not_ours_is_refused():
    with pytest.raises(EmbeddedError, match=r"^No program can listen on 192\.0\.2\.1 port 8000: "):
        launch.free_port("192.0.2.1", "8000")


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://localhost:8000"),
        ("0.0.0.0", f"http://{launch.own_address()}:8000"),
        ("hall.example", "http://hall.example:8000"),
    ],
)
def test_plan_shows_an_address_to_click(tmp_path, host, url):
    assert make_plan(tmp_path, host=host).url == url


def test_plan_gives_no_demo_to_somebodys_own_database(tmp_path, monkeypatch):
    monkeypatch.setenv("PORT", "0")
    monkeypatch.setenv("DATABASE_URL", "postgresql://somebody@db.example/theirs")
    monkeypatch.delenv("REDIS_URL")

    plan = launch.plan_from_environment(tmp_path, demo=True)

    assert (plan.embedded_database, plan.embedded_broker, plan.demo) == (False, True, False)


@pytest.mark.django_db
def test_database_of_this_version_is_accepted():
    launch.refuse_newer_database()


@pytest.mark.django_db(transaction=True)
def test_migrating_waits_for_another_machine_that_migrates():
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [launch.MIGRATION_LOCK])
            migrating = pool.submit(launch._migrate)
            wait_until_blocked(1)
        assert migrating.result(PATIENCE) is None


@pytest.mark.django_db
def test_database_of_a_newer_version_is_refused_and_other_programs_tables_are_not_our_business():
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into django_migrations (app, name, applied)"
            " values ('gameplay', '9999_from_the_future', now()), ('another_program', '0001_initial', now())"
        )

    with pytest.raises(EmbeddedError) as refusal:
        launch.refuse_newer_database()

    assert str(refusal.value) == (
        "The database was made by a newer version of this program (it has gameplay.9999_from_the_future)."
        " Start that version, or choose another DATA_DIR."
    )


def test_own_address_is_an_address_of_this_machine():
    with socket.socket() as probe:
        probe.bind((launch.own_address(), 0))


@pytest.fixture
def ready_page():
    """A web server whose readiness page says what the test puts in."""
    said = []

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            assert self.path == launch.READY_PATH
            self.send_response(503)
            self.end_headers()
            self.wfile.write(said[-1])

        def log_message(self, *_args):
            """Keep silent."""

    with http.server.HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port, said
        server.shutdown()
        thread.join()


def test_broken_parts_are_what_the_product_says_of_itself(tmp_path, ready_page):
    port, said = ready_page
    parts = [
        {"name": "database", "ok": True, "detail": ""},
        {"name": "worker", "ok": False, "detail": "does not answer"},
    ]
    said.append(json.dumps({"status": "not_ready", "parts": parts}).encode())

    assert launch.broken_parts(make_plan(tmp_path, port=port)) == {"worker": "worker: does not answer"}


@pytest.mark.parametrize("answer", [b"Service Unavailable", b"{}", b"[]"])
def test_broken_parts_of_something_else_that_answers_are_not_known(tmp_path, ready_page, answer):
    port, said = ready_page
    said.append(answer)

    assert launch.broken_parts(make_plan(tmp_path, port=port)) is None


def test_broken_parts_where_nobody_answers_are_not_known(tmp_path):
    assert launch.broken_parts(make_plan(tmp_path, port=launch.free_port("127.0.0.1", "0"))) is None
