"""Why a rating moved: what each table of a period added, in hundredths of a point that sum to the change exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ratings.engine.columns import Comparisons
from ratings.engine.evidence import Evidence, Flags, gather
from ratings.engine.params import Params
from ratings.engine.partnerships import with_partnerships
from ratings.engine.replay import State, replay
from ratings.engine.results import Result, ResultRefused, compare, in_order
from ratings.engine.scale import MU_UNIT, POINTS_PER_LOGIT, SIGMA_UNIT, Floats, Ints, rounded
from ratings.engine.start import Start, grown, starts
from ratings.engine.update import Gains, gains

HUNDREDTHS = 10
"""Hundredths of a point in a stored tenth."""


@dataclass(frozen=True, slots=True)
class Part:
    """What playing against one side added.

    ``table`` is its key; ``partners`` and ``opponents`` are players. ``expected`` and ``actual`` are of the player's
    own side: scores from 0 to 1 or, with ``by_margin``, leads in the game's points. ``weight * (actual - expected)`` is
    what was added, in points; ``hundredths`` is the same in hundredths of a point, rounded so that the parts of a
    period sum to the change. ``is_held``: nothing was added, because a partner was a novice.

    ``lead`` is what the player's own side was rated above the other, in points. A score is expected to be
    ``1 / (1 + 10 ** (-lead / divisor))``: the divisor is 400 if everything is known of both sides, and more if not.
    """

    table: tuple[int, ...]
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    expected: float
    actual: float
    weight: float
    hundredths: int
    lead: float
    divisor: float
    by_margin: bool = False
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """A player's period: ``before`` is None for a newcomer; ``mu_before`` in 0.1 point, ``sigma_grown`` in 0.01 point.

    Likewise the period of a partnership's bonus: its key is below zero, and ``partners`` of its parts are its two.

    ``sigma_grown`` is the deviation that the period began with, after the weeks without play. The hundredths of the
    parts sum to ten times ``after.mu - mu_before``.
    """

    player: int
    before: State | None
    mu_before: int
    sigma_grown: int
    after: State
    parts: tuple[Part, ...]


def explain_period(results: Iterable[Result], *, params: Params, before: Mapping[int, State]) -> list[Explained]:
    """Explain one period to everybody who played in it, by key: what partnerships there are, then players.

    Raises ResultRefused for results of more than one period, and what ``replay`` refuses.
    """
    ordered = in_order(results)
    if len({result.period for result in ordered}) != 1:
        raise ResultRefused("a period is explained by itself")
    comparisons = compare(ordered)
    after = {state.player: state for state in replay(comparisons, params=params, before=before).states()}
    if params.rates_partnerships:
        comparisons = with_partnerships(comparisons)
    players, member = np.unique(comparisons.player, return_inverse=True)
    start = starts(players, params)
    mu, variance, tables = _beliefs(players, ordered[0], params, before, start)
    evidence = gather(
        player=member,
        coefficient=comparisons.coefficient,
        comparison=comparisons.comparison,
        score=comparisons.score,
        lead=comparisons.lead,
        weight=comparisons.weight,
        tables=tables,
        is_person=players >= 0,
        params=params,
    )
    told = gains((mu - start.mu) / MU_UNIT, variance, evidence)
    information = np.bincount(member, told.information, minlength=len(players))
    narrowed = 1 / (1 / variance + information)
    moved = narrowed[member] * told.push * MU_UNIT
    uncertainty = comparisons.coefficient**2 * variance[member]
    unsure = np.bincount(comparisons.comparison, uncertainty, minlength=len(told.difference))
    view = _seen(told, evidence, params, unsure=np.asarray(unsure, dtype=np.float64))
    pushed = narrowed[member] * np.abs(comparisons.coefficient) * told.gain
    weights = pushed * view.scale[comparisons.comparison] * MU_UNIT / 10
    sigma_grown = rounded(np.sqrt(variance) * SIGMA_UNIT)
    explained = []
    for place, player in enumerate(players.tolist()):
        rows = np.flatnonzero(member == place).tolist()
        mu_before = int(mu[place])
        change = HUNDREDTHS * (after[player].mu - mu_before)
        moving = [row for row in rows if not view.is_held[row]]
        shares = dict(zip(moving, _whole([HUNDREDTHS * float(moved[row]) for row in moving], change), strict=True))
        parts = tuple(
            _part(ordered, comparisons, row, view, weight=float(weights[row]), hundredths=shares.get(row, 0))
            for row in rows
        )
        explained.append(
            Explained(player, before.get(player), mu_before, int(sigma_grown[place]), after[player], parts)
        )
    return explained


@dataclass(frozen=True, slots=True)
class _View:
    """How it is told.

    By comparison: what was expected and seen of the first side, the logits that one more is, its lead in points of
    rating, and the lead that multiplies the odds by ten.
    """

    expected: Floats
    actual: Floats
    scale: Floats
    lead: Floats
    divisor: Floats
    by_margin: Flags
    is_held: Flags


def _seen(told: Gains, evidence: Evidence, params: Params, *, unsure: Floats) -> _View:
    nobody = np.zeros(len(evidence.player), dtype=np.bool_)
    is_held = nobody if evidence.is_held is None else evidence.is_held
    # A side counts as twice its mean.
    lead = told.difference * POINTS_PER_LOGIT / 2
    divisor = 400 * np.sqrt(1 + math.pi / 8 * unsure)
    if evidence.margin is None:
        by_score = np.zeros(len(evidence.score), dtype=np.bool_)
        return _View(told.expected, evidence.score, told.noise, lead, divisor, by_score, is_held)
    by_margin = ~np.isnan(evidence.margin)
    return _View(
        expected=np.where(by_margin, told.difference * params.margin_unit, told.expected),
        actual=np.where(by_margin, evidence.margin * params.margin_unit, evidence.score),
        scale=np.where(by_margin, 1 / params.margin_unit, told.noise),
        lead=lead,
        divisor=divisor,
        by_margin=by_margin,
        is_held=is_held,
    )


def _beliefs(
    players: Ints, first: Result, params: Params, before: Mapping[int, State], start: Start
) -> tuple[Floats, Floats, Ints]:
    """Return means in 0.1 point, variances in logits as they have grown until the period, and tables before it."""
    known = [before.get(player) for player in players.tolist()]
    day = first.period.toordinal()
    is_new = np.array([state is None for state in known])
    mu = np.where(is_new, start.mu, [0 if state is None else state.mu for state in known]).astype(np.float64)
    sigma = np.where(is_new, start.sigma, [0 if state is None else state.sigma for state in known])
    days = np.array([0 if state is None else day - state.period.toordinal() for state in known], dtype=np.int64)
    tables = np.array([0 if state is None else state.tables for state in known], dtype=np.int64)
    return mu, grown(sigma, days, is_person=players >= 0, params=params), tables


def _part(
    ordered: Sequence[Result],
    comparisons: Comparisons,
    row: int,
    view: _View,
    *,
    weight: float,
    hundredths: int,
) -> Part:
    comparison = int(comparisons.comparison[row])
    members = np.flatnonzero((comparisons.comparison == comparison) & (comparisons.player >= 0))
    is_first = bool(comparisons.coefficient[row] > 0)
    same = comparisons.coefficient[members] > 0
    own, other = (same, ~same) if is_first else (~same, same)
    me = int(comparisons.player[row])
    by_margin = bool(view.by_margin[comparison])
    expected, actual = float(view.expected[comparison]), float(view.actual[comparison])
    if not is_first:
        expected, actual = (0.0 - expected, 0.0 - actual) if by_margin else (1 - expected, 1 - actual)
    return Part(
        table=ordered[int(comparisons.table[comparison])].key,
        partners=tuple(player for player in comparisons.player[members[own]].tolist() if player != me),
        opponents=tuple(comparisons.player[members[other]].tolist()),
        expected=expected,
        actual=actual,
        weight=weight,
        hundredths=hundredths,
        lead=float(view.lead[comparison]) * (1 if is_first else -1),
        divisor=float(view.divisor[comparison]),
        by_margin=by_margin,
        is_held=bool(view.is_held[row]),
    )


def _whole(parts: Sequence[float], total: int) -> list[int]:
    """Round parts to whole numbers that sum to the total, each by the least that is possible.

    >>> _whole([0.5, 0.5, 1.2], 3)
    [1, 1, 1]
    """
    if not parts:
        return []
    floors = [math.floor(part) for part in parts]
    missing = total - sum(floors)
    # The total was rounded itself, so one may be asked to give or take more than its own fraction.
    by_fraction = sorted(range(len(parts)), key=lambda place: floors[place] - parts[place])
    for turn in range(abs(missing)):
        place = by_fraction[turn % len(parts)] if missing > 0 else by_fraction[-1 - turn % len(parts)]
        floors[place] += 1 if missing > 0 else -1
    return floors
