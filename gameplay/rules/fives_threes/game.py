"""A game of Fives and Threes: rounds until one side stands at exactly the target (rules B8, B9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.rules.kinds import Answer, GameState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.rules.fives_threes.variants import Rules


def start(rules: Rules) -> GameState:
    """Return the state before the first round."""
    return GameState((0,) * len(rules.sides))


def advance(state: GameState, answer: Answer) -> GameState:
    """Return the state after a round that was judged valid."""
    winner = answer.values["winner"]
    return GameState(
        scores=tuple(answer.values["scores_after"]),
        hands=state.hands + 1,
        ending=None if winner is None else "exact_target",
        winners=() if winner is None else (winner,),
    )


def after_ruling(rules: Rules, state: GameState, points: Sequence[int]) -> GameState | None:
    """Return the state after a round that was ruled; None where a side would stand below 0 or past the target.

    Whoever stands at exactly the target has won, so not two may.
    """
    scores = tuple(score + gain for score, gain in zip(state.scores, points, strict=True))
    home = tuple(side for side, score in enumerate(scores) if score == rules.target)
    if min(scores) < 0 or max(scores) > rules.target or len(home) > 1:
        return None
    return GameState(scores, state.hands + 1, "exact_target" if home else None, home)


def call_time(state: GameState) -> GameState:
    """Return the state when the clock ends a game: the higher total wins, equal totals share the win."""
    if state.is_over:
        return state
    best = max(state.scores)
    winners = tuple(side for side, score in enumerate(state.scores) if score == best)
    return GameState(state.scores, state.hands, "time", winners)
