"""The fields of a record at each level, and what may stand in them (rules C2).

What names a seat or a tile may be anything here: those have codes of their own (``syntax``). JSON ``true`` is no
number.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NAME = "fives_threes"
LEVELS = (1, 2, 3)
ENDS = ("out", "blocked", "won")
LINE_ENDS = ("L", "R")
BY_SIDE = ("scores_before", "points", "scores_after")


class Shape(NamedTuple):
    """What an object may and must have."""

    fields: Mapping[str, Field]
    required: frozenset[str]

    def fits(self, value: Mapping[str, Any]) -> bool:
        """Whether an object is of this shape."""
        if not self.required <= value.keys():
            return False
        fields = self.fields
        for name, item in value.items():
            field = fields.get(name)
            if field is None or not field.accepts(item):
                return False
        return True

    def forms(self) -> frozenset[frozenset[str]]:
        """Return every set of fields that such an object may have."""
        optional = self.fields.keys() - self.required
        chosen = chain.from_iterable(combinations(optional, count) for count in range(len(optional) + 1))
        return frozenset(self.required.union(names) for names in chosen)


class Field(NamedTuple):
    """What may stand in a field: the test, the words for it in JSON's own terms, the shape of the items of a list."""

    accepts: Callable[[Any], bool]
    expected: str
    item_shape: Callable[[object], Shape] | None = None


def _is_integer(value: object) -> bool:
    return type(value) is int


def _is_integers(value: object) -> bool:
    return type(value) is list and set(map(type, value)) <= {int}


def _is_side(value: object) -> bool:
    return value is None or type(value) is int


def _is_flag(value: object) -> bool:
    return type(value) is bool


def _is_object(value: object) -> bool:
    return type(value) is dict


def _is_hands(value: object) -> bool:
    return type(value) is dict and set(map(type, value.values())) <= {list}


def _is_true(value: object) -> bool:
    return value is True


def _anything(value: object) -> bool:  # noqa: ARG001 - fields are all asked in the same way
    return True


def _one_of(*words: str) -> Field:
    return Field(lambda value: type(value) is str and value in words, " | ".join(f'"{word}"' for word in words))


def _list_of(item_shape: Callable[[object], Shape], *shapes: Shape) -> Field:
    """Return the field for a list of objects; a long list is tested field by field, which is faster than one by one."""
    forms = frozenset(chain.from_iterable(shape.forms() for shape in shapes))
    tests = [
        (name, field.accepts)
        for shape in shapes
        for name, field in shape.fields.items()
        if field.accepts is not _anything
    ]

    def accepts(value: object) -> bool:
        if type(value) is not list or not set(map(type, value)) <= {dict} or not set(map(frozenset, value)) <= forms:
            return False
        return all(all(map(test, [item[name] for item in value if name in item])) for name, test in tests)

    return Field(accepts, "[{...}, ...]", item_shape)


_INTEGER = Field(_is_integer, "integer")
_INTEGERS = Field(_is_integers, "[integer, ...]")
_SIDE = Field(_is_side, "integer | null")
_FLAG = Field(_is_flag, "true | false")
_SEAT = Field(_anything, "seat")
_TILE = Field(_anything, "tile")

EVENT = Shape(
    {"seat": _SEAT, "points": _INTEGER, "sum": _INTEGER, "out": _FLAG, "accepted": _FLAG},
    frozenset({"seat", "points"}),
)
PLACEMENT = Shape(
    {"seat": _SEAT, "tile": _TILE, "end": _one_of(*LINE_ENDS), "points": _INTEGER, "accepted": _FLAG},
    frozenset({"seat", "tile"}),
)
KNOCK = Shape({"seat": _SEAT, "knock": Field(_is_true, "true")}, frozenset({"seat", "knock"}))


def event_shape(item: object) -> Shape:  # noqa: ARG001 - events are all alike
    """Return the shape of an event."""
    return EVENT


def play_shape(item: object) -> Shape:
    """Return the shape of a play: a knock if it says so, else a placement."""
    return KNOCK if type(item) is dict and "knock" in item else PLACEMENT


_SHARED = {
    "game": _one_of(NAME),
    "level": Field(_is_integer, " | ".join(map(str, LEVELS))),
    "rules": Field(_is_object, "{...}"),
    "opener": _SEAT,
    "expected_opener": _INTEGER,
    "scores_before": _INTEGERS,
    "points": _INTEGERS,
    "scores_after": _INTEGERS,
    "end": _one_of(*ENDS),
    "out_side": _SIDE,
    "winner": _SIDE,
}
_EVENTS = {"events": _list_of(event_shape, EVENT)}
_PLAYS = {"hands": Field(_is_hands, '{"0": [tile, ...], ...}'), "plays": _list_of(play_shape, PLACEMENT, KNOCK)}
_ALWAYS = frozenset({"game", "level", "opener", "scores_before"})

RECORDS = {
    1: Shape(_SHARED, _ALWAYS | {"points", "end"}),
    2: Shape(_SHARED | _EVENTS, _ALWAYS | {"events", "end"}),
    3: Shape(_SHARED | _PLAYS, _ALWAYS | {"hands", "plays"}),
}
"""The shape of a record at each level. A field of a higher level is unknown at a lower one."""
