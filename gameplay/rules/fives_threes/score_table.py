"""What a score line may say, as data: for a phone that has to show a score without asking the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gameplay.rules.fives_threes.variants import Rules


def score_table(rules: Rules) -> dict[str, Any]:
    """Return the bounds of a score line under the rules of a table, ready for JSON (rules B8, C6).

    A side's points are what was pegged, none more than ``largest``; nobody passes ``target``, and whoever stands on it
    has won. ``least_out``: the least points of a side that went out, as ``[from, points]``, where ``from`` is the least
    score before the round for which they hold, null for any.
    """
    return {
        "game": "fives_threes",
        "target": rules.target,
        "largest": rules.largest_round,
        "least_out": [[None, rules.out_bonus], [rules.refusal_floor + 1, 0]],
    }
