"""A club or a tournament as one file."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re

import jsonschema
import pytest

from tests.factories import NOW, make_club, make_player, make_tournament, make_user
from tests.files import FAR, file_of, file_of_club, tell_ids_apart
from tests.simulation.evening import Evening
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing, ThingNotFound
from tournaments.models import AuditEntry
from tournaments.selectors.files.schema import file_schema
from tournaments.services import merging
from tournaments.services.exporting import export_club, export_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    tell_ids_apart()
    tournament = make_tournament(
        pairs=4, rounds=1, rules={"end": "hands", "hands": 1}, movement="swiss", seed=3, name='Zoë & "Smith, Jr"'
    )
    Evening(tournament, 3).play(1)
    return tournament


def test_a_file_is_one_json_document_that_fits_its_schema(evening):
    for content in (file_of(evening), file_of_club(evening.club)):
        jsonschema.validate(json.loads(content), file_schema())


def test_a_file_has_one_record_on_each_line_and_counts_them(evening):
    lines = file_of(evening).decode().splitlines()
    records = [json.loads(line.removesuffix(",")) for line in lines[2:-2]]
    header = json.loads(lines[0].removeprefix('{"header": ').removesuffix(","))
    assert header["name"] == 'Zoë & "Smith, Jr"'
    assert sum(header["counts"].values()) == len(records)
    assert all(len(record) == 1 for record in records)


def test_the_checksum_covers_every_line_before_it(evening):
    content = file_of(evening)
    body, last = content[: content.rindex(b'"sha256"')], content[content.rindex(b'"sha256"') :]
    assert last == b'"sha256": "' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


def test_the_same_state_is_written_in_the_same_bytes(evening):
    first = export_tournament(actor=SYSTEM, tournament_id=evening.pk, now=NOW)
    later = export_tournament(actor=SYSTEM, tournament_id=evening.pk, now=NOW + dt.timedelta(days=1))
    assert export_tournament(actor=SYSTEM, tournament_id=evening.pk, now=NOW) == first
    assert later.split(b"\n")[1:-2] == first.split(b"\n")[1:-2]


def test_no_id_of_the_database_leaves_in_a_file(evening):
    content = file_of_club(evening.club).decode()
    assert re.findall(rf"\b{str(FAR)[:3]}\d{{6}}\b.{{0,40}}", content) == []


def test_a_log_in_name_leaves_as_a_label_without_address():
    organiser = make_user("zoe@example.com")
    club = make_club(organiser=organiser)
    tournament = make_tournament(club, actor=Actor(user_id=organiser.pk, address="192.0.2.7"))
    content = file_of(tournament).decode()
    assert '"brought_from":"zoe"' in content
    assert "example.com" not in content
    assert "192.0.2.7" not in content


def test_taking_along_is_for_organisers_and_changes_nothing_for_others():
    director, stranger = make_user(), make_user()
    tournament = make_tournament(make_club(director=director))
    before = everything()
    for user in (director, stranger):
        with pytest.raises(RightMissing):
            export_tournament(actor=Actor(user_id=user.pk), tournament_id=tournament.pk, now=NOW)
        with pytest.raises(RightMissing):
            export_club(actor=Actor(user_id=user.pk), club_id=tournament.club_id, now=NOW)
    assert everything() == before


def test_taking_along_what_is_not_there_is_not_found():
    with pytest.raises(ThingNotFound):
        export_tournament(actor=SYSTEM, tournament_id=1, now=NOW)
    with pytest.raises(ThingNotFound):
        export_club(actor=SYSTEM, club_id=1, now=NOW)


def test_taking_along_leaves_a_row_in_the_log_that_does_not_leave_itself():
    organiser = make_user()
    tournament = make_tournament(make_club(organiser=organiser))
    content = export_tournament(actor=Actor(user_id=organiser.pk), tournament_id=tournament.pk, now=NOW)
    row = AuditEntry.objects.get(action="file.taken")
    assert (row.user, row.tournament, row.club) == (organiser, tournament, tournament.club)
    assert b"file.taken" not in file_of(tournament)
    assert content == file_of(tournament)


def test_whoever_was_merged_leaves_as_the_one_who_stands(evening):
    kept, merged = make_player(evening.club, "John Smith"), make_player(evening.club, "J Smith")
    merging.merge_players(actor=SYSTEM, kept_id=kept.pk, merged_id=merged.pk, now=NOW)

    content = file_of_club(evening.club).decode()

    assert str(kept.uid) in content
    assert str(merged.uid) not in content
    assert "J Smith" not in content
