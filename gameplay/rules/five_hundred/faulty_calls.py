"""Faults of the auction, and of what a level 2 record says about joker and tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.auction import Auction
from gameplay.rules.five_hundred.bids import BLIND_MISERE, PASS, SUITS, TRICKS_PER_HAND, read_bid
from gameplay.rules.five_hundred.faulty_claims import MISERES, Fault, Record, rules_of, set_option
from gameplay.rules.five_hundred.seating import seating_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

Call = dict[str, Any]


def _auctions(record: Record) -> Iterator[tuple[int, Auction]]:
    """Yield the auction before each call of a legal record, and after the last."""
    auction = Auction.opened(rules_of(record), dealer=record["dealer"])
    for index, call in enumerate(record["auction"]):
        yield index, auction
        auction.add(call["seat"], read_bid(call["bid"]), sans_kitty=call.get("sans_kitty", False))
    yield len(record["auction"]), auction


def _last(record: Record) -> Auction:
    return [auction for _, auction in _auctions(record)][-1]


def _insert(record: Record, index: int, seat: int, bid: str) -> bool:
    record["auction"].insert(index, {"seat": seat, "bid": bid})
    return True


def _call_after_end(rng: Random, record: Record) -> bool:
    auction = _last(record)
    seat = rng.randrange(auction.rules.players)
    return auction.is_closed and _insert(record, len(record["auction"]), seat, PASS)


def _raise_own(_rng: Random, record: Record) -> bool:
    auction = _last(record)
    if auction.contract is None or not auction.is_closed or auction.rules.bidding == "single":
        return False
    set_option(record, "raise_own", value=False)
    return _insert(record, len(record["auction"]), auction.contract.seat, "10NT")


def _call_after_pass(rng: Random, record: Record) -> bool:
    steps = [
        (index, seat)
        for index, auction in _auctions(record)
        for seat in range(auction.rules.players)
        if auction.passed >> seat & 1 and not auction.is_closed
    ]
    return bool(steps) and _insert(record, *rng.choice(steps), rng.choice([PASS, "10NT"]))


def _call_out_of_turn(rng: Random, record: Record) -> bool:
    players = rules_of(record).players
    seat = (record["dealer"] + 1 + rng.randrange(1, players)) % players
    return _insert(record, 0, seat, rng.choice([PASS, "6S"]))


def _bid_too_low(rng: Random, record: Record) -> bool:
    steps = [
        (index, auction.turn, auction.contract.bid.text)
        for index, auction in _auctions(record)
        if auction.contract is not None and not auction.is_closed
    ]
    return bool(steps) and _insert(record, *rng.choice(steps))


def _misere_before_seven(_rng: Random, record: Record) -> bool:
    rules = rules_of(record)
    return rules.misere == "after_seven" and _insert(record, 0, (record["dealer"] + 1) % rules.players, "M")


def _blind_after_look(rng: Random, record: Record) -> bool:
    rules = rules_of(record)
    if rules.misere == "off" or not rules.blind_misere:
        return False
    steps = [
        (index, auction.turn)
        for index, auction in _auctions(record)
        if auction.contract is not None and auction.contract.bid.rank < BLIND_MISERE.rank
        if auction.has_bid >> auction.turn & 1 and not auction.is_closed
    ]
    return bool(steps) and _insert(record, *rng.choice(steps), BLIND_MISERE.text)


def _auction_open(_rng: Random, record: Record) -> bool:
    record["auction"].pop()
    return not _last(record).is_complete


def _contract_mismatch(rng: Random, record: Record) -> bool:
    contract = record["contract"]
    record.pop("called", None)
    if contract is None:
        record["contract"] = {"seat": record["dealer"], "bid": "6S", "sans_kitty": False}
    elif rng.random() < 0.5:
        contract["seat"] = (contract["seat"] + 1) % rules_of(record).players
    else:
        contract["bid"] = "9D" if contract["bid"] != "9D" else "9H"
    return True


def _suit(rng: Random, record: Record) -> bool:
    return _nominate(record, rng.choice(["X", "", "NT", "h", 1, ["S"]]))


def _nomination_in_trumps(rng: Random, record: Record) -> bool:
    contract = record["contract"]
    is_trumps = contract is not None and contract["bid"][-1] in SUITS
    return is_trumps and _nominate(record, rng.choice(SUITS))


def _nominate(record: Record, suit: object) -> bool:
    """Let the contractor name a suit for a joker, which at level 2 he is said to hold."""
    if record["contract"] is None:
        return False
    if record["level"] == 2:
        record["joker"] = {"holder": record["contract"]["seat"], "nominated": suit}
    else:
        record["nominated"] = suit
    return True


def _nomination_not_held(rng: Random, record: Record) -> bool:
    contract = record["contract"]
    if record["level"] == 2:
        other = (contract["seat"] + 1) % rules_of(record).players
        record["joker"] = {"holder": other, "nominated": rng.choice(SUITS)}
        return True
    held = [*record["hands"][str(contract["seat"])], *([] if contract["sans_kitty"] else record["kitty"])]
    record["nominated"] = rng.choice(SUITS)
    return "JK" not in held or "JK" in record.get("discards", ())


def _play_too_many(_rng: Random, record: Record) -> bool:
    tricks = record["trick_winners"] if record["level"] == 2 else record["play"]
    if len(tricks) < TRICKS_PER_HAND:
        return False
    tricks.append(tricks[-1])
    return True


def _play_incomplete(_rng: Random, record: Record) -> bool:
    if record["contract"] is None or record["contract"]["bid"] in MISERES:
        return False
    (record["trick_winners"] if record["level"] == 2 else record["play"]).pop()
    return True


def _play_inactive(rng: Random, record: Record) -> bool:
    seat = record["contract"]["seat"]
    seating = seating_of(rules_of(record))
    partners = [other for other in seating.sides[seating.side_of[seat]] if other != seat]
    if not partners:
        return False
    if record["level"] == 2:
        record["trick_winners"][0] = rng.choice(partners)
    else:
        rng.choice(record["play"])["lead"] = rng.choice(partners)
    return True


def _misere_joker_unnominated(_rng: Random, record: Record) -> bool:
    seat = record["contract"]["seat"]
    record["trick_winners"] = [(seat + 1) % rules_of(record).players] * TRICKS_PER_HAND
    record["joker"] = {"holder": seat, "nominated": None}
    return True


_EVIDENCE = (2, 3)
FAULTS: dict[str, Fault] = {
    "call_after_end": Fault(_EVIDENCE, _call_after_end),
    "raise_own": Fault(_EVIDENCE, _raise_own),
    "call_after_pass": Fault(_EVIDENCE, _call_after_pass),
    "call_out_of_turn": Fault(_EVIDENCE, _call_out_of_turn),
    "bid_too_low": Fault(_EVIDENCE, _bid_too_low),
    "misere_before_seven": Fault(_EVIDENCE, _misere_before_seven),
    "blind_after_look": Fault(_EVIDENCE, _blind_after_look),
    "auction_open": Fault(_EVIDENCE, _auction_open),
    "contract_mismatch": Fault(_EVIDENCE, _contract_mismatch),
    "suit": Fault(_EVIDENCE, _suit),
    "nomination_in_trumps": Fault(_EVIDENCE, _nomination_in_trumps),
    "nomination_not_held": Fault(_EVIDENCE, _nomination_not_held, ("6NT", "8NT", *MISERES)),
    "play_too_many": Fault(_EVIDENCE, _play_too_many),
    "play_incomplete": Fault(_EVIDENCE, _play_incomplete),
    "play_inactive": Fault(_EVIDENCE, _play_inactive, MISERES),
    "misere_joker_unnominated": Fault((2,), _misere_joker_unnominated, MISERES),
}
