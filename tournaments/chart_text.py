"""A schedule as plain text: a chart for the wall with what there is to say about it, and a card for each table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import fill

from django.utils.translation import gettext as _

from tournaments.movement_words import CLAIM_WORDS, plan_words, value_words
from tournaments.movements.guide import CardLine, moves_by_rule, table_cards
from tournaments.movements.planned import Planned
from tournaments.movements.schedule import RoundPlan, Schedule, TablePlan, seat_names

WIDTH = 100
NO_TABLE = "-"


def wall_chart(planned: Planned, title: str, called: Callable[[int], str] = str) -> str:
    """Return the rounds as rows and the tables as columns, then the remarks, the rule of the move and the promises.

    A cell has the sides from North on, partners joined by +, and the boards in brackets.
    """
    schedule = planned.schedule
    said = [fill(plan_words(remark, called), WIDTH) for remark in planned.remarks]
    parts = [title, _grid(schedule, called), *said, _rule(schedule, called), _promises(schedule)]
    return "\n\n".join(part for part in parts if part) + "\n"


def cards(schedule: Schedule, called: Callable[[int], str] = str) -> str:
    """Return a card for each table: who sits there in each round on which boards, who starts, and where all go next."""
    parts = []
    for card in table_cards(schedule):
        head = [_("Round"), _("Sits here"), _("Starts"), _("Goes next"), _("Boards next")]
        rows = [head, *(_card_line(schedule, line, called) for line in card.lines)]
        parts.append("\n".join([_("Table %(number)s") % {"number": card.number}, *_aligned(rows)]))
    return "\n\n".join(parts) + "\n"


def _card_line(schedule: Schedule, line: CardLine, called: Callable[[int], str]) -> list[str]:
    table = line.table
    first = NO_TABLE if table.first is None else seat_names(schedule.kind, table)[table.first]
    is_last = line.round == schedule.rounds[-1].number
    to = _("%(who)s to %(table)s")
    moves = [
        to % {"who": called(entrant), "table": number or _("sit out")}
        for entrant, number in zip(table.entrants, line.moves, strict=True)
    ]
    following = [NO_TABLE, NO_TABLE] if is_last else [", ".join(moves), _boards_next(line)]
    return [str(line.round), _cell(table, called), first, *following]


def _boards_next(line: CardLine) -> str:
    """Return where the boards go: all together, or each by itself."""
    to = {board: str(number or _("rest")) for board, number in zip(line.table.boards, line.boards_to, strict=True)}
    if len(set(to.values())) == 1:
        return next(iter(to.values()))
    return ", ".join(f"{board}: {number}" for board, number in to.items()) or NO_TABLE


def _grid(schedule: Schedule, called: Callable[[int], str]) -> str:
    numbers = sorted({table.number for plan in schedule.rounds for table in plan.tables})
    with_out = any(plan.out for plan in schedule.rounds)
    head = [_("Round"), *(_("Table %(number)s") % {"number": number} for number in numbers)]
    rows = [head + [_("Sits out")] * with_out]
    for plan in schedule.rounds:
        tables = {table.number: table for table in plan.tables}
        cells = [_cell(tables.get(number), called) for number in numbers]
        rows.append([str(plan.number), *cells, *[_out(plan, called)] * with_out])
    return "\n".join(_aligned(rows))


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [_line(row, widths) for row in rows]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.rjust(width) if not column else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join((first, *others)).rstrip()


def _cell(table: TablePlan | None, called: Callable[[int], str]) -> str:
    if table is None:
        return NO_TABLE
    sides = " - ".join("+".join(map(called, side)) for side in table.sides)
    return f"{sides} ({_boards(table.boards)})" if table.boards else sides


def _boards(boards: Sequence[int]) -> str:
    if len(boards) > 1 and boards == tuple(range(boards[0], boards[-1] + 1)):
        return f"{boards[0]}-{boards[-1]}"
    return ",".join(map(str, boards))


def _out(plan: RoundPlan, called: Callable[[int], str]) -> str:
    return ", ".join(map(called, plan.out)) or NO_TABLE


def _rule(schedule: Schedule, called: Callable[[int], str]) -> str:
    """Return who goes where, if all who move follow somebody."""
    moves = moves_by_rule(schedule)
    if not moves:
        return ""
    followed = _("%(one)s after %(other)s")
    said = (followed % {"one": called(entrant), "other": called(leader)} for entrant, leader in moves.items())
    return fill(_("Who moves follows another from place to place: %(moves)s.") % {"moves": ", ".join(said)}, WIDTH)


def _promises(schedule: Schedule) -> str:
    lines = [f"- {CLAIM_WORDS[name]}: {value_words(name, value)}" for name, value in schedule.claims.items()]
    return "\n".join([_("Promised, and judged:"), *lines]) if lines else ""
