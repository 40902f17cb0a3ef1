"""The stages of a level 2 record after its auction: who held the joker, and who won each trick (rules C3, C4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.rules.five_hundred.bids import SUITS, TRICKS_PER_HAND
from gameplay.rules.five_hundred.codes import fault
from gameplay.rules.five_hundred.score_line import no_seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.rules.five_hundred.bids import Contract
    from gameplay.rules.five_hundred.case import Case, Faults
    from gameplay.rules.kinds import Violation


def joker_nominated(case: Case) -> Faults:
    """Read who held the joker after the exchange and the suit named for it (rules A8.2)."""
    joker, contract = case.record.get("joker"), case.contract
    if joker is None or contract is None:
        return ()
    holder, nominated = joker["holder"], joker["nominated"]
    faults = [] if case.is_seat(holder) else [no_seat(case, "joker.holder", holder)]
    return faults + nomination_faults(contract, nominated, holds=holder == contract.seat, path="joker.nominated")


def nomination_faults(contract: Contract, nominated: object, *, holds: bool, path: str) -> list[Violation]:
    """Return what is wrong with the suit named for the joker: only in no trumps and the miseres, by its holder."""
    if nominated is None:
        return []
    faults = []
    if not is_suit(nominated):
        faults.append(fault("suit", path, suit=str(nominated)))
    if contract.bid.trump is not None:
        faults.append(fault("nomination_in_trumps", path, bid=contract.bid.text))
    elif not holds:
        faults.append(fault("nomination_not_held", path, seat=contract.seat))
    return faults


def is_suit(value: object) -> bool:
    """Whether ``value`` is the letter of a suit."""
    return isinstance(value, str) and len(value) == 1 and value in SUITS


def winners_followed(case: Case) -> Faults:
    """Follow the winners of the tricks to the first that cannot be, then ask whether play could stop there."""
    contract, winners = case.contract, case.record["trick_winners"]
    if contract is None:
        return ()
    for index, seat in enumerate(winners):
        path = f"trick_winners[{index}]"
        if not case.is_seat(seat):
            return [no_seat(case, path, seat)]
        if index == TRICKS_PER_HAND:
            return [fault("play_too_many", path, tricks=len(winners))]
        if not case.seating.is_active(seat, contract):
            return [fault("play_inactive", path, seat=seat)]
    case.count_tricks(winners)
    # Only a lost misere may stop before the tenth trick (rules A6.3).
    if len(winners) < TRICKS_PER_HAND and not (contract.bid.is_misere and contract.seat in winners):
        return [play_incomplete("trick_winners", winners)]
    return _loose_joker(case, contract)


def play_incomplete(path: str, winners: Sequence[int]) -> Violation:
    """Return the fault of a hand that stopped too early."""
    return fault("play_incomplete", path, tricks=len(winners))


def _loose_joker(case: Case, contract: Contract) -> Faults:
    """Refuse a misere said to be made with a loose joker in hand: it wins the trick it is played to (rules A8.5)."""
    joker = case.record.get("joker")
    if joker is None or not contract.bid.is_misere or contract.seat in case.record["trick_winners"]:
        return ()
    if joker["holder"] == contract.seat and joker["nominated"] is None:
        return [fault("misere_joker_unnominated", "joker", seat=contract.seat)]
    return ()
