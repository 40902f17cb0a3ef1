"""The form of a record: which fields it has at each level, and what may stand in them (rules C2).

A field that belongs to a higher level is unknown at a lower one. JSON ``true`` is no number. What names a seat or a
tile is not judged here: it has codes of its own (``syntax``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gameplay.rules.fives_threes import codes
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from gameplay.rules.fives_threes.variants import Rules

NAME = "fives_threes"
LEVELS = (1, 2, 3)
ENDS = ("out", "blocked", "won")
LINE_ENDS = ("L", "R")
BY_SIDE = ("scores_before", "points", "scores_after")


class Field(NamedTuple):
    """What may stand in a field: the test, and the words for it in JSON's own terms."""

    accepts: Callable[[Any], bool]
    expected: str


def form_faults(record: object) -> tuple[Violation, ...]:
    """Return everything wrong with the form of a record that shows without knowing the rules of its game."""
    if type(record) is not dict:
        return (_fault("", "{...}"),)
    level = record.get("level")
    if type(level) is not int or level not in LEVELS:
        return (_fault("level", "1 | 2 | 3"),)
    fields = _FIELDS[level]
    required = _REQUIRED[level]
    return tuple(_field_faults(record, fields, required)) or _conditional_faults(record, level)


def size_faults(record: Mapping[str, Any], rules: Rules) -> tuple[Violation, ...]:
    """Return the lists that are not one entry a side, and the hands that are not one a seat."""
    count = len(rules.sides)
    faults: tuple[Violation, ...] = ()
    for name in BY_SIDE:
        if name in record and len(record[name]) != count:
            faults = (*faults, _fault(name, f"[integer x {count}]"))
    if record["level"] == 3:
        seats = tuple(str(seat) for seat in range(rules.players))
        if record["hands"].keys() != set(seats):
            return (*faults, _fault("hands", "{" + ", ".join(f'"{seat}": [...]' for seat in seats) + "}"))
    return faults


def _field_faults(
    record: Mapping[str, Any], fields: Mapping[str, Field], required: frozenset[str], prefix: str = ""
) -> Iterator[Violation]:
    if not record.keys() >= required:
        for name in sorted(required - record.keys()):
            yield _fault(prefix + name, fields[name].expected)
    for name, value in record.items():
        field = fields.get(name)
        if field is None:
            yield _fault(f"{prefix}{shown(name)}", "-")
        elif not field.accepts(value):
            yield from _ITEM_FAULTS[name](value) if name in _ITEM_FAULTS else (_fault(prefix + name, field.expected),)


def _conditional_faults(record: Mapping[str, Any], level: int) -> tuple[Violation, ...]:
    # At the higher levels who went out follows from the events or the plays.
    if level == 1 and record["end"] == "out" and "out_side" not in record:
        return (_fault("out_side", "integer"),)
    return ()


def _fault(path: str, expected: str) -> Violation:
    return Violation(codes.SCHEMA, path, {"field": path or "record", "expected": expected})


def shown(value: object) -> str:
    """Return a value from outside in a form that is safe to put into a sentence, however large it is."""
    if type(value) is int and value.bit_length() > 64:
        return "..."
    text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _is_integer(value: object) -> bool:
    return type(value) is int


def _is_integers(value: object) -> bool:
    return type(value) is list and set(map(type, value)) <= {int}


def _is_side(value: object) -> bool:
    return value is None or type(value) is int


def _anything(value: object) -> bool:  # noqa: ARG001 - one signature for all fields
    return True


_SHARED = {
    "game": Field(lambda value: value == NAME, f'"{NAME}"'),
    "level": Field(_is_integer, "1 | 2 | 3"),
    "rules": Field(lambda value: type(value) is dict, "{...}"),
    "opener": Field(_anything, "seat"),
    "expected_opener": Field(_is_integer, "seat"),
    "scores_before": Field(_is_integers, "[integer, ...]"),
    "points": Field(_is_integers, "[integer, ...]"),
    "scores_after": Field(_is_integers, "[integer, ...]"),
    "end": Field(lambda value: type(value) is str and value in ENDS, " | ".join(f'"{end}"' for end in ENDS)),
    "out_side": Field(_is_side, "integer | null"),
    "winner": Field(_is_side, "integer | null"),
}
_FIELDS: dict[int, dict[str, Field]] = {1: _SHARED}
_ALWAYS = frozenset({"game", "level", "opener", "scores_before"})
_REQUIRED = {1: _ALWAYS | {"points", "end"}}
_ITEM_FAULTS: dict[str, Callable[[Any], Sequence[Violation]]] = {}
