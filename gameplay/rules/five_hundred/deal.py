"""The deal (rules A3): packets of cards to the seats and the kitty, and a record's deal read into sets of cards."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from gameplay.rules.five_hundred.cards import (
    CARDS,
    HAND_SIZE,
    KITTY_SIZE,
    PACKS,
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


Part = tuple[str, list[Any], int]
"""A part of a deal as sent: where in the record, the cards, and how many there must be."""
_SEATS = ("0", "1", "2", "3", "4", "5")
_HAND_PATHS = tuple(f"hands.{seat}" for seat in _SEATS)


def deal_read(case: Case) -> Faults:
    """Read the deal, given by hands and kitty, by the deck in dealing order, or both ways alike."""
    record, players = case.record, case.rules.players
    deck, pack = record.get("deck"), PACKS[players]
    if deck is None and (masks := _masks_of_whole(record["hands"], record["kitty"], players)) is not None:
        *case.hands, case.kitty = masks
        return ()
    spread = _spread_parts(record, players)
    if deck is None:
        return _faults(spread, [], pack)
    if faults := _faults(spread, [("deck", deck, players * HAND_SIZE + KITTY_SIZE)], pack):
        return faults
    hands, kitty = deal(deck, players=players, dealer=record["dealer"])
    case.hands, case.kitty = [mask_of_texts(hand) for hand in hands], mask_of_texts(kitty)
    dealt = {**dict(zip(_HAND_PATHS, case.hands, strict=False)), "kitty": case.kitty}
    return [
        fault("deal_deck_mismatch", path, part=path)
        for path, texts, _ in spread
        if dealt.get(path, 0) != mask_of_texts(texts)
    ]


def unreadable_cards(path: str, texts: list[Any]) -> list[Violation]:
    """Return a fault for each text that is no card."""
    if read_cards(texts) is not None:
        return []
    return [
        fault("card", f"{path}[{index}]", card=str(text)) for index, text in enumerate(texts) if read_card(text) is None
    ]


def _spread_parts(record: dict[str, Any], players: int) -> list[Part]:
    """Return the parts of a deal that was sent as hands and kitty; either may be missing beside a deck."""
    parts: list[Part] = []
    hands, kitty = record.get("hands"), record.get("kitty")
    if hands is not None:
        parts = [(_HAND_PATHS[seat], hands.get(str(seat), []), HAND_SIZE) for seat in range(players)]
        parts += [(f"hands.{seat}", cards, 0) for seat, cards in hands.items() if int(seat) >= players]
    if kitty is not None:
        parts.append(("kitty", kitty, KITTY_SIZE))
    return parts


def _masks_of_whole(hands: dict[str, list[Any]], kitty: list[Any], players: int) -> list[int] | None:
    """Return the sets of cards of a deal, None unless they are the whole pack: then no card stands twice."""
    parts = [hands.get(seat, []) for seat in _SEATS[:players]]
    sizes = [*map(len, parts), len(kitty), sum(map(len, hands.values()))]
    if sizes != [*[HAND_SIZE] * players, KITTY_SIZE, players * HAND_SIZE]:
        return None
    try:
        masks = [mask_of_texts(texts) for texts in (*parts, kitty)]
    except (KeyError, TypeError):  # TypeError: a list or an object in place of a text
        return None
    # So many single bits only add up to the pack if each of them is another one of it.
    return masks if sum(masks) == PACKS[players] else None


def _faults(spread: list[Part], deck: list[Part], pack: int) -> list[Violation]:
    """Return what is wrong with the cards of a deal, the codes in their order."""
    parts = [*spread, *deck]
    if unreadable := [found for path, texts, _ in parts for found in unreadable_cards(path, texts)]:
        return unreadable
    foreign = [
        fault("deal_foreign", f"{path}[{index}]", card=text)
        for path, texts, _ in parts
        for index, text in enumerate(texts)
        if not 1 << CARDS[text] & pack
    ]
    sizes = [
        fault("deal_size", path, part=path, expected=size, cards=len(texts))
        for path, texts, size in parts
        if len(texts) != size
    ]
    return [*foreign, *_duplicates(spread), *_duplicates(deck), *sizes]


def _duplicates(parts: list[Part]) -> list[Violation]:
    """Return a fault for each card that stood earlier in the same deal."""
    faults, seen = [], set()
    for path, texts, _ in parts:
        for index, text in enumerate(texts):
            if CARDS[text] in seen:
                faults.append(fault("deal_duplicate", f"{path}[{index}]", card=text))
            seen.add(CARDS[text])
    return faults
