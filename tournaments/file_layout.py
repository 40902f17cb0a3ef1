"""How a file is laid out: one JSON document with one record on each line, and a checksum over all lines before it.

    {"header": {...},
    "records": [
    {"club": {...}},
    {"player": {...}}
    ],
    "sha256": "..."}

So a refusal can name the line, and any JSON reader can read the whole. Pure: bytes in, values out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from tournaments.file_errors import FileDamaged, FileForeign, FileNewer

FORMAT = "card-club-file"
FORMAT_NUMBER = 1
LARGEST_MEGABYTES = 16
LARGEST_OVER_HTTP = LARGEST_MEGABYTES * 1_000_000
"""An evening of a thousand hands has one or two; the operator may bring in larger ones."""
DEEPEST = 60
"""Levels of JSON in one line; a hand card by card has less than ten."""
FIRST_RECORD_LINE = 3
_OPEN, _CLOSE = b'{"header": ', b'"sha256": '
_RECORDS = b'"records": ['
_LONG_NUMBER = re.compile(rb"[0-9]{19}")


@dataclass(frozen=True, slots=True)
class Line:
    """One record as it stands in a file: the number of its line, its kind, its fields."""

    number: int
    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file whose checksum is right; what its records say has not been judged."""

    header: Mapping[str, Any]
    lines: tuple[Line, ...]
    sha256: str


def as_line(kind: str, fields: Mapping[str, Any]) -> bytes:
    """Return a record as its line, always in the same way: keys in order, no spaces."""
    record = {kind: fields}
    try:
        return orjson.dumps(record, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        # A number of more than 64 bits, in a post that was kept as it came.
        return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def written(header: Mapping[str, Any], lines: Iterable[bytes]) -> bytes:
    """Return the whole file."""
    head = _OPEN + orjson.dumps(header, option=orjson.OPT_SORT_KEYS) + b",\n" + _RECORDS + b"\n"
    body = head + b",\n".join(lines) + b"\n],\n"
    return body + _CLOSE + b'"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


def read(content: bytes) -> FileRead:
    """Read a file and compare its checksum.

    Raises FileForeign for something else, FileNewer for a later format, FileDamaged with the line for one that was cut
    off or changed.
    """
    rows = content.split(b"\n")
    header = _header(rows[0], content)
    if len(rows) < 4 or not rows[-2].startswith(_CLOSE) or rows[-1] or rows[-3] != b"],":
        raise FileDamaged(line=len(rows))
    body = content[: len(content) - len(rows[-2]) - 1]
    sha256 = hashlib.sha256(body).hexdigest()
    if rows[-2] != _CLOSE + b'"' + sha256.encode() + b'"}':
        raise FileDamaged(line=_first_unreadable(rows) or len(rows) - 1)
    if rows[1] != _RECORDS:
        raise FileDamaged(line=2)
    return FileRead(header, tuple(_lines(rows[2:-3])), sha256)


def _header(row: bytes, content: bytes) -> Mapping[str, Any]:
    if not row.startswith(_OPEN) or not row.endswith(b","):
        # Perhaps ours, but written anew by some other program, or no such file at all.
        raise FileDamaged(line=1) if FORMAT.encode() in content[:10_000] else FileForeign()
    header = _parsed(row.removeprefix(_OPEN)[:-1], 1)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise FileForeign
    number = header.get("number")
    if type(number) is not int or number < 1:
        raise FileForeign
    if number > FORMAT_NUMBER:
        raise FileNewer(number=number, known=FORMAT_NUMBER)
    return header


def _lines(rows: list[bytes]) -> Iterator[Line]:
    for place, row in enumerate(rows):
        number = FIRST_RECORD_LINE + place
        is_last = place == len(rows) - 1
        if row.endswith(b",") == is_last:
            raise FileDamaged(line=number)
        record = _parsed(row if is_last else row[:-1], number)
        if not isinstance(record, dict) or len(record) != 1:
            raise FileDamaged(line=number)
        [(kind, fields)] = record.items()
        if not isinstance(fields, dict):
            raise FileDamaged(line=number)
        yield Line(number, kind, fields)


def _first_unreadable(rows: list[bytes]) -> int | None:
    """Return the first line that is no JSON any more; a change inside a value leaves none."""
    try:
        list(_lines(rows[2:-3]))
    except FileDamaged as damage:
        return damage.line
    return None


def _parsed(text: bytes, number: int) -> Any:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise FileDamaged(line=number) from error
    if not _can_be_kept(value):
        raise FileDamaged(line=number)
    try:
        # Its fast reader makes a fraction of a whole number of more than 64 bits.
        return json.loads(text) if _LONG_NUMBER.search(text) else value
    except ValueError as error:
        raise FileDamaged(line=number) from error


def _can_be_kept(value: Any) -> bool:
    """Whether the database can keep a value: not nested without end, and without the one letter that it has not."""
    level = [value]
    for _depth in range(DEEPEST):
        inner: list[Any] = []
        for outer in level:
            if isinstance(outer, dict):
                inner += outer.keys()
                inner += outer.values()
            elif isinstance(outer, list):
                inner += outer
            elif isinstance(outer, str) and "\0" in outer:
                return False
        if not inner:
            return True
        level = inner
    return False
