"""Series in the file of a club: brought in with it, left as they are where they are, and taken out with it."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_club, make_partnership, make_player
from tests.files import empty_the_database, file_of, file_of_club, forged, of_kind, tell_ids_apart
from tests.series import hold_night, make_series
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.file_errors import FileLineRefused
from tournaments.models import BulkAct, Club, Series
from tournaments.selectors.series_table import table_of
from tournaments.services import series, undoing
from tournaments.services.importing import import_file
from tournaments.services.series import SeriesSettings
from tournaments.undo_errors import BuiltOn

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    tell_ids_apart()
    club = make_club()
    pairs = [make_partnership(club, make_player(club, first), make_player(club, second)) for first, second in NAMES]
    nights = [hold_night(club, pairs[0], pairs[1]), hold_night(club, pairs[1], pairs[0], week=1)]
    made = make_series(club, best_nights=1, scheme={"by": "beaten"})
    series.choose_nights(actor=SYSTEM, series_id=made.pk, tournament_ids=[nights[0].pk], now=NOW)
    return club


NAMES = (("Ann", "Bob"), ("Cy", "Di"))


def read(found):
    table = table_of(found)
    return table.version, [(row.rank, row.name, row.figures, row.sum) for row in table.rows]


def bring(content):
    return import_file(actor=SYSTEM, content=content, now=NOW)


def test_a_series_is_the_same_after_its_club_was_taken_along(club):
    before, content = read(Series.objects.get()), file_of_club(club)
    empty_the_database()

    brought = bring(content)

    assert brought.series_new == 1
    assert read(Series.objects.get()) == before
    assert file_of_club(Club.objects.get()) == content
    again = everything()
    assert not bring(content).is_anything_new
    assert everything() == again


def test_a_series_that_is_here_stays_as_it_is_here(club):
    content = file_of_club(club)
    settings = SeriesSettings("Winter", "five_hundred")
    series.change_series(actor=SYSTEM, series_id=Series.objects.get().pk, settings=settings, now=NOW)
    before = everything()

    assert bring(content).series_new == 0
    assert everything() == before


def test_a_series_leaves_with_the_file_that_brought_it_unless_it_was_changed(club):
    content = file_of_club(club)
    empty_the_database()
    act = bring(content).act
    undoing.undo_act(actor=SYSTEM, act_id=act, now=NOW)
    assert not Series.objects.exists()

    act = bring(content).act
    assert BulkAct.objects.get(pk=act).made["series"] == [Series.objects.get().pk]
    settings = SeriesSettings("Winter", "five_hundred")
    series.change_series(actor=SYSTEM, series_id=Series.objects.get().pk, settings=settings, now=NOW)
    before = everything()
    with pytest.raises(BuiltOn):
        undoing.undo_act(actor=SYSTEM, act_id=act, now=NOW)
    assert everything() == before


def test_the_file_of_a_tournament_has_no_series(club):
    assert b'{"series": ' not in file_of(club.tournaments.first())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("scheme", {"by": "luck"}),
        ("scheme", []),
        ("added", {}),
        ("left_out", ["night"]),
        ("left_out", [1]),
        ("kind", "whist"),
        ("counted_by", "team"),
        ("best_nights", 0),
        ("minimum_nights", 367),
        ("to_date", "2026-03-13"),
        ("name", ""),
        ("version", -1),
    ],
)
def test_a_series_that_cannot_be_is_refused_with_its_file(club, field, value):
    content = forged(file_of_club(club), lambda records: of_kind(records, "series")[0].update({field: value}))
    empty_the_database()
    before = everything()
    with pytest.raises(FileLineRefused):
        bring(content)
    assert everything() == before
