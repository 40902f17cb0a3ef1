"""Tricks written down as they fall, by somebody who does not know the deal."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.five_hundred.cards import PACKS, texts_of
from gameplay.rules.five_hundred.full import played_tricks
from gameplay.rules.five_hundred.generate import random_hand, random_options
from gameplay.rules.five_hundred.hand import read_hand
from gameplay.rules.five_hundred.legal import legal_next

AUCTION = [
    {"seat": 1, "bid": "P"},
    {"seat": 2, "bid": "P"},
    {"seat": 3, "bid": "P"},
    {"seat": 0, "bid": "6H"},
]
NO_TRUMPS = [*AUCTION[:3], {"seat": 0, "bid": "6NT"}]
MISERE = [
    {"seat": 1, "bid": "7S"},
    {"seat": 2, "bid": "P"},
    {"seat": 3, "bid": "P"},
    {"seat": 0, "bid": "M"},
    {"seat": 1, "bid": "P"},
]


def after(*tricks, auction=AUCTION, **more):
    play = [{"lead": lead, "cards": cards.split()} for lead, cards in tricks]
    answer = legal_next({"dealer": 0, "auction": auction, "play": play, **more})
    assert answer.errors == ()
    return answer.values


def refused(*tricks, auction=AUCTION, **more):
    play = [{"lead": lead, "cards": cards.split()} for lead, cards in tricks]
    answer = legal_next({"dealer": 0, "auction": auction, "play": play, **more})
    return [(error.code.removeprefix("five_hundred."), error.path) for error in answer.errors]


def test_the_contractor_may_lead_any_card_of_the_pack():
    found = after()

    assert (found["phase"], found["seat"], found["trick"], found["winners"]) == ("play", 0, 1, [])
    assert found["cards"] == texts_of(PACKS[4])


def test_whoever_follows_may_hold_all_that_has_not_fallen():
    found = after((0, "5H 6H"))

    assert found["seat"] == 2
    assert found["cards"] == [card for card in texts_of(PACKS[4]) if card not in ("5H", "6H")]


def test_who_does_not_follow_has_none_of_the_suit_left_bower_and_joker_included():
    found = after((0, "5H 5S 6H 7H"), (3, "5C 6C"))

    trumps = {card for card in texts_of(PACKS[4]) if card.endswith("H")} | {"JD", "JK"}
    assert found["winners"] == [3]
    assert found["seat"] == 1
    assert found["cards"] == [
        card for card in texts_of(PACKS[4]) if card not in trumps and card not in ("5S", "5C", "6C")
    ]
    assert refused((0, "5H 5S 6H 7H"), (3, "5C 6C 8H")) == [("play_not_held", "play[1].cards[2]")]


def test_a_card_that_has_fallen_cannot_fall_again():
    assert refused((0, "5H 5H")) == [("play_not_held", "play[0].cards[1]")]


def test_the_winner_leads():
    assert refused((0, "5H 6H 7H 8H"), (0, "5S")) == [("play_wrong_leader", "play[1].lead")]


def test_a_loose_joker_is_led_for_suits_not_led_yet():
    found = after((0, "5H 6H 7H AH"), auction=NO_TRUMPS)

    assert [card for card in found["cards"] if card.startswith("JK")] == ["JK/S", "JK/C", "JK/D"]


def test_who_keeps_a_joker_that_would_be_forced_in_a_misere_does_not_hold_it():
    found = after((0, "5H 5S 6H"), (3, "7C 8C"), auction=MISERE)

    assert found["seat"] == 1
    assert "JK" not in found["cards"]


def test_a_joker_named_by_the_contractor_is_held_by_nobody_else():
    assert "JK" in after(auction=NO_TRUMPS, nominated="S")["cards"]
    assert "JK" not in after((0, "5H"), auction=NO_TRUMPS, nominated="S")["cards"]


def test_a_lost_misere_may_stop_and_says_who_can_still_hold_what():
    found = after((0, "AH 5H 6H"), auction=MISERE)

    assert (found["may_stop"], found["winners"]) == (True, [0])
    assert [len(cards) for cards in found["may_hold"]] == [40, 40, 40, 40]


def position(record, tricks):
    """Return what the writer has after some tricks."""
    sent = {name: record[name] for name in ("dealer", "rules", "auction", "nominated") if name in record}
    return {**sent, "play": tricks}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_every_card_of_a_legal_hand_is_among_those_that_can_be_played(seed):
    rng = Random(seed)
    record = random_hand(rng, level=3, options=random_options(rng))
    if record["contract"] is None:
        return
    for index, (trick, found) in enumerate(zip(record["play"], played_tricks(read_hand(record)), strict=True)):
        for place, card in enumerate(trick["cards"]):
            before = [{**trick, "cards": trick["cards"][:place]}] if place else []
            values = legal_next(position(record, [*record["play"][:index], *before])).values
            led = f"{card}/{trick['suit']}" if place == 0 and trick.get("suit") else card
            assert (values["seat"], values["trick"]) == (found.order[place], index + 1)
            assert led in values["cards"]
    values = legal_next(position(record, record["play"])).values
    assert values["winners"] == [trick.winner for trick in played_tricks(read_hand(record))]
    assert values["phase"] == "scored" or values["may_stop"]


@pytest.mark.parametrize("nominated", ["X", 5])
def test_a_suit_that_is_none_is_refused(nominated):
    assert refused(auction=NO_TRUMPS, nominated=nominated) == [("suit", "nominated")]
