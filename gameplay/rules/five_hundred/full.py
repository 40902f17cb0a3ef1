"""The stages of a level 3 record after its auction: exchange, nomination and every card played (rules A5-A10, C4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.bids import OPEN_MISERE, SUITS, TRICKS_PER_HAND
from gameplay.rules.five_hundred.cards import BITS, CARDS, JOKER_BIT, KITTY_SIZE, TEXTS, read_cards
from gameplay.rules.five_hundred.codes import fault
from gameplay.rules.five_hundred.deal import unreadable_cards
from gameplay.rules.five_hundred.play import Play
from gameplay.rules.five_hundred.ranking import NO_SUIT
from gameplay.rules.five_hundred.score_line import no_seat
from gameplay.rules.five_hundred.summary import is_suit, nomination_faults, play_incomplete

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gameplay.rules.five_hundred.bids import Contract
    from gameplay.rules.five_hundred.case import Case, Faults
    from gameplay.rules.kinds import Violation

_PATHS = tuple(f"play[{index}]" for index in range(TRICKS_PER_HAND + 1))
"""The place of each trick in a record, and of the eleventh, which is one too many."""


def kitty_exchanged(case: Case) -> Faults:
    """Give the contractor the kitty and take the discards from the hand; nothing is exchanged sans kitty (rules A5)."""
    contract = case.contract
    if contract is None:
        return ()
    texts = case.record.get("discards") or []
    if contract.sans_kitty:
        return [fault("discard_sans_kitty", "discards", cards=len(texts))] if texts else ()
    if unreadable := unreadable_cards("discards", texts):
        return unreadable
    faults = []
    if len(texts) != KITTY_SIZE:
        faults.append(fault("discard_count", "discards", cards=len(texts)))
    held = case.hands[contract.seat] | case.kitty
    for index, text in enumerate(texts):
        bit = 1 << CARDS[text]
        if not held & bit:
            faults.append(fault("discard_not_held", f"discards[{index}]", card=TEXTS[CARDS[text]], seat=contract.seat))
        held &= ~bit
    case.hands[contract.seat] = held
    return faults


def joker_named(case: Case) -> Faults:
    """Read the suit that the contractor named for the joker before the first lead (rules A8.2)."""
    contract, nominated = case.contract, case.record.get("nominated")
    if contract is None or nominated is None:
        return ()
    holds = case.hands[contract.seat] & JOKER_BIT != 0
    faults = nomination_faults(contract, nominated, holds=holds, path="nominated")
    if not faults:
        case.nominated = SUITS.index(nominated)
    return faults


def tricks_followed(case: Case) -> Faults:
    """Follow the tricks to the first illegal card, then ask whether play could stop there."""
    if case.contract is None:
        return ()
    play, faults = follow_tricks(case, case.contract)
    if faults:
        return faults
    case.count_tricks(play.winners)
    if not play.may_stop:
        return [play_incomplete("play", play.winners)]
    if case.contract.bid is OPEN_MISERE and case.record.get("exposed") is False:
        return [fault("open_not_exposed", "exposed", seat=case.contract.seat)]
    return ()


def follow_tricks(case: Case, contract: Contract, kind: type[Play] = Play) -> tuple[Play, Faults]:
    """Return the play after the tricks of a record, or as it stood before the first illegal one and why."""
    play = kind.opened(case.rules, case.seating, contract, hands=case.hands, nominated=case.nominated)
    size = len(play.orders)
    for index, trick in enumerate(case.record["play"]):
        led, winner, faults = follow_trick(case, play, trick, index, size=size)
        claimed = trick.get("winner")
        if not faults and claimed is not None and (type(claimed) is not int or claimed != winner):
            faults = _winner_faults(case, claimed, winner, f"{_PATHS[index]}.winner")
        if faults:
            return play, faults
        play.end_trick(winner, led)
    return play, ()


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick of a valid record.

    ``order`` are the seats in order of play with their ``cards``; ``hands`` and ``suits_led`` are as they were before
    the lead; ``led`` is the suit asked for, NO_SUIT when a loose joker was led to the last trick without naming one.
    """

    order: tuple[int, ...]
    cards: tuple[int, ...]
    led: int
    winner: int
    hands: tuple[int, ...]
    suits_led: int


def played_tricks(case: Case) -> Iterator[PlayedTrick]:
    """Yield the tricks of a valid record in order, from a case that ``kitty_exchanged`` and ``joker_named`` read."""
    if case.contract is None:
        return
    play = Play.opened(case.rules, case.seating, case.contract, hands=case.hands, nominated=case.nominated)
    for trick in case.record["play"]:
        cards = [CARDS[text] for text in trick["cards"]]
        order, hands, suits_led = play.order, tuple(play.hands), play.suits_led
        led, _ = _led(case, play, trick, cards[0], "")
        _, winner = play.follow(cards, led)
        yield PlayedTrick(order, tuple(cards), led, winner, hands, suits_led)
        play.end_trick(winner, led)


def follow_trick(case: Case, play: Play, trick: dict[str, Any], index: int, *, size: int) -> tuple[int, int, Faults]:
    """Play the ``size`` cards of a trick, finished or not, up to the first illegal one.

    Returns the suit led, the seat that wins so far, and why the first illegal step is one.
    """
    path, leader, cards = _PATHS[index], play.leader, read_cards(trick["cards"])
    # Most heads are plainly right and need no closer look; small numbers are identical when they are equal.
    if cards is None or trick["lead"] is not leader or "suit" in trick or index == TRICKS_PER_HAND:
        faults = _head_faults(case, play, trick, index)
        if faults or cards is None:
            return NO_SUIT, leader, faults
    if len(cards) != size:
        return NO_SUIT, leader, [fault("trick_size", f"{path}.cards", cards=len(cards), expected=size)]
    if not cards:
        return NO_SUIT, leader, ()
    led = play.ranking.suit_of[cards[0]]
    # The same for leads: most are of a card of some suit that the leader holds, and name no suit.
    if led == NO_SUIT or "suit" in trick or not play.hands[leader] & BITS[cards[0]]:
        led, faults = _led(case, play, trick, cards[0], path)
        if faults:
            return led, leader, faults
    legal, winner = play.follow(cards, led)
    if legal < size:
        return led, winner, [_illegal_card(case, play, legal, cards[legal], led, f"{path}.cards[{legal}]")]
    return led, winner, ()


def _head_faults(case: Case, play: Play, trick: dict[str, Any], index: int) -> Faults:
    """Return what is wrong with a trick before its cards are followed."""
    path, lead, suit = _PATHS[index], trick["lead"], trick.get("suit")
    faults = [] if case.is_seat(lead) else [no_seat(case, f"{path}.lead", lead)]
    faults += unreadable_cards(f"{path}.cards", trick["cards"])
    if suit is not None and not is_suit(suit):
        faults.append(fault("suit", f"{path}.suit", suit=str(suit)))
    if faults:
        return faults
    if index == TRICKS_PER_HAND:
        return [fault("play_too_many", path, tricks=len(case.record["play"]))]
    if lead not in play.orders:
        return [fault("play_inactive", f"{path}.lead", seat=lead)]
    if lead != play.leader:
        return [fault("play_wrong_leader", f"{path}.lead", seat=lead, expected=play.leader)]
    return ()


def _led(case: Case, play: Play, trick: dict[str, Any], card: int, path: str) -> tuple[int, Faults]:
    """Return the suit led by ``card``, with what is wrong with leading it or with the suit named (rules A8.4)."""
    suit, seat, led = trick.get("suit"), play.leader, play.ranking.suit_of[card]
    if not play.hands[seat] & BITS[card]:
        return led, [_not_held(case, seat, card, f"{path}.cards[0]")]
    if led != NO_SUIT:
        unexpected = suit is not None
        return led, [fault("joker_suit_unexpected", f"{path}.suit", suit=suit, card=TEXTS[card])] if unexpected else ()
    named = None if suit is None else SUITS.index(suit)
    refusal = play.joker_lead_refusal(named)
    faults = [] if refusal is None else [fault(refusal, f"{path}.suit", seat=seat, suit=suit or "")]
    return NO_SUIT if named is None else named, faults


def _not_held(case: Case, seat: int, card: int, path: str) -> Violation:
    """Say why a card cannot be in the hand: discarded, played before, or never held."""
    text = TEXTS[card]
    was_held = case.hands[seat] >> card & 1
    discards = map(CARDS.__getitem__, case.record.get("discards") or ())
    is_contractor = case.contract is not None and seat == case.contract.seat
    reason = "already played" if was_held else "discarded" if is_contractor and card in discards else "never held"
    return fault("play_not_held", path, seat=seat, card=text, reason=reason)


def _illegal_card(case: Case, play: Play, place: int, card: int, led: int, path: str) -> Violation:
    """Say why the card at ``place`` in the order of play may not be played."""
    seat = play.order[place]
    if not play.hands[seat] >> card & 1:
        return _not_held(case, seat, card, path)
    refusal = play.follow_refusal(play.hands[seat], card, led)
    assert refusal is not None
    return fault(refusal, path, seat=seat, card=TEXTS[card], suit=SUITS[led])


def _winner_faults(case: Case, claimed: object, winner: int, path: str) -> Faults:
    if not case.is_seat(claimed):
        return [no_seat(case, path, claimed)]
    return [fault("trick_winner_mismatch", path, claimed=claimed, expected=winner)]
