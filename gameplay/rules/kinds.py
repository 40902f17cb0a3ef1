"""What each game offers to the rest of the product, in words common to both games.

A *record* is one hand as JSON (rules: docs/rules/), a *starter* the seat that deals (Five Hundred) or opens (Fives and
Threes). Seats are numbered clockwise from 0; points and scores are tuples by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Protocol, TypeVar

Options = Mapping[str, Any]
Sides = tuple[tuple[int, ...], ...]
"""The seats of each side."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault: a permanent code, where in the record, and what the sentence about it needs to name.

    ``path`` reads like ``auction[3].bid``; it is empty when the fault is of the record as a whole. ``params`` hold
    seats and sides as numbers, cards and bids as records write them; ``sides`` are those of the table, so that a
    sentence can call them by name, and empty where the rules could not be read.
    """

    code: str
    path: str = ""
    params: Mapping[str, object] = field(default_factory=dict)
    sides: Sides = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a hand that is told: a code and what the sentence names, as in ``Violation``."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)
    sides: Sides = field(default=(), compare=False)


Sentence = TypeVar("Sentence", Violation, Line)


def at_table(sentences: Iterable[Sentence], sides: Sides) -> tuple[Sentence, ...]:
    """Return the same sentences, which know the sides of their table now."""
    return tuple(replace(sentence, sides=sides) for sentence in sentences)


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
    ``exact_target`` (Fives and Threes); ``unplayed`` where time broke it off and it counts for nobody; None while it is
    on. ``winners`` are sides, several when they share the win.
    """

    scores: tuple[int, ...]
    hands: int = 0
    ending: str | None = None
    winners: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no further hand may be played."""
        return self.ending is not None


class FaultImpossible(ValueError):
    """No record of this level under these rules has this fault; the arguments are the code and the level."""


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
    fault_levels: Mapping[str, tuple[int, ...]]
    """Every code that a record can be refused with, and the levels of record that can have it."""

    def resolve_rules(self, options: object) -> Any:
        """Return the complete rules for what differs from the default.

        Raises RuleViolation for an unknown option or value.
        """

    def options_of(self, rules: Any) -> dict[str, Any]:
        """Return every option with its value, JSON-ready; ``resolve_rules`` of it gives ``rules`` again."""

    def players(self, rules: Any) -> int:
        """Return the number of seats."""

    def sides(self, rules: Any) -> Sides:
        """Return the seats of each side."""

    def check(self, record: object, *, rules: Any = None) -> Answer:
        """Judge one record by itself, whatever JSON value it is; never raises.

        Where the ``rules`` of its game are known, the record need not state them, and what it states is not read.
        """

    def legal_next(self, position: object) -> Answer:
        """Return what may come next in a level 3 record as far as it has got, or why it cannot be; never raises.

        What ``values`` then hold is the game's own: see ``legal_next`` in its module ``legal``.
        """

    def score_table(self, rules: Any) -> dict[str, Any]:
        """Return what score lines are worth under the rules, JSON-ready, for whoever cannot ask the engine.

        What it holds is the game's own: see ``score_table`` in its module of that name.
        """

    def explain(self, record: object) -> list[Line]:
        """Tell a record of any level in order; what cannot stand is told by its faults. Never raises."""

    def random_record(
        self, rng: Random, *, level: int, rules: Any, starter: int | None = None, before: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """Return a valid record of random legal play; the same ``rng`` gives the same record.

        Without a ``starter`` any seat starts; ``before`` are the scores before the hand by side.
        """

    def faulty_record(
        self, rng: Random, code: str, *, level: int, rules: Any, before: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """Return a random record whose first fault has the ``code``; raises FaultImpossible."""

    def start(self, rules: Any) -> GameState:
        """Return the state before the first hand."""

    def advance(self, rules: Any, state: GameState, record: Mapping[str, Any], answer: Answer) -> GameState:
        """Return the state after a hand that ``check`` found valid."""

    def after_ruling(self, rules: Any, state: GameState, points: Sequence[int]) -> GameState | None:
        """Return the state after a hand that the director ruled to be worth ``points`` by side.

        None for a score that the game cannot have.
        """

    def call_time(self, rules: Any, state: GameState) -> GameState:
        """Return the state when the director ends a game by the clock: the higher total wins, equal totals share."""
