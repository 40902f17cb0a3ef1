"""When a game is over and who has won it (rules A12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gameplay.rules.kinds import GameState

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from gameplay.rules.five_hundred.variants import Rules

OUT_BACKWARDS = -500
CONTRACT, BACKWARDS, HANDS, TIME = "contract", "out_backwards", "hands", "time"


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a game is over, and the sides that have won it."""

    why: str
    winners: tuple[int, ...]


def race_ending(rules: Rules, *, scores: Sequence[int], contractors: Collection[int], made: bool) -> Ending | None:
    """Return how a hand ends the race to 500, or None while it goes on.

    ``scores`` are those after the hand, ``contractors`` the sides that stood or fell with the contract (none in a
    hand passed in). Only a contract just won wins, whatever the others have reached by tricks (rules A12.1-3); only
    a contract just lost throws a side out backwards, and then the best of the others wins (rules A12.4-5, A12.8).
    """
    if rules.end != "race":
        return None
    if made:
        home = [side for side in contractors if scores[side] >= rules.target]
        return Ending(CONTRACT, _best(scores, home)) if home else None
    out = [side for side in contractors if scores[side] <= OUT_BACKWARDS]
    if not out or not rules.out_backwards:
        return None
    return Ending(BACKWARDS, _best(scores, (side for side in range(len(scores)) if side not in out)))


def after_hand(rules: Rules, state: GameState, *, points: Sequence[int], race: Ending | None) -> GameState:
    """Return the state after a hand worth ``points``; a hand passed in counts as one of a fixed number (A12.7)."""
    scores = tuple(score + gain for score, gain in zip(state.scores, points, strict=True))
    state = GameState(scores, state.hands + 1)
    if race is not None:
        return replace(state, ending=race.why, winners=race.winners)
    if rules.end == "hands" and state.hands == rules.hands:
        return _by_total(state, HANDS)
    return state


def call_time(state: GameState) -> GameState:
    """Return the state when the clock ends a game that is still on: the higher total wins, equal totals share."""
    return state if state.is_over else _by_total(state, TIME)


def _by_total(state: GameState, why: str) -> GameState:
    return replace(state, ending=why, winners=_best(state.scores, range(len(state.scores))))


def _best(scores: Sequence[int], sides: Iterable[int]) -> tuple[int, ...]:
    """Return the sides with the highest score of those given, several when they are equal."""
    candidates = tuple(sides)
    top = max(scores[side] for side in candidates)
    return tuple(side for side in candidates if scores[side] == top)
