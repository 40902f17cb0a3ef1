"""Parameters refitted to a history of one's own: those under which the past would have foretold the future best.

Every table is foretold from the days before its own, and judged by the logarithmic loss: minus the logarithm of the
chance that was given to what happened, 0.693 for whoever tosses a coin, less for whoever knows more. Only the later
half of the tables is judged, since of the first ones nobody knows anything yet.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ratings.engine.columns import Comparisons
from ratings.engine.params import Params
from ratings.engine.partnerships import has_partnerships
from ratings.engine.replay import foresee
from ratings.engine.scale import Floats

LEAST_JUDGED = 100
"""Tables of the later half; on fewer the best parameters are those of their luck."""
SEARCHED = {
    "margin_unit": (1, 20_000),
    "margin_noise": (1, 20_000),
    "prior_sigma": (2_500, 40_000),
    "drift": (20, 4_000),
    "bonus_sigma": (500, 40_000),
}
"""What is looked for, in turn, and within which bounds; margins and bonuses only where they count."""
SWEEPS = 3
STEPS = 9
"""How often each is looked for in turn, and narrowings of a search for one: to within three hundredths of itself."""
RANGE = 3.0
"""A search begins from a third of a value to three times it."""
_GOLDEN = (math.sqrt(5) - 1) / 2
_LEAST_CHANCE = 1e-9


class TooFewResults(ValueError):
    """Not enough tables to tell parameters apart; ``needed`` and ``found`` are tables of the whole history."""

    def __init__(self, *, found: int) -> None:
        self.needed = 2 * LEAST_JUDGED
        self.found = found
        super().__init__(f"{found} tables are too few to fit parameters to: there have to be {self.needed}")


@dataclass(frozen=True, slots=True)
class Judged:
    """How well some parameters foretold.

    ``loss`` is the mean over the judged tables in nats; ``gain`` is by how much it is lower than that of the present
    parameters, and ``error`` the standard error of the gain, over the same tables pair by pair.
    """

    params: Params
    loss: float
    gain: float
    error: float


@dataclass(frozen=True, slots=True)
class Tuned:
    """What a refit found: ``judged`` of ``tables`` tables were judged."""

    tables: int
    judged: int
    defaults: Judged
    present: Judged
    refit: Judged


def losses(comparisons: Comparisons, params: Params) -> Floats:
    """Return the loss of each table in nats, in canonical order; of one of several sides the mean over its pairs."""
    return losses_of(comparisons, foresee(comparisons, params=params))


def losses_of(comparisons: Comparisons, expected: Floats) -> Floats:
    """Return the same of scores that were foreseen already."""
    chance = np.clip(expected, _LEAST_CHANCE, 1 - _LEAST_CHANCE)
    score = comparisons.score
    loss = -(score * np.log(chance) + (1 - score) * np.log1p(-chance))
    return np.asarray(np.bincount(comparisons.table, loss) / np.bincount(comparisons.table), dtype=np.float64)


def tune(comparisons: Comparisons, *, present: Params, defaults: Params) -> Tuned:
    """Search for better parameters, from the better of the present ones and the defaults on; changes nothing.

    The start of newcomers, the least deviation, the cap of margins, the rule about novices and the drift of a bonus are
    the pool's own choice and stay as they are at present. One value after the other is searched for by golden section
    on a scale of logarithms, a few times in turn.

    Partnerships are first taken to have no bonus, and then to have one. On its own results one parameter more always
    gains something, so one that is off stays off unless it gains more than twice the standard error of that; one that
    is on is taken away if it gains nothing. Raises TooFewResults.
    """
    tables = int(comparisons.table[-1]) + 1 if len(comparisons.table) else 0
    judged = tables // 2
    if judged < LEAST_JUDGED:
        raise TooFewResults(found=tables)

    def judge(params: Params) -> Floats:
        return losses(comparisons, params)[-judged:]

    def loss(params: Params) -> float:
        return float(judge(params).mean())

    plain = replace(present, bonus_sigma=0, bonus_drift=0)
    others = replace(plain, **{name: getattr(defaults, name) for name in _searched(plain, defaults)})
    best = _refit(min((plain, others), key=loss), loss)
    if has_partnerships(comparisons):
        sigma = present.bonus_sigma or max(best.prior_sigma // 2, SEARCHED["bonus_sigma"][0])
        paired = _refit(replace(best, bonus_sigma=sigma, bonus_drift=present.bonus_drift), loss)
        gain, error = _gain(judge(best), judge(paired))
        if gain > (0 if present.rates_partnerships else 2 * error):
            best = paired
    if best != present:
        best = replace(best, version=present.version + 1)
    now = judge(present)
    return Tuned(tables, judged, *(_judged(params, judge(params), now) for params in (defaults, present, best)))


def _searched(params: Params, defaults: Params) -> list[str]:
    """Return what can be searched for; margins and bonuses only if both have them."""
    with_margin = params.counts_margin and defaults.counts_margin
    off = {"margin_unit", "margin_noise"} if not with_margin else set()
    if not (params.rates_partnerships and defaults.rates_partnerships):
        off.add("bonus_sigma")
    return [name for name in SEARCHED if name not in off]


def _refit(start: Params, judge: Callable[[Params], float]) -> Params:
    best, least = start, judge(start)
    for sweep in range(SWEEPS):
        before = best
        for name in _searched(start, start):
            # From sweep to sweep the values are nearer to what is looked for.
            found, loss = _golden(best, name, RANGE ** (1 / (1 + sweep)), judge)
            if loss < least:
                best, least = found, loss
        if best == before:
            break
    return best


def _golden(params: Params, name: str, reach: float, judge: Callable[[Params], float]) -> tuple[Params, float]:
    """Return the best that was met with while one value is narrowed down."""
    least, most = SEARCHED[name]
    if name == "prior_sigma":
        least = max(least, params.least_sigma)
    middle = min(max(getattr(params, name), least), most)
    low, high = math.log(max(middle / reach, least)), math.log(min(middle * reach, most))
    met: dict[int, tuple[Params, float]] = {}

    def at(place: float) -> float:
        value = min(max(round(math.exp(place)), least), most)
        if value not in met:
            candidate = _with(params, name, value)
            met[value] = candidate, judge(candidate)
        return met[value][1]

    one, other = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    for _ in range(STEPS):
        if at(one) <= at(other):
            high, other = other, one
            one = high - _GOLDEN * (high - low)
        else:
            low, one = one, other
            other = low + _GOLDEN * (high - low)
    return min(met.values(), key=lambda found: found[1])


def _with(params: Params, name: str, value: int) -> Params:
    """Return parameters with another value; with the unit of margins goes their noise, as they are on one scale."""
    if name != "margin_unit":
        return replace(params, **{name: value})
    noise = max(1, round(params.margin_noise * value / params.margin_unit))
    return replace(params, margin_unit=value, margin_noise=min(noise, SEARCHED["margin_noise"][1]))


def _judged(params: Params, loss: Floats, present: Floats) -> Judged:
    return Judged(params, float(loss.mean()), *_gain(present, loss))


def _gain(before: Floats, after: Floats) -> tuple[float, float]:
    """Return by how much the mean of the losses is lower, and its standard error, table by table."""
    difference = before - after
    return float(difference.mean()), float(difference.std(ddof=1)) / math.sqrt(len(difference))
