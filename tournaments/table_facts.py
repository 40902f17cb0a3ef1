"""What every table of a tournament is: how many play at it, who plays with whom, and what that makes of its entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from gameplay.errors import RuleViolation
from gameplay.rules.registry import get_kind
from tournaments.errors import ValueRefused
from tournaments.models import Stage, Tournament
from tournaments.movements.schedule import Kind, Shape, TablePlan

BY_PLAYERS = "by_players"
THREE_PAIRS = "three_pairs"
DEFAULT_SIZE = 4
SMALLEST_SIZE, LARGEST_SIZE = 2, 6
PLAYERS_OF_A_PAIR = 2
PAIRS_AT_SIX = 3


@dataclass(frozen=True, slots=True)
class TableFacts:
    """``size`` people sit at a table; ``teams``: whether six of them are two teams (``by_players``) or three pairs."""

    size: int = DEFAULT_SIZE
    teams: str = BY_PLAYERS

    def as_options(self) -> dict[str, Any]:
        """Return them as options of a game (rules A14); a game without teams has no word for the usual ones."""
        options: dict[str, Any] = {"players": self.size}
        return options if self.teams == BY_PLAYERS else {**options, "teams": self.teams}

    def as_json(self) -> dict[str, Any]:
        """Return them as a stage and a draw keep them."""
        return {"table_size": self.size, "teams": self.teams}


def facts_of(stage: Stage) -> TableFacts:
    """Return the facts of the tables of a stage."""
    return TableFacts(stage.settings.get("table_size", DEFAULT_SIZE), stage.settings.get("teams", BY_PLAYERS))


def table_rules(kind_name: str, rules: Mapping[str, Any], facts: TableFacts) -> dict[str, Any]:
    """Return the complete rules of a table: the tournament's options and the facts. Raises RuleViolation."""
    kind = get_kind(kind_name)
    return kind.options_of(kind.resolve_rules({**rules, **facts.as_options()}))


def side_seats(kind_name: str, facts: TableFacts) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side of such a table. Raises RuleViolation for one that the game does not know."""
    kind = get_kind(kind_name)
    return kind.sides(kind.resolve_rules(facts.as_options()))


def facts_at(entry_kind: str, table: TablePlan) -> TableFacts:
    """Return the facts of a table as it was drawn; where tables differ in size each has its own."""
    size = len(table.entrants) * (1 if entry_kind == Tournament.EntryKind.PLAYER else PLAYERS_OF_A_PAIR)
    return TableFacts(size, THREE_PAIRS if size == LARGEST_SIZE and len(table.sides) == PAIRS_AT_SIX else BY_PLAYERS)


def other_shapes(kind_name: str, facts: TableFacts) -> dict[int, Shape]:
    """Return how individuals sit at every table that the game knows, by their number; the given one as it is."""
    shapes = {}
    for size in range(SMALLEST_SIZE, LARGEST_SIZE + 1):
        try:
            sides = side_seats(kind_name, facts if size == facts.size else TableFacts(size))
        except RuleViolation:
            continue
        shapes[size] = Shape(len(sides), len(sides[0]))
    return shapes


def shape_of(kind_name: str, entry_kind: str, facts: TableFacts) -> Shape:
    """Return how many entries sit on how many sides.

    Raises ValueRefused for a table that the game does not know, or whose sides are no pairs where pairs are to sit.
    """
    try:
        sides = side_seats(kind_name, facts)
    except RuleViolation:
        raise ValueRefused(path="table_size", reason=_("this game has no such table")) from None
    seats = len(sides[0])
    if entry_kind == Tournament.EntryKind.PLAYER:
        return Shape(len(sides), seats)
    if seats != 2:
        said = _("fixed pairs play at tables of four, or as three pairs at tables of six")
        raise ValueRefused(path="table_size", reason=said)
    return Shape(len(sides), 1)


def kind_of_entrants(entry_kind: str) -> Kind:
    """Return what the schedules of a tournament seat."""
    return "individual" if entry_kind == Tournament.EntryKind.PLAYER else "pairs"
