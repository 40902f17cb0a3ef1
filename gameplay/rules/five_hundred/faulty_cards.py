"""Faults of the deal, the exchange and the play of the cards: at level 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.rules.five_hundred.bids import SUITS
from gameplay.rules.five_hundred.cards import (
    JOKER,
    KITTY_SIZE,
    PACKS,
    TEXTS,
    cards_in,
    mask_of_texts,
    texts_of,
)
from gameplay.rules.five_hundred.deal import deal
from gameplay.rules.five_hundred.faulty_claims import MISERES, Fault, Record, Spoil, rules_of, set_option
from gameplay.rules.five_hundred.full import PlayedTrick, played_tricks
from gameplay.rules.five_hundred.hand import read_hand
from gameplay.rules.five_hundred.play import Play

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

_NO_TRUMPS = ("6NT", "7NT", "8NT")
Parts = list[list[str]]


def _parts(record: Record) -> Parts:
    """Return the lists of cards of the deal."""
    return [*record["hands"].values(), record["kitty"]]


def _card(rng: Random, record: Record) -> bool:
    lists = [*_parts(record), record.get("discards"), *(trick["cards"] for trick in record["play"])]
    cards = rng.choice([cards for cards in lists if cards])
    cards[rng.randrange(len(cards))] = rng.choice(["1S", "JKR", "", "10", "as", 5, None, ["AS"]])
    return True


def _deal_foreign(rng: Random, record: Record) -> bool:
    missing = [text for text in TEXTS if not mask_of_texts([text]) & PACKS[rules_of(record).players]]
    cards = rng.choice(_parts(record))
    cards[rng.randrange(len(cards))] = rng.choice(missing)
    return True


def _deal_duplicate(rng: Random, record: Record) -> bool:
    first, second = rng.sample(_parts(record), 2)
    first[rng.randrange(len(first))] = rng.choice(second)
    return True


def _deal_size(rng: Random, record: Record) -> bool:
    giver, taker = rng.sample(_parts(record), 2)
    taker.append(giver.pop())
    return True


def _deal_deck_mismatch(rng: Random, record: Record) -> bool:
    players = rules_of(record).players
    places, aside = deal(range(players * 10 + KITTY_SIZE), players=players, dealer=record["dealer"])
    deck = [""] * (players * 10 + KITTY_SIZE)
    hands = [record["hands"][str(seat)] for seat in range(players)]
    for positions, cards in zip([*places, aside], [*hands, record["kitty"]], strict=True):
        for position, card in zip(positions, cards, strict=True):
            deck[position] = card
    one, other = rng.choice(places[0]), rng.choice(places[1])
    deck[one], deck[other] = deck[other], deck[one]
    record["deck"] = deck
    return True


def _discard_count(rng: Random, record: Record) -> bool:
    if not record.get("discards"):
        return False
    record["discards"] = rng.choice([record["discards"][:2], [], None, [*record["discards"], "JK"]])
    return True


def _discard_not_held(rng: Random, record: Record) -> bool:
    if not record.get("discards"):
        return False
    other = str((record["contract"]["seat"] + 1) % rules_of(record).players)
    foreign = [*record["hands"][other], record["discards"][1]]
    record["discards"][0] = rng.choice(foreign)
    return True


def _discard_sans_kitty(_rng: Random, record: Record) -> bool:
    if record["contract"] is None or not record["contract"]["sans_kitty"]:
        return False
    record["discards"] = list(record["kitty"])
    return True


def _play_wrong_leader(rng: Random, record: Record) -> bool:
    case = read_hand(record)
    if case.contract is None:
        return False
    trick = rng.choice(record["play"])
    active = case.seating.orders_of(case.contract)[case.contract.seat]
    trick["lead"] = rng.choice([seat for seat in active if seat != trick["lead"]])
    return True


def _trick_size(rng: Random, record: Record) -> bool:
    if not record["play"]:
        return False
    cards = rng.choice(record["play"])["cards"]
    cards.append("JK") if rng.random() < 0.5 else cards.pop()
    return True


def _play_not_held(rng: Random, record: Record) -> bool:
    if not record["play"]:
        return False
    index, tricks = rng.randrange(len(record["play"])), list(played_tricks(read_hand(record)))
    position = rng.randrange(len(tricks[index].order))
    hand = tricks[index].hands[tricks[index].order[position]]
    record["play"][index]["cards"][position] = rng.choice(texts_of(PACKS[rules_of(record).players] & ~hand))
    return True


def _steps(record: Record) -> Iterator[tuple[int, PlayedTrick, Play]]:
    """Yield each trick of a legal record with its index and the play as it stood before the lead."""
    case = read_hand(record)
    if case.contract is None:
        return
    play = Play.opened(case.rules, case.seating, case.contract, hands=case.hands, nominated=case.nominated)
    for index, trick in enumerate(played_tricks(case)):
        play.hands, play.leader, play.suits_led = list(trick.hands), trick.order[0], trick.suits_led
        yield index, trick, play
        play.winners.append(trick.winner)


def _follows_with(refusal: str) -> Spoil:
    """Return how to let somebody follow with a card that is refused so."""

    def spoil(rng: Random, record: Record) -> bool:
        steps = [
            (index, position, card)
            for index, trick, play in _steps(record)
            for position, seat in enumerate(trick.order)
            for card in cards_in(trick.hands[seat])
            if position and play.follow_refusal(trick.hands[seat], card, trick.led) == refusal
        ]
        if not steps:
            return False
        index, position, card = rng.choice(steps)
        record["play"][index]["cards"][position] = TEXTS[card]
        return True

    return spoil


def _leads_joker(refusal: str) -> Spoil:
    """Return how to let somebody lead a loose joker that is refused so."""

    def spoil(rng: Random, record: Record) -> bool:
        steps = [
            (index, suit)
            for index, _, play in _steps(record)
            for suit in (None, *range(len(SUITS)))
            if play.hands[play.leader] & play.ranking.loose and play.joker_lead_refusal(suit) == refusal
        ]
        return bool(steps) and _lead_joker(record, *rng.choice(steps))

    return spoil


def _joker_lead_too_early(rng: Random, record: Record) -> bool:
    """Let somebody lead a loose joker before the last trick where the rules keep it for that."""
    steps = [
        index
        for index, _, play in _steps(record)
        if play.hands[play.leader] & play.ranking.loose and not play.is_last_trick
    ]
    set_option(record, "joker_lead", "last_trick")
    return bool(steps) and _lead_joker(record, rng.choice(steps), rng.choice([None, 0, 1, 2, 3]))


def _lead_joker(record: Record, index: int, suit: int | None) -> bool:
    trick = record["play"][index]
    trick["cards"][0], trick["suit"] = TEXTS[JOKER], None if suit is None else SUITS[suit]
    return True


def _joker_suit_unexpected(rng: Random, record: Record) -> bool:
    plain = [index for index, trick, play in _steps(record) if not play.is_loose_joker(trick.cards[0])]
    if not plain:
        return False
    record["play"][rng.choice(plain)]["suit"] = rng.choice(SUITS)
    return True


def _trick_winner_mismatch(rng: Random, record: Record) -> bool:
    steps = [(index, trick.order, trick.winner) for index, trick, _ in _steps(record)]
    if not steps:
        return False
    index, order, winner = rng.choice(steps)
    record["play"][index]["winner"] = rng.choice([seat for seat in order if seat != winner])
    return True


def _open_not_exposed(_rng: Random, record: Record) -> bool:
    record["exposed"] = False
    return True


_FULL = (3,)
FAULTS: dict[str, Fault] = {
    "card": Fault(_FULL, _card),
    "deal_foreign": Fault(_FULL, _deal_foreign),
    "deal_duplicate": Fault(_FULL, _deal_duplicate),
    "deal_size": Fault(_FULL, _deal_size),
    "deal_deck_mismatch": Fault(_FULL, _deal_deck_mismatch),
    "discard_count": Fault(_FULL, _discard_count),
    "discard_not_held": Fault(_FULL, _discard_not_held),
    "discard_sans_kitty": Fault(_FULL, _discard_sans_kitty),
    "play_wrong_leader": Fault(_FULL, _play_wrong_leader),
    "trick_size": Fault(_FULL, _trick_size),
    "play_not_held": Fault(_FULL, _play_not_held),
    "play_revoke": Fault(_FULL, _follows_with("play_revoke")),
    "joker_while_able": Fault(_FULL, _follows_with("joker_while_able"), _NO_TRUMPS),
    "joker_forced": Fault(_FULL, _follows_with("joker_forced"), MISERES),
    "joker_lead_too_early": Fault(_FULL, _joker_lead_too_early, _NO_TRUMPS),
    "joker_lead_suit_missing": Fault(_FULL, _leads_joker("joker_lead_suit_missing"), _NO_TRUMPS),
    "joker_lead_suit_used": Fault(_FULL, _leads_joker("joker_lead_suit_used"), _NO_TRUMPS),
    "joker_suit_unexpected": Fault(_FULL, _joker_suit_unexpected),
    "trick_winner_mismatch": Fault(_FULL, _trick_winner_mismatch),
    "open_not_exposed": Fault(_FULL, _open_not_exposed, ("OM",)),
}
