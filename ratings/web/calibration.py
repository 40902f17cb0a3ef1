"""How honest the ratings of a pool are."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from ratings.engine.calibration import COIN, Bin
from ratings.selectors.calibration import calibration_of
from ratings.selectors.pools import get_pool
from ratings.web.calibration_plot import draw_calibration
from tournaments.web.refusals import page

HONEST = (0.85, 1.15)
"""Slopes between which expectations are as bold as they may be."""


@dataclass(frozen=True, slots=True)
class BinRow:
    """A line of the table, in hundredths."""

    low: float
    high: float
    meetings: int
    expected: float
    actual: float
    error: float


@require_GET
@page
def calibration_page(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Show what was foretold in a pool against what happened."""
    pool = get_pool(pool_id)
    told = calibration_of(pool)
    context = {
        "pool": pool,
        "told": told,
        "coin": COIN,
        "distance": abs(told.gain or 0.0),
        "verdict": _verdict(told.slope, told.slope_error),
        "plot": draw_calibration(told.bins) if told.bins else None,
        "rows": [_row(one) for one in told.bins],
    }
    return render(request, "ratings/calibration.html", context)


def _verdict(slope: float | None, error: float | None) -> str:
    """Return whether the expectations were bold, shy or honest, or whether too little tells it.

    >>> _verdict(1.02, 0.1), _verdict(0.5, 0.1), _verdict(1.5, 0.1), _verdict(1.5, 0.6), _verdict(None, None)
    ('honest', 'bold', 'shy', 'unknown', 'unknown')
    """
    if slope is None or error is None:
        return "unknown"
    low, high = HONEST
    if slope + 2 * error < 1 and slope < low:
        return "bold"
    if slope - 2 * error > 1 and slope > high:
        return "shy"
    return "honest" if 2 * error < 1 else "unknown"


def _row(one: Bin) -> BinRow:
    return BinRow(100 * one.low, 100 * one.high, one.meetings, 100 * one.expected, 100 * one.actual, 100 * one.error)
