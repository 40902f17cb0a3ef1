"""Seats and tiles as a record writes them: each must be readable before anything is judged (rules B1, C2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.fives_threes.tiles import is_tile
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gameplay.rules.fives_threes.variants import Rules


def syntax_faults(record: Mapping[str, Any], rules: Rules) -> tuple[Violation, ...]:
    """Return every seat that is not at this table, and every tile that cannot be read."""
    faults = [] if is_seat(record["opener"], rules) else [_seat_fault("opener", record["opener"], rules)]
    if record["level"] == 2:
        faults += _seat_faults("events", record["events"], rules)
    elif record["level"] == 3:
        plays = record["plays"]
        faults += _seat_faults("plays", plays, rules)
        faults += [
            _tile_fault(f"hands.{seat}[{index}]", text)
            for seat, hand in record["hands"].items()
            for index, text in enumerate(hand)
            if not is_tile(text)
        ]
        faults += [
            _tile_fault(f"plays[{index}].tile", play["tile"])
            for index, play in enumerate(plays)
            if "tile" in play and not is_tile(play["tile"])
        ]
    return tuple(faults)


def is_seat(value: object, rules: Rules) -> bool:
    """Whether a value names a seat: an integer from 0, and JSON ``true`` is none."""
    return type(value) is int and 0 <= value < rules.players


def _seat_faults(name: str, items: Sequence[Mapping[str, Any]], rules: Rules) -> list[Violation]:
    return [
        _seat_fault(f"{name}[{index}].seat", item["seat"], rules)
        for index, item in enumerate(items)
        if not is_seat(item["seat"], rules)
    ]


def _seat_fault(path: str, value: object, rules: Rules) -> Violation:
    return Violation(codes.SEAT, path, {"seat": shown(value), "last": rules.players - 1})


def _tile_fault(path: str, value: object) -> Violation:
    return Violation(codes.TILE, path, {"tile": shown(value)})
