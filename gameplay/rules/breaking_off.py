"""Games that time breaks off in the middle, and what is to count of them."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gameplay.rules.kinds import GameState, Kind

TIME, UNPLAYED = "time", "unplayed"
"""Endings: the clock has given the game to somebody; it counts for nobody."""


class BrokenOff(StrEnum):
    """What counts of a game that time breaks off.

    ``LEADER``: it is won by the side ahead, and shared by those that are level, as rules A12.7 have it by the clock.
    ``SHARED``: all sides share it, whatever the score. ``UNPLAYED``: it counts for nobody, nor do its points.
    """

    LEADER = "leader"
    SHARED = "shared"
    UNPLAYED = "unplayed"


def break_off(kind: Kind, rules: Any, state: GameState, counts: BrokenOff) -> GameState:
    """Return the state when time breaks a game off; one that is over stays as it is.

    >>> from gameplay.rules.kinds import GameState
    >>> from gameplay.rules.registry import get_kind
    >>> kind = get_kind("fives_threes")
    >>> rules, state = kind.resolve_rules({}), GameState((40, 12), 3)
    >>> break_off(kind, rules, state, BrokenOff.LEADER).winners
    (0,)
    >>> break_off(kind, rules, state, BrokenOff.SHARED).winners
    (0, 1)
    """
    if state.is_over:
        return state
    if counts is BrokenOff.LEADER:
        return kind.call_time(rules, state)
    if counts is BrokenOff.SHARED:
        return replace(state, ending=TIME, winners=tuple(range(len(state.scores))))
    return replace(state, ending=UNPLAYED, winners=())
