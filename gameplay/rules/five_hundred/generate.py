"""Random legal hands from a seeded generator, at each level: for tests, benches and the demo. Legal, not clever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.auction import Auction
from gameplay.rules.five_hundred.bids import BIDS, OPEN_MISERE, PASS, SUITS, TRICKS_PER_HAND, Contract, read_bid
from gameplay.rules.five_hundred.cards import (
    JOKER_BIT,
    KITTY_SIZE,
    PACKS,
    TEXTS,
    cards_in,
    mask_of,
    mask_of_texts,
    texts_of,
)
from gameplay.rules.five_hundred.codes import NAME
from gameplay.rules.five_hundred.deal import deal
from gameplay.rules.five_hundred.hand import check
from gameplay.rules.five_hundred.play import Play
from gameplay.rules.five_hundred.score_line import switched_off
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.variants import VALUES, Rules, resolve_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

Record = dict[str, Any]

_PASSED_IN, _PASSES, _STEP_UP, _SANS_KITTY = 0.04, 0.55, 0.6, 0.1
"""How often a hand is passed in, a player passes, goes one bid higher still, and bids sans kitty."""
_RAISES, _NOMINATES, _STOPS, _CALLS_PARTNER = 0.05, 0.7, 0.5, 0.6
"""How often the lone bidder raises, the joker is nominated, play stops once a misere is lost, a partner is called."""


def random_options(rng: Random) -> dict[str, Any]:
    """Return options in which about one in four differs from the default."""
    options = {name: rng.choice(values[1:]) for name, values in VALUES.items() if values[1:] and rng.random() < 0.25}
    options.pop("hands", None)
    if options.get("end") == "hands":
        options["hands"] = rng.choice(VALUES["hands"][1:])
    return options


def random_hand(
    rng: Random,
    *,
    level: int,
    options: Mapping[str, Any] | None = None,
    dealer: int | None = None,
    before: Sequence[int] | None = None,
    bid: str | None = None,
) -> Record:
    """Return a legal record of ``level`` under ``options``, with all that it may claim.

    ``before`` are the scores before the hand; without them the record has no chain to claim. ``bid`` is what is
    played; without it anything may be, or the hand be passed in. The options must allow the bid.
    """
    rules = resolve_rules(options or {})
    dealer = rng.randrange(rules.players) if dealer is None else dealer
    record = (_score_line if level == 1 else _full_hand)(rng, rules, dealer, bid)
    if options:
        record["rules"] = dict(options)
    if before is not None:
        record |= {"score_before": list(before), "expected_dealer": dealer}
    record = _with_claims(record, points=before is not None or not rules.limits_defenders)
    return lowered(record, 2) if level == 2 else record


def lowered(record: Record, level: int) -> Record:
    """Return what a valid level 3 record says at a lower level, or the record itself at level 3."""
    if level == 3:
        return record
    answer = check(record)
    common = {name: value for name, value in record.items() if name not in _FULL_ONLY}
    lower: Record = {**common, "level": level, "tricks": answer.values["tricks"]}
    if level == 2:
        lower["auction"] = record["auction"]
        lower["trick_winners"] = [trick["winner"] for trick in record["play"]]
        holder = _joker_holder(record)
        if holder is not None and record["contract"] is not None:
            lower["joker"] = {"holder": holder, "nominated": record.get("nominated")}
    return lower


_FULL_ONLY = frozenset({"hands", "kitty", "deck", "auction", "discards", "nominated", "play", "exposed"})


def _joker_holder(record: Record) -> int | None:
    """Return who held the joker after the exchange, None when it lay aside."""
    contract, joker = record["contract"], "JK"
    if contract is not None and not contract["sans_kitty"] and joker in (*record["discards"], *record["kitty"]):
        return None if joker in record["discards"] else int(contract["seat"])
    return next((int(seat) for seat, cards in record["hands"].items() if joker in cards), None)


def _with_claims(record: Record, *, points: bool) -> Record:
    values = check(record).values
    names = ("tricks", "points", "score_after") if points else ("tricks",)
    return {**record, **{name: values[name] for name in names if values.get(name) is not None}}


def _score_line(rng: Random, rules: Rules, dealer: int, wanted: str | None) -> Record:
    """Return a level 1 record as clubs see them: low bids more than high ones, tricks near the bid."""
    record: Record = {"game": NAME, "level": 1, "dealer": dealer, "contract": None}
    if wanted is None and rng.random() < _PASSED_IN:
        return record
    allowed = [bid for bid in BIDS.values() if not switched_off(rules, bid, sans_kitty=False, path="")]
    bid = rng.choices(allowed, weights=[1 / (1 + bid.rank) for bid in allowed])[0] if wanted is None else BIDS[wanted]
    contract = Contract(rng.randrange(rules.players), bid, rules.sans_kitty and rng.random() < _SANS_KITTY)
    record["contract"] = {"seat": contract.seat, "bid": bid.text, "sans_kitty": contract.sans_kitty}
    if (called := _called(rng, rules, contract)) is not None:
        record["called"] = called
    seating = seating_of(rules)
    own = seating.contracting_sides(contract, called)
    won = max(0, rng.randrange(-2, 3)) if bid.is_misere else min(10, max(0, round(rng.gauss(bid.tricks + 0.3, 1.4))))
    others = [side for side in range(len(seating.sides)) if side not in own]
    tricks = [0] * len(seating.sides)
    for sides, number in ((own, won), (others, TRICKS_PER_HAND - won)):
        for _ in range(number):
            tricks[rng.choice(sides)] += 1
    return {**record, "tricks": tricks}


def _called(rng: Random, rules: Rules, contract: Contract) -> int | None:
    """Return the partner called where five play, None where the contractor plays alone."""
    if rules.players != 5 or contract.bid.is_misere or rng.random() >= _CALLS_PARTNER:
        return None
    return (contract.seat + rng.randrange(1, 5)) % 5


def _full_hand(rng: Random, rules: Rules, dealer: int, wanted: str | None) -> Record:
    deck = texts_of(PACKS[rules.players])
    rng.shuffle(deck)
    hands, kitty = deal(deck, players=rules.players, dealer=dealer)
    auction, calls = _random_auction(rng, rules, dealer) if wanted is None else _auction_to(rng, rules, dealer, wanted)
    record: Record = {
        "game": NAME,
        "level": 3,
        "dealer": dealer,
        "hands": {str(seat): hand for seat, hand in enumerate(hands)},
        "kitty": kitty,
        "auction": calls,
        "contract": None,
        "play": [],
    }
    contract = auction.contract
    if contract is None:
        return record
    record["contract"] = {"seat": contract.seat, "bid": contract.bid.text, "sans_kitty": contract.sans_kitty}
    if (called := _called(rng, rules, contract)) is not None:
        record["called"] = called
    if contract.bid is OPEN_MISERE:
        record["exposed"] = True
    return record | _play(rng, rules, contract, [mask_of_texts(hand) for hand in hands], mask_of_texts(kitty))


def _random_auction(rng: Random, rules: Rules, dealer: int) -> tuple[Auction, list[Record]]:
    """Return an auction that is over, with its calls as records have them."""
    auction, calls = Auction.opened(rules, dealer=dealer), list[Record]()
    while legal := auction.legal_calls():
        if auction.is_complete and (auction.contract is None or rng.random() >= _RAISES):
            break
        bids = [text for text in legal if text != PASS]
        text = PASS
        if bids and (PASS not in legal or rng.random() >= _PASSES):
            step = 0
            while step < len(bids) - 1 and rng.random() < _STEP_UP:
                step += 1
            text = bids[step]
        _call(rng, auction, calls, text)
    return auction, calls


def _auction_to(rng: Random, rules: Rules, dealer: int, wanted: str) -> tuple[Auction, list[Record]]:
    """Return an auction that ends with the bid that is wanted."""
    auction, calls = Auction.opened(rules, dealer=dealer), list[Record]()
    for _ in range(rng.randrange(rules.players - 1)):
        _call(rng, auction, calls, PASS)
    if wanted not in auction.legal_calls():
        _call(rng, auction, calls, f"7{rng.choice(SUITS)}")
    _call(rng, auction, calls, wanted)
    while not auction.is_closed:
        _call(rng, auction, calls, PASS)
    return auction, calls


def _call(rng: Random, auction: Auction, calls: list[Record], text: str) -> None:
    """Make a call for the seat whose turn it is."""
    bid = read_bid(text)
    sans_kitty = bid is not None and auction.rules.sans_kitty and rng.random() < _SANS_KITTY
    call: Record = {"seat": auction.turn, "bid": text}
    calls.append({**call, "sans_kitty": True} if sans_kitty else call)
    auction.add(auction.turn, bid, sans_kitty=sans_kitty)


def _play(rng: Random, rules: Rules, contract: Contract, hands: list[int], kitty: int) -> Record:
    """Return what a record says from the exchange on."""
    said: Record = {}
    if not contract.sans_kitty:
        held = hands[contract.seat] | kitty
        discards = rng.sample(list(cards_in(held)), KITTY_SIZE)
        said["discards"] = [TEXTS[card] for card in discards]
        hands[contract.seat] = held & ~mask_of(discards)
    nominated = None
    if contract.bid.trump is None and hands[contract.seat] & JOKER_BIT and rng.random() < _NOMINATES:
        nominated = rng.randrange(len(SUITS))
        said["nominated"] = SUITS[nominated]
    play = Play.opened(rules, seating_of(rules), contract, hands=hands, nominated=nominated)
    said["play"] = tricks = []
    stops = rng.random() < _STOPS
    while len(play.winners) < TRICKS_PER_HAND and not (stops and play.may_stop):
        tricks.append(_trick(rng, play))
    return said


def _trick(rng: Random, play: Play) -> dict[str, Any]:
    """Play one random trick and return it as records have it."""
    order, (leads, suits) = play.order, play.leads()
    first = rng.choice(list(cards_in(leads)))
    cards, said = [first], {}
    led = play.ranking.suit_of[first]
    if play.is_loose_joker(first) and suits:
        led = rng.choice([suit for suit in range(len(SUITS)) if suits >> suit & 1])
        said = {"suit": SUITS[led]}
    cards += [rng.choice(list(cards_in(play.ranking.followers(play.hands[seat], led)))) for seat in order[1:]]
    lead, (_, winner) = play.leader, play.follow(cards, led)
    play.end_trick(winner, led)
    return {"lead": lead, "cards": [TEXTS[card] for card in cards], **said, "winner": winner}
