"""Five Hundred as one of the games of the product."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred import explain, faulty, game, generate, hand, legal, score_table, seating, variants
from gameplay.rules.five_hundred.codes import NAME
from gameplay.rules.kinds import Answer, GameState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from gameplay.rules.five_hundred.variants import Rules
    from gameplay.rules.kinds import Kind, Line, Sides


class FiveHundred:
    """The game of Five Hundred; see ``gameplay.rules.kinds.Kind`` for what each part promises."""

    name = NAME
    starter_field = "dealer"
    expected_starter_field = "expected_dealer"
    before_field = "score_before"
    over_code = f"{NAME}.hand_after_game_end"
    fault_levels = faulty.FAULT_LEVELS

    def resolve_rules(self, options: object) -> Rules:
        """Return the complete rules; raises RuleViolation for an unknown option or value."""
        return variants.resolve_rules(options)

    def options_of(self, rules: Rules) -> dict[str, Any]:
        """Return every option with its value, ready for JSON."""
        return variants.options_of(rules)

    def players(self, rules: Rules) -> int:
        """Return the number of seats."""
        return rules.players

    def sides(self, rules: Rules) -> Sides:
        """Return the seats of each side."""
        return seating.seating_of(rules).sides

    def check(self, record: object, *, rules: Rules | None = None) -> Answer:
        """Judge one record by itself, by the rules that it states unless they are given; never raises."""
        return hand.check(record, rules)

    def legal_next(self, position: object) -> Answer:
        """Return what may come next in a position; only its dealer must be named. Never raises."""
        return legal.legal_next(position)

    def score_table(self, rules: Rules) -> dict[str, Any]:
        """Return what every score line is worth, ready for JSON: see ``score_table`` in its module."""
        return score_table.score_table(rules)

    def explain(self, record: object) -> list[Line]:
        """Tell a hand of any level in order; never raises."""
        return explain.explain(record)

    def random_record(
        self, rng: Random, *, level: int, rules: Rules, starter: int | None = None, before: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """Return a legal hand; without the scores before it the record has no chain to claim."""
        return generate.random_hand(rng, level=level, options=variants.changes_of(rules), dealer=starter, before=before)

    def faulty_record(
        self, rng: Random, code: str, *, level: int, rules: Rules, before: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """Return a hand whose first fault has the code; raises FaultImpossible."""
        return faulty.random_faulty_hand(rng, code, level=level, options=variants.changes_of(rules), before=before)

    def start(self, rules: Rules) -> GameState:
        """Return the state before the first hand."""
        return GameState((0,) * len(self.sides(rules)))

    def advance(self, rules: Rules, state: GameState, record: Mapping[str, Any], answer: Answer) -> GameState:
        """Return the state after a hand that ``check`` found valid with the scores of ``state`` before it."""
        contract, called = record["contract"], record.get("called")
        side_of = seating.seating_of(rules).side_of
        seats = [] if contract is None else [contract["seat"], *([] if called is None else [called])]
        scores = [score + gain for score, gain in zip(state.scores, answer.values["points"], strict=True)]
        race = game.race_ending(
            rules, scores=scores, contractors=[side_of[seat] for seat in seats], made=answer.values["made"] is True
        )
        return game.after_hand(rules, state, points=answer.values["points"], race=race)

    def after_ruling(self, rules: Rules, state: GameState, points: Sequence[int]) -> GameState:
        """Return the state after a hand that was ruled: no contract is won or lost by it."""
        return game.after_hand(rules, state, points=points, race=None)

    def call_time(self, rules: Rules, state: GameState) -> GameState:  # noqa: ARG002 - the clock asks no option
        """Return the state when the director ends a game by the clock."""
        return game.call_time(state)


FIVE_HUNDRED: Kind = FiveHundred()
