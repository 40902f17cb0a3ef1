"""The fields of a record at each level, and what may stand in them (rules C6).

What names a seat or a tile may be anything here: those have codes of their own (``syntax``). JSON ``true`` is no
number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gameplay.rules.fives_threes.line import LINE_ENDS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

NAME = "fives_threes"
LEVELS = (1, 2, 3)
ENDS = ("out", "blocked", "won")
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


class Field(NamedTuple):
    """What may stand in a field: of these types, of these words if any are given, with items of that kind.

    Without types it is anything.
    """

    expected: str
    """The words for it, in JSON's own terms."""
    types: frozenset[type] = frozenset()
    words: frozenset[object] = frozenset()
    items: Field | Items | None = None

    def accepts(self, value: Any) -> bool:
        """Whether a value may stand here."""
        if not self.types:
            return True
        if type(value) not in self.types or (self.words and value not in self.words):
            return False
        return self.items is None or self.items.accept(value.values() if type(value) is dict else value)

    def accept(self, values: Collection[Any]) -> bool:
        """Whether each of many values may stand here."""
        return not self.types or (
            self.types.issuperset(map(type, values)) and (not self.words or self.words.issuperset(values))
        )


class Items(NamedTuple):
    """Objects in a list, each of the shape that it calls for itself."""

    shape_of: Callable[[object], Shape]
    accept: Callable[[Collection[Any]], bool]
    """Whether each of many values is an object of its shape."""


def _are_events(values: Collection[Any]) -> bool:
    return all(type(value) is dict and _EVENT.fits(value) for value in values)


def _are_plays(values: Collection[Any]) -> bool:
    # There are some twenty plays in a round. Knocks, and placements that say all they can, are plainly right at a look;
    # only the others are worth a call and a loop over their fields.
    for play in values:
        if type(play) is not dict:
            return False
        size, is_plain = len(play), False
        if size == _FIELDS_OF_PLACEMENT:
            is_plain = (
                type(play.get("points")) is int
                and type(play.get("accepted")) is bool
                and play.get("end") in LINE_ENDS
                and "seat" in play
                and "tile" in play
            )
        elif size == _FIELDS_OF_KNOCK:
            is_plain = play.get("knock") is True and "seat" in play
        if not is_plain and not _play_shape(play).fits(play):
            return False
    return True


def _event_shape(item: object) -> Shape:  # noqa: ARG001 - events are all alike
    return _EVENT


def _play_shape(item: object) -> Shape:
    """A play is a knock if it says so, else a placement."""
    return _KNOCK if type(item) is dict and "knock" in item else _PLACEMENT


def _one_of(*words: str) -> Field:
    return Field(" | ".join(f'"{word}"' for word in words), frozenset({str}), frozenset(words))


_OBJECT_TYPE = frozenset({dict})
_LIST_TYPE = frozenset({list})
_INTEGER = Field("integer", frozenset({int}))
_INTEGERS = Field("[integer, ...]", _LIST_TYPE, items=_INTEGER)
_SIDE = Field("integer | null", frozenset({int, type(None)}))
_FLAG = Field("true | false", frozenset({bool}))
_TRUE = Field("true", frozenset({bool}), frozenset({True}))
_LIST = Field("[...]", _LIST_TYPE)
_SEAT = Field("seat")
_TILE = Field("tile")

_EVENT = Shape(
    {"seat": _SEAT, "points": _INTEGER, "sum": _INTEGER, "out": _FLAG, "accepted": _FLAG},
    frozenset({"seat", "points"}),
)
_PLACEMENT = Shape(
    {"seat": _SEAT, "tile": _TILE, "end": _one_of(*LINE_ENDS), "points": _INTEGER, "accepted": _FLAG},
    frozenset({"seat", "tile"}),
)
_KNOCK = Shape({"seat": _SEAT, "knock": _TRUE}, frozenset({"seat", "knock"}))
_FIELDS_OF_PLACEMENT, _FIELDS_OF_KNOCK = len(_PLACEMENT.fields), len(_KNOCK.fields)

_SHARED = {
    "game": _one_of(NAME),
    "level": _INTEGER,
    "rules": Field("{...}", _OBJECT_TYPE),
    "opener": _SEAT,
    "expected_opener": _INTEGER,
    "scores_before": _INTEGERS,
    "points": _INTEGERS,
    "scores_after": _INTEGERS,
    "end": _one_of(*ENDS),
    "out_side": _SIDE,
    "winner": _SIDE,
}
_EVENTS = {"events": Field("[{...}, ...]", _LIST_TYPE, items=Items(_event_shape, _are_events))}
_PLAYS = {
    "hands": Field('{"0": [tile, ...], ...}', _OBJECT_TYPE, items=_LIST),
    "plays": Field("[{...}, ...]", _LIST_TYPE, items=Items(_play_shape, _are_plays)),
}
_ALWAYS = frozenset({"game", "level", "opener", "scores_before"})

RECORDS = {
    1: Shape(_SHARED, _ALWAYS | {"points", "end"}),
    2: Shape(_SHARED | _EVENTS, _ALWAYS | {"events", "end"}),
    3: Shape(_SHARED | _PLAYS, _ALWAYS | {"hands", "plays"}),
}
"""The shape of a record at each level. A field of a higher level is unknown at a lower one."""
