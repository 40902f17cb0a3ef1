"""The judgement on one round, whatever its level; the first stage that fails ends it (rules C1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes.events import judge_events
from gameplay.rules.fives_threes.full_record import judge_plays
from gameplay.rules.fives_threes.score_line import judge_score_line
from gameplay.rules.fives_threes.stages import prepare
from gameplay.rules.kinds import Answer, at_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gameplay.rules.fives_threes.variants import Rules

_JUDGES: dict[int, Callable[[Mapping[str, Any], Rules], Answer]] = {
    1: judge_score_line,
    2: judge_events,
    3: judge_plays,
}


def check_round(record: object, rules: Rules | None = None) -> Answer:
    """Judge a record, whatever JSON value it is, by its own rules unless they are given; never raises."""
    prepared = prepare(record, rules)
    if isinstance(prepared, Answer):
        return prepared
    assert isinstance(record, dict)
    answer = _JUDGES[record["level"]](record, prepared)
    return answer if answer.valid else Answer(at_table(answer.errors, prepared.sides), answer.values)
