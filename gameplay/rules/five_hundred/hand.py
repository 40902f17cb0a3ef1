"""The judgement on one record: the stages of its level in order; the first that fails ends it (rules C1)."""

from __future__ import annotations

from typing import Any

from gameplay.errors import RuleViolation
from gameplay.rules.five_hundred import auction, deal, full, score_line, summary
from gameplay.rules.five_hundred.case import Case, Stage
from gameplay.rules.five_hundred.game import BACKWARDS, CONTRACT, Ending, race_ending
from gameplay.rules.five_hundred.scoring import contractors_tricks, is_made
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.shape import shape_faults
from gameplay.rules.five_hundred.variants import DEFAULT, Rules, resolve_rules
from gameplay.rules.kinds import Answer, at_table

_READ = (score_line.lists_by_side, score_line.contract_syntax)
_AUCTION = (auction.auction_legal, auction.contract_agreed)
_RESULT = (score_line.points_agreed, score_line.chain_agreed)

STAGES: dict[int, tuple[Stage, ...]] = {
    1: (*_READ, score_line.tricks_agreed, *_RESULT),
    2: (
        *_READ,
        *_AUCTION,
        summary.joker_nominated,
        summary.winners_followed,
        score_line.derived_tricks_agreed,
        *_RESULT,
    ),
    3: (
        *_READ,
        deal.deal_read,
        *_AUCTION,
        full.kitty_exchanged,
        full.joker_named,
        full.tricks_followed,
        score_line.derived_tricks_agreed,
        *_RESULT,
    ),
}
"""The stages of each level after those of form and rules."""

_HOW = {CONTRACT: "contract", BACKWARDS: "backwards"}


def check(record: object, rules: Rules | None = None) -> Answer:
    """Judge one record by itself, whatever JSON value it is, by its own rules unless they are given; never raises."""
    if faults := shape_faults(record):
        return Answer(faults)
    fields: dict[str, Any] = record  # type: ignore[assignment]  # shape_faults has seen to it
    if rules is None:
        options = fields.get("rules")
        try:
            rules = DEFAULT if options is None else resolve_rules(options)
        except RuleViolation as refused:
            return Answer(refused.violations)
    case = Case(fields, rules, seating_of(rules))
    for stage in STAGES[fields["level"]]:
        if found := stage(case):
            return Answer(at_table(found, case.seating.sides))
    return Answer((), _values(case))


def read_hand(record: dict[str, Any]) -> Case:
    """Return the case of a valid record, with all that its stages read out of it."""
    rules = resolve_rules(record.get("rules") or {})
    case = Case(record, rules, seating_of(rules))
    for stage in STAGES[record["level"]]:
        stage(case)
    return case


def contractors_of(case: Case) -> tuple[int, ...]:
    """Return the sides that stood or fell with the contract, none in a hand passed in."""
    return () if case.contract is None else case.seating.contracting_sides(case.contract, case.called)


def _values(case: Case) -> dict[str, Any]:
    """Return what the engine computed, under the names of the record's fields."""
    made = None
    if case.contract is not None and case.tricks is not None:
        won = contractors_tricks(case.seating, case.contract, case.called, case.tricks)
        made = is_made(case.contract, tricks_won=won)
    values: dict[str, Any] = {
        "contract": case.record["contract"],
        "tricks": None if case.tricks is None else list(case.tricks),
        "made": made,
        "points": None if case.points is None else list(case.points),
    }
    after = score_line.scores_after(case)
    if after is not None:
        ending = race_ending(case.rules, scores=after, contractors=contractors_of(case), made=bool(made))
        values["score_after"] = after
        values["game"] = _game_value(ending)
    return values


def _game_value(ending: Ending | None) -> dict[str, Any]:
    """Return how the race stands after the hand; a fixed number of hands or the clock is the chain's to count."""
    if ending is None:
        return {"over": False, "winner": None, "how": None}
    winners = list(ending.winners)
    return {"over": True, "winner": winners[0] if len(winners) == 1 else winners, "how": _HOW[ending.why]}
