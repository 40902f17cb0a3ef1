"""The commands that take a club or a tournament along as a file, and bring one in."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament
from tests.files import empty_the_database
from tests.snapshots import everything

pytestmark = pytest.mark.django_db


def said(*arguments, **options):
    """Return what a command says."""
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize("what", ["club", "tournament"])
def test_what_a_command_wrote_another_brings_in(tmp_path, what):
    tournament = make_tournament(pairs=2)
    file = tmp_path / "taken.json"
    slug = tournament.slug if what == "tournament" else tournament.club.slug
    assert said(f"export_{what}", slug, str(file)) == f"{file}: {file.stat().st_size} bytes.\n"
    empty_the_database()

    before = everything()
    would = said("import_file", str(file), check=True)
    assert everything() == before
    done = said("import_file", str(file))
    assert would.splitlines() == [
        "Club Vilnius Card Club: would come.",
        "Players: 4 of 4 would come; members: 4.",
        "Tournament Club night (2 entries, 0 rounds, 0 hands): would come.",
    ]
    assert done == would.replace("would come", "brought in")
    assert said("import_file", str(file)).splitlines()[-1] == "Nothing is new."


def test_a_file_that_is_there_is_not_overwritten(tmp_path):
    tournament = make_tournament()
    file = tmp_path / "taken.json"
    file.write_text("mine")
    with pytest.raises(CommandError, match="cannot be written: File exists"):
        call_command("export_tournament", tournament.slug, str(file))
    assert file.read_text() == "mine"


def test_what_is_not_there_is_said(tmp_path):
    for name in ("club", "tournament"):
        with pytest.raises(CommandError, match=f"There is no {name} nowhere"):
            call_command(f"export_{name}", "nowhere", str(tmp_path / "file"))
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("import_file", str(tmp_path / "file"))


def test_a_refusal_is_said_with_its_code(tmp_path):
    file = tmp_path / "foreign.json"
    file.write_text("{}")
    with pytest.raises(CommandError, match=r"\[file\.foreign\]"):
        call_command("import_file", str(file))
