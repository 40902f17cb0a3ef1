"""What may differ from club to club, and the numbers that follow from it (rules B10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from gameplay.errors import RuleViolation
from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.scoring import LARGEST_PLACEMENT
from gameplay.rules.kinds import Violation

TILES_IN_SET = 28
DEFAULT_PLAYERS = 4
DEFAULT_HAND_SIZES = {2: 7, 3: 5, 4: 5}
TARGETS = (61, 121)
OUT_BONUSES = (1, 0)


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of a game with its value, and what follows from them; ``resolve_rules`` checks the values."""

    players: int
    hand_size: int
    target: int
    out_bonus: int
    sides: tuple[tuple[int, ...], ...] = field(init=False, compare=False)
    """The seats of each side: four players are two pairs, partners opposite; fewer play each for himself (rules B1)."""
    seats: frozenset[int] = field(init=False, compare=False)
    seat_names: tuple[str, ...] = field(init=False, compare=False)
    """The seats as JSON names them where they are keys."""
    largest_round: int = field(init=False, compare=False)
    """The points that a side cannot pass in one round: every tile of it the best placement, and going out."""
    refusal_floor: int = field(init=False, compare=False)
    """The highest score from which no event can be refused: the largest event still ends on the target."""

    def __post_init__(self) -> None:
        """Work out what follows from the options."""
        count = 2 if self.players == 4 else self.players
        sides = tuple(tuple(range(side, self.players, count)) for side in range(count))
        largest_round = len(sides[0]) * self.hand_size * LARGEST_PLACEMENT + self.out_bonus
        object.__setattr__(self, "sides", sides)
        object.__setattr__(self, "seats", frozenset(range(self.players)))
        object.__setattr__(self, "seat_names", tuple(map(str, range(self.players))))
        object.__setattr__(self, "largest_round", largest_round)
        object.__setattr__(self, "refusal_floor", self.target - LARGEST_PLACEMENT - self.out_bonus)


def resolve_rules(options: object) -> Rules:
    """Return the complete rules for what differs from the default.

    Raises RuleViolation, which names every option that is unknown or has an unknown value.
    """
    if not isinstance(options, Mapping):
        raise RuleViolation((Violation(codes.RULES, "rules", {"option": "rules"}),))
    if faults := _option_faults(options):
        raise RuleViolation(faults)
    players = options.get("players", DEFAULT_PLAYERS)
    hand_size = options.get("hand_size", DEFAULT_HAND_SIZES[players])
    if players * hand_size > TILES_IN_SET:
        raise RuleViolation((Violation(codes.RULES, "rules.hand_size", {"option": "hand_size"}),))
    return _rules(players, hand_size, options.get("target", TARGETS[0]), options.get("out_bonus", OUT_BONUSES[0]))


def options_of(rules: Rules) -> dict[str, Any]:
    """Return every option with its value; ``resolve_rules`` of it gives ``rules`` again."""
    return {
        "players": rules.players,
        "hand_size": rules.hand_size,
        "target": rules.target,
        "out_bonus": rules.out_bonus,
    }


# Options are resolved with every record that is judged, and there are few of them.
_rules = cache(Rules)


def _option_faults(options: Mapping[str, Any]) -> tuple[Violation, ...]:
    faults: list[Violation] = []
    for name, value in options.items():
        # JSON true equals 1 in Python; it is no number here.
        if type(value) is not int or value not in _VALUES.get(name, ()):
            faults.append(
                # The number of players has its own code: it is a fact of the table, not a choice of the club.
                Violation(codes.PLAYERS, "rules.players")
                if name == "players"
                else Violation(codes.RULES, f"rules.{name}", {"option": name})
            )
    return tuple(sorted(faults, key=lambda fault: fault.code == codes.PLAYERS)) if faults else ()


_VALUES: dict[str, frozenset[int]] = {
    "players": frozenset(DEFAULT_HAND_SIZES),
    "hand_size": frozenset(range(1, TILES_IN_SET // min(DEFAULT_HAND_SIZES) + 1)),
    "target": frozenset(TARGETS),
    "out_bonus": frozenset(OUT_BONUSES),
}
