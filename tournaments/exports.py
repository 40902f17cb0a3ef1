"""Tables as CSV that a spreadsheet opens with the right letters, and in which no cell is a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

BYTE_ORDER_MARK = "\ufeff"
"""By which a spreadsheet knows that the file is UTF-8."""
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are the full-width forms of the first four, which some spreadsheets read alike."""


def defused(cell: object) -> str:
    """Return a cell as text that no spreadsheet takes for a formula; numbers stay numbers.

    >>> defused("=1+1"), defused("-5 for being late"), defused(-5), defused(None)
    ("'=1+1", "'-5 for being late", '-5', '')
    """
    if cell is None:
        return ""
    text = str(cell)
    is_number = isinstance(cell, int | float)
    return f"'{text}" if text.startswith(_FORMULAS) and not is_number else text


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Return a table as lines of CSV, the first one with the mark that says UTF-8."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    yield BYTE_ORDER_MARK
    for row in chain([header], rows):
        writer.writerow([defused(cell) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
