import pytest

from gameplay.rules.five_hundred.hand import check
from tests.gameplay.rules.five_hundred.records import PASS_ROUND, codes, places, summary

MADE = (0, 2, 0, 2, 0, 2, 0, 2, 0, 2)


def test_tricks_are_counted_from_the_winners():
    answer = check(summary(winners=(1, 3, 0, 2, 1, 1, 3, 0, 1, 1)))

    assert answer.values["tricks"] == [3, 7]
    assert answer.values["points"] == [30, 140]


def test_tricks_are_counted_for_each_of_three_pairs():
    record = summary(winners=(1, 4, 1, 4, 2, 5, 0, 3, 1, 1), rules={"players": 6, "teams": "three_pairs"})
    record["auction"] = [{"seat": 1, "bid": "7S"}, *({"seat": seat, "bid": "P"} for seat in (2, 3, 4, 5, 0))]

    assert check(record).values["tricks"] == [2, 6, 2]


@pytest.mark.parametrize("seat", [4, -1, True, "1", None, [1]])
def test_a_winner_is_a_seat(seat):
    assert places(summary(winners=(1, seat, 9))) == [("seat", "trick_winners[1]")]


def test_ten_tricks_are_played():
    assert places(summary(winners=(1,) * 9)) == [("play_incomplete", "trick_winners")]
    assert places(summary(winners=(1,) * 11)) == [("play_too_many", "trick_winners[10]")]
    assert places(summary(winners=())) == [("play_incomplete", "trick_winners")]


@pytest.mark.parametrize(
    ("bid", "winners", "expected"),
    [
        pytest.param("OM", MADE, [], id="made"),
        pytest.param("OM", MADE[:9], [("play_incomplete", "trick_winners")], id="made in nine"),
        pytest.param("OM", (1,), [], id="lost at once and stopped"),
        pytest.param("M", (0, 2, 1, 1), [], id="stopped later"),
        pytest.param("BM", (0, 1, *MADE[2:]), [], id="lost and played out"),
        pytest.param("OM", (0, 3, 1), [("play_inactive", "trick_winners[1]")], id="won by the partner"),
    ],
)
def test_a_misere_is_played_by_three_and_may_stop_when_lost(bid, winners, expected):
    assert places(summary(bid, winners)) == expected


def test_all_team_mates_of_a_misere_rest():
    record = summary("OM", (0, 2, 5), rules={"players": 6})
    record["auction"] = [{"seat": 1, "bid": "OM"}, *({"seat": seat, "bid": "P"} for seat in (2, 3, 4, 5, 0))]

    assert places(record) == [("play_inactive", "trick_winners[2]")]


@pytest.mark.parametrize(
    ("bid", "joker", "expected"),
    [
        pytest.param("7S", {"holder": 1, "nominated": None}, [], id="held in trumps"),
        pytest.param("7S", {"holder": 1, "nominated": "H"}, ["nomination_in_trumps"], id="named in trumps"),
        pytest.param("7S", {"holder": 0, "nominated": "X"}, ["suit", "nomination_in_trumps"], id="no suit, in trumps"),
        pytest.param("7NT", {"holder": 1, "nominated": "H"}, [], id="named by the contractor"),
        pytest.param("7NT", {"holder": 2, "nominated": None}, [], id="loose with a defender"),
        pytest.param("7NT", {"holder": 2, "nominated": "H"}, ["nomination_not_held"], id="named by a defender"),
        pytest.param("7NT", {"holder": 3, "nominated": "H"}, ["nomination_not_held"], id="named by the partner"),
        pytest.param("7NT", {"holder": 1, "nominated": "h"}, ["suit"], id="no suit"),
        pytest.param("7NT", {"holder": 1, "nominated": ["H"]}, ["suit"], id="no text"),
        pytest.param("7NT", {"holder": 4, "nominated": None}, ["seat"], id="no seat"),
        pytest.param("7NT", {"holder": None, "nominated": None}, ["seat"], id="nobody"),
        pytest.param("7NT", {"holder": True, "nominated": "H"}, ["seat"], id="no number"),
    ],
)
def test_the_joker_is_named_by_the_contractor_who_holds_it(bid, joker, expected):
    assert codes(summary(bid, joker=joker)) == expected


@pytest.mark.parametrize(
    ("joker", "winners", "expected"),
    [
        pytest.param({"holder": 1, "nominated": None}, MADE, ["misere_joker_unnominated"], id="loose in his hand"),
        pytest.param({"holder": 1, "nominated": "C"}, MADE, [], id="named"),
        pytest.param({"holder": 2, "nominated": None}, MADE, [], id="loose with a defender"),
        pytest.param({"holder": 1, "nominated": None}, (0, 1), [], id="lost"),
        pytest.param(None, MADE, [], id="not said"),
    ],
)
def test_a_misere_is_not_made_with_a_loose_joker(joker, winners, expected):
    assert codes(summary("OM", winners, joker=joker)) == expected


@pytest.mark.parametrize(
    ("claimed", "expected"),
    [
        ([0, 10], []),
        ([1, 9], ["tricks_mismatch"]),
        ([1, 10], ["tricks_sum", "tricks_mismatch"]),
        ([11, 0], ["tricks_range", "tricks_mismatch"]),
        (None, []),
    ],
)
def test_claimed_tricks_are_compared_with_the_winners(claimed, expected):
    assert codes(summary(tricks=claimed)) == expected


def test_open_numbers_of_a_misere_are_not_compared():
    assert codes(summary("OM", MADE, tricks=[None, 0])) == []
    assert codes(summary("OM", (0, 1), tricks=[None, 2])) == ["tricks_mismatch"]


def test_a_joker_in_a_hand_passed_in_says_nothing():
    record = summary(auction=PASS_ROUND, contract=None, trick_winners=[], joker={"holder": 9, "nominated": "H"})

    assert codes(record) == []
