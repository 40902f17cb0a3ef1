"""What the ratings read."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from tests.factories import NOW, make_round, make_tournament
from tests.hands import play_out, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Occupancy
from tournaments.selectors.rated import rated_tables
from tournaments.services import entries

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def read(tournament, **more):
    return rated_tables(kind=tournament.kind, club_id=tournament.club_id, **more)


def test_rated_tables_are_those_of_closed_rounds():
    tournament = make_tournament(pairs=2, rounds=2, rules=TWO_HANDS)
    closed = play_round(make_round(tournament))
    play_out(make_round(tournament).tables.get())

    assert [table.round_id for table in read(tournament)] == [closed.pk]


def test_rated_tables_name_who_sat_by_side_and_who_won():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    play_round(make_round(tournament), winner=1)
    sat = dict(Occupancy.objects.values_list("seat__index", "player_id"))

    [table] = read(tournament)

    assert table.sides == ((sat[0], sat[2]), (sat[1], sat[3]))
    assert table.results == (Fraction(0), Fraction(1))
    assert table.date == dt.date(2026, 3, 14)
    assert table.points[0] < table.points[1]
    assert (table.games, table.entry_kind) == (1, "partnership")


def test_rated_tables_remember_who_sat_after_a_player_was_replaced():
    tournament = make_tournament(pairs=3, rounds=2, rules=TWO_HANDS)
    play_round(make_round(tournament))
    before = read(tournament)
    entry = tournament.entries.order_by("number").first()
    out = entry.line_up.get(place=0) if entry.line_up.filter(place=0).exists() else entry.line_up.get(place=1)
    newcomer = tournament.entries.order_by("number").last().line_up.first().player_id
    entries.replace_player(
        actor=SYSTEM, entry_id=entry.pk, player_out_id=out.player_id, player_in_id=newcomer, reason="ill", now=NOW
    )

    assert read(tournament) == before


def test_rated_tables_since_a_day_leave_out_what_came_before():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    play_round(make_round(tournament))

    assert len(read(tournament, since=dt.date(2026, 3, 14))) == 1
    assert read(tournament, since=dt.date(2026, 3, 15)) == []


def test_rated_tables_of_one_round_leave_out_the_others():
    tournament = make_tournament(pairs=2, rounds=2, rules=TWO_HANDS)
    first, second = (play_round(make_round(tournament)) for _ in range(2))

    assert [table.round_id for table in read(tournament)] == [first.pk, second.pk]
    assert [table.round_id for table in read(tournament, round_id=second.pk)] == [second.pk]
