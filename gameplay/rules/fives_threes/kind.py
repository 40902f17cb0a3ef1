"""Fives and Threes as the rest of the product sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes, game, hand, variants
from gameplay.rules.fives_threes.fields import NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gameplay.rules.fives_threes.variants import Rules
    from gameplay.rules.kinds import Answer, GameState, Kind


class FivesThrees:
    """The game: 28 tiles, one line, points for fives and threes, won on exactly the target."""

    name = NAME
    starter_field = "opener"
    expected_starter_field = "expected_opener"
    before_field = "scores_before"
    over_code: str = codes.ROUND_AFTER_MATCH

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

    def sides(self, rules: Rules) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""
        return rules.sides

    def check(self, record: object) -> Answer:
        """Judge one record by itself, whatever JSON value it is; never raises."""
        return hand.check_round(record)

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

    def call_time(self, rules: Rules, state: GameState) -> GameState:  # noqa: ARG002
        """Return the state when the clock ends the game: the higher total wins, equal totals share the win."""
        return game.call_time(state)


FIVES_THREES: Kind = FivesThrees()
