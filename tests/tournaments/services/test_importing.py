"""A file that is brought in: all of it, the same as it was, or nothing."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest

from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import NOW, make_tournament
from tests.files import (
    FAR,
    empty_the_database,
    file_of_club,
    forged,
    make_eventful_club,
    of_kind,
    standings_by_name,
    states_by_uid,
    tell_ids_apart,
)
from tests.simulation.evening import Evening
from tests.simulation.invariants import check
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Club, Tournament
from tournaments.selectors.files.reading import ADDED_LATER
from tournaments.selectors.files.schema import file_schema
from tournaments.services.importing import import_file

pytestmark = pytest.mark.django_db

EVENINGS = [({"pairs": 5}, "swiss"), ({"people": 9}, "individual")]
MORE_EVENINGS = [
    ({"pairs": 6}, "progressive"),
    ({"people": 11}, "mixed"),
    ({"people": 10}, "pods"),
    ({"people": 13}, "whist"),
    ({"pairs": 6}, "monrad"),
    ({"pairs": 8}, "howell"),
]


def rate():
    while drain(now=NOW).handled:
        pass
    refresh_dirty_pools(now=NOW)


@pytest.mark.parametrize(("field", "movement"), EVENINGS)
def test_an_evening_is_the_same_after_it_was_taken_along_and_brought_in(field, movement):
    take_along_and_bring_in(field, movement)


@pytest.mark.evenings
@pytest.mark.parametrize(("field", "movement"), MORE_EVENINGS)
def test_more_evenings_are_the_same_after_they_were_taken_along_and_brought_in(field, movement):
    take_along_and_bring_in(field, movement)


def take_along_and_bring_in(field, movement):
    """Play an evening, take its club along, and see that all is the same in an empty installation."""
    tell_ids_apart()
    tournament = make_tournament(rules={"end": "hands", "hands": 1}, rounds=2, seed=5, movement=movement, **field)
    Evening(tournament, 5).play(2)
    rate()
    content, standings, states = file_of_club(tournament.club), standings_by_name(tournament), states_by_uid()
    empty_the_database()

    brought = import_file(actor=SYSTEM, content=content, now=NOW)

    again = Tournament.objects.get(uid=tournament.uid)
    rate()
    assert brought.is_anything_new
    assert file_of_club(again.club) == content
    assert standings_by_name(again) == standings
    assert states_by_uid() == states
    check(again)

    before = everything()
    assert not import_file(actor=SYSTEM, content=content, now=NOW).is_anything_new
    assert everything() == before


@pytest.fixture
def club():
    tell_ids_apart()
    return make_eventful_club()


def test_all_that_can_happen_in_a_club_is_the_same_after_it_was_brought_in(club):
    rate()
    content, states = file_of_club(club), states_by_uid()
    jsonschema.validate(json.loads(content), file_schema())
    assert re.findall(rf"\b{str(FAR)[:3]}\d{{6}}\b.{{0,40}}", content.decode()) == []
    standings = {t.uid: standings_by_name(t) for t in Tournament.objects.order_by("pk")}
    empty_the_database()

    brought = import_file(actor=SYSTEM, content=content, now=NOW)

    rate()
    assert [one.is_new for one in brought.tournaments] == [True] * 4
    assert file_of_club(Club.objects.get()) == content
    assert {t.uid: standings_by_name(t) for t in Tournament.objects.order_by("pk")} == standings
    assert states_by_uid() == states
    before = everything()
    assert not import_file(actor=SYSTEM, content=content, now=NOW).is_anything_new
    assert everything() == before


def test_file_that_was_written_before_there_was_something_comes_in_as_if_it_had_not_been_used():
    written = file_of_club(make_tournament(pairs=2, rules={"end": "hands", "hands": 1}).club)

    def forget(records):
        for kind, names in ADDED_LATER.items():
            for fields in of_kind(records, kind):
                for name in names:
                    del fields[name]

    old = forged(written, forget)
    empty_the_database()

    import_file(actor=SYSTEM, content=old, now=NOW)

    tournament = Tournament.objects.get()
    assert (tournament.handicap, tournament.handicap_percent) == ("none", 100)
    assert file_of_club(tournament.club).count(b'"handicap_day"') == 2
