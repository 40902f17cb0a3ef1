"""What is legal next in a hand that is under way: calls, discards, or cards.

A position is a level 3 record as far as it has got: ``dealer`` is required; ``rules``, the deal, ``auction``,
``discards``, ``nominated`` and ``play`` are there as far as they are known, and the last trick may be unfinished. Who
writes tricks down as they fall does not know the deal: with ``play`` and without a deal, what can be played is what the
seat can still hold by what it has shown.
"""

from __future__ import annotations

from typing import Any

from gameplay.errors import RuleViolation
from gameplay.rules.five_hundred.auction import Auction, contract_agreed, follow_calls
from gameplay.rules.five_hundred.bids import SUITS, TRICKS_PER_HAND, Contract
from gameplay.rules.five_hundred.cards import JOKER, KITTY_SIZE, TEXTS, texts_of
from gameplay.rules.five_hundred.case import Case
from gameplay.rules.five_hundred.deal import deal_read
from gameplay.rules.five_hundred.full import follow_trick, follow_tricks, joker_named, kitty_exchanged
from gameplay.rules.five_hundred.play import Play
from gameplay.rules.five_hundred.score_line import contract_syntax
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.shape import position_faults
from gameplay.rules.five_hundred.unseen import UnseenPlay, hands_that_can_be
from gameplay.rules.five_hundred.variants import DEFAULT, resolve_rules
from gameplay.rules.kinds import Answer, at_table

_EMPTY: dict[str, Any] = {"dealer": None, "contract": None, "auction": [], "play": []}


def legal_next(position: object) -> Answer:
    """Return what may come next in a position, or why the position cannot be; never raises.

    ``values`` holds ``phase`` and what belongs to it:

    - ``auction``: ``seat``, its ``calls``, and whether a bid may be ``sans_kitty``;
    - ``passed_in``: nothing more;
    - ``contract``: the auction is over, but neither a deal nor ``play`` was given to go on with;
    - ``exchange``: ``seat``, the ``cards`` to discard from and how many (``count``);
    - ``play``: ``seat``, its ``cards`` (a loose joker led as ``JK/C``, naming clubs), ``trick`` from 1, the suits
      that may be nominated for the joker before the first card (``nominations``), whether play ``may_stop``, and the
      ``winners`` of the tricks so far;
    - ``scored``: all ten tricks are played; ``winners``.

    Where play may end and no deal was given, ``may_hold`` has by seat the cards that it can still hold.

    From ``contract`` on it also holds the ``contract`` and, until something has followed the auction, the ``calls``
    that ``caller`` could still make: a raise of the own bid, or a pass after 10NT.
    """
    if faults := position_faults(position):
        return Answer(faults)
    fields: dict[str, Any] = position  # type: ignore[assignment]  # position_faults has seen to it
    options = fields.get("rules")
    try:
        rules = DEFAULT if options is None else resolve_rules(options)
    except RuleViolation as refused:
        return Answer(refused.violations)
    sent = {name: value for name, value in fields.items() if value is not None}
    seating = seating_of(rules)
    answer = _judged(Case({**_EMPTY, **sent}, rules, seating), is_played="play" in sent)
    return Answer(at_table(answer.errors, seating.sides), answer.values)


def _judged(case: Case, *, is_played: bool) -> Answer:
    has_deal = _has_deal(case.record)
    if faults := contract_syntax(case) or (deal_read(case) if has_deal else ()):
        return Answer(tuple(faults))
    auction, faults = follow_calls(case)
    if faults:
        return Answer(tuple(faults))
    if not auction.is_complete:
        return Answer((), {"phase": "auction", "seat": auction.turn, **_calls(auction)})
    case.auctioned = auction.contract
    if case.record["contract"] is None:
        case.contract = auction.contract
    if faults := contract_agreed(case):
        return Answer(tuple(faults))
    return _contracted(case, auction, has_deal=has_deal, is_played=is_played)


def _contracted(case: Case, auction: Auction, *, has_deal: bool, is_played: bool) -> Answer:
    if case.contract is None:
        return Answer((), {"phase": "passed_in"})
    if not has_deal and not is_played:
        return Answer((), _contract(case, auction, "contract"))
    return (_after_auction if has_deal else _unseen)(case, case.contract, auction)


def _has_deal(record: dict[str, Any]) -> bool:
    return "deck" in record or ("hands" in record and "kitty" in record)


def _calls(auction: Auction) -> dict[str, Any]:
    return {"calls": auction.legal_calls(), "sans_kitty": auction.rules.sans_kitty}


def _contract(case: Case, auction: Auction, phase: str) -> dict[str, Any]:
    """Return what is said from the end of the auction on; calls only as long as nothing has followed it."""
    contract = auction.contract
    assert contract is not None
    sent = {"seat": contract.seat, "bid": contract.bid.text, "sans_kitty": contract.sans_kitty}
    values = {"phase": phase, "contract": sent}
    if any(case.record.get(name) for name in ("discards", "nominated", "play")):
        return values
    return {**values, "caller": auction.turn, **_calls(auction)}


def _after_auction(case: Case, contract: Contract, auction: Auction) -> Answer:
    """Go on from the auction to the exchange, and from there to the cards."""
    if "discards" not in case.record and not contract.sans_kitty:
        cards = texts_of(case.hands[contract.seat] | case.kitty)
        exchange = {"seat": contract.seat, "cards": cards, "count": KITTY_SIZE}
        return Answer((), {**_contract(case, auction, "exchange"), **exchange})
    if faults := kitty_exchanged(case) or joker_named(case):
        return Answer(tuple(faults))
    return _after_tricks(case, contract, _contract(case, auction, "play"), Play)


def _unseen(case: Case, contract: Contract, auction: Auction) -> Answer:
    """Go on from the auction to the cards, which nobody has seen before they fall."""
    case.hands = hands_that_can_be(case)
    if faults := joker_named(case):
        return Answer(tuple(faults))
    return _after_tricks(case, contract, _contract(case, auction, "play"), UnseenPlay)


def _after_tricks(case: Case, contract: Contract, values: dict[str, Any], kind: type[Play]) -> Answer:
    tricks = case.record["play"]
    size = len(case.seating.orders_of(contract))
    unfinished = tricks[-1] if tricks and len(tricks[-1]["cards"]) < size else None
    if unfinished is not None:
        case.record["play"] = tricks[:-1]
    play, faults = follow_tricks(case, contract, kind)
    if not faults and unfinished is not None:
        played = len(unfinished["cards"])
        led, _, faults = follow_trick(case, play, unfinished, len(tricks) - 1, size=played)
        if played and not faults:
            seat = play.order[played]
            cards = texts_of(play.followers(seat, led))
            return Answer((), {**values, **_turn(play, seat, cards), "may_stop": False})
    if faults:
        return Answer(tuple(faults))
    if play.may_stop and isinstance(play, UnseenPlay):
        values = {**values, "may_hold": [texts_of(hand) for hand in play.hands]}
    return Answer((), {**values, **_lead(case, play)})


def _turn(play: Play, seat: int, cards: list[str]) -> dict[str, Any]:
    return {"trick": len(play.winners) + 1, "seat": seat, "cards": cards, "winners": play.winners}


def _lead(case: Case, play: Play) -> dict[str, Any]:
    """Return what may be led, unless the hand is over."""
    if len(play.winners) == TRICKS_PER_HAND:
        return {"phase": "scored", "winners": play.winners}
    cards, suits = play.leads()
    texts = texts_of(cards & ~play.ranking.loose if suits else cards)
    texts += [f"{TEXTS[JOKER]}/{name}" for index, name in enumerate(SUITS) if suits >> index & 1]
    values = {**_turn(play, play.leader, texts), "may_stop": play.may_stop}
    may_nominate = not case.record["play"] and case.nominated is None and play.hands[play.leader] & play.ranking.loose
    return {**values, "nominations": list(SUITS)} if may_nominate else values
