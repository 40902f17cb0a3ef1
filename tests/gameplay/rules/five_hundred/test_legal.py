from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.five_hundred.bids import BIDS
from gameplay.rules.five_hundred.generate import random_hand, random_options
from gameplay.rules.five_hundred.hand import check
from gameplay.rules.five_hundred.legal import legal_next
from tests.gameplay.rules.five_hundred.records import HANDS, KITTY, PASS_ROUND

OPENING = [{"seat": 1, "bid": "P"}, {"seat": 2, "bid": "P"}, {"seat": 3, "bid": "P"}]


def values(**position):
    answer = legal_next({"dealer": 0, **position})
    assert answer.errors == ()
    return answer.values


def refused(**position):
    return [(error.code.removeprefix("five_hundred."), error.path) for error in legal_next(position).errors]


def played(bid="6NT", *, sans_kitty=False, **position):
    """Return what is legal once seat 0 plays a bid with the one-suited hands of the other tests."""
    auction = [*OPENING, {"seat": 0, "bid": bid, "sans_kitty": sans_kitty}]
    return values(hands=deepcopy(HANDS), kitty=list(KITTY), auction=auction, **position)


def test_a_hand_begins_with_the_call_of_the_dealers_left():
    assert values() == {
        "phase": "auction",
        "seat": 1,
        "calls": ["P", *(text for text in BIDS if text != "M")],
        "sans_kitty": True,
    }


def test_calls_follow_the_rules_of_the_table():
    found = values(rules={"misere": "off", "sans_kitty": False}, auction=[{"seat": 1, "bid": "10H"}])

    assert found == {"phase": "auction", "seat": 2, "calls": ["P", "10NT"], "sans_kitty": False}


def test_a_hand_passed_in_is_over():
    assert values(auction=PASS_ROUND) == {"phase": "passed_in"}


def test_without_a_deal_the_contract_is_the_last_word():
    assert values(auction=[*OPENING, {"seat": 0, "bid": "10H"}]) == {
        "phase": "contract",
        "contract": {"seat": 0, "bid": "10H", "sans_kitty": False},
        "caller": 0,
        "calls": ["10NT"],
        "sans_kitty": True,
    }


def test_the_contractor_discards_of_thirteen():
    found = played()

    assert (found["phase"], found["seat"], found["count"]) == ("exchange", 0, 3)
    assert sorted(found["cards"]) == sorted([*HANDS["0"], *KITTY])
    assert found["calls"] == [text for text in BIDS if BIDS[text].rank > BIDS["6NT"].rank and text not in ("M", "BM")]


def test_before_the_first_lead_the_holder_may_nominate():
    found = played(discards=["4D", "4H", "5S"])

    assert (found["phase"], found["seat"], found["trick"], found["may_stop"]) == ("play", 0, 1, False)
    assert found["cards"] == ["6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", "JK/S", "JK/C", "JK/D", "JK/H"]
    assert found["nominations"] == ["S", "C", "D", "H"]
    assert "calls" not in found


@pytest.mark.parametrize(
    ("bid", "position"),
    [
        ("6NT", {"discards": KITTY}),
        ("6S", {"discards": ["4D", "4H", "5S"]}),
        ("6NT", {"discards": ["4D", "4H", "5S"], "nominated": "H"}),
    ],
)
def test_otherwise_nothing_is_nominated_and_the_joker_led_as_any_card(bid, position):
    found = played(bid, **position)

    assert "nominations" not in found
    assert len(found["cards"]) == 10
    assert not any("/" in card for card in found["cards"])


def test_sans_kitty_the_play_begins_at_once():
    found = played(sans_kitty=True)

    assert (found["phase"], found["cards"]) == ("play", HANDS["0"][::-1])
    assert found["calls"]


def test_within_a_trick_the_next_seat_follows():
    found = played(discards=KITTY, play=[{"lead": 0, "cards": ["AS", "AC"]}])

    assert (found["seat"], found["trick"], found["may_stop"]) == (2, 1, False)
    assert found["cards"] == HANDS["2"][::-1]


def test_a_trick_without_cards_has_only_its_leader():
    found = played(discards=["4D", "4H", "5S"], play=[{"lead": 0, "cards": []}])

    assert (found["seat"], found["nominations"]) == (0, ["S", "C", "D", "H"])


def test_a_lost_misere_may_stop():
    found = played("OM", discards=KITTY, play=[{"lead": 0, "cards": ["AS", "AC", "AH"]}])

    assert (found["seat"], found["trick"], found["may_stop"]) == (0, 2, True)


def test_after_ten_tricks_the_hand_is_scored():
    play = [{"lead": 0, "cards": [HANDS[str(seat)][index] for seat in range(4)]} for index in range(10)]
    contract = {"seat": 0, "bid": "6NT", "sans_kitty": False}

    assert played(discards=KITTY, play=play) == {
        "phase": "scored",
        "contract": contract,
        "winners": [0] * 10,
    }


@pytest.mark.parametrize("position", [None, 5, [], "AS"])
def test_a_position_is_an_object(position):
    assert [error.code for error in legal_next(position).errors] == ["five_hundred.schema"]


SIX = [*OPENING, {"seat": 0, "bid": "6NT"}]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ({}, [("schema", "dealer")]),
        ({"dealer": 0, "trick_winners": []}, [("schema", "trick_winners")]),
        ({"dealer": 0, "rules": {"slam": 1}}, [("rules", "rules.slam")]),
        ({"dealer": 4}, [("seat", "dealer")]),
        ({"dealer": None}, [("seat", "dealer")]),
        ({"dealer": 0, "hands": HANDS, "kitty": ["4D", "4H"]}, [("deal_size", "kitty")]),
        ({"dealer": 0, "deck": ["4D"]}, [("deal_size", "deck")]),
        ({"dealer": 0, "auction": [{"seat": 2, "bid": "P"}]}, [("call_out_of_turn", "auction[0]")]),
        ({"dealer": 0, "auction": PASS_ROUND, "play": [{"lead": 0, "cards": []}]}, [("passed_in_with_result", "play")]),
        (
            {"dealer": 0, "auction": SIX, "contract": {"seat": 0, "bid": "6S", "sans_kitty": False}},
            [("contract_mismatch", "contract")],
        ),
        ({"dealer": 0, "auction": SIX, "discards": ["4D"]}, [("discard_count", "discards")]),
        ({"dealer": 0, "auction": SIX, "discards": KITTY, "nominated": "H"}, [("nomination_not_held", "nominated")]),
        (
            {"dealer": 0, "auction": SIX, "discards": KITTY, "play": [{"lead": 1, "cards": ["AC"]}]},
            [("play_wrong_leader", "play[0].lead")],
        ),
        (
            {"dealer": 0, "auction": SIX, "discards": KITTY, "play": [{"lead": 0, "cards": ["AC"]}]},
            [("play_not_held", "play[0].cards[0]")],
        ),
        (
            {
                "dealer": 0,
                "auction": SIX,
                "discards": KITTY,
                "play": [{"lead": 0, "cards": ["AS", "AC", "AD", "AH", "JK"]}, {"lead": 0, "cards": []}],
            },
            [("trick_size", "play[0].cards")],
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, expected):
    if "auction" in position and "hands" not in position:
        position = {"hands": HANDS, "kitty": KITTY, **position}

    assert refused(**position) == expected


def test_a_position_stays_as_it_was():
    position = {
        "dealer": 0,
        "hands": HANDS,
        "kitty": KITTY,
        "auction": SIX,
        "discards": KITTY,
        "play": [{"lead": 0, "cards": ["AS"]}],
    }
    untouched = deepcopy(position)

    legal_next(position)

    assert position == untouched


def walk(rng, options):
    """Play a hand by what is said to be legal, from the deal to its end; return the record."""
    dealt = random_hand(rng, level=3, options=options, dealer=0)
    record = {
        "dealer": 0,
        "rules": options,
        "hands": dealt["hands"],
        "kitty": dealt["kitty"],
        "auction": [],
        "play": [],
    }
    for _ in range(200):
        answer = legal_next(record)
        assert answer.errors == ()
        said = answer.values
        if said["phase"] == "auction":
            calls = said["calls"] if rng.random() < 0.3 else said["calls"][:2]
            record["auction"].append({"seat": said["seat"], "bid": rng.choice(calls)})
        elif said["phase"] == "exchange":
            record["contract"] = said["contract"]
            record["discards"] = rng.sample(said["cards"], said["count"])
        elif said["phase"] == "play":
            if said.get("nominations") and "nominated" not in record:
                record["nominated"] = rng.choice([None, *said["nominations"]])
                continue
            if said["may_stop"] and rng.random() < 0.3:
                break
            take(record, said, rng)
        else:
            break
    return {"game": "five_hundred", "level": 3, "contract": None, **record}


def take(record, said, rng):
    """Play one of the cards said to be legal."""
    card, _, suit = rng.choice(said["cards"]).partition("/")
    if len(record["play"]) == said["trick"]:
        record["play"][-1]["cards"].append(card)
    else:
        record["play"].append({"lead": said["seat"], "cards": [card], "suit": suit or None})


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_hand_played_by_what_is_legal_is_legal(seed):
    rng = Random(seed)
    options = random_options(rng)

    assert check(walk(rng, options)).errors == ()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["6NT", "M", "10D"]))
def test_the_judge_refuses_every_card_that_is_not_said_to_be_legal(seed, bid):
    rng = Random(seed)
    record = random_hand(rng, level=3, bid=bid)
    index = rng.randrange(len(record["play"]))
    trick = record["play"][index]
    trick.pop("winner")
    position = rng.randrange(1, len(trick["cards"]))
    cut = {**record, "play": [*record["play"][:index], {**trick, "cards": trick["cards"][:position]}]}
    legal = legal_next({name: value for name, value in cut.items() if name not in ("tricks", "points")}).values

    for card in {card for hand in record["hands"].values() for card in hand}:
        other = deepcopy(record)
        other["play"][index]["cards"][position] = card
        found = [error for error in check(other).errors if error.path == f"play[{index}].cards[{position}]"]
        assert (found == []) == (card in legal["cards"])
