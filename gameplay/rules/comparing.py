"""Whether two records tell of the same play, whatever their levels: what a score sheet says of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gameplay.rules.kinds import Answer

_OF_A_SHEET = ("contract", "called", "points", "end", "out_side")


def same_play(one: Mapping[str, Any], on_one: Answer, other: Mapping[str, Any], on_other: Answer) -> bool:
    """Whether two valid records, with the engine's answers on them, agree in all that a score sheet has.

    That is contract, partner called, tricks and points, or points and end. Who started follows from the plan. Tricks
    that one record leaves uncounted (a lost misere that was not played out) contradict nothing.
    """
    first, second = {**one, **on_one.values}, {**other, **on_other.values}
    if any(first.get(name) != second.get(name) for name in _OF_A_SHEET):
        return False
    return _agree(first.get("tricks"), second.get("tricks"))


def _agree(one: Sequence[int | None] | None, other: Sequence[int | None] | None) -> bool:
    if one is None or other is None:
        return one is other
    pairs = zip(one, other, strict=True)
    return all(first == second or first is None or second is None for first, second in pairs)
