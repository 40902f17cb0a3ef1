"""The games by name."""

from __future__ import annotations

from gameplay.rules.five_hundred.kind import FIVE_HUNDRED
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.kinds import Kind

KINDS: dict[str, Kind] = {kind.name: kind for kind in (FIVE_HUNDRED, FIVES_THREES)}


def get_kind(name: str) -> Kind:
    """Return a game by its name; raises KeyError."""
    return KINDS[name]
