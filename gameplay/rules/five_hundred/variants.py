"""The options of Five Hundred (rules A14): what a club or a table may choose, with the defaults of the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from gameplay.errors import RuleViolation
from gameplay.rules.five_hundred.codes import fault

MAX_HANDS = 40


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option with its default.

    ``players`` and ``teams`` are facts of a table, the others the tournament's. ``teams`` says how six players sit
    (two teams of three, or three pairs) and changes nothing for any other number.
    """

    players: int = 4
    teams: str = "by_players"
    bidding: str = "rounds"
    raise_own: bool = True
    misere: str = "after_seven"
    blind_misere: bool = True
    sans_kitty: bool = True
    joker_lead: str = "unled_suit"
    slam: int | None = 250
    defender_points: bool = True
    defender_stop: int | None = None
    defender_cap: int | None = None
    target: int = 500
    end: str = "race"
    hands: int | None = None
    out_backwards: bool = True

    @property
    def limits_defenders(self) -> bool:
        """Whether the points for a defender's tricks depend on the score before the hand (rules A11.6)."""
        return self.defender_points and (self.defender_stop is not None or self.defender_cap is not None)


TEAMS = ("by_players", "three_pairs")
VALUES: dict[str, tuple[object, ...]] = {
    "players": (4, 2, 3, 5, 6),
    "teams": TEAMS,
    "bidding": ("rounds", "single"),
    "raise_own": (True, False),
    "misere": ("after_seven", "any_time", "off"),
    "blind_misere": (True, False),
    "sans_kitty": (True, False),
    "joker_lead": ("unled_suit", "last_trick"),
    "slam": (250, None),
    "defender_points": (True, False),
    "defender_stop": (None, 490, 480),
    "defender_cap": (None, 490, 480),
    "target": (500,),
    "end": ("race", "hands", "timed"),
    "hands": (None, *range(1, MAX_HANDS + 1)),
    "out_backwards": (True, False),
}
"""The values of each option, the default first."""

# With the type beside the value, because True == 1 and 490.0 == 490 in Python and neither is in JSON.
_ACCEPTED = {name: frozenset((type(value), value) for value in values) for name, values in VALUES.items()}
_SCALARS = frozenset({str, int, bool, type(None)})
_NAMES = tuple(option.name for option in fields(Rules))
DEFAULT = Rules()


def resolve_rules(options: object) -> Rules:
    """Return the complete rules for the options that differ from the default.

    Raises RuleViolation with ``five_hundred.rules`` for each unknown option or value, and when ``hands`` is not given
    exactly when the game ends by a number of hands.
    """
    if not isinstance(options, Mapping):
        raise RuleViolation((fault("rules", "rules", option="rules", value=repr(options)),))
    if not options:
        return DEFAULT
    # A complete set of options mostly holds the defaults themselves, which need no looking at.
    chosen = {name: value for name, value in options.items() if name not in VALUES or value is not VALUES[name][0]}
    faults = tuple(
        fault("rules", f"rules.{name}", option=str(name), value=repr(value))
        for name, value in chosen.items()
        if not _is_accepted(name, value)
    )
    if faults:
        raise RuleViolation(faults)
    if not chosen:
        return DEFAULT
    rules = Rules(**chosen)
    if (rules.end == "hands") != (rules.hands is not None):
        raise RuleViolation((fault("rules", "rules.hands", option="hands", value=repr(rules.hands)),))
    return rules


def options_of(rules: Rules) -> dict[str, Any]:
    """Return every option with its value, ready for JSON."""
    return {name: getattr(rules, name) for name in _NAMES}


def changes_of(rules: Rules) -> dict[str, Any]:
    """Return the options that differ from the default, as records state them."""
    return {name: value for name, value in options_of(rules).items() if value != VALUES[name][0]}


def _is_accepted(name: object, value: object) -> bool:
    accepted = _ACCEPTED.get(name) if isinstance(name, str) else None
    return accepted is not None and type(value) in _SCALARS and (type(value), value) in accepted
