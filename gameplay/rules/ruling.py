"""Hands that the director ruled: what each side gets is said, not computed, and only the score has to be possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gameplay.rules.chain import Judgement
from gameplay.rules.kinds import Answer, GameState, Kind, Violation

POINTS = "points"
MOST_POINTS = 2_000
"""More than any hand of either game can be worth."""


def judge_ruling(kind: Kind, rules: Any, state: GameState, ruling: object) -> Judgement:
    """Judge what the director ruled for the next hand of a game that stands at ``state``.

    A ruling is ``{"points": [...]}``, whole numbers by side from -2,000 to 2,000. It is a hand like any other for the
    deal that follows and for a fixed number of hands, but no contract is won or lost by it.
    """
    if state.is_over:
        return Judgement(Answer((Violation(kind.over_code, "", {"ending": state.ending}),)), state)
    points = _points_in(ruling, len(state.scores))
    if points is None:
        fault = Violation("ruling.points_malformed", POINTS, {"sides": len(state.scores), "most": MOST_POINTS})
        return Judgement(Answer((fault,)), state)
    after = kind.after_ruling(rules, state, points)
    if after is None:
        scores = [score + gain for score, gain in zip(state.scores, points, strict=True)]
        return Judgement(Answer((Violation("ruling.score_impossible", POINTS, {"scores": scores}),)), state)
    return Judgement(Answer(values={POINTS: list(points)}), replace(after, hands=state.hands + 1))


def _points_in(ruling: object, sides: int) -> tuple[int, ...] | None:
    if not isinstance(ruling, Mapping) or set(ruling) != {POINTS}:
        return None
    points = ruling[POINTS]
    if not isinstance(points, list) or len(points) != sides:
        return None
    # True and False are numbers to the language, not to a director.
    if not all(type(number) is int and abs(number) <= MOST_POINTS for number in points):
        return None
    return tuple(points)
