"""Who is read out when the prizes are given."""

from __future__ import annotations

import pytest

from tests.factories import make_round, make_tournament
from tests.hands import play_round
from tournaments.selectors.prizes import prize_places
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tournaments import get_tournament

pytestmark = pytest.mark.django_db


def evening(pairs):
    tournament = make_tournament(pairs=pairs, rules={"end": "hands", "hands": 2})
    play_round(make_round(tournament))
    return standings_of(get_tournament(tournament.slug))


def test_places_are_those_of_the_standings_best_first():
    standings = evening(4)

    places = prize_places(standings, 10)

    assert [(place.number, len(place.rows), place.is_shared) for place in places] == [(1, 2, True), (3, 2, True)]
    assert [row for place in places for row in place.rows] == list(standings.rows)


def test_places_end_with_the_last_that_is_asked_for():
    standings = evening(4)

    assert [place.number for place in prize_places(standings, 2)] == [1]


def test_nobody_has_a_place_before_a_table_counts():
    assert prize_places(standings_of(get_tournament(make_tournament(pairs=4).slug)), 3) == []
