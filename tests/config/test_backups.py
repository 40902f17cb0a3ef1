"""A backup while hands are being entered, and back: what it holds is one moment, whole and playable."""

from __future__ import annotations

import io
import json
import subprocess
import tarfile
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config import backups
from gameplay.models import HandRecord
from tests.config.waiting import wait_until
from tests.factories import make_club, make_round, make_tournament, make_user
from tests.hands import enter, next_line
from tests.simulation.invariants import check
from tests.snapshots import everything
from tournaments.models import Club, Round, Table, Tournament
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def said(*arguments, **options):
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def database():
    return str(connection.settings_dict["NAME"])


def refused(file, words, **options):
    """See that a restore is refused with these words, and has changed nothing."""
    before = everything()
    with pytest.raises(CommandError, match=words):
        call_command("restore", str(file), **options)
    assert everything() == before


def keep_entering(table, stop, entered):
    """Enter one hand after the other, as a table does, until told to stop."""
    try:
        while not stop.is_set() and (following := get_table(table.pk).next_hand) is not None:
            record = next_line(table, following.starter, 0, following.scores)
            enter(table, record, number=following.number, leg=following.leg)
            entered.append(table.pk)
    finally:
        connection.close()


def test_a_backup_made_while_hands_are_entered_comes_back_as_one_moment(tmp_path):
    file = tmp_path / "night.backup"
    tournament = make_tournament(
        make_club(organiser=make_user("ann")), pairs=6, rules={"end": "hands", "hands": 20}, legs=9
    )
    tables = list(make_round(tournament).tables.select_related("round__tournament").order_by("number"))
    stop, entered = threading.Event(), []
    threads = [threading.Thread(target=keep_entering, args=(table, stop, entered)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: len(entered) > len(tables))
        call_command("backup", str(file), stdout=io.StringIO())
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    rows = backups.read_backup(file, tmp_path / "dump").rows
    assert 0 < rows["gameplay_handrecord"] <= HandRecord.objects.count() == len(entered)
    standings_now = standings_of(tournament).version

    assert "Restored" in said("restore", str(file), replace=database())

    assert HandRecord.objects.count() == rows["gameplay_handrecord"]
    again = Tournament.objects.get(pk=tournament.pk)
    assert standings_of(again).version <= standings_now
    check(again)
    for table in Table.objects.filter(round__tournament=again).select_related("round__tournament"):
        legs = get_table(table.pk).progress.legs
        stored = HandRecord.objects.filter(game__leg__table=table).count()
        assert sum(len(leg.game.hands) for leg in legs) == stored
        # What was lost since the backup can be entered again.
        following = get_table(table.pk).next_hand
        record = next_line(table, following.starter, 0, following.scores)
        enter(table, record, number=following.number, leg=following.leg)


def test_an_empty_database_gets_all_back_with_accounts_and_roles(tmp_path):
    file = tmp_path / "night.backup"
    make_round(make_tournament(make_club(organiser=make_user("ann", password="long enough")), pairs=4))
    call_command("backup", str(file), stdout=io.StringIO())
    before = everything()
    call_command("flush", interactive=False, verbosity=0)
    assert Club.objects.count() == 0

    call_command("restore", str(file), stdout=io.StringIO())

    assert everything() == before
    assert Club.objects.get().roles.get().user.check_password("long enough")
    assert Round.objects.create(
        tournament=Tournament.objects.get(),
        stage=Tournament.objects.get().stages.get(),
        number=9,
        session_date="2026-03-14",
    ).pk not in {row["id"] for row in before["tournaments_round"]}


def test_a_backup_is_for_its_owner_and_can_be_checked_by_hand(tmp_path):
    file = tmp_path / "night.backup"
    call_command("backup", str(file), stdout=io.StringIO())
    assert file.stat().st_mode & 0o777 == 0o600
    with tarfile.open(file) as archive:
        archive.extractall(tmp_path, filter="data")
    assert subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=False).returncode == 0
    assert json.loads((tmp_path / "backup.json").read_text())["format"] == "tournaments-backup"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["SHA256SUMS", "backup.json", "database.dump", file.name]


def test_a_backup_overwrites_nothing(tmp_path):
    file = tmp_path / "night.backup"
    file.write_text("mine")
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(file))
    with pytest.raises(CommandError, match="is not there"):
        call_command("backup", str(tmp_path / "nowhere" / "night.backup"))
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_a_database_with_something_in_it_is_kept_unless_its_name_is_typed(tmp_path):
    file = tmp_path / "night.backup"
    call_command("backup", str(file), stdout=io.StringIO())
    make_club()
    refused(file, "is not empty .there is something in tournaments_")
    refused(file, "is not empty", replace="another")
    call_command("restore", str(file), replace=database(), stdout=io.StringIO())
    assert Club.objects.count() == 0


def test_a_damaged_backup_is_refused_whole(tmp_path):
    file, damaged = tmp_path / "night.backup", tmp_path / "damaged.backup"
    make_club()
    call_command("backup", str(file), stdout=io.StringIO())
    content = file.read_bytes()
    places = [content.index(b"PGDMP") + 500, content.index(b'"migrations"'), content.index(b"  backup.json") - 5]
    for place in places:
        damaged.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        refused(damaged, "damaged", replace=database())
    for cut in (0, 100, 5_000, len(content) // 2):
        damaged.write_bytes(content[:cut])
        refused(damaged, "cannot be read|was cut off", replace=database())
    damaged.write_text("something else")
    refused(damaged, "cannot be read", replace=database())
    refused(tmp_path / "nowhere", "cannot be read", replace=database())


def test_a_backup_of_newer_code_is_refused(tmp_path):
    file = tmp_path / "night.backup"
    row = MigrationRecorder(connection).migration_qs.create(app="tournaments", name="9999_of_tomorrow")
    call_command("backup", str(file), stdout=io.StringIO())
    row.delete()
    refused(file, "newer code than this .it has the migration tournaments.9999_of_tomorrow", replace=database())


def test_a_restore_that_fails_in_the_middle_has_changed_nothing(tmp_path):
    file = tmp_path / "night.backup"
    make_club()
    call_command("backup", str(file), stdout=io.StringIO())
    with tarfile.open(file) as archive:
        archive.extractall(tmp_path, filter="data")
    note = json.loads((tmp_path / "backup.json").read_text())
    # As if a row had been lost on the way: the counts are compared before anything is committed.
    note["rows"]["tournaments_club"] += 1
    wrong = tmp_path / "wrong.backup"
    backups._write_archive(wrong, tmp_path / "database.dump", json.dumps(note).encode())
    refused(wrong, "not all rows of tournaments_club came back", replace=database())


def test_programs_older_than_the_server_are_refused():
    with pytest.raises(backups.BackupError, match=r"The server is PostgreSQL 99, .* \(found: .*1\d.*\)"):
        backups.programs(99)
    assert (backups.programs(backups.server_version()) / "pg_restore").exists()
