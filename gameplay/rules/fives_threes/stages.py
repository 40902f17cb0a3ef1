"""The stages before the play, in order: form, rules, lists, seats and tiles, scores and opener (rules C1)."""

from __future__ import annotations

from gameplay.errors import RuleViolation
from gameplay.rules.fives_threes.form import form_faults, size_faults
from gameplay.rules.fives_threes.setting import setting_faults
from gameplay.rules.fives_threes.syntax import syntax_faults
from gameplay.rules.fives_threes.variants import Rules, resolve_rules
from gameplay.rules.kinds import Answer, at_table


def prepare(record: object, rules: Rules | None = None) -> Rules | Answer:
    """Return the rules that a record is played by, or the answer with every fault of the first stage that fails.

    They are the record's own unless they are given.
    """
    if faults := form_faults(record):
        return Answer(faults)
    assert isinstance(record, dict)
    if rules is None:
        try:
            rules = resolve_rules(record.get("rules", {}))
        except RuleViolation as refusal:
            return Answer(refusal.violations)
    faults = size_faults(record, rules) or syntax_faults(record, rules) or setting_faults(record, rules)
    return Answer(at_table(faults, rules.sides)) if faults else rules
