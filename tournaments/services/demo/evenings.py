"""What the demo club has played: four evenings in both games and all the ways in which a table can be counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.services.demo.people import pairs
from tournaments.set_up import SetUp


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament of one evening. ``days_ago`` 0 is going on: its last round is half entered."""

    set_up: SetUp
    pairs: tuple[tuple[str, str], ...]
    days_ago: int
    rounds: int
    minutes: int = field(default=40)

    @property
    def is_running(self) -> bool:
        """Whether the evening is not over yet."""
        return self.days_ago == 0


def _evening(
    name: str,
    kind: str,
    *,
    days_ago: int,
    count: int,
    apart: int,
    rounds: int,
    planned: int | None = None,
    rules: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Evening:
    set_up = SetUp(name=name, kind=kind, rules=rules or {}, rounds=planned or rounds, round_minutes=40, **settings)
    return Evening(set_up, pairs(count, apart=apart), days_ago, rounds)


FOUR_HANDS: Final = {"end": "hands", "hands": 4}

EVENINGS: Final = (
    _evening("Autumn Pairs", "five_hundred", days_ago=22, count=12, apart=1, rounds=3, rules=FOUR_HANDS),
    _evening("Race to 500", "five_hundred", days_ago=15, count=9, apart=7, rounds=2),
    _evening("Dominoes Night", "fives_threes", days_ago=8, count=7, apart=3, rounds=2, legs=3, legs_mode="best_of"),
    _evening("Club Night", "five_hundred", days_ago=0, count=13, apart=1, rounds=2, planned=5, rules=FOUR_HANDS),
)
