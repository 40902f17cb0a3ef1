"""Hands in a row: what one hand hands on to the next, for both games alike.

The server knows the game, its rules, the scores before and who starts; a record that states them too must agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.rules.kinds import Answer, GameState, Kind, Violation


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer on a hand and the game after it (before it, when the hand is refused)."""

    answer: Answer
    state: GameState


def judge_next(kind: Kind, rules: Any, state: GameState, record: object, *, starter: int) -> Judgement:
    """Judge a record as the next hand of a game that stands at ``state`` and whose next hand falls to ``starter``."""
    if state.is_over:
        return Judgement(Answer((Violation(kind.over_code, "", {"ending": state.ending}),)), state)
    if not isinstance(record, Mapping):
        return Judgement(kind.check(record), state)
    if faults := _disagreements(kind, rules, state, record):
        return Judgement(Answer(faults), state)
    complete = {
        **record,
        "game": kind.name,
        kind.before_field: list(state.scores),
        kind.expected_starter_field: starter,
    }
    complete.pop("rules", None)  # they agree, and the game's are resolved already
    answer = kind.check(complete, rules=rules)
    return Judgement(answer, kind.advance(rules, state, complete, answer) if answer.valid else state)


def replay(kind: Kind, rules: Any, records: Iterable[Mapping[str, Any]], *, starters: Sequence[int]) -> list[Judgement]:
    """Judge the records of one game in order; the list stops after the first one that does not stand.

    ``starters`` is cyclic: the seat that starts hand n is ``starters[(n - 1) % len(starters)]``.
    """
    judgements: list[Judgement] = []
    state = kind.start(rules)
    for index, record in enumerate(records):
        judgement = judge_next(kind, rules, state, record, starter=starters[index % len(starters)])
        judgements.append(judgement)
        if not judgement.answer.valid:
            break
        state = judgement.state
    return judgements


def _disagreements(kind: Kind, rules: Any, state: GameState, record: Mapping[str, Any]) -> tuple[Violation, ...]:
    faults = []
    if record.get("game", kind.name) != kind.name:
        faults.append(Violation("hand.game_mismatch", "game", {"expected": kind.name}))
    if "rules" in record and not _same_rules(kind, rules, record["rules"]):
        faults.append(Violation("hand.rules_mismatch", "rules"))
    before = record.get(kind.before_field)
    if before is not None and before != list(state.scores):
        faults.append(Violation("hand.score_before_mismatch", kind.before_field, {"expected": list(state.scores)}))
    return tuple(faults)


def _same_rules(kind: Kind, rules: Any, sent: object) -> bool:
    """Whether the options sent, where they are sent, are those of the game."""
    if not isinstance(sent, Mapping):
        return False
    options = kind.options_of(rules)
    return all(key in options and options[key] == value for key, value in sent.items())
