"""Glicko-2 as published (Mark Glickman, "Example of the Glicko-2 system", 2022), for one player and one period.

Written out, because the package on PyPI has the rating where the deviation belongs in the step of the volatility, and
brings a package called ``tests`` along. ``python -m bench.peers.glicko_2`` works the published example.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

UNIT = 173.7178
"""One logit on the scale that is shown."""
NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Glicko:
    """A player's rating and deviation, as they are shown, and volatility, in logits."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    def aged(self) -> Glicko:
        """Return the player after a period without play."""
        return Glicko(self.rating, math.hypot(self.deviation, UNIT * self.volatility), self.volatility)


Met = tuple[float, float, float]
"""Rating and deviation of an opponent, and the score against him: 1, a half or 0."""


def rated(player: Glicko, games: Sequence[Met], *, tau: float | None = 0.5) -> Glicko:
    """Return the player after a period with these games; without ``tau`` the volatility stays what it is."""
    deviation = player.deviation / UNIT
    information = pull = 0.0
    for rating, uncertain, score in games:
        shrink = shrink_of(uncertain**2)
        expected = 1 / (1 + math.exp(-shrink * (player.rating - rating) / UNIT))
        information += shrink**2 * expected * (1 - expected)
        pull += shrink * (score - expected)
    volatility = player.volatility
    if tau is not None:
        volatility = _volatility(deviation, volatility, 1 / information, pull / information, tau)
    before = math.hypot(deviation, volatility)
    after = 1 / math.sqrt(1 / before**2 + information)
    return Glicko(player.rating + UNIT * after**2 * pull, UNIT * after, volatility)


def shrink_of(variance: float) -> float:
    """Return by how much a difference counts for less where the opponent's rating has that variance."""
    return 1 / math.sqrt(1 + 3 * variance / UNIT**2 / math.pi**2)


def _volatility(deviation: float, volatility: float, variance: float, change: float, tau: float) -> float:
    """Return the new volatility: the root of step 5, sought as the paper does (Illinois)."""
    start = math.log(volatility**2)

    def slope(x: float) -> float:
        spread = deviation**2 + variance + math.exp(x)
        return math.exp(x) * (change**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    one = start
    if change**2 > deviation**2 + variance:
        other = math.log(change**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        other = start - steps * tau
    at_one, at_other = slope(one), slope(other)
    while abs(other - one) > NEAR:
        between = one + (one - other) * at_one / (at_other - at_one)
        at_between = slope(between)
        if at_between * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = between, at_between
    return math.exp(one / 2)


def check_example() -> Glicko:
    """Return the player of the published example after its three games.

    The paper has 1464.06, 151.52 and 0.05999, of numbers that it rounds on the way. Raises AssertionError if not that.
    """
    player = rated(Glicko(1500, 200, 0.06), [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)])
    assert abs(player.rating - 1464.06) < 0.02 and round(player.deviation, 2) == 151.52  # noqa: PT018
    assert abs(player.volatility - 0.05999) < 0.00002
    return player


if __name__ == "__main__":
    print(check_example())
