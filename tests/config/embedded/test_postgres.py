import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from config.embedded import folders, paths, processes
from config.embedded.errors import EmbeddedError
from config.embedded.postgres import Postgres
from tests.config.waiting import wait_until

# A server made and started takes two to three seconds.
pytestmark = pytest.mark.slow


@contextlib.contextmanager
def running(server):
    process = server.start()
    try:
        yield process
    finally:
        process.send_signal(server.stop_signal)
        process.wait(timeout=20)


def query(server, text):
    with psycopg.connect(server.url, autocommit=True) as connection:
        cursor = connection.execute(text)
        return cursor.fetchall() if cursor.description else None


def test_postgres_keeps_what_was_committed_through_kill_9_and_restart(data_dir):
    server = Postgres(data_dir)
    server.prepare()
    process = server.start()
    query(server, "create table kept (name text)")
    query(server, "insert into kept values ('Žilvinas')")

    process.kill()
    process.wait()
    server.prepare()

    with running(server):
        assert query(server, "select name from kept") == [("Žilvinas",)]
        assert query(server, "show fsync") == [("on",)]
        assert query(server, "show server_encoding") == [("UTF8",)]
        assert query(server, "show listen_addresses") == [("",)]
        assert server.sockets.stat().st_mode & 0o777 == 0o700


def test_postgres_start_is_not_misled_by_an_old_pid_file(data_dir):
    server = Postgres(data_dir, durable=False)
    server.prepare()
    zombie = subprocess.Popen(["/bin/true"])
    os.waitid(os.P_PID, zombie.pid, os.WEXITED | os.WNOWAIT)
    stranger = subprocess.Popen(["/bin/sleep", "60"])

    try:
        for pid in (zombie.pid, stranger.pid, "rubbish"):
            (server.data / "postmaster.pid").write_text(f"{pid}\n{server.data}\n")
            with running(server):
                assert query(server, "select 1") == [(1,)]
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()
        zombie.wait()


def test_postgres_that_outlived_its_supervisor_is_ended_first(data_dir):
    server = Postgres(data_dir, durable=False)
    server.prepare()
    first = server.start()

    with running(server) as second:
        assert first.wait(timeout=5) == 0
        assert second.pid != first.pid
        assert query(server, "select 1") == [(1,)]


def test_postgres_data_of_another_version_is_refused_and_left_alone(data_dir):
    server = Postgres(data_dir, durable=False)
    server.prepare()
    (server.data / "PG_VERSION").write_text("99\n")

    with pytest.raises(EmbeddedError) as refusal:
        server.prepare()

    assert str(refusal.value) == (
        f"The database in {data_dir}/postgres was made by PostgreSQL 99, but this is PostgreSQL {server.version}."
        " Name the programs of version 99 in PG_BIN, or choose another DATA_DIR."
    )
    assert (server.data / "PG_VERSION").read_text() == "99\n"


def test_postgres_cluster_broken_off_half_way_is_made_anew(data_dir):
    half = data_dir / "postgres.new-1"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    server = Postgres(data_dir, durable=False)

    server.prepare()

    assert sorted(path.name for path in data_dir.iterdir()) == ["logs", "postgres"]
    with running(server):
        assert query(server, "select current_database()") == [(paths.DATABASE,)]


def test_postgres_that_cannot_start_says_why(data_dir):
    server = Postgres(data_dir, durable=False)
    server.prepare()
    (server.data / "postgresql.conf").write_text("shared_buffers = many\n")

    with pytest.raises(
        EmbeddedError, match=r"^PostgreSQL does not start: configuration file .* contains errors \(see .*log\)\.$"
    ):
        server.start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as somebody else")
def test_postgres_of_root_in_a_closed_folder_is_kept_where_its_account_can_reach(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    before = [path.stat().st_mode for path in (closed, *closed.parents)]
    server = Postgres(closed, durable=False)

    try:
        server.prepare()
        with running(server) as process:
            assert query(server, "select 1") == [(1,)]
            assert Path(f"/proc/{process.pid}").stat().st_uid == processes.unprivileged_account().uid
        assert (closed / "postgres").readlink() == server.data
        assert not folders.can_enter(closed, server.account)
        assert [path.stat().st_mode for path in (closed, *closed.parents)] == before
        again = Postgres(closed, durable=False)
        again.prepare()
        assert again.data == server.data
        (closed / "postgres").unlink()
        afresh = Postgres(closed, durable=False)
        afresh.prepare()
        assert afresh.data != server.data
    finally:
        shutil.rmtree(server.data.parent)
        shutil.rmtree(server.sockets)


def test_postgres_that_starts_over_is_empty(data_dir):
    server = Postgres(data_dir, durable=False)
    server.prepare()
    with running(server):
        query(server, "create table half_made ()")

        server.start_over()

        assert query(server, "select to_regclass('half_made')") == [(None,)]


def test_postgres_ends_with_whoever_started_it(data_dir):
    code = (
        "import sys, time; from pathlib import Path; from config.embedded.postgres import Postgres\n"
        "server = Postgres(Path(sys.argv[1]), durable=False); server.prepare(); print(server.start().pid, flush=True)\n"
        "time.sleep(60)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code, data_dir], cwd=paths.CHECKOUT, stdout=subprocess.PIPE, text=True
    )
    pid = int(parent.stdout.readline())
    assert "postgres" in processes.command_line(pid)

    parent.send_signal(signal.SIGKILL)
    parent.communicate()

    wait_until(lambda: processes.command_line(pid) is None)
    assert not (data_dir / "postgres" / "postmaster.pid").exists()
