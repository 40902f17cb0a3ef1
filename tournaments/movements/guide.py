"""What lies on the tables: a card for each table, and the rule by which all move.

Everything is read off a schedule, whoever made it. Where somebody in each round goes where another one was in the round
before (a Howell, a Mitchell), saying that once is enough to find one's way without a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.movements.schedule import RoundPlan, Schedule, TablePlan


@dataclass(frozen=True, slots=True)
class CardLine:
    """A round at a table. ``moves`` is where each of ``table.entrants`` goes next, ``boards_to`` each of its boards.

    A number is that of a table; None: they sit out, or the board rests, or it is the last round. A board that is
    played at several tables at once is taken to the lowest of them.
    """

    round: int
    table: TablePlan
    moves: tuple[int | None, ...]
    boards_to: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TableCard:
    """What a table needs to know, round by round; rounds in which it is not used are left out."""

    number: int
    lines: tuple[CardLine, ...]


def table_cards(schedule: Schedule) -> tuple[TableCard, ...]:
    """Return the cards of all tables, in order of their numbers."""
    lines: dict[int, list[CardLine]] = {}
    following = [*schedule.rounds[1:], None]
    for plan, after in zip(schedule.rounds, following, strict=True):
        where = _where(after) if after else {}
        needed = _boards_needed(after) if after else {}
        for table in plan.tables:
            moves = tuple(where.get(entrant) for entrant in table.entrants)
            boards_to = tuple(needed.get(board) for board in table.boards)
            lines.setdefault(table.number, []).append(CardLine(plan.number, table, moves, boards_to))
    return tuple(TableCard(number, tuple(lines[number])) for number in sorted(lines))


def follow_rule(schedule: Schedule) -> Mapping[int, int]:
    """Return for each entrant the one whose place of the round before it always takes; itself, if it always stays.

    A place is a table, whichever side, or that of the one who sits out. Who follows nobody, or might as well follow
    several, is left out.
    """
    rule = {}
    # Each round is read once, and not once for each entrant.
    steps = [(_companies(plan), _where(after)) for plan, after in pairwise(schedule.rounds)]
    for entrant in schedule.entrants:
        leaders: set[int] | None = None
        for companies, where in steps:
            before = companies.get(where.get(entrant), set())
            leaders = before if leaders is None else leaders & before
        if leaders and (entrant in leaders or len(leaders) == 1):
            rule[entrant] = entrant if entrant in leaders else min(leaders)
    return rule


def moves_by_rule(schedule: Schedule) -> Mapping[int, int]:
    """Return whom each who moves follows, if by that everybody finds the way; nothing if not."""
    rule = follow_rule(schedule)
    if len(rule) < len(schedule.entrants):
        return {}
    return {entrant: leader for entrant, leader in rule.items() if entrant != leader}


def _where(plan: RoundPlan) -> dict[int, int]:
    return {entrant: table.number for table in plan.tables for entrant in table.entrants}


def _companies(plan: RoundPlan) -> dict[int | None, set[int]]:
    """Return who was at each table by its number, and under None who sat out."""
    return {None: set(plan.out), **{table.number: set(table.entrants) for table in plan.tables}}


def _boards_needed(plan: RoundPlan) -> dict[int, int]:
    """Return for each board the lowest table that plays it."""
    return {
        board: table.number for table in sorted(plan.tables, key=lambda table: -table.number) for board in table.boards
    }
