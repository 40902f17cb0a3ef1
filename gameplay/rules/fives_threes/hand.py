"""The judgement on one round, whatever its level: the stages in order, and the first that fails ends it (rules C3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.errors import RuleViolation
from gameplay.rules.fives_threes.events import judge_events
from gameplay.rules.fives_threes.form import form_faults, size_faults
from gameplay.rules.fives_threes.full_record import judge_plays
from gameplay.rules.fives_threes.score_line import judge_score_line
from gameplay.rules.fives_threes.setting import setting_faults
from gameplay.rules.fives_threes.syntax import syntax_faults
from gameplay.rules.fives_threes.variants import Rules, resolve_rules
from gameplay.rules.kinds import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_JUDGES: dict[int, Callable[[Mapping[str, Any], Rules], Answer]] = {
    1: judge_score_line,
    2: judge_events,
    3: judge_plays,
}


def check_round(record: object) -> Answer:
    """Judge a record, whatever JSON value it is; never raises."""
    if faults := form_faults(record):
        return Answer(faults)
    assert isinstance(record, dict)
    try:
        rules = resolve_rules(record.get("rules", {}))
    except RuleViolation as refusal:
        return Answer(refusal.violations)
    faults = size_faults(record, rules) or syntax_faults(record, rules) or setting_faults(record, rules)
    return Answer(faults) if faults else _JUDGES[record["level"]](record, rules)
