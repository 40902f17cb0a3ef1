"""Series as they stand: which nights belong, whose table it is, what a correction moves, and prizes from hands."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.factories import NOW, make_club, make_partnership, make_player, make_tournament
from tests.hands import correct_hand
from tests.series import FIRST_DAY, begin_night, hold_night, make_series, play
from tournaments.actors import SYSTEM
from tournaments.models import Table
from tournaments.selectors.series import candidates_for, nights_of
from tournaments.selectors.series_prizes import prizes_of
from tournaments.selectors.series_table import table_of
from tournaments.selectors.tables import get_table
from tournaments.services import merging, series

pytestmark = pytest.mark.django_db

PAIRS = {"counted_by": "partnership", "scheme": {"by": "places", "places": [3, 1], "rest": 0}}


def make_pair(club, first, second):
    return make_partnership(club, make_player(club, first), make_player(club, second))


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def pairs(club):
    return [make_pair(club, "Ann", "Bob"), make_pair(club, "Cy", "Di"), make_pair(club, "Ed", "Flo")]


def rows_of(table):
    return [(row.rank, row.name, row.figures["total"], row.sum) for row in table.rows]


def winners_of(table, what):
    prize = next(prize for prize in prizes_of(table) if prize.what == what)
    return [(claim.name, claim.amount) for claim in prize.winners]


def test_nights_belong_by_their_day_and_by_choice(club, pairs):
    before = hold_night(club, pairs[0], pairs[1], week=-1)
    first = hold_night(club, pairs[0], pairs[1], week=0)
    last = hold_night(club, pairs[0], pairs[1], week=2)
    after = hold_night(club, pairs[0], pairs[1], week=3)
    dominoes = hold_night(club, pairs[0], pairs[1], week=1, kind="fives_threes")
    drawn = make_tournament(club)
    autumn = make_series(club, to_date=FIRST_DAY + dt.timedelta(weeks=2))

    assert [one.tournament for one in nights_of(autumn)] == [first, last]
    assert [one.tournament for one in candidates_for(autumn)] == [before, first, last, after, drawn]
    assert dominoes not in [one.tournament for one in candidates_for(autumn)]

    autumn = series.choose_nights(
        actor=SYSTEM, series_id=autumn.pk, tournament_ids=[before.pk, last.pk, drawn.pk], now=NOW
    )

    assert [one.tournament for one in nights_of(autumn)] == [before, last]
    assert (autumn.added, autumn.left_out) == (sorted([str(before.uid), str(drawn.uid)]), [str(first.uid)])


def test_nights_of_a_series_without_a_first_day_are_those_that_were_added(club, pairs):
    night = hold_night(club, pairs[0], pairs[1])
    cup = make_series(club, from_date=None)
    assert nights_of(cup) == []

    cup = series.choose_nights(actor=SYSTEM, series_id=cup.pk, tournament_ids=[night.pk], now=NOW)
    assert [one.tournament for one in nights_of(cup)] == [night]


def test_table_of_adds_up_the_best_nights_of_each_person(club, pairs):
    hold_night(club, pairs[0], pairs[1], week=0)
    hold_night(club, pairs[1], pairs[0], week=1)
    hold_night(club, pairs[0], pairs[2], week=2)

    table = table_of(make_series(club, best_nights=2, minimum_nights=2))

    assert rows_of(table) == [
        ("1=", "Ann", "20", "10 + 10"),
        ("1=", "Bob", "20", "10 + 10"),
        ("3=", "Cy", "18", "8 + 10"),
        ("3=", "Di", "18", "8 + 10"),
        ("-", "Ed", "8", "8"),
        ("-", "Flo", "8", "8"),
    ]
    assert [(line.night.number, line.place, line.shown, line.line.counts) for line in table.rows[0].lines] == [
        (1, "1", "10", True),
        (2, "2", "8", False),
        (3, "1", "10", True),
    ]
    assert table.rows[1].separated_by == ("Total", "20", "18")
    assert not table.is_provisional


def test_table_of_pairs_counts_nights_of_fixed_pairs_only(club, pairs):
    hold_night(club, pairs[0], pairs[1])
    hold_night(club, make_partnership(club, pairs[0].first, pairs[1].first), pairs[2], week=1)
    make_tournament(club, people=4)

    table = table_of(make_series(club, **PAIRS))

    assert [(row.rank, row.name, row.figures["total"]) for row in table.rows] == [
        ("1=", "Ann + Bob", "3"),
        ("1=", "Ann + Cy", "3"),
        ("3=", "Cy + Di", "1"),
        ("3=", "Ed + Flo", "1"),
    ]


def test_table_of_follows_a_correction_and_raises_the_version(club, pairs):
    night = hold_night(club, pairs[0], pairs[1])
    autumn = make_series(club, **PAIRS)
    before = table_of(autumn)
    assert rows_of(before)[0][:2] == ("1", "Ann + Bob")

    table = Table.objects.get(round__tournament=night)
    hand = get_table(table.pk).progress.legs[0].game.hands[0].record
    correct_hand(table_id=table.pk, number=1, record={**hand, "tricks": [5, 5]})

    after = table_of(autumn)
    assert rows_of(after)[0][:2] == ("1", "Cy + Di")
    number, results = before.version.split(".")
    assert after.version.split(".")[0] == number
    assert int(after.version.split(".")[1]) > int(results)
    assert after.nights[0].version > before.nights[0].version


def test_table_of_counts_a_night_that_goes_on_as_provisional(club, pairs):
    hold_night(club, pairs[0], pairs[1])
    running = begin_night(club, pairs[0], pairs[2], week=1)
    autumn = make_series(club, **PAIRS)

    table = table_of(autumn)
    assert [night.is_final for night in table.nights] == [True, False]
    assert (table.is_provisional, table.final_nights) == (True, 1)
    assert [row[1] for row in rows_of(table)] == ["Ann + Bob", "Cy + Di"]

    play(running, pairs[2])
    table = table_of(autumn)
    assert rows_of(table) == [
        ("1", "Ann + Bob", "4", "3 + 1"),
        ("2", "Ed + Flo", "3", "3"),
        ("3", "Cy + Di", "1", "1"),
    ]
    assert table.is_provisional


def test_table_of_shows_one_person_of_two_records_after_a_merge(club, pairs):
    again = make_partnership(club, make_player(club, "Anna"), pairs[2].first)
    hold_night(club, pairs[0], pairs[1])
    hold_night(club, again, pairs[1], week=1)
    autumn = make_series(club)
    assert [row[:3] for row in rows_of(table_of(autumn))][-1] == ("3=", "Ed", "10")

    anna = next(player for player in (again.first, again.second) if player != pairs[2].first)
    ann = min(pairs[0].first_id, pairs[0].second_id)
    merging.merge_players(actor=SYSTEM, kept_id=ann, merged_id=anna.pk, now=NOW)

    assert rows_of(table_of(autumn))[0] == ("1", "Ann", "20", "10 + 10")


def test_prizes_count_slams_from_the_hands_that_stand(club, pairs):
    first = hold_night(club, pairs[0], pairs[1], tricks=10)
    hold_night(club, pairs[0], pairs[1], week=1, tricks=9)
    hold_night(club, pairs[1], pairs[2], week=2, tricks=10)
    third = hold_night(club, pairs[1], pairs[0], week=3, tricks=10)
    table = table_of(make_series(club, **PAIRS))

    [slams, nights, newcomers] = prizes_of(table)

    assert [(claim.rank, claim.name, claim.amount) for claim in slams.claims] == [
        (1, "Cy + Di", 2),
        (2, "Ann + Bob", 1),
    ]
    hands = [(one.night.tournament, one.hand.leg, one.hand.hand) for one in slams.claims[1].evidence]
    assert hands == [(first, 1, 1)]
    assert winners_of(table, "most_nights") == [("Cy + Di", 4)]
    assert len(nights.claims[0].evidence) == 4
    assert newcomers.nobody_known

    hand = Table.objects.get(round__tournament=third)
    record = get_table(hand.pk).progress.legs[0].game.hands[0].record
    side = record["tricks"].index(10)
    correct_hand(table_id=hand.pk, number=1, record={**record, "tricks": [9, 1] if side == 0 else [1, 9]})

    assert winners_of(table_of(table.series), "most_slams") == [("Ann + Bob", 1), ("Cy + Di", 1)]


def test_prizes_of_fives_and_threes_go_by_the_points_of_one_hand(club, pairs):
    hold_night(club, pairs[0], pairs[1], kind="fives_threes")
    table = table_of(make_series(club, kind="fives_threes"))

    prize = prizes_of(table)[0]

    assert (prize.what, [(claim.name, claim.amount) for claim in prize.winners]) == (
        "highest_hand",
        [("Ann", 30), ("Bob", 30)],
    )
    assert [(one.hand.leg, one.hand.hand) for one in prize.winners[0].evidence] == [(1, 1), (1, 2)]
    assert [(claim.rank, claim.name, claim.amount) for claim in prize.claims[2:]] == [(3, "Cy", 2), (3, "Di", 2)]


def test_prizes_know_a_newcomer_by_the_first_table_at_the_club(club, pairs):
    hold_night(club, pairs[0], pairs[1], week=-1, kind="fives_threes")
    hold_night(club, pairs[0], pairs[1], week=0)
    second = hold_night(club, pairs[0], pairs[2], week=1)
    table = table_of(make_series(club))

    prize = prizes_of(table)[2]

    assert not prize.nobody_known
    assert [(claim.rank, claim.name) for claim in prize.claims] == [(1, "Ed"), (1, "Flo")]
    assert [one.night.tournament for one in prize.claims[0].evidence] == [second]


def test_table_of_nothing_is_empty(club):
    table = table_of(make_series(club))
    assert (table.rows, table.nights, table.version, table.is_provisional) == ((), (), "1.0", False)
    assert [(prize.what, prize.claims) for prize in prizes_of(table)] == [
        ("most_slams", ()),
        ("most_nights", ()),
        ("best_newcomer", ()),
    ]
