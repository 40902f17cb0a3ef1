"""The deal (rules A3): packets of cards to the seats and the kitty, and a record's deal read into sets of cards."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gameplay.rules.five_hundred.cards import CARDS, HAND_SIZE, KITTY_SIZE, PACKS, TEXTS, mask_of, read_card
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
    spread = _spread_parts(record, players)
    deck = [] if record.get("deck") is None else [Part("deck", record["deck"], players * HAND_SIZE + KITTY_SIZE)]
    if unreadable := [found for part in (*spread, *deck) for found in unreadable_cards(part.path, part.texts)]:
        return unreadable
    faults = sorted(
        (found for parts in (spread, deck) for found in _pack_faults(parts, PACKS[players])), key=_order_of_codes
    )
    if faults:
        return faults
    masks = {part.path: mask_of(CARDS[text] for text in part.texts) for part in spread}
    if deck:
        hands, kitty = deal(deck[0].texts, players=players, dealer=record["dealer"])
        dealt = {f"hands.{seat}": cards for seat, cards in enumerate(hands)} | {"kitty": kitty}
        from_deck = {path: mask_of(CARDS[text] for text in texts) for path, texts in dealt.items()}
        faults = [fault("deal_deck_mismatch", path) for path, mask in masks.items() if from_deck[path] != mask]
        masks = from_deck
    case.hands, case.kitty = [masks[f"hands.{seat}"] for seat in range(players)], masks["kitty"]
    return faults


def unreadable_cards(path: str, texts: list[Any]) -> list[Violation]:
    """Return a fault for each text that is no card."""
    try:
        if None not in map(CARDS.get, texts):
            return []
    except TypeError:  # a list or an object in place of a text
        pass
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


def _pack_faults(parts: list[Part], pack: int) -> list[Violation]:
    """Return cards that are not in the pack or stand twice, and parts of the wrong size."""
    numbers = [CARDS[text] for part in parts for text in part.texts]
    sizes_are_right = all(len(part.texts) == part.size for part in parts)
    if sizes_are_right and mask_of(numbers) == pack and len(numbers) == pack.bit_count():
        return []
    faults, seen = [], 0
    for part in parts:
        if len(part.texts) != part.size:
            faults.append(fault("deal_size", part.path, expected=part.size, cards=len(part.texts)))
        for index, text in enumerate(part.texts):
            bit, path = 1 << CARDS[text], f"{part.path}[{index}]"
            if not bit & pack:
                faults.append(fault("deal_foreign", path, card=TEXTS[CARDS[text]]))
            elif bit & seen:
                faults.append(fault("deal_duplicate", path, card=TEXTS[CARDS[text]]))
            seen |= bit
    return faults


_CODES = [fault(name).code for name in ("deal_foreign", "deal_duplicate", "deal_size")]


def _order_of_codes(violation: Violation) -> int:
    return _CODES.index(violation.code)
