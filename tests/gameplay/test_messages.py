from __future__ import annotations

from random import Random

import pytest

from gameplay.messages import CHAIN_MESSAGES, MESSAGES, TELLINGS, detail_of, told
from gameplay.rules.kinds import Line, Violation
from gameplay.rules.registry import KINDS

PAIRS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,))
TEAMS = ((0, 2, 4), (1, 3, 5))
THREE_PAIRS = ((0, 3), (1, 4), (2, 5))
ALL_FAULTS = [
    pytest.param(kind, code, level, id=f"{code} {level}")
    for kind in KINDS.values()
    for code, levels in kind.fault_levels.items()
    for level in levels
]


def said(code, sides=(), people=None, **params):
    return detail_of(Violation(code, "", params, sides), people).replace("\ufe0e", "")


def test_a_fault_is_said_in_a_sentence():
    violation = Violation("hand.score_before_mismatch", "score_before", {"expected": [120, 40]})

    assert detail_of(violation) == "The score before this hand is 120 : 40, the record says otherwise."


@pytest.mark.parametrize("code", ["hand.game_mismatch", "hand.rules_mismatch", "hand.score_before_mismatch"])
def test_every_fault_of_the_chain_has_a_sentence(code):
    assert code in CHAIN_MESSAGES


def test_the_sentences_of_both_games_are_there():
    games = {code.partition(".")[0] for code in MESSAGES}

    assert games == {"hand", "ruling", "line", "five_hundred", "fives_threes"}
    assert {code.partition(".")[0] for code in TELLINGS} == {"five_hundred", "fives_threes"}


@pytest.mark.parametrize(("kind", "code", "level"), ALL_FAULTS)
def test_every_fault_is_said_without_a_gap(kind, code, level):
    rules = kind.resolve_rules({})
    record = kind.faulty_record(Random(code), code, level=level, rules=rules, before=[0] * len(kind.sides(rules)))

    for fault in kind.check(record).errors:
        sentence = detail_of(fault)
        assert sentence.endswith(".")
        assert "%(" not in sentence


@pytest.mark.parametrize(
    ("sides", "seat", "name"),
    [
        pytest.param(PAIRS, 0, "North", id="first of four"),
        pytest.param(PAIRS, 3, "West", id="last of four"),
        pytest.param(ALONE, 2, "Seat 3", id="of three"),
        pytest.param(PAIRS, 4, "4", id="no seat of four"),
        pytest.param(PAIRS, -1, "-1", id="below"),
        pytest.param(PAIRS, True, "True", id="no number"),
        pytest.param(PAIRS, "1", "1", id="a text"),
        pytest.param((), 0, "0", id="no table"),
    ],
)
def test_a_seat_is_called_by_its_name(sides, seat, name):
    assert said("fives_threes.turn_empty", sides, seat=seat) == f"{name} has no tiles left and is passed over."


@pytest.mark.parametrize(
    ("sides", "side", "name"),
    [
        pytest.param(PAIRS, 1, "East-West", id="pairs of four"),
        pytest.param(ALONE, 1, "Seat 2", id="each alone"),
        pytest.param(TEAMS, 1, "Team 2-4-6", id="two teams"),
        pytest.param(THREE_PAIRS, 2, "Pair 3-6", id="three pairs"),
        pytest.param(PAIRS, 2, "2", id="no side"),
        pytest.param(PAIRS, -1, "-1", id="below"),
        pytest.param(PAIRS, True, "True", id="no number"),
        pytest.param(PAIRS, None, "nobody", id="none"),
    ],
)
def test_a_side_is_called_by_its_name(sides, side, name):
    expected = f"The game is won by {name}, not by nobody."

    assert said("fives_threes.winner_mismatch", sides, expected=side, claimed=None) == expected


def test_people_are_called_by_their_own_names():
    people = ("Ann", "Bob", "Cid", "Dot")

    assert said("fives_threes.turn", PAIRS, people, seat=0, expected=3) == "It is the turn of Dot, not of Ann."
    assert said("fives_threes.points_range", PAIRS, people, side=1, points=-2).startswith("Bob + Dot has -2 points")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("10H", "10♥"),
        ("TH", "10♥"),
        ("13D", "13♦"),
        ("AS", "A♠"),
        ("JC", "J♣"),
        ("JK", "joker"),
        ("1H", "1H"),
        (7, "7"),
    ],
)
def test_a_card_is_written_as_people_write_it(text, shown):
    assert said("five_hundred.deal_duplicate", card=text) == f"The card {shown} was dealt twice."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("8H", "8♥"),
        ("10NT", "10 NT"),
        ("M", "misere"),
        ("OM", "open misere"),
        ("BM", "blind misere"),
        ("P", "a pass"),
        ("5H", "5H"),
        (None, "?"),
    ],
)
def test_a_bid_is_written_as_people_write_it(text, shown):
    assert said("five_hundred.bid_too_low", bid=text, high="6S") == f"The bid {shown} is not higher than 6♠."


@pytest.mark.parametrize(("text", "shown"), [("S", "spades"), ("H", "hearts"), ("", ""), ("SC", "SC")])
def test_a_suit_is_called_by_its_name(text, shown):
    sentence = said("five_hundred.joker_lead_suit_used", PAIRS, seat=0, suit=text)

    assert sentence == f"North may not name {shown} for the joker: that suit has been led before."


def test_a_contract_is_said_with_its_player():
    contract = {"seat": 1, "bid": "8H", "sans_kitty": False}
    sans_kitty = {"seat": 2, "bid": "OM", "sans_kitty": True}

    assert said("five_hundred.contract_mismatch", PAIRS, expected=contract, claimed=None) == (
        "The auction ended with 8♥ by East, but the record says a hand passed in."
    )
    assert said("five_hundred.contract_mismatch", PAIRS, expected=sans_kitty, claimed=contract) == (
        "The auction ended with open misere sans kitty by South, but the record says 8♥ by East."
    )


@pytest.mark.parametrize(
    ("part", "name"), [("hands.2", "South"), ("kitty", "The kitty"), ("deck", "The deck"), ("hands.5", "5")]
)
def test_a_part_of_the_deal_is_said_by_whose_it_is(part, name):
    sentence = said("five_hundred.deal_size", PAIRS, part=part, cards=9, expected=10)

    assert sentence == f"{name} has 9 cards instead of 10."


@pytest.mark.parametrize(
    ("claimed", "expected", "words"),
    [
        pytest.param("out", "blocked", "says out, it should say blocked", id="ends"),
        pytest.param("won", "out or blocked", "says won, it should say out or blocked", id="one of two ends"),
        pytest.param(1, None, "says East-West, it should say nobody", id="sides"),
        pytest.param(None, [0, 1], "says nobody, it should say North-South, East-West", id="any side"),
        pytest.param(7, 0, "says 7, it should say North-South", id="no side"),
    ],
)
def test_the_end_of_a_round_is_said_in_words(claimed, expected, words):
    sentence = said("fives_threes.end_mismatch", PAIRS, claimed=claimed, expected=expected)

    assert sentence == f"How the round ended does not agree with the rest: the record {words}."


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(10**30, "...", id="a number without end"),
        pytest.param("x" * 41, "x" * 37 + "...", id="a long text"),
        pytest.param("x" * 40, "x" * 40, id="a text that fits"),
        pytest.param([1, None], "1 : ?", id="numbers by side"),
        pytest.param([[1]], "...", id="a list of lists"),
        pytest.param({"a": 1}, "...", id="an object"),
        pytest.param(1.5, "1.5", id="a fraction"),
    ],
)
def test_what_comes_from_outside_is_cut_to_a_sentence(value, shown):
    assert said("fives_threes.no_fit", tile=value) == f"{shown} does not fit there."


def test_numbers_by_side_need_one_for_each_side():
    def line(points):
        return told(Line("five_hundred.tell.points", {"points": points}, PAIRS))

    assert line([20, None]) == "Points: 20 for North-South, ? for East-West."
    assert line([20, 30, 40]) == "Points: 20 : 30 : 40."
