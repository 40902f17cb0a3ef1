"""The published cases of the rules, each with the answer that the rules give."""

import json
from pathlib import Path

import pytest

from gameplay.rules.five_hundred.auction import auction_legal
from gameplay.rules.five_hundred.bids import BIDS, ORDER, SUITS, Contract
from gameplay.rules.five_hundred.cards import CARDS, PACKS, TEXTS, cards_in, mask_of_texts, texts_of
from gameplay.rules.five_hundred.case import Case
from gameplay.rules.five_hundred.deal import deal
from gameplay.rules.five_hundred.hand import check
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED
from gameplay.rules.five_hundred.play import Play
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.variants import resolve_rules

VECTORS = json.loads((Path(__file__).parents[3] / "data" / "vectors.json").read_text())


def vectors(kind):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


def short(code):
    """Write a code as the vectors do."""
    return code.replace("five_hundred.", "FH_").upper()


def answered(record):
    answer = check(record)
    values = {**answer.values, "valid": answer.valid}
    if answer.errors:
        values["errors"] = [short(answer.errors[0].code)]
    return values


def assert_expected(values, expected):
    assert {name: values.get(name) for name in expected} == expected


def test_every_vector_of_the_game_is_tested_here():
    kinds = {vector["kind"] for vector in VECTORS if vector["game"] == "five_hundred"}

    assert kinds <= {
        f"fh.{name}"
        for name in ("record", "pack", "deal", "values", "order", "auction", "legal", "trick", "score", "game")
    }


@pytest.mark.parametrize("vector", vectors("fh.record"))
def test_record(vector):
    assert_expected(answered(vector["input"]), vector["expected"])


@pytest.mark.parametrize("vector", vectors("fh.pack"))
def test_pack(vector):
    cards = [TEXTS[card] for card in cards_in(PACKS[vector["input"]["players"]])]
    ranks = {suit: [card.removesuffix(suit) for card in cards if card.endswith(suit)] for suit in "SCDH"}

    assert {"size": len(cards), "joker": cards.count("JK"), **ranks} == vector["expected"]


@pytest.mark.parametrize("vector", vectors("fh.auction"))
def test_auction(vector):
    assert_expected(auctioned(vector["rules"], **vector["input"]), vector["expected"])


@pytest.mark.parametrize("vector", vectors("fh.deal"))
def test_deal(vector):
    hands, kitty = deal(**{name: vector["input"][name] for name in ("deck", "players", "dealer")})

    assert {str(seat): hand for seat, hand in enumerate(hands)} == vector["expected"]["hands"]
    assert kitty == vector["expected"]["kitty"]


def opened_play(options, *, bid, nominated, hands, contractor=0, leader=0):
    """Stand before the lead to a trick."""
    rules = resolve_rules(options)
    contract = Contract(contractor, BIDS[bid], sans_kitty=False)
    suit = None if nominated is None else SUITS.index(nominated)
    play = Play.opened(rules, seating_of(rules), contract, hands=hands, nominated=suit)
    play.leader = leader
    return play


def led_suit(play, text, named):
    """Read the suit that a card led asks for."""
    return play.ranking.suit_of[CARDS[text]] if named is None else SUITS.index(named)


@pytest.mark.parametrize("vector", vectors("fh.legal"))
def test_legal(vector):
    given = vector["input"]
    hand, trick = mask_of_texts(given["hand"]), given["trick"]
    play = opened_play(vector["rules"], bid=given["bid"], nominated=given["nominated"], hands=[hand, 0, 0, 0])
    play.winners = [0] * (given["trick_no"] - 1)
    for name in given["led_before"]:
        play.suits_led |= 1 << SUITS.index(name)

    if trick:
        legal = texts_of(play.ranking.followers(hand, led_suit(play, trick[0][1], given["suit"])))
    else:
        cards, suits = play.leads()
        legal = texts_of(cards & ~play.ranking.loose if suits else cards)
        legal += [f"JK/{name}" for index, name in enumerate(SUITS) if suits >> index & 1]

    assert sorted(legal) == sorted(vector["expected"]["legal"])


@pytest.mark.parametrize("vector", vectors("fh.trick"))
def test_trick(vector):
    given, players = vector["input"], vector["rules"].get("players", 4)
    seats, texts = zip(*given["plays"], strict=True)
    # In a misere of four the seat that does not play is the contractor's partner.
    contractor = next(((seat + 2) % players for seat in range(players) if seat not in seats), 0)
    hands = [0] * players
    for seat, text in given["plays"]:
        hands[seat] = mask_of_texts([text])
    play = opened_play(
        vector["rules"],
        bid=given["bid"],
        nominated=given["nominated"],
        hands=hands,
        contractor=contractor,
        leader=seats[0],
    )

    _, winner = play.follow([CARDS[text] for text in texts], led_suit(play, texts[0], given["suit"]))

    assert {"winner": winner} == vector["expected"]


def auctioned(options, *, dealer, calls):
    """Follow the calls through the stages of a level 2 record that end with the auction."""
    rules = resolve_rules(options)
    case = Case({"dealer": dealer, "auction": calls}, rules, seating_of(rules))
    if faults := auction_legal(case):
        return {"errors": [short(faults[0].code)]}
    contract = case.auctioned
    if contract is None:
        return {"contract": None}
    return {"contract": {"seat": contract.seat, "bid": contract.bid.text, "sans_kitty": contract.sans_kitty}}


@pytest.mark.parametrize("vector", vectors("fh.values"))
def test_values(vector):
    assert {text: bid.value for text, bid in BIDS.items()} == vector["expected"]


@pytest.mark.parametrize("vector", vectors("fh.order"))
def test_order(vector):
    steps = [step[0] if len(step) == 1 else sorted(step) for step in ORDER]

    assert steps == vector["expected"]


@pytest.mark.parametrize("vector", vectors("fh.score"))
def test_score(vector):
    record = {"game": "five_hundred", "level": 1, "rules": vector["rules"], "dealer": 0, **vector["input"]}

    assert_expected(answered(record), vector["expected"])


@pytest.mark.parametrize("vector", vectors("fh.game"))
def test_game(vector):
    rules = FIVE_HUNDRED.resolve_rules(vector["rules"])
    state = FIVE_HUNDRED.start(rules)
    scores = []
    for hand in vector["input"]["hands"]:
        if state.is_over:
            break
        record = {"game": "five_hundred", "level": 1, "dealer": 0, "score_before": list(state.scores), **hand}
        state = FIVE_HUNDRED.advance(rules, state, record, check(record))
        scores.append(list(state.scores))

    winner = state.winners[0] if state.winners else None
    how = {"contract": "contract", "out_backwards": "backwards", None: None}[state.ending]
    expected = {name: value for name, value in vector["expected"].items() if name != "error"}
    assert {"scores": scores, "over": state.is_over, "winner": winner, "how": how} == expected
    if "error" in vector["expected"]:
        assert len(scores) < len(vector["input"]["hands"])
        assert short(FIVE_HUNDRED.over_code) == vector["expected"]["error"]
