from random import Random

import pytest

from gameplay.rules.five_hundred.bids import BIDS
from gameplay.rules.five_hundred.codes import CODES
from gameplay.rules.five_hundred.faulty import FAULT_LEVELS, random_faulty_hand
from gameplay.rules.five_hundred.generate import random_hand, random_options
from gameplay.rules.five_hundred.hand import check
from gameplay.rules.five_hundred.variants import VALUES, resolve_rules
from gameplay.rules.kinds import FaultImpossible


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_same_seed_gives_the_same_hand(level):
    hands = [random_hand(Random(7), level=level) for _ in range(2)]

    assert hands[0] == hands[1]
    assert hands[0] != random_hand(Random(8), level=level)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("bid", ["6S", "7NT", "M", "OM", "BM", "10NT"])
@pytest.mark.parametrize("options", [{}, {"players": 2}, {"players": 5}, {"players": 6, "bidding": "single"}])
def test_the_wanted_bid_is_played(level, bid, options):
    record = random_hand(Random(bid), level=level, bid=bid, options=options)

    assert record["contract"]["bid"] == bid
    assert check(record).valid


def test_every_bid_is_played_and_some_hands_are_passed_in():
    rng = Random(1)
    bids = {(random_hand(rng, level=1)["contract"] or {}).get("bid") for _ in range(2000)}

    assert bids == {None, *BIDS}


def test_the_dealer_and_the_scores_are_those_given():
    record = random_hand(Random(3), level=1, dealer=2, before=[120, -40])

    assert record["dealer"] == record["expected_dealer"] == 2
    assert record["score_before"] == [120, -40]
    assert check(record).values["score_after"] == record["score_after"]


def test_points_that_cannot_be_known_are_not_claimed():
    record = random_hand(Random(3), level=1, options={"defender_cap": 490})

    assert "points" not in record
    assert check(record).valid


def test_random_options_reach_every_value():
    rng = Random(5)
    rules = [resolve_rules(random_options(rng)) for _ in range(3000)]

    for name, values in VALUES.items():
        assert {getattr(each, name) for each in rules} == set(values)


def test_every_code_of_a_record_can_be_made():
    assert set(CODES) - set(FAULT_LEVELS) == {"five_hundred.hand_after_game_end"}


@pytest.mark.parametrize(
    ("code", "level", "options"),
    [
        pytest.param("five_hundred.play_revoke", 2, {}, id="not at this level"),
        pytest.param("five_hundred.open_not_exposed", 3, {"misere": "off"}, id="not with these options"),
        pytest.param("five_hundred.misere_before_seven", 2, {"misere": "any_time"}, id="not by these rules"),
        pytest.param("five_hundred.blind_after_look", 2, {"blind_misere": False}, id="not by these rules either"),
        pytest.param("five_hundred.play_inactive", 2, {"players": 3}, id="not without partners"),
        pytest.param("five_hundred.points_mismatch", 1, {"defender_cap": 490}, id="not without a claim"),
        pytest.param("five_hundred.score_after_mismatch", 1, {}, id="not without scores before"),
    ],
)
def test_a_fault_that_cannot_be_is_not_made(code, level, options):
    with pytest.raises(FaultImpossible) as refusal:
        random_faulty_hand(Random(1), code, level=level, options=options)

    assert refusal.value.args == (code, level)


def test_an_unknown_fault_is_not_made():
    with pytest.raises(FaultImpossible):
        random_faulty_hand(Random(1), "five_hundred.hand_after_game_end", level=1)
