import pytest

from gameplay.rules.five_hundred.hand import check
from tests.gameplay.rules.five_hundred.records import codes, full, line, places, summary


def without(record, name):
    return {key: value for key, value in record.items() if key != name}


@pytest.mark.parametrize("record", [None, True, 5, "record", [], [line()]])
def test_a_record_is_an_object(record):
    assert places(record) == [("schema", "")]


@pytest.mark.parametrize("level", [0, 4, True, "1", 1.0, None, [1]])
def test_a_level_is_1_2_or_3(level):
    assert places(line(level=level)) == [("schema", "level")]


def test_a_record_names_its_level():
    answer = check(without(line(), "level"))

    assert [(error.path, error.params["problem"]) for error in answer.errors] == [("level", "missing")]


@pytest.mark.parametrize(
    ("record", "required"),
    [
        (line(), ("game", "dealer", "contract")),
        (summary(), ("game", "dealer", "contract", "auction", "trick_winners")),
        (full(), ("game", "dealer", "contract", "auction", "play", "hands", "kitty")),
    ],
)
def test_required_fields_are_missed(record, required):
    for name in required:
        assert places(without(record, name)) == [("schema", name)]


def test_a_deck_stands_in_for_hands_and_kitty():
    record = {**without(without(full(), "hands"), "kitty"), "deck": []}

    assert codes(record) == ["deal_size"]


@pytest.mark.parametrize(
    ("record", "name"),
    [
        *((line(), name) for name in ("auction", "trick_winners", "joker", "hands", "kitty", "play", "trick")),
        *((summary(), name) for name in ("hands", "kitty", "deck", "discards", "nominated", "play", "exposed")),
        *((full(), name) for name in ("trick_winners", "joker", "trick")),
    ],
)
@pytest.mark.parametrize("value", [None, []])
def test_fields_of_another_level_are_unknown(record, name, value):
    assert places({**record, name: value}) == [("schema", name)]


@pytest.mark.parametrize(
    ("record", "path"),
    [
        (line(game="fives_threes"), "game"),
        (line(game=None), "game"),
        (line(rules=[]), "rules"),
        (line(contract="8H"), "contract"),
        (line(contract={"seat": 1, "bid": "8H"}), "contract.sans_kitty"),
        (line(contract={"seat": 1, "bid": "8H", "sans_kitty": None}), "contract.sans_kitty"),
        (line(contract={"seat": 1, "bid": "8H", "sans_kitty": 0}), "contract.sans_kitty"),
        (line(contract={"seat": 1, "bid": "8H", "sans_kitty": False, "by": 1}), "contract.by"),
        (line(tricks=8), "tricks"),
        (line(tricks=None), "tricks"),
        (line(tricks=[2, 8, 0]), "tricks"),
        (line(points=[20]), "points"),
        (line(points={"0": 20}), "points"),
        (line(points=[20, True]), "points[1]"),
        (line(score_before=[0, "0"]), "score_before[1]"),
        (line(score_after=[20, 300.0]), "score_after[1]"),
        (line(score_before=[0, 0, 0]), "score_before"),
        (line(score_before=[0, 2**53 + 1]), "score_before[1]"),
        (line(score_before=[-(2**53) - 1, 0]), "score_before[0]"),
        (line(expected_dealer=10**40), "expected_dealer"),
        (line(expected_dealer="0"), "expected_dealer"),
        (line(expected_dealer=False), "expected_dealer"),
        (summary(auction=None), "auction"),
        (summary(auction=["7S"]), "auction[0]"),
        (summary(auction=[{"seat": 1}]), "auction[0].bid"),
        (summary(auction=[{"seat": 1, "bid": "7S", "sans_kitty": "no"}]), "auction[0].sans_kitty"),
        (summary(auction=[{"seat": 1, "bid": "7S", "at": 0}]), "auction[0].at"),
        (summary(trick_winners={}), "trick_winners"),
        (summary(joker=1), "joker"),
        (summary(joker={"holder": 1}), "joker.nominated"),
        (full(hands=[]), "hands"),
        (full(hands={"6": []}), "hands.6"),
        (full(hands={"x": []}), "hands.x"),
        (full(hands={"0": "AS"}), "hands.0"),
        (full(kitty="JK"), "kitty"),
        (full(deck={}), "deck"),
        (full(discards={}), "discards"),
        (full(exposed=1), "exposed"),
        (full(play={}), "play"),
        (full(play=[[]]), "play[0]"),
        (full(play=[{"lead": 0}]), "play[0].cards"),
        (full(play=[{"lead": 0, "cards": "AS"}]), "play[0].cards"),
        (full(play=[{"lead": 0, "cards": None}]), "play[0].cards"),
        (full(play=[{"lead": 0, "cards": [], "by": 0}]), "play[0].by"),
    ],
)
def test_a_fault_of_form_is_named_by_its_path(record, path):
    assert places(record) == [("schema", path)]


def test_scores_may_be_as_large_as_json_can_hold_for_certain():
    answer = check(line(score_before=[2**53, -(2**53)]))

    assert answer.values["score_after"] == [2**53 + 20, 300 - 2**53]


def test_a_number_that_is_too_large_is_called_so():
    problems = [error.params["problem"] for error in check(line(points=[2**60, "20"])).errors]

    assert problems == ["too large", "of the wrong type"]


def test_every_fault_of_form_is_named():
    record = {**line(points="many", trick=1), "contract": {"seat": 1}}

    assert sorted(places(record)) == [
        ("schema", "contract.bid"),
        ("schema", "contract.sans_kitty"),
        ("schema", "points"),
        ("schema", "trick"),
    ]


@pytest.mark.parametrize("name", ["rules", "called", "points", "score_before", "score_after", "expected_dealer"])
def test_null_is_the_same_as_left_out(name):
    assert check(line(**{name: None})) == check(line())


def test_null_is_the_same_as_left_out_in_a_call():
    record = summary()

    assert check({**record, "auction": [{**call, "sans_kitty": None} for call in record["auction"]]}).valid


def test_form_comes_before_rules_and_rules_before_the_contract():
    broken = line(rules={"misere": "sometimes"}, dealer=9, trick=1)

    assert codes(broken) == ["schema"]
    assert codes(without(broken, "trick")) == ["rules"]
    assert codes(without(without(broken, "trick"), "rules")) == ["seat"]
