"""Seats and tiles as a record writes them: each must be readable before anything is judged (rules B1, C6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.fives_threes.tiles import TILE_OF, is_tile
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gameplay.rules.fives_threes.variants import Rules

_WHOLE_NUMBER = frozenset({int})
_TEXTS = frozenset(TILE_OF)


def syntax_faults(record: Mapping[str, Any], rules: Rules) -> tuple[Violation, ...]:
    """Return every seat that is not at this table, and every tile that cannot be read."""
    faults = [] if is_seat(record["opener"], rules) else [_seat_fault("opener", record["opener"], rules)]
    if record["level"] == 2:
        faults += _seat_faults("events", record["events"], rules)
    elif record["level"] == 3:
        faults += _seat_faults("plays", record["plays"], rules)
        faults += _tile_faults(record["hands"], record["plays"])
    return tuple(faults)


def is_seat(value: object, rules: Rules) -> bool:
    """Whether a value names a seat: an integer from 0, and JSON ``true`` is none."""
    return type(value) is int and 0 <= value < rules.players


def _seat_faults(name: str, items: Sequence[Mapping[str, Any]], rules: Rules) -> list[Violation]:
    seats = [item["seat"] for item in items]
    # Nearly always all are right, and that shows sooner for all at once.
    if _WHOLE_NUMBER.issuperset(map(type, seats)) and rules.seats.issuperset(seats):
        return []
    return [
        _seat_fault(f"{name}[{index}].seat", seat, rules)
        for index, seat in enumerate(seats)
        if not is_seat(seat, rules)
    ]


def _tile_faults(hands: Mapping[str, Sequence[Any]], plays: Sequence[Mapping[str, Any]]) -> list[Violation]:
    texts = [play["tile"] for play in plays if "tile" in play]
    for hand in hands.values():
        texts += hand
    try:
        if _TEXTS.issuperset(texts):
            return []
    except TypeError:  # a list or an object in place of a text
        pass
    dealt = [(f"hands.{seat}[{index}]", text) for seat, hand in hands.items() for index, text in enumerate(hand)]
    played = [(f"plays[{index}].tile", play["tile"]) for index, play in enumerate(plays) if "tile" in play]
    return [_tile_fault(path, text) for path, text in (*dealt, *played) if not is_tile(text)]


def _seat_fault(path: str, value: object, rules: Rules) -> Violation:
    return Violation(codes.SEAT, path, {"seat": shown(value), "last": rules.players - 1})


def _tile_fault(path: str, value: object) -> Violation:
    return Violation(codes.TILE, path, {"tile": shown(value)})
