"""Where ids stand inside JSON values: other numbers stand for them in a file, since ids mean nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Translate = Callable[[str, Any], Any]
"""Called with what an id is of (``entry``, ``player`` ...) and the id; returns what stands in its place."""


@dataclass(frozen=True, slots=True)
class Each:
    """A list of any length, or the values of an object: each of one shape."""

    shape: Shape

    def translated(self, value: Any, translate: Translate) -> Any:
        """Return the value with its ids translated."""
        if isinstance(value, list):
            return [translated(self.shape, item, translate) for item in value]
        if isinstance(value, dict):
            return {key: translated(self.shape, item, translate) for key, item in value.items()}
        return value


@dataclass(frozen=True, slots=True)
class Row:
    """A list whose places have shapes of their own; the last one is that of all further places."""

    shapes: tuple[Shape, ...]

    def translated(self, value: Any, translate: Translate) -> Any:
        """Return the value with its ids translated."""
        if not isinstance(value, list):
            return value
        last = len(self.shapes) - 1
        return [translated(self.shapes[min(place, last)], item, translate) for place, item in enumerate(value)]


@dataclass(frozen=True, slots=True)
class Keys:
    """An object whose keys are ids."""

    of: str

    def translated(self, value: Any, translate: Translate) -> Any:
        """Return the value with its ids translated."""
        if not isinstance(value, dict):
            return value
        return {str(translate(self.of, int(key))): item for key, item in value.items() if key.isdecimal()}


@dataclass(frozen=True, slots=True)
class Fields:
    """An object: where there are ids in it, by key."""

    shapes: Mapping[str, Shape]

    def translated(self, value: Any, translate: Translate) -> Any:
        """Return the value with its ids translated."""
        if not isinstance(value, dict):
            return value
        return {key: translated(self.shapes.get(key), item, translate) for key, item in value.items()}


Shape = str | Each | Row | Keys | Fields | None
"""What an id is of; or where in a list or an object there are ids. What no shape names is not touched."""


def row(*shapes: Shape) -> Row:
    """Return the shape of a list whose places differ."""
    return Row(shapes)


def fields(**shapes: Shape) -> Fields:
    """Return the shape of an object."""
    return Fields(shapes)


def translated(shape: Shape, value: Any, translate: Translate) -> Any:
    """Return a value with every id in it translated; a value of another form than the shape stays as it is."""
    if shape is None:
        return value
    if isinstance(shape, str):
        # True and False are numbers to the language. What is nobody is None on both sides.
        return translate(shape, value) if isinstance(value, (int, str)) and not isinstance(value, bool) else value
    return shape.translated(value, translate)


ENTRY = "entry"
ENTRIES = Each(ENTRY)
PAIRS = Each(ENTRIES)
FIXED_TABLES = Each(row(ENTRY, None))
SIGN_UPS = Each(fields(id=ENTRY, player_id="player", playing="player"))
PAIRS_DRAWN = Each(row(ENTRY, "player"))
_ARRANGED: Mapping[str, Shape] = {
    "staying": ENTRIES,
    "house": ENTRY,
    "forbidden": PAIRS,
    "fixed_tables": FIXED_TABLES,
}
STAGE_SETTINGS = fields(
    **_ARRANGED, partner_draw=fields(entries=PAIRS_DRAWN, sign_ups=SIGN_UPS, arranged=Fields(_ARRANGED))
)
MADE_FROM = fields(
    entries=Each(row(ENTRY, Each("player"))),
    fixed_tables=FIXED_TABLES,
    forbidden=PAIRS,
    together=PAIRS,
    apart=PAIRS,
    bracket=Each(ENTRIES),
    by_hand=fields(user="user"),
)
PLAN = fields(tables=Each(fields(seats=ENTRIES)), out=ENTRIES, absent=ENTRIES)
EXPLANATION = Each(
    fields(
        params=fields(
            entrant=ENTRY,
            entrants=ENTRIES,
            others=ENTRIES,
            winners=ENTRIES,
            moved=ENTRIES,
            stayed=ENTRIES,
            joined=ENTRIES,
            user="user",
        )
    )
)
RULINGS = Each(fields(user="user", broken=EXPLANATION))
SNAPSHOT = fields(
    rows=Each(fields(entry=ENTRY)),
    adjustments=Each(fields(id="adjustment", entry=ENTRY)),
    decisions=Each(fields(id="tie_decision", order=ENTRIES)),
)
_RESEATED = Each(row(None, None, ENTRY, "player", None))
_CHANGED: Mapping[str, Shape] = {
    "entry": ENTRY,
    "player": "player",
    "ruling": "table_ruling",
    "roles": Keys(ENTRY),
    "sides": PAIRS,
}
_LOGGED: Mapping[str, Shape] = {
    **_CHANGED,
    **_ARRANGED,
    "entries": ENTRIES,
    "entry_ids": ENTRIES,
    "changed": ENTRIES,
    "order": ENTRIES,
    "together": PAIRS,
    "swaps": PAIRS,
    "player_ids": Each("player"),
    "records": Each("hand_record"),
    "sign_ups": SIGN_UPS,
    "job": "job",
    "keyer": "user",
    "act": "act",
    "partnership_ids": Each("partnership"),
}


def change_shape(kind: str) -> Shape:
    """Return the shape of what a change of a round found and left; ``kind`` is that of the change."""
    return _RESEATED if kind == "reseated" else Fields(_CHANGED)


def log_shape(action: str) -> Shape:
    """Return the shape of what a row of the log found and left."""
    if action.startswith("hand.") or action == "post.settled":
        return None
    if action == "round.reseated":
        return _RESEATED
    return Fields({**_LOGGED, "entries": PAIRS_DRAWN} if action.startswith("partners.") else _LOGGED)
