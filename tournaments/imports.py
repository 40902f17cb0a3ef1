"""Reads what people paste or upload: names, one a line; CSV; and pairs as ``Ann Lee + Bob O'Brien``.

Nothing is guessed and nothing is lost on the way: a line that cannot be read refuses the whole text, with its number.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from gameplay.errors import DomainError
from tournaments.errors import LinesUnreadable
from tournaments.names import checked_name, tidy_name

LINES_LIMIT = 1000
BYTES_LIMIT = 500_000

_NAME_HEADERS = frozenset({"name", "player", "full name", "display name"})
_FIRST_HEADERS = frozenset({"first name", "given name", "forename", "first"})
_LAST_HEADERS = frozenset({"last name", "surname", "family name", "last"})
_QUOTED = re.compile(r'"(?:[^"]|"")*"')

Row = TypeVar("Row")
Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class NameLine:
    """A name with the number of its line."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two names with the number of their line."""

    line: int
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class GroupLine:
    """What stands for an entry, and the group that it is of, in every way in which the line can be read."""

    line: int
    readings: tuple[tuple[str, str], ...]


def decode(data: bytes) -> str:
    """Return the text of an uploaded file, with or without a byte order mark.

    Raises LinesUnreadable with the first line that is not UTF-8.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise LinesUnreadable([(1, _("The file is UTF-16. Save it as CSV UTF-8."))])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        raise LinesUnreadable([(line, _("It is not UTF-8. Save the file as CSV UTF-8."))]) from error


def name_lines(text: str) -> tuple[NameLine, ...]:
    """Read names, one a line; a comma belongs to the name. Raises LinesUnreadable."""
    rows = [(number, tidy_name(line)) for number, line in enumerate(text.splitlines(), 1)]
    return _read([(number, _unquoted(line)) for number, line in rows if line], _name_line)


def name_rows(text: str) -> tuple[NameLine, ...]:
    """Read names from CSV: tab, ``;`` or ``,`` between the cells, quotation marks around a name that has one.

    The first line may be a header: ``name``, or ``first name`` and ``last name``; other columns are left aside.
    Without a header there is one column. Raises LinesUnreadable.
    """
    rows = _csv_rows(text.removeprefix("\ufeff"))
    if not rows:
        return _read([], _name_line)
    header = [cell.casefold() for cell in rows[0][1]]
    columns = _columns_named(header)
    if columns is None:
        return _read(rows, lambda line, cells: _name_line(line, _only_cell(line, cells)))
    return _read(rows[1:], lambda line, cells: _name_line(line, _joined(cells, columns)))


def pair_lines(text: str) -> tuple[PairLine, ...]:
    """Read pairs, one a line: two names with + (or a tab) between them. Raises LinesUnreadable."""
    rows = [(number, line) for number, line in enumerate(text.splitlines(), 1) if tidy_name(line)]
    return _read(rows, _pair_line)


def group_lines(text: str) -> tuple[GroupLine, ...]:
    """Read groups, one entry a line: the entry, a tab or else a colon, its group. No line is none.

    A name or a group may have colons of its own; who knows the entries knows which one is meant.
    Raises LinesUnreadable.
    """
    rows = [(number, line) for number, line in enumerate(text.splitlines(), 1) if tidy_name(line)]
    return _read(rows, _group_line) if rows else ()


def _read(rows: Sequence[tuple[int, Row]], read: Callable[[int, Row], Line]) -> tuple[Line, ...]:
    """Read every row, or refuse them all with what is wrong in each."""
    if not rows:
        raise LinesUnreadable([(1, _("There is no name in it."))])
    if len(rows) > LINES_LIMIT:
        reason = _("There are more than %(limit)s lines.") % {"limit": LINES_LIMIT}
        raise LinesUnreadable([(rows[LINES_LIMIT][0], reason)])
    lines: list[Line] = []
    faults: list[tuple[int, str]] = []
    for number, row in rows:
        try:
            lines.append(read(number, row))
        except LinesUnreadable as error:
            faults.extend(error.lines)
        except DomainError as error:
            faults.append((number, _(error.template) % error.params))
    if faults:
        raise LinesUnreadable(faults)
    return tuple(lines)


def _name_line(line: int, name: str) -> NameLine:
    return NameLine(line, checked_name(name))


def _pair_line(line: int, text: str) -> PairLine:
    # Two cells copied from a spreadsheet arrive with a tab between them.
    separator = "+" if "+" in text else "\t"
    names = [_unquoted(tidy_name(part)) for part in text.split(separator)]
    if len(names) != 2:
        raise LinesUnreadable([(line, _("Write two names with + between them."))])
    return PairLine(line, checked_name(names[0]), checked_name(names[1]))


def _group_line(line: int, text: str) -> GroupLine:
    separator = "\t" if "\t" in text else ":"
    parts = text.split(separator)
    splits = [(separator.join(parts[:cut]), separator.join(parts[cut:])) for cut in range(1, len(parts))]
    readings = [(tidy_name(entry), tidy_name(group)) for entry, group in splits]
    readings = [(entry, group) for entry, group in readings if entry and group]
    if not readings:
        raise LinesUnreadable([(line, _("Write the entry, a colon, and the group."))])
    return GroupLine(line, tuple(readings))


def _unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return tidy_name(text[1:-1].replace('""', '"'))
    return text


def _csv_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True, skipinitialspace=True)
    rows = []
    line = 1
    try:
        for row in reader:
            cells = [tidy_name(cell) for cell in row]
            if any(cells):
                rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise LinesUnreadable([(line, _("A quotation mark is not closed, or stands within a name."))]) from error
    return rows


def _delimiter(text: str) -> str:
    bare = _QUOTED.sub("", text)
    return next((mark for mark in ("\t", ";") if mark in bare), ",")


def _columns_named(header: Sequence[str]) -> tuple[int, ...] | None:
    """Return the columns that make up the name, or None if this is no header."""
    for index, cell in enumerate(header):
        if cell in _NAME_HEADERS:
            return (index,)
    first = next((index for index, cell in enumerate(header) if cell in _FIRST_HEADERS), None)
    last = next((index for index, cell in enumerate(header) if cell in _LAST_HEADERS), None)
    return (first, last) if first is not None and last is not None else None


def _only_cell(line: int, cells: Sequence[str]) -> str:
    names = [cell for cell in cells if cell]
    if len(names) > 1:
        reason = _("It has more than one column. Put a name with a comma in quotation marks, or add the header: name.")
        raise LinesUnreadable([(line, reason)])
    return names[0]


def _joined(cells: Sequence[str], columns: Sequence[int]) -> str:
    return " ".join(cells[column] for column in columns if column < len(cells))
