"""What a pool is rated by. It is data: a pool stores it as JSON, and its version says which set it is."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self


class ParamsRefused(ValueError):
    """Parameters that are incomplete, unknown or make no sense."""


@dataclass(frozen=True, slots=True)
class Params:
    """Whole numbers in the units of the stored state: means in 0.1 point, deviations in 0.01 point.

    ``prior_mu`` and ``prior_sigma`` are what is believed of a newcomer; no deviation falls below ``least_sigma`` or
    grows above ``prior_sigma``. ``drift`` is how far a strength strays, per square root of a week.
    """

    version: int = 1
    prior_mu: int = 15_000
    prior_sigma: int = 9_400
    least_sigma: int = 2_000
    drift: int = 280

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or isinstance(value, bool):
                raise ParamsRefused(f"{field.name} is not a whole number: {value!r}")
        if not 0 < self.least_sigma <= self.prior_sigma:
            raise ParamsRefused(f"least_sigma {self.least_sigma} is not between 0 and {self.prior_sigma}")
        if self.drift < 0:
            raise ParamsRefused(f"drift {self.drift} is negative")

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Read parameters as a pool stores them; raises ParamsRefused if one is missing or unknown."""
        known = {field.name for field in fields(cls)}
        if wrong := sorted(known.symmetric_difference(values)):
            raise ParamsRefused(f"missing or unknown: {', '.join(wrong)}")
        return cls(**values)

    def as_mapping(self) -> dict[str, int]:
        """Return the parameters as a pool stores them."""
        return asdict(self)
