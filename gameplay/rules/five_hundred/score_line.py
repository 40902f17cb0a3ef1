"""The stages that every level of record goes through: contract, number of tricks, points, chain (rules C1, C4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.bids import BLIND_MISERE, TRICKS_PER_HAND, Bid, Contract, read_bid
from gameplay.rules.five_hundred.codes import fault
from gameplay.rules.five_hundred.scoring import score_hand

if TYPE_CHECKING:
    from gameplay.rules.five_hundred.case import Case, Faults
    from gameplay.rules.five_hundred.variants import Rules
    from gameplay.rules.kinds import Violation

_WHOLE_NUMBER = frozenset({int})
_BY_SIDE = ("tricks", "points", "score_before", "score_after")


def lists_by_side(case: Case) -> Faults:
    """Every list by side has one number for each side of this table."""
    sides = len(case.seating.sides)
    return [
        fault("schema", name, field=name, problem="not one number for each side")
        for name in _BY_SIDE
        if (value := case.record.get(name)) is not None and len(value) != sides
    ]


def contract_syntax(case: Case) -> Faults:
    """Read dealer, contract and called partner: seats and bids that exist, and that the rules allow."""
    record, sent = case.record, case.record["contract"]
    called = record.get("called")
    seats = [("dealer", record["dealer"])]
    if sent is not None:
        seats.append(("contract.seat", sent["seat"]))
    if called is not None:
        seats.append(("called", called))
    faults = [no_seat(case, path, value) for path, value in seats if not case.is_seat(value)]
    bid = None
    if sent is not None:
        bid = read_bid(sent["bid"])
        if bid is None:
            faults.append(fault("bid_unknown", "contract.bid", bid=str(sent["bid"])))
        else:
            faults += switched_off(case.rules, bid, sans_kitty=sent["sans_kitty"], path="contract")
    if called is not None and (case.rules.players != 5 or bid is None or bid.is_misere or called == sent["seat"]):
        faults.append(fault("called_partner", "called", seat=called))
    if not faults and bid is not None:
        case.contract, case.called = Contract(sent["seat"], bid, sent["sans_kitty"]), called
    return faults


def switched_off(rules: Rules, bid: Bid, *, sans_kitty: bool, path: str) -> list[Violation]:
    """Return the faults of a bid that the rules of this table do not have (rules A14)."""
    faults = []
    if bid.is_misere and rules.misere == "off":
        faults.append(fault("misere_off", f"{path}.bid", bid=bid.text))
    if bid is BLIND_MISERE and not rules.blind_misere:
        faults.append(fault("blind_misere_off", f"{path}.bid", bid=bid.text))
    if sans_kitty and not rules.sans_kitty:
        faults.append(fault("sans_kitty_off", f"{path}.sans_kitty", bid=bid.text))
    return faults


def no_seat(case: Case, path: str, value: object) -> Violation:
    """Return the fault of a value that is no seat at this table."""
    return fault("seat", path, seat=str(value), last=case.seating.players - 1)


def tricks_agreed(case: Case) -> Faults:
    """Read the number of tricks of a score line: none in a hand passed in, ten in any other (rules A6.3)."""
    claimed = case.record.get("tricks")
    if case.contract is None:
        return [] if claimed is None else [fault("passed_in_with_result", "tricks", field="tricks")]
    if claimed is None:
        return [fault("schema", "tricks", field="tricks", problem="missing")]
    faults = claimed_tricks(case, case.contract)
    if not faults:
        case.tricks = tuple(claimed)
    return faults


def claimed_tricks(case: Case, contract: Contract) -> list[Violation]:
    """Return what is wrong with the claimed numbers by themselves: each 0 to 10, ten together.

    In a misere the defenders' numbers may be left open, and play may stop once the contractor has won a trick.
    """
    claimed: list[Any] = case.record["tricks"]
    own = case.seating.contracting_sides(contract, case.called)
    faults = [
        fault("tricks_range", f"tricks[{side}]", tricks=str(number))
        for side, number in enumerate(claimed)
        if not _is_number_of_tricks(number, may_be_open=contract.bid.is_misere and side not in own)
    ]
    if faults:
        return faults
    total = sum(number or 0 for number in claimed)
    may_be_fewer = contract.bid.is_misere and (None in claimed or any(claimed[side] for side in own))
    if total > TRICKS_PER_HAND or (total < TRICKS_PER_HAND and not may_be_fewer):
        faults.append(fault("tricks_sum", "tricks", total=total))
    return faults


def derived_tricks_agreed(case: Case) -> Faults:
    """Compare the claimed numbers of tricks with those that the record itself shows (levels 2 and 3)."""
    claimed = case.record.get("tricks")
    if claimed is None or case.contract is None or case.tricks is None:
        return ()
    # Numbers of tricks that were played are right by themselves too.
    if claimed == list(case.tricks) and _WHOLE_NUMBER.issuperset(map(type, claimed)):
        return ()
    faults = claimed_tricks(case, case.contract)
    pairs = zip(claimed, case.tricks, strict=True)
    if any(number is not None and number != derived for number, derived in pairs):
        faults.append(fault("tricks_mismatch", "tricks", expected=list(case.tricks), claimed=claimed))
    return faults


def _is_number_of_tricks(value: object, *, may_be_open: bool) -> bool:
    if value is None:
        return may_be_open
    return type(value) is int and 0 <= value <= TRICKS_PER_HAND


def points_agreed(case: Case) -> Faults:
    """Compute the points and compare what was claimed (rules A11, C1)."""
    record, before, claimed = case.record, case.record.get("score_before"), case.record.get("points")
    case.points = score_hand(
        case.rules, case.seating, case.contract, tricks=case.tricks or (), called=case.called, before=before
    )
    faults: list[Violation] = []
    if before is None:
        if record.get("score_after") is not None:
            faults.append(fault("score_before_missing", "score_before", field="score_after"))
        elif claimed is not None and case.rules.limits_defenders:
            faults.append(fault("score_before_missing", "score_before", field="points"))
    if claimed is not None and case.points is not None and claimed != list(case.points):
        faults.append(fault("points_mismatch", "points", expected=list(case.points), claimed=claimed))
    return faults


def chain_agreed(case: Case) -> Faults:
    """Compare what the hand before hands on: the scores and the dealer."""
    record = case.record
    faults: list[Violation] = []
    claimed = record.get("score_after")
    if claimed is not None:
        expected = scores_after(case)
        if claimed != expected:
            faults.append(fault("score_after_mismatch", "score_after", expected=expected, claimed=claimed))
    dealer = record.get("expected_dealer")
    if dealer is not None and record["dealer"] != dealer:
        faults.append(fault("dealer_rotation", "dealer", expected=dealer, dealer=record["dealer"]))
    return faults


def scores_after(case: Case) -> list[int] | None:
    """Return the scores after the hand by side, None where those before it are not known."""
    before = case.record.get("score_before")
    if before is None or case.points is None:
        return None
    return [score + gain for score, gain in zip(before, case.points, strict=True)]
