"""Fives and Threes as the rest of the product sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes, explain, faulty, game, generate, hand, legal, score_table, variants
from gameplay.rules.fives_threes.fields import NAME

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from gameplay.rules.fives_threes.variants import Rules
    from gameplay.rules.kinds import Answer, GameState, Kind, Line, Sides


class FivesThrees:
    """The game: 28 tiles, one line, points for fives and threes, won on exactly the target."""

    name = NAME
    starter_field = "opener"
    expected_starter_field = "expected_opener"
    before_field = "scores_before"
    over_code: str = codes.ROUND_AFTER_MATCH
    fault_levels = faulty.FAULT_LEVELS

    def resolve_rules(self, options: object) -> Rules:
        """Return the complete rules for what differs from the default.

        Raises RuleViolation for an unknown option or value.
        """
        return variants.resolve_rules(options)

    def options_of(self, rules: Rules) -> dict[str, Any]:
        """Return every option with its value, JSON-ready."""
        return variants.options_of(rules)

    def players(self, rules: Rules) -> int:
        """Return the number of seats."""
        return rules.players

    def sides(self, rules: Rules) -> Sides:
        """Return the seats of each side."""
        return rules.sides

    def check(self, record: object, *, rules: Rules | None = None) -> Answer:
        """Judge one record by itself, by the rules that it states unless they are given; never raises."""
        return hand.check_round(record, rules)

    def legal_next(self, position: object) -> Answer:
        """Return the plays that may come next in a level 3 record whose round need not be over; never raises."""
        return legal.legal_next(position)

    def score_table(self, rules: Rules) -> dict[str, Any]:
        """Return the bounds of a score line, ready for JSON: see ``score_table`` in its module."""
        return score_table.score_table(rules)

    def explain(self, record: object) -> list[Line]:
        """Tell a round of any level in order, up to the first thing that is wrong with it; never raises."""
        return explain.explain(record)

    def random_record(
        self, rng: Random, *, level: int, rules: Rules, starter: int | None = None, before: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """Return a legal round; without other scores before it, from nothing."""
        opener = rng.randrange(rules.players) if starter is None else starter
        return generate.random_round(rng, level=level, rules=rules, opener=opener, scores_before=before)

    def faulty_record(
        self, rng: Random, code: str, *, level: int, rules: Rules, before: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """Return a round whose first fault has the code, from other scores where it takes them; or FaultImpossible."""
        opener = rng.randrange(rules.players)
        return faulty.faulty_round(rng, code, level=level, rules=rules, opener=opener, scores_before=before)

    def start(self, rules: Rules) -> GameState:
        """Return the state before the first round."""
        return game.start(rules)

    def advance(
        self,
        rules: Rules,  # noqa: ARG002 - the answer already knows what they decide
        state: GameState,
        record: Mapping[str, Any],  # noqa: ARG002
        answer: Answer,
    ) -> GameState:
        """Return the state after a round that ``check`` found valid."""
        return game.advance(state, answer)

    def after_ruling(self, rules: Rules, state: GameState, points: Sequence[int]) -> GameState | None:
        """Return the state after a round that was ruled; None for a score that cannot be."""
        return game.after_ruling(rules, state, points)

    def call_time(self, rules: Rules, state: GameState) -> GameState:  # noqa: ARG002
        """Return the state when the clock ends the game: the higher total wins, equal totals share the win."""
        return game.call_time(state)


FIVES_THREES: Kind = FivesThrees()
