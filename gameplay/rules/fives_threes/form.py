"""The first stage: whether a record has the form of its level (rules C6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.fields import BY_SIDE, LEVELS, RECORDS, Items
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gameplay.rules.fives_threes.fields import Field, Shape
    from gameplay.rules.fives_threes.variants import Rules


def form_faults(record: object) -> tuple[Violation, ...]:
    """Return everything wrong with the form that shows without knowing the rules of the game."""
    if type(record) is not dict:
        return (_fault("", "{...}"),)
    level = record.get("level")
    if type(level) is not int or level not in LEVELS:
        return (_fault("level", " | ".join(map(str, LEVELS))),)
    shape = RECORDS[level]
    if not shape.fits(record):
        return tuple(_object_faults("", record, shape))
    # At the higher levels who went out follows from the events or the plays.
    if level == 1 and record["end"] == "out" and "out_side" not in record:
        return (_fault("out_side", "integer"),)
    return ()


def size_faults(record: Mapping[str, Any], rules: Rules) -> tuple[Violation, ...]:
    """Return the lists that are not one entry a side, and hands that are not one a seat."""
    count = len(rules.sides)
    faults: tuple[Violation, ...] = ()
    for name in BY_SIDE:
        if name in record and len(record[name]) != count:
            faults = (*faults, _fault(name, f"[integer x {count}]"))
    if record["level"] == 3 and record["hands"].keys() != set(rules.seat_names):
        expected = "{" + ", ".join(f'"{seat}": [tile, ...]' for seat in range(rules.players)) + "}"
        faults = (*faults, _fault("hands", expected))
    return faults


def shown(value: object) -> str:
    """Return a value from outside in a form that is safe to put into a sentence, however large it is."""
    if type(value) in (list, dict) or (type(value) is int and value.bit_length() > 64):
        return "..."
    text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _object_faults(path: str, value: Any, shape: Shape) -> Iterator[Violation]:
    if type(value) is not dict:
        yield _fault(path, "{...}")
        return
    prefix = f"{path}." if path else ""
    for name in sorted(shape.required - value.keys()):
        yield _fault(prefix + name, shape.fields[name].expected)
    for name, item in value.items():
        if name not in shape.fields:
            yield _fault(prefix + shown(name), "-")
        elif not shape.fields[name].accepts(item):
            yield from _field_faults(prefix + name, item, shape.fields[name])


def _field_faults(path: str, value: Any, field: Field) -> Iterator[Violation]:
    if type(value) is not list or not isinstance(field.items, Items):
        yield _fault(path, field.expected)
        return
    for index, item in enumerate(value):
        yield from _object_faults(f"{path}[{index}]", item, field.items.shape_of(item))


def _fault(path: str, expected: str) -> Violation:
    return Violation(codes.SCHEMA, path, {"field": path or "record", "expected": expected})
