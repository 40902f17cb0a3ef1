"""What a pool is rated by. It is data: a pool stores it as JSON, and its version says which set it is."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

RANGES = {
    "version": (1, 1_000_000),
    "prior_mu": (0, 100_000),
    "prior_sigma": (1, 100_000),
    "least_sigma": (1, 100_000),
    "drift": (0, 100_000),
    "novice_tables": (0, 1_000),
    "margin_cap": (0, 100_000),
    "margin_unit": (0, 100_000),
    "margin_noise": (0, 100_000),
    "bonus_sigma": (0, 100_000),
    "bonus_drift": (0, 100_000),
}
"""The least and the most that each may be."""
MARGIN = ("margin_cap", "margin_unit", "margin_noise")
OPTIONS = frozenset({"novice_tables", "bonus_sigma", "bonus_drift", *MARGIN})
"""What is off where it is not named: parameters that were stored before there were options say the same as ever."""


class ParamsRefused(ValueError):
    """Parameters that are incomplete, unknown or make no sense; ``name`` is the one at fault, empty if it is none."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} {reason}" if name else reason)
        self.name = name
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Params:
    """Whole numbers in the units of the stored state: means in 0.1 point, deviations in 0.01 point.

    ``prior_mu`` and ``prior_sigma`` are what is believed of a newcomer; no deviation falls below ``least_sigma`` or
    grows above ``prior_sigma``. ``drift`` is how far a strength strays, per square root of a week.

    ``novice_tables``: a player with fewer tables is a novice, and a table moves nobody whose partner is one, unless
    they are a novice themselves; 0: everybody is moved.

    ``margin_*`` are in the game's points, of the difference between two sides' scores; all 0: only who won counts.
    ``margin_unit`` is the difference to be expected in a game of a side that is one logit (174 points of rating)
    better; ``margin_noise`` is the deviation from what is expected; a larger difference than ``margin_cap`` counts as
    that.

    ``bonus_sigma`` is how far two partners are believed to be from the sum of both, as a deviation, and ``bonus_drift``
    how far that strays, per square root of a week (``partnerships``); both 0: a side is what its players are.
    """

    version: int = 1
    prior_mu: int = 15_000
    prior_sigma: int = 9_400
    least_sigma: int = 2_000
    drift: int = 190
    novice_tables: int = 0
    margin_cap: int = 0
    margin_unit: int = 0
    margin_noise: int = 0
    bonus_sigma: int = 0
    bonus_drift: int = 0

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool):
                raise ParamsRefused(name, f"is not a whole number: {value!r}")
            if not least <= value <= most:
                raise ParamsRefused(name, f"is not from {least} to {most}: {value}")
        if self.least_sigma > self.prior_sigma:
            raise ParamsRefused("least_sigma", f"is above prior_sigma {self.prior_sigma}: {self.least_sigma}")
        if len({getattr(self, name) > 0 for name in MARGIN}) > 1:
            raise ParamsRefused("margin_unit", f"is given with all or none of {', '.join(MARGIN)}")
        if self.bonus_drift and not self.bonus_sigma:
            raise ParamsRefused("bonus_drift", f"is given without bonus_sigma: {self.bonus_drift}")

    @property
    def counts_margin(self) -> bool:
        """Whether the difference of scores counts, and not only who won."""
        return self.margin_unit > 0

    @property
    def rates_partnerships(self) -> bool:
        """Whether partnerships have a bonus of their own."""
        return self.bonus_sigma > 0

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Read parameters as a pool stores them; raises ParamsRefused if one is missing or unknown.

        Only options may be left out.
        """
        known = {field.name for field in fields(cls)}
        if wrong := sorted(known.symmetric_difference(values) - (OPTIONS - values.keys())):
            raise ParamsRefused("", f"missing or unknown: {', '.join(wrong)}")
        return cls(**values)

    def as_mapping(self) -> dict[str, int]:
        """Return the parameters as a pool stores them."""
        return asdict(self)
