"""The auction (rules A4): whose turn it is, which calls are legal, when it is over and with what contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.bids import BIDS, BLIND_MISERE, HIGHEST, MISERE, PASS, SEVEN, Bid, Contract, read_bid
from gameplay.rules.five_hundred.codes import Fault, fault
from gameplay.rules.five_hundred.score_line import no_seat, switched_off

if TYPE_CHECKING:
    from gameplay.rules.five_hundred.case import Case, Faults
    from gameplay.rules.five_hundred.variants import Rules


@dataclass(slots=True)
class Auction:
    """An auction between two calls; seats that have passed and seats that have bid are masks of seats."""

    rules: Rules
    turn: int
    calls: int = 0
    passed: int = 0
    has_bid: int = 0
    seven_was_bid: bool = False
    bidder: int = -1
    high: Bid | None = None
    sans_kitty: bool = False
    """Who made the highest bid so far, which it is, and whether it was made sans kitty."""
    is_closed: bool = False
    """Whether everybody has spoken who had to; only the lone bidder's raise may follow (rules A4.2, A4.6)."""

    @classmethod
    def opened(cls, rules: Rules, *, dealer: int) -> Auction:
        """Return the auction before its first call, which falls to the dealer's left."""
        return cls(rules, (dealer + 1) % rules.players)

    @property
    def contract(self) -> Contract | None:
        """The contract if nobody bids any more."""
        return None if self.high is None else Contract(self.bidder, self.high, self.sans_kitty)

    @property
    def is_complete(self) -> bool:
        """Whether the auction may end here; after 10NT the remaining passes may be left out (rules A4.2)."""
        return self.is_closed or self.high is HIGHEST

    def may_raise_own(self, seat: int) -> bool:
        """Whether the seat is that of the lone bidder of a closed auction in rounds, where the rules let him raise."""
        return self.rules.raise_own and self._is_lone_bidder(seat)

    def refusals(self, seat: int, bid: Bid | None) -> list[Fault]:
        """Return why a call is illegal here, nothing when it is legal; ``bid`` is None for a pass."""
        if self.is_closed and not (bid is not None and self.may_raise_own(seat)):
            return ["raise_own" if bid is not None and self._is_lone_bidder(seat) else "call_after_end"]
        reasons: list[Fault] = []
        if self.passed >> seat & 1:
            reasons.append("call_after_pass")
        elif seat != self.turn:
            reasons.append("call_out_of_turn")
        if bid is None:
            return reasons
        if self.high is not None and bid.rank <= self.high.rank:
            reasons.append("bid_too_low")
        if bid is MISERE and self.rules.misere == "after_seven" and not self.seven_was_bid:
            reasons.append("misere_before_seven")
        if bid is BLIND_MISERE and self.has_bid >> seat & 1:
            reasons.append("blind_after_look")
        return reasons

    def legal_calls(self) -> list[str]:
        """Return the calls that the seat whose turn it is may make, the pass first; none when nobody may call."""
        calls = [] if self.refusals(self.turn, None) else [PASS]
        return calls + [
            text
            for text, bid in BIDS.items()
            if not self.refusals(self.turn, bid) and not switched_off(self.rules, bid, sans_kitty=False, path="")
        ]

    def add(self, seat: int, bid: Bid | None, *, sans_kitty: bool = False) -> None:
        """Make a legal call; ``bid`` is None for a pass."""
        self.calls += 1
        if bid is None:
            self.passed |= 1 << seat
        else:
            self.has_bid |= 1 << seat
            self.seven_was_bid = self.seven_was_bid or bid.tricks == SEVEN
            self.bidder, self.high, self.sans_kitty = seat, bid, sans_kitty
        left = self.rules.players - self.passed.bit_count()
        if self.rules.bidding == "single":
            self.is_closed = self.calls == self.rules.players
        else:
            self.is_closed = left == 0 or (left == 1 and self.high is not None)
        if left:
            self.turn = self._next_after(seat)

    def _is_lone_bidder(self, seat: int) -> bool:
        return self.rules.bidding == "rounds" and self.bidder == seat

    def _next_after(self, seat: int) -> int:
        players = self.rules.players
        turn = (seat + 1) % players
        while self.rules.bidding == "rounds" and self.passed >> turn & 1:
            turn = (turn + 1) % players
        return turn


def auction_legal(case: Case) -> Faults:
    """Follow the calls of a record, then ask whether the auction is over."""
    auction, faults = follow_calls(case)
    if faults:
        return faults
    if not auction.is_complete:
        return [fault("auction_open", "auction", seat=auction.turn)]
    case.auctioned = auction.contract
    return ()


def follow_calls(case: Case) -> tuple[Auction, Faults]:
    """Return the auction after the calls of a record, or as it stood before the first illegal one and why."""
    auction = Auction.opened(case.rules, dealer=case.record["dealer"])
    for index, call in enumerate(case.record["auction"]):
        seat, text, sans_kitty = call["seat"], call["bid"], call.get("sans_kitty") is True
        bid = read_bid(text)
        # Most calls come from the seat whose turn it is and are known at every table, which needs no closer look; small
        # numbers are identical when they are equal.
        is_plain = seat is auction.turn and not sans_kitty and (text == PASS if bid is None else not bid.is_misere)
        if not is_plain and (faults := _unknown_call(case, call, bid, f"auction[{index}]")):
            return auction, faults
        if reasons := auction.refusals(seat, bid):
            high = "" if auction.high is None else auction.high.text
            params = {"seat": seat, "turn": auction.turn, "bid": text, "high": high}
            return auction, [fault(reason, f"auction[{index}]", **params) for reason in reasons]
        auction.add(seat, bid, sans_kitty=sans_kitty)
    return auction, ()


def _unknown_call(case: Case, call: dict[str, Any], bid: Bid | None, path: str) -> Faults:
    """Return what in a call is not known at this table; ``bid`` is None for a pass and for what is no bid."""
    faults = [] if case.is_seat(call["seat"]) else [no_seat(case, f"{path}.seat", call["seat"])]
    if bid is not None:
        faults += switched_off(case.rules, bid, sans_kitty=call.get("sans_kitty") is True, path=path)
    elif call["bid"] != PASS:
        faults.append(fault("bid_unknown", f"{path}.bid", bid=str(call["bid"])))
    return faults


def contract_agreed(case: Case) -> Faults:
    """Compare the contract with the last bid; a hand passed in has no result (rules A4.5)."""
    if case.contract != case.auctioned:
        return [fault("contract_mismatch", "contract", expected=_sent(case.auctioned), claimed=_sent(case.contract))]
    if case.contract is not None:
        return ()
    record = case.record
    return [
        fault("passed_in_with_result", name, field=name)
        for name in ("tricks", "trick_winners", "play", "discards", "nominated")
        if record.get(name) not in (None, [])
    ]


def _sent(contract: Contract | None) -> dict[str, Any] | None:
    """Return a contract as records write it."""
    if contract is None:
        return None
    return {"seat": contract.seat, "bid": contract.bid.text, "sans_kitty": contract.sans_kitty}
