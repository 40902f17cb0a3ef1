"""What each game offers to the rest of the product, in words common to both games.

A *record* is one hand as JSON (rules: docs/rules/), a *starter* the seat that deals (Five Hundred) or opens (Fives and
Threes). Seats are numbered clockwise from 0; points and scores are tuples by side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault: a permanent code, where in the record, and what the sentence about it needs to name.

    ``path`` reads like ``auction[3].bid``; it is empty when the fault is of the record as a whole.
    """

    code: str
    path: str = ""
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """The judgement on one record.

    ``values`` holds what the engine computed, under the field names of the record format (``points``, ``tricks``,
    ``score_after``, ``winner`` ...), ready for JSON. It is complete only when the record is valid.
    """

    errors: tuple[Violation, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def valid(self) -> bool:
        """Whether the record stands."""
        return not self.errors


@dataclass(frozen=True, slots=True)
class GameState:
    """A game between two hands.

    ``ending`` is why the game is over: ``contract``, ``out_backwards``, ``hands``, ``time`` (Five Hundred),
    ``exact_target`` (Fives and Threes); None while it is on. ``winners`` are sides, several when they share the win.
    """

    scores: tuple[int, ...]
    hands: int = 0
    ending: str | None = None
    winners: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no further hand may be played."""
        return self.ending is not None


class Kind(Protocol):
    """One of the two games. Stateless; its ``rules`` objects are frozen dataclasses of its own."""

    name: str
    starter_field: str
    """The record's field for who started: ``dealer`` or ``opener``."""
    expected_starter_field: str
    before_field: str
    """The record's field for the scores before the hand."""
    over_code: str
    """The code for a hand after the game was decided."""

    def resolve_rules(self, options: object) -> Any:
        """Return the complete rules for what differs from the default.

        Raises RuleViolation for an unknown option or value.
        """

    def options_of(self, rules: Any) -> dict[str, Any]:
        """Return every option with its value, JSON-ready; ``resolve_rules`` of it gives ``rules`` again."""

    def players(self, rules: Any) -> int:
        """Return the number of seats."""

    def sides(self, rules: Any) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""

    def check(self, record: object) -> Answer:
        """Judge one record by itself, whatever JSON value it is; never raises."""

    def start(self, rules: Any) -> GameState:
        """Return the state before the first hand."""

    def advance(self, rules: Any, state: GameState, record: Mapping[str, Any], answer: Answer) -> GameState:
        """Return the state after a hand that ``check`` found valid."""

    def call_time(self, rules: Any, state: GameState) -> GameState:
        """Return the state when the director ends a game by the clock: the higher total wins, equal totals share."""
