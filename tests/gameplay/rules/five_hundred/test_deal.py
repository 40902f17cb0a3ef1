from random import Random

import pytest

from gameplay.rules.five_hundred.cards import PACKS, mask_of_texts, texts_of
from gameplay.rules.five_hundred.deal import deal
from gameplay.rules.five_hundred.hand import check
from tests.gameplay.rules.five_hundred.records import HANDS, KITTY, PASS_ROUND, codes, full, places

DECK = [
    *("AC", "KC", "QC", "AD", "KD", "QD", "AH", "KH", "QH", "AS", "KS", "QS", "4D"),
    *("JC", "10C", "9C", "8C", "JD", "10D", "9D", "8D", "JH", "10H", "9H", "8H", "JS", "10S", "9S", "8S", "4H"),
    *("7C", "6C", "5C", "7D", "6D", "5D", "7H", "6H", "5H", "7S", "6S", "5S", "JK"),
]


def passed_in(**changes):
    return full(auction=PASS_ROUND, contract=None, discards=[], **changes)


@pytest.mark.parametrize("players", PACKS)
@pytest.mark.parametrize("dealer", [0, 1])
def test_a_deck_is_dealt_whole_in_tens(players, dealer):
    deck = texts_of(PACKS[players])
    Random(players).shuffle(deck)

    hands, kitty = deal(deck, players=players, dealer=dealer)

    assert [len(hand) for hand in hands] == [10] * players
    assert len(kitty) == 3
    assert hands[(dealer + 1) % players][:3] == deck[:3]
    assert sorted([*kitty, *(card for hand in hands for card in hand)]) == sorted(deck)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="hands and kitty"),
        pytest.param({"hands": None, "kitty": None, "deck": DECK}, id="deck"),
        pytest.param({"deck": DECK}, id="both"),
        pytest.param({"deck": DECK, "kitty": None}, id="deck and hands"),
        pytest.param({"deck": DECK, "hands": None}, id="deck and kitty"),
        pytest.param({"kitty": ["JK", "4H", "4D"]}, id="any order"),
        pytest.param({"hands": {**HANDS, "0": [card.replace("10", "T") for card in HANDS["0"]]}}, id="T for 10"),
        pytest.param({"hands": {**HANDS, "4": []}}, id="an empty hand of nobody"),
    ],
)
def test_a_deal_is_read(changes):
    assert check(passed_in(**changes)).valid


def changed(seat, index, card):
    cards = list(HANDS[seat])
    cards[index] = card
    return {**HANDS, seat: cards}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"hands": changed("2", 3, "1D")}, [("card", "hands.2[3]")], id="unreadable"),
        pytest.param({"hands": changed("2", 3, ["AD"])}, [("card", "hands.2[3]")], id="no text"),
        pytest.param({"kitty": ["4D", 4, None]}, [("card", "kitty[1]"), ("card", "kitty[2]")], id="two unreadable"),
        pytest.param({"hands": changed("2", 3, "4S")}, [("deal_foreign", "hands.2[3]")], id="not in the pack"),
        pytest.param({"hands": changed("2", 3, "AS")}, [("deal_duplicate", "hands.2[3]")], id="twice"),
        pytest.param({"hands": changed("0", 4, "TC")}, [("deal_duplicate", "hands.1[4]")], id="twice, in two writings"),
        pytest.param({"kitty": ["4D", "4H"]}, [("deal_size", "kitty")], id="two in the kitty"),
        pytest.param(
            {"hands": {**HANDS, "0": HANDS["0"][:9]}, "kitty": [*KITTY, "5S"]},
            [("deal_size", "hands.0"), ("deal_size", "kitty")],
            id="one moved",
        ),
        pytest.param(
            {"hands": {"0": HANDS["0"], "1": HANDS["1"], "2": HANDS["2"]}},
            [("deal_size", "hands.3")],
            id="a hand short",
        ),
        pytest.param(
            {"hands": {**HANDS, "4": ["2S"]}},
            [("deal_foreign", "hands.4[0]"), ("deal_size", "hands.4")],
            id="a fifth hand",
        ),
        pytest.param(
            {"hands": changed("2", 3, "4S"), "kitty": ["AS", "4H"]},
            [("deal_foreign", "hands.2[3]"), ("deal_duplicate", "kitty[0]"), ("deal_size", "kitty")],
            id="every fault, in the order of the codes",
        ),
        pytest.param({"deck": DECK[:42]}, [("deal_size", "deck")], id="a deck of 42"),
        pytest.param({"deck": [*DECK[:42], "AC"]}, [("deal_duplicate", "deck[42]")], id="a deck with a card twice"),
        pytest.param({"deck": [*DECK[:42], "4C"]}, [("deal_foreign", "deck[42]")], id="a deck with a foreign card"),
        pytest.param({"deck": [*DECK[:42], ""]}, [("card", "deck[42]")], id="a deck with an unreadable card"),
        pytest.param(
            {"deck": [*DECK[3:6], *DECK[:3], *DECK[6:]]},
            [("deal_deck_mismatch", "hands.1"), ("deal_deck_mismatch", "hands.2")],
            id="another deck",
        ),
        pytest.param(
            {"deck": DECK, "hands": None, "kitty": ["4D", "4H", "AS"]},
            [("deal_deck_mismatch", "kitty")],
            id="another kitty",
        ),
    ],
)
def test_a_wrong_deal_is_refused(changes, expected):
    assert places(passed_in(**changes)) == expected


def test_the_deck_is_dealt_from_the_dealers_left():
    record = passed_in(deck=DECK, dealer=1)
    record["auction"] = [{"seat": seat, "bid": "P"} for seat in (2, 3, 0, 1)]

    assert set(codes(record)) == {"deal_deck_mismatch"}


def test_the_hand_passed_in_is_worth_nothing():
    assert check(passed_in()).values["points"] == [0, 0]
    assert mask_of_texts(DECK) == PACKS[4]
