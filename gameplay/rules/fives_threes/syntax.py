"""Seats and tiles as a record writes them: each must be readable before anything is judged (rules B1, C2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gameplay.rules.fives_threes.variants import Rules


def syntax_faults(record: Mapping[str, Any], rules: Rules) -> tuple[Violation, ...]:
    """Return every seat that is not at this table."""
    opener = record["opener"]
    return () if is_seat(opener, rules) else (_seat_fault("opener", opener, rules),)


def is_seat(value: object, rules: Rules) -> bool:
    """Whether a value names a seat: an integer from 0, and JSON ``true`` is none."""
    return type(value) is int and 0 <= value < rules.players


def _seat_fault(path: str, value: object, rules: Rules) -> Violation:
    return Violation(codes.SEAT, path, {"seat": shown(value), "last": rules.players - 1})
