"""The deal (rules A3): packets of cards to the seats and the kitty, and a record's deal read into sets of cards."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gameplay.rules.five_hundred.cards import (
    CARDS,
    HAND_SIZE,
    KITTY_SIZE,
    PACKS,
    mask_of,
    mask_of_texts,
    read_card,
    read_cards,
)
from gameplay.rules.five_hundred.codes import fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.rules.five_hundred.case import Case, Faults
    from gameplay.rules.kinds import Violation

PACKETS = (3, 4, 3)
"""Cards to each seat in turn; one to the kitty follows each round of packets."""

T = TypeVar("T")


def deal(deck: Sequence[T], *, players: int, dealer: int) -> tuple[list[list[T]], list[T]]:
    """Return the hands by seat and the kitty of a deck dealt in packets from the dealer's left."""
    hands: list[list[T]] = [[] for _ in range(players)]
    kitty: list[T] = []
    cards = iter(deck)
    for packet in PACKETS:
        for step in range(1, players + 1):
            hands[(dealer + step) % players] += islice(cards, packet)
        kitty += islice(cards, 1)
    return hands, kitty


class Part(NamedTuple):
    """A part of a deal as sent: where in the record, the cards, and how many there must be."""

    path: str
    texts: list[Any]
    size: int


def deal_read(case: Case) -> Faults:
    """Read the deal, given by hands and kitty, by the deck in dealing order, or both ways alike."""
    record, players = case.record, case.rules.players
    spread, deck, pack = _spread_parts(record, players), _deck_parts(record, players), PACKS[players]
    whole = all(_is_whole(parts, pack) for parts in (spread, deck) if parts)
    if not whole and (faults := _faults(spread, deck, pack)):
        return faults
    faults = []
    masks = {part.path: mask_of_texts(part.texts) for part in spread}
    if deck:
        hands, kitty = deal(deck[0].texts, players=players, dealer=record["dealer"])
        dealt = {f"hands.{seat}": mask_of_texts(hand) for seat, hand in enumerate(hands)}
        dealt["kitty"] = mask_of_texts(kitty)
        faults = [fault("deal_deck_mismatch", path, part=path) for path, mask in masks.items() if dealt[path] != mask]
        masks = dealt
    case.hands, case.kitty = [masks[f"hands.{seat}"] for seat in range(players)], masks["kitty"]
    return faults


def unreadable_cards(path: str, texts: list[Any]) -> list[Violation]:
    """Return a fault for each text that is no card."""
    if read_cards(texts) is not None:
        return []
    return [
        fault("card", f"{path}[{index}]", card=str(text)) for index, text in enumerate(texts) if read_card(text) is None
    ]


def _spread_parts(record: dict[str, Any], players: int) -> list[Part]:
    """Return the parts of a deal that was sent as hands and kitty; either may be missing beside a deck."""
    parts = []
    hands, kitty = record.get("hands"), record.get("kitty")
    if hands is not None:
        parts = [Part(f"hands.{seat}", hands.get(str(seat), []), HAND_SIZE) for seat in range(players)]
        parts += [Part(f"hands.{seat}", cards, 0) for seat, cards in hands.items() if int(seat) >= players]
    if kitty is not None:
        parts.append(Part("kitty", kitty, KITTY_SIZE))
    return parts


def _deck_parts(record: dict[str, Any], players: int) -> list[Part]:
    deck = record.get("deck")
    return [] if deck is None else [Part("deck", deck, players * HAND_SIZE + KITTY_SIZE)]


def _is_whole(parts: list[Part], pack: int) -> bool:
    """Whether the parts, each of its size, are together the whole pack: then no card stands twice."""
    if [len(part.texts) for part in parts] != [part.size for part in parts]:
        return False
    cards = read_cards([text for part in parts for text in part.texts])
    return cards is not None and mask_of(cards) == pack


def _faults(spread: list[Part], deck: list[Part], pack: int) -> list[Violation]:
    """Return what is wrong with the cards of a deal, the codes in their order."""
    parts = [*spread, *deck]
    if unreadable := [found for part in parts for found in unreadable_cards(part.path, part.texts)]:
        return unreadable
    faults = [
        fault("deal_foreign", f"{part.path}[{index}]", card=text)
        for part in parts
        for index, text in enumerate(part.texts)
        if not 1 << CARDS[text] & pack
    ]
    faults += [*_duplicates(spread), *_duplicates(deck)]
    faults += [
        fault("deal_size", part.path, part=part.path, expected=part.size, cards=len(part.texts))
        for part in parts
        if len(part.texts) != part.size
    ]
    return faults


def _duplicates(parts: list[Part]) -> list[Violation]:
    """Return a fault for each card that stood earlier in the same deal."""
    faults, seen = [], set()
    for part in parts:
        for index, text in enumerate(part.texts):
            if CARDS[text] in seen:
                faults.append(fault("deal_duplicate", f"{part.path}[{index}]", card=text))
            seen.add(CARDS[text])
    return faults
