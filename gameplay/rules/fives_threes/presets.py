"""Options under a name: the basic game, and what a real league plays, where the engine knows every rule of it.

What other leagues play and why it is not here stands in docs/rules/fives_threes.md, B10.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that go together."""

    key: str
    title: str
    players: tuple[int, ...]
    """The numbers of players that it is for."""
    options: Mapping[str, int]
    """What differs from the default; the number of players is the table's own."""
    source: str


PRESETS = (
    Preset("basic", "Basic game", (2, 3, 4), {}, "The rules of pub tournaments: docs/rules/fives_threes.md"),
    Preset(
        "teesdale_singles",
        "Teesdale League, two players",
        (2,),
        {"hand_size": 9, "out_bonus": 0},
        "Barnard Castle and District 5s and 3s League, What is Fives and Threes?, bcad5sand3s.co.uk",
    ),
)
