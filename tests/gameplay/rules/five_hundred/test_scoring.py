import pytest

from gameplay.rules.five_hundred.bids import BIDS, Contract
from gameplay.rules.five_hundred.scoring import score_hand
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.variants import resolve_rules


def score(bid, tricks, *, seat=0, called=None, before=None, **options):
    rules = resolve_rules(options)
    contract = Contract(seat, BIDS[bid], sans_kitty=False)
    return score_hand(rules, seating_of(rules), contract, tricks=tricks, called=called, before=before)


def plain_points(bid, won):
    """Score a score line of four hands in the words of the rules, not in those of the engine."""
    if bid in ("M", "OM", "BM"):
        value = 250 if bid == "M" else 500
        return (value if won == 0 else -value, 0)
    level = int(bid.rstrip("SCDHNT"))
    value = 40 + ["S", "C", "D", "H", "NT"].index(bid.removeprefix(str(level))) * 20 + (level - 6) * 100
    if won < level:
        return (-value, 10 * (10 - won))
    if won == 10 and value < 250:
        value = 250
    return (value, 10 * (10 - won))


@pytest.mark.parametrize("bid", BIDS)
@pytest.mark.parametrize("won", range(11))
def test_every_score_line_of_four_hands(bid, won):
    assert score(bid, [won, 10 - won]) == plain_points(bid, won)
    assert score(bid, [10 - won, won], seat=3) == plain_points(bid, won)[::-1]


def test_the_308_score_lines_give_267_pairs_of_points_all_multiples_of_ten():
    pairs = [score(bid, [won, 10 - won]) for bid in BIDS for won in range(11)]

    assert len(pairs) == 308
    assert len(set(pairs)) == 267
    assert all(points % 10 == 0 for pair in pairs for points in pair)


@pytest.mark.parametrize("before", [None, (0, 0)])
def test_a_hand_passed_in_scores_nothing(before):
    rules = resolve_rules({})

    assert score_hand(rules, seating_of(rules), None, tricks=(), before=before) == (0, 0)


@pytest.mark.parametrize(
    ("option", "before", "tricks", "gain"),
    [
        pytest.param({"defender_stop": 490}, 490, 3, 0, id="stop: at 490"),
        pytest.param({"defender_stop": 490}, 500, 3, 0, id="stop: above 490"),
        pytest.param({"defender_stop": 490}, 480, 3, 30, id="stop: below 490 in full, past it"),
        pytest.param({"defender_stop": 480}, 480, 3, 0, id="stop: the 480 form"),
        pytest.param({"defender_cap": 490}, 480, 3, 10, id="cap: lifted to 490"),
        pytest.param({"defender_cap": 490}, 490, 3, 0, id="cap: at 490"),
        pytest.param({"defender_cap": 490}, 510, 3, 0, id="cap: above it nothing is taken away"),
        pytest.param({"defender_cap": 490}, -100, 3, 30, id="cap: far below"),
        pytest.param({"defender_cap": 490, "defender_stop": 480}, 480, 3, 0, id="both: the stop comes first"),
        pytest.param({"defender_cap": 490, "defender_stop": 480}, 470, 3, 20, id="both: the cap below the stop"),
        pytest.param({"defender_points": False}, 0, 3, 0, id="no points for defenders"),
    ],
)
def test_defenders_are_limited_by_what_they_stand_at(option, before, tricks, gain):
    assert score("7S", [10 - tricks, tricks], before=(0, before), **option) == (140, gain)


def test_points_are_unknown_where_a_limit_needs_the_scores_before():
    assert score("7S", [7, 3], defender_cap=490) is None


@pytest.mark.parametrize("option", [{"defender_cap": 490}, {"defender_stop": 490}])
def test_points_are_known_where_the_defenders_have_nothing_to_limit(option):
    assert score("7S", [10, 0], **option) == (250, 0)
    assert score("M", [0, 10], **option) == (250, 0)


def test_points_do_not_wait_for_a_limit_on_what_defenders_never_score():
    assert score("7S", [7, 3], defender_cap=490, defender_points=False) == (140, 0)


def test_defenders_of_a_lost_misere_with_open_numbers_score_nothing():
    assert score("OM", [2, None]) == (-500, 0)


def test_each_side_is_limited_by_itself():
    points = score("7S", [7, 2, 1], players=3, defender_cap=490, before=(0, 480, 0))

    assert points == (140, 10, 10)


def test_a_called_partner_takes_part_in_the_slam():
    assert score("6S", [6, 0, 4, 0, 0], players=5, called=2) == (250, 0, 250, 0, 0)


def test_a_called_partner_fails_with_the_contractor():
    assert score("6S", [4, 1, 1, 4, 0], players=5, called=2) == (-40, 10, -40, 40, 0)
