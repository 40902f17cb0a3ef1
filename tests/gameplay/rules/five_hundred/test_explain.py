from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.messages import told as sentence
from gameplay.messages.five_hundred import MESSAGES, TELLINGS
from gameplay.rules.five_hundred.codes import CODES
from gameplay.rules.five_hundred.explain import TELLINGS as TOLD
from gameplay.rules.five_hundred.explain import explain
from gameplay.rules.five_hundred.faulty import FAULT_LEVELS, random_faulty_hand
from gameplay.rules.five_hundred.generate import random_hand, random_options
from gameplay.rules.five_hundred.hand import check
from tests.gameplay.rules.five_hundred.records import HANDS, PASS_ROUND, full, line, summary


def say(lines):
    return [sentence(each).replace("\ufe0e", "") for each in lines]


def test_every_code_has_its_sentence():
    assert set(MESSAGES) == set(CODES)
    assert set(TELLINGS) == set(TOLD)


@pytest.mark.parametrize(("code", "level"), [(code, at[-1]) for code, at in FAULT_LEVELS.items()])
def test_every_fault_brings_what_its_sentence_names(code, level):
    record = random_faulty_hand(Random(code), code, level=level, before=[0, 0])

    assert len(say(explain(record))) == len(check(record).errors)


def test_a_score_line_is_told():
    assert say(explain(line(score_before=[480, 200]))) == [
        "North dealt.",
        "East plays 8♥.",
        "Tricks: 2 for North-South, 8 for East-West.",
        "East made 8♥.",
        "Points: 20 for North-South, 300 for East-West.",
        "The score now: 500 for North-South, 500 for East-West.",
        "East-West wins the game with this contract.",
    ]


def test_a_hand_passed_in_is_told():
    record = summary(auction=PASS_ROUND, contract=None, trick_winners=[])

    assert say(explain(record)) == [
        "North dealt.",
        *(f"{name} passed." for name in ("East", "South", "West", "North")),
        "Everybody passed; the hand is passed in and scores nothing.",
        "Points: 0 for North-South, 0 for East-West.",
    ]


def test_a_summary_is_told():
    record = summary("OM", (0, 1), joker={"holder": 2, "nominated": None}, score_before=[0, 0])

    assert say(explain(record))[5:] == [
        "East plays open misere.",
        "West takes no part and lays the cards face down.",
        "South held the joker; no suit was named for it.",
        "Trick 1.",
        "North won the trick.",
        "Trick 2.",
        "East won the trick.",
        "The misere was lost and play stopped.",
        "Tricks: 1 for North-South, 1 for East-West.",
        "East failed in open misere.",
        "Points: 0 for North-South, -500 for East-West.",
        "The score now: 0 for North-South, -500 for East-West.",
        "The contractor is out backwards; North-South wins the game.",
    ]


def test_the_cards_of_a_misere_are_told():
    play = [{"lead": 0, "cards": ["6S", "AC", "AH"]}]
    record = full("OM", discards=["4D", "4H", "5S"], nominated="D", play=play, exposed=True)

    assert say(explain(record))[5:] == [
        "North plays open misere.",
        "South takes no part and lays the cards face down.",
        "North took the kitty and discarded 4♦ 4♥ 5♠.",
        "North named diamonds as the suit of the joker.",
        "Trick 1.",
        "North led 6♠.",
        "East could not follow spades and threw A♣.",
        "West could not follow spades and threw A♥.",
        "North won the trick.",
        "North laid the hand open.",
        "The misere was lost and play stopped.",
        "Tricks: 1 for North-South, 0 for East-West.",
        "North failed in open misere.",
        "Points: -500 for North-South, 0 for East-West.",
    ]


def lead_ten(bid, **changes):
    """Return a hand in which seat 0 leads from the ace of spades down to the joker."""
    spades = [*HANDS["0"][:9], "JK"]
    play = [
        {"lead": 0, "cards": [hand[index] for hand in (spades, *(HANDS[seat] for seat in "123"))]}
        for index in range(10)
    ]
    return full(bid, discards=["4D", "4H", "5S"], play=play, **changes)


def test_a_joker_led_is_told_with_its_suit():
    record = lead_ten("6NT")
    record["play"][0], record["play"][9] = (
        {**record["play"][9], "suit": "C"},
        {**record["play"][0], "suit": None},
    )
    record["play"][0]["cards"][1:], record["play"][9]["cards"][1:] = (["AC", "5D", "5H"], ["5C", "AD", "AH"])

    told = say(explain(record))

    assert told[told.index("Trick 1.") : told.index("Trick 2.")] == [
        "Trick 1.",
        "North led the joker, naming clubs.",
        "East played A♣.",
        "South could not follow clubs and threw 5♦.",
        "West could not follow clubs and threw 5♥.",
        "North won the trick.",
    ]


def test_a_joker_led_to_the_last_trick_asks_for_nothing():
    told = say(explain(lead_ten("6NT")))

    assert told[told.index("Trick 10.") :][:5] == [
        "Trick 10.",
        "North led joker.",
        "East played 5♣.",
        "South played 5♦.",
        "West played 5♥.",
    ]


@pytest.mark.parametrize(
    ("bid", "told", "is_told"),
    [
        ("6H", "and trumped with", True),
        ("6H", "and played the joker, which wins", False),
        ("6NT", "and trumped with", False),
        ("6NT", "and played the joker, which wins", True),
    ],
)
def test_trumping_is_told_of_trumps_and_the_loose_joker_of_no_trumps(bid, told, is_told):
    sentences = [
        sentence for seed in range(20) for sentence in say(explain(random_hand(Random(seed), level=3, bid=bid)))
    ]

    assert any(told in sentence for sentence in sentences) == is_told


def test_sans_kitty_and_a_called_partner_are_told():
    record = random_hand(Random(1), level=3, options={"players": 5}, bid="6D")
    record.pop("called", None)
    seat = record["contract"]["seat"]
    for name in ("tricks", "points"):
        record.pop(name)
    told = say(explain({**record, "called": (seat + 1) % 5}))

    assert f"Seat {seat + 1} called Seat {(seat + 1) % 5 + 1} as partner." in told


def test_bids_sans_kitty_are_told():
    record = full(auction=[*PASS_ROUND[:3], {"seat": 0, "bid": "6NT", "sans_kitty": True}], discards=None)
    record["contract"] = {"seat": 0, "bid": "6NT", "sans_kitty": True}
    record["play"] = [{"lead": 0, "cards": [HANDS[seat][index] for seat in "0123"]} for index in range(10)]

    told = say(explain(record))

    assert told[4:6] == ["North bid 6 NT sans kitty.", "North plays 6 NT without the kitty."]
    assert told[6] == "Trick 1."


@pytest.mark.parametrize(
    ("tricks", "before", "last"),
    [
        ([1, 5, 0, 3, 1], [0, 200, 0, 200, 0], "The game is shared after this contract: Seat 2, Seat 4."),
        (
            [1, 4, 1, 3, 1],
            [10, -200, 0, 300, 10],
            "The contractor is out backwards; the game is shared: Seat 1, Seat 5.",
        ),
    ],
)
def test_a_shared_game_is_told(tricks, before, last):
    record = line(rules={"players": 5}, tricks=tricks, called=3, score_before=before)

    assert say(explain(record))[-1] == last


def test_a_game_that_goes_on_is_told_by_its_score():
    assert say(explain(line(score_before=[0, 0])))[-1] == "The score now: 20 for North-South, 300 for East-West."


def test_open_numbers_of_a_misere_are_told_as_open():
    record = line(contract={"seat": 1, "bid": "M", "sans_kitty": False}, tricks=[None, 0])

    assert "Tricks: ? for North-South, 0 for East-West." in say(explain(record))


def test_points_that_are_not_known_are_not_told():
    assert say(explain(line(rules={"defender_cap": 490})))[-1] == "East made 8♥."


def test_a_record_that_does_not_stand_is_told_by_its_fault():
    assert say(explain(line(tricks=[2, 7]))) == ["The tricks make 9 together instead of 10."]
    assert say(explain(None)) == ["record: of the wrong type."]


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 3]))
def test_every_legal_hand_can_be_told(seed, level):
    rng = Random(seed)
    record = random_hand(rng, level=level, options=random_options(rng))

    told = say(explain(record))

    assert told[0].endswith(" dealt.")
    assert told.count("The misere was lost and play stopped.") <= 1
