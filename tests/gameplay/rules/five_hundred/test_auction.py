from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.five_hundred.auction import Auction
from gameplay.rules.five_hundred.bids import BIDS, PASS, Contract, read_bid
from gameplay.rules.five_hundred.generate import random_options
from gameplay.rules.five_hundred.variants import resolve_rules
from tests.gameplay.rules.five_hundred.records import PASS_ROUND, codes, line, places, summary


def auction_of(*calls, dealer=3, **options):
    """Follow calls in turn from seat 0, all of which must be legal."""
    auction = Auction.opened(resolve_rules(options), dealer=dealer)
    for text in calls:
        bid = read_bid(text)
        assert auction.refusals(auction.turn, bid) == []
        auction.add(auction.turn, bid)
    return auction


def test_an_auction_opens_with_every_bid_but_misere():
    assert auction_of().legal_calls() == [PASS, *(text for text in BIDS if text != "M")]


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ({"misere": "any_time"}, set()),
        ({"misere": "off"}, {"M", "OM", "BM"}),
        ({"blind_misere": False}, {"M", "BM"}),
    ],
)
def test_an_auction_opens_by_its_variant(options, missing):
    assert set(BIDS) - set(auction_of(**options).legal_calls()) == missing


def test_misere_is_open_after_a_seven_only():
    assert "M" not in auction_of("6NT").legal_calls()
    assert "M" in auction_of("7S").legal_calls()
    assert "M" not in auction_of("8S").legal_calls()


def test_blind_misere_is_a_first_call():
    assert "BM" in auction_of("6S", "P", "P").legal_calls()
    assert "BM" not in auction_of("6S", "6C", "P", "P").legal_calls()
    assert "OM" in auction_of("6S", "6C", "P", "P").legal_calls()


@pytest.mark.parametrize("dealer", range(4))
def test_blind_misere_is_a_first_call_in_every_seat_whoever_else_has_bid(dealer):
    auction = auction_of("6S", "6C", "6D", dealer=dealer)

    assert auction.turn == dealer
    assert "BM" in auction.legal_calls()

    auction.add(dealer, None)

    assert "BM" not in auction.legal_calls()


@pytest.mark.parametrize("dealer", range(4))
def test_blind_misere_is_no_second_call_in_any_seat(dealer):
    auction = auction_of("6S", "6C", "P", "P", dealer=dealer)

    assert auction.refusals((dealer + 1) % 4, BIDS["BM"]) == ["blind_after_look"]


def test_misere_after_an_eight_is_too_low_and_wants_a_seven_all_the_same():
    assert auction_of("8S").refusals(1, BIDS["M"]) == ["bid_too_low", "misere_before_seven"]
    assert auction_of("7S", "8S").refusals(2, BIDS["M"]) == ["bid_too_low"]


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("bid", [None, BIDS["6S"]])
def test_only_the_seat_whose_turn_it_is_may_call(dealer, bid):
    auction = auction_of("P", dealer=dealer)

    refusals = [auction.refusals((dealer + place) % 4, bid) for place in (1, 2, 3, 4)]

    assert refusals == [["call_after_pass"], [], ["call_out_of_turn"], ["call_out_of_turn"]]


@pytest.mark.parametrize(
    ("calls", "options", "seat", "bid", "refusals"),
    [
        pytest.param(("P", "6S", "P", "P"), {}, 1, "6C", [], id="the lone bidder raises"),
        pytest.param(("P", "6S", "P", "P"), {}, 1, "P", ["call_after_end"], id="and need not pass"),
        pytest.param(("P", "6S", "P", "P"), {}, 0, "6C", ["call_after_end"], id="nobody else, before him"),
        pytest.param(("P", "6S", "P", "P"), {}, 2, "6C", ["call_after_end"], id="nor after him"),
        pytest.param(("P", "6S", "P", "P"), {"raise_own": False}, 1, "6C", ["raise_own"], id="where nobody raises"),
        pytest.param(("P", "6S", "P", "P"), {"raise_own": False}, 1, "P", ["call_after_end"], id="a pass there"),
        pytest.param(("6S", "P", "P", "7S"), {"bidding": "single"}, 3, "8S", ["call_after_end"], id="one call each"),
        pytest.param(
            ("7S", "P", "P", "P"), {"bidding": "single"}, 0, "8S", ["call_after_end"], id="also for the first"
        ),
    ],
)
def test_what_is_said_of_a_call_after_the_end(calls, options, seat, bid, refusals):
    assert auction_of(*calls, **options).refusals(seat, read_bid(bid)) == refusals


def test_a_bid_is_made_with_the_kitty_unless_it_says_otherwise():
    auction = auction_of("6S")

    assert auction.contract == Contract(0, BIDS["6S"], sans_kitty=False)

    auction.add(1, BIDS["6C"], sans_kitty=True)

    assert auction.contract == Contract(1, BIDS["6C"], sans_kitty=True)


def test_the_lone_bidder_may_raise_but_not_pass():
    auction = auction_of("6S", "P", "P", "P")

    assert auction.is_closed
    assert PASS not in auction.legal_calls()
    assert "6C" in auction.legal_calls()
    assert "6S" not in auction.legal_calls()


def test_nobody_calls_after_the_end():
    assert auction_of("P", "P", "P", "P").legal_calls() == []
    assert auction_of("6S", "P", "P", "P", raise_own=False).legal_calls() == []
    assert auction_of("6S", "P", "P", "7S", bidding="single").legal_calls() == []


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("bid", [None, BIDS["6S"]])
def test_a_call_after_everybody_has_passed_is_after_the_end(seat, bid):
    assert auction_of("P", "P", "P", "P").refusals(seat, bid) == ["call_after_end"]


def test_after_10nt_only_passes_are_left_and_may_be_left_out():
    auction = auction_of("6S", "10NT")

    assert auction.is_complete
    assert not auction.is_closed
    assert auction.legal_calls() == [PASS]
    assert auction_of("6S", "10NT", "P", "P", "P").legal_calls() == []


def test_seats_that_passed_are_skipped():
    assert auction_of("6S", "P", "6C", "P").turn == 0
    assert auction_of("6S", "P", "6C", "P", "6D").turn == 2


def test_in_single_bidding_everybody_speaks_once():
    auction = auction_of("P", "6S", "P", bidding="single")

    assert not auction.is_complete
    assert auction.turn == 3


def call(seat, bid, **more):
    return {"seat": seat, "bid": bid, **more}


@pytest.mark.parametrize(
    ("last", "options", "expected"),
    [
        pytest.param(call(9, "7C"), {}, ["seat"], id="no seat"),
        pytest.param(call(2, "5C"), {}, ["bid_unknown"], id="no bid"),
        pytest.param(call("2", ["5C"]), {}, ["seat", "bid_unknown"], id="neither"),
        pytest.param(
            call(2, "BM"), {"misere": "off", "blind_misere": False}, ["misere_off", "blind_misere_off"], id="off"
        ),
        pytest.param(call(2, "7D", sans_kitty=True), {"sans_kitty": False}, ["sans_kitty_off"], id="sans kitty off"),
        pytest.param(call(2, "P", sans_kitty=True), {"sans_kitty": False}, [], id="a pass is no bid"),
        pytest.param(call(3, "7C"), {}, ["call_out_of_turn"], id="out of turn"),
        pytest.param(call(3, "6S"), {}, ["call_out_of_turn", "bid_too_low"], id="out of turn and too low"),
        pytest.param(call(2, "M"), {}, ["misere_before_seven"], id="no seven"),
        pytest.param(call(2, "6S"), {}, ["bid_too_low"], id="too low"),
    ],
)
def test_the_first_illegal_call_is_reported_with_all_that_is_wrong(last, options, expected):
    record = summary(auction=[call(1, "6H"), last], rules=options)
    found = [(code, path) for code, path in places(record) if path.startswith("auction[1]")]

    assert [code for code, _ in found] == expected


def test_an_illegal_call_hides_what_follows():
    record = summary(auction=[call(1, "6H"), call(3, "P"), call(9, "5H")])

    assert places(record) == [("call_out_of_turn", "auction[1]")]


def test_an_unfinished_auction_is_open():
    assert places(summary(auction=[])) == [("auction_open", "auction")]
    assert places(summary(auction=summary()["auction"][:3])) == [("auction_open", "auction")]


@pytest.mark.parametrize(
    "contract",
    [
        None,
        {"seat": 1, "bid": "7C", "sans_kitty": False},
        {"seat": 3, "bid": "7S", "sans_kitty": False},
        {"seat": 1, "bid": "7S", "sans_kitty": True},
    ],
)
def test_the_contract_is_the_last_bid(contract):
    assert places(summary(contract=contract)) == [("contract_mismatch", "contract")]


def test_a_contract_after_a_hand_passed_in_is_refused():
    assert codes(summary(auction=PASS_ROUND)) == ["contract_mismatch"]


@pytest.mark.parametrize(
    ("change", "path"),
    [({"tricks": [0, 0]}, "tricks"), ({"trick_winners": [1]}, "trick_winners")],
)
def test_a_hand_passed_in_has_no_result(change, path):
    record = summary(auction=PASS_ROUND, contract=None, trick_winners=[])

    assert codes(record) == []
    assert places({**record, **change}) == [("passed_in_with_result", path)]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.floats(0, 1, exclude_max=True), max_size=40))
def test_a_legal_call_is_never_refused_and_another_always_is(seed, choices):
    options = random_options(Random(seed))
    rules = resolve_rules(options)
    auction = Auction.opened(rules, dealer=0)
    calls, bids = [], []
    for choice in choices:
        legal = auction.legal_calls()
        if not legal:
            break
        text = legal[int(choice * len(legal))]
        calls.append({"seat": auction.turn, "bid": text})
        record = line(
            level=2, auction=calls, trick_winners=[], contract=None, tricks=None, rules=random_options(Random(seed))
        )
        assert codes(record)[:1] in ([], ["auction_open"], ["contract_mismatch"])
        for other in {PASS, *BIDS} - set(legal):
            wrong = {**record, "auction": [*calls[:-1], {**calls[-1], "bid": other}]}
            assert places(wrong)[0][1].startswith(f"auction[{len(calls) - 1}]")
        bids += [BIDS[text].rank] if text != PASS else []
        auction.add(auction.turn, read_bid(text))

    assert bids == sorted(set(bids))
