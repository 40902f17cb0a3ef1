"""The replay: period after period, from what was believed before the first to what is believed after each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ratings.engine.columns import Comparisons
from ratings.engine.evidence import gather
from ratings.engine.params import Params
from ratings.engine.partnerships import with_partnerships
from ratings.engine.results import ResultRefused
from ratings.engine.scale import MU_UNIT, SIGMA_UNIT, Floats, Ints, rounded
from ratings.engine.start import grown, starts
from ratings.engine.update import update

Bools = npt.NDArray[np.bool_]
DENSE = 8
"""Bytes of a table of all keys that are worth while for a row."""
ENGINE_VERSION = 1
"""Goes up when equal results under equal parameters come to give other numbers."""


@dataclass(frozen=True, slots=True)
class State:
    """What is believed of a player after a day of play, or of a partnership's bonus, whose key is below zero.

    ``mu`` in 0.1 point, ``sigma`` in 0.01 point; ``tables`` counts all that were rated up to then.
    """

    player: int
    period: dt.date
    mu: int
    sigma: int
    tables: int


@dataclass(frozen=True, slots=True)
class History:
    """One row per player or partnership and day of play, by day and key; the columns of ``State``, days as ordinals."""

    player: Ints
    day: Ints
    mu: Ints
    sigma: Ints
    tables: Ints

    def __len__(self) -> int:
        return len(self.player)

    def columns(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """Return the columns in the order of ``State``."""
        return self.player, self.day, self.mu, self.sigma, self.tables

    def states(self) -> Iterator[State]:
        """Yield the rows one by one."""
        lists = (column.tolist() for column in self.columns())
        for player, day, mu, sigma, tables in zip(*lists, strict=True):
            yield State(player, dt.date.fromordinal(day), mu, sigma, tables)

    def where(self, rows: Bools | Ints) -> History:
        """Return some of the rows, marked or by their places in the order wanted."""
        return History(self.player[rows], self.day[rows], self.mu[rows], self.sigma[rows], self.tables[rows])


@dataclass(frozen=True, slots=True)
class Difference:
    """By row: which of the computed are not stored, or stored otherwise, and which of the stored were not computed."""

    changed: Bools
    vanished: Bools


def compare_histories(stored: History, computed: History) -> Difference:
    """Compare two histories, each with one row at most for a player and day, in any order."""
    player = np.concatenate([stored.player, computed.player])
    day = np.concatenate([stored.day, computed.day])
    order = np.lexsort((day, player))
    # The sort keeps the order of equals, so of two rows for the same player and day the first is the stored one.
    twice = np.flatnonzero((player[order][1:] == player[order][:-1]) & (day[order][1:] == day[order][:-1]))
    ours, theirs = order[twice], order[twice + 1] - len(stored)
    same = np.ones(len(twice), dtype=np.bool_)
    for name in ("mu", "sigma", "tables"):
        same &= getattr(stored, name)[ours] == getattr(computed, name)[theirs]
    changed, vanished = np.ones(len(computed), dtype=np.bool_), np.ones(len(stored), dtype=np.bool_)
    changed[theirs[same]] = False
    vanished[ours] = False
    return Difference(changed, vanished)


def replay(comparisons: Comparisons, *, params: Params, before: Mapping[int, State]) -> History:
    """Rate all periods in turn, starting from the states in ``before``; who is not in it is a newcomer.

    Raises ResultRefused when a state in ``before`` is not older than the first period.
    """
    return _replayed(comparisons, params=params, before=before)[0]


def foresee(comparisons: Comparisons, *, params: Params) -> Floats:
    """Return the score that was to be expected of each comparison's first side, from all periods before its own."""
    return _replayed(comparisons, params=params, before={})[1]


def _replayed(comparisons: Comparisons, *, params: Params, before: Mapping[int, State]) -> tuple[History, Floats]:
    if not len(comparisons.day):
        return History(*(np.empty(0, np.int64) for _ in range(5))), np.empty(0)
    if params.rates_partnerships:
        comparisons = with_partnerships(comparisons)
    players, index = _numbered(comparisons.player)
    run = _Run(players, params=params, before=before)
    # The comparisons stand by day.
    first = np.append(0, 1 + np.flatnonzero(np.diff(comparisons.day)))
    last = np.append(first[1:], len(comparisons.day))
    days = comparisons.day[first]
    members = np.searchsorted(comparisons.comparison, np.stack([first, last]))
    if run.day.max() >= days[0]:
        raise ResultRefused("a state to start from is not older than the first period")
    rows = [
        run.rate(
            int(day),
            who=index[member_from:member_to],
            coefficient=comparisons.coefficient[member_from:member_to],
            comparison=comparisons.comparison[member_from:member_to] - start,
            score=comparisons.score[start:end],
            lead=comparisons.lead[start:end],
            weight=comparisons.weight[start:end],
        )
        for day, start, end, member_from, member_to in zip(days, first, last, *members, strict=True)
    ]
    return History(*(np.concatenate(column) for column in zip(*rows, strict=True))), np.concatenate(run.expected)


def _numbered(keys: Ints) -> tuple[Ints, Ints]:
    """Return the keys that there are, in order, and for each row the place of its own among them.

    >>> [column.tolist() for column in _numbered(np.array([7, 3, 7]))]
    [[3, 7], [1, 0, 1]]
    """
    if keys.min() < 0 or keys.max() >= DENSE * len(keys):
        found, places = np.unique(keys, return_inverse=True)
        return found, places
    # Keys of one database are dense enough for a table of all of them, and nothing has to be sorted.
    is_there = np.zeros(int(keys.max()) + 1, dtype=np.bool_)
    is_there[keys] = True
    return np.flatnonzero(is_there), (np.cumsum(is_there) - 1)[keys]


class _Run:
    """The beliefs while they are being replayed, one array element a player."""

    def __init__(self, players: Ints, *, params: Params, before: Mapping[int, State]) -> None:
        self.params = params
        self.players = players
        self.start = starts(players, params)
        self.mu, self.sigma = self.start.mu.copy(), self.start.sigma.copy()
        self.tables = np.zeros(len(players), dtype=np.int64)
        self.day = np.zeros(len(players), dtype=np.int64)
        for place, player in enumerate(players.tolist()):
            if state := before.get(player):
                self.mu[place] = state.mu
                self.sigma[place] = state.sigma
                self.tables[place] = state.tables
                self.day[place] = state.period.toordinal()
        self.expected: list[Floats] = []
        self._dense = np.zeros(len(players), dtype=np.int64)

    def rate(
        self, day: int, *, who: Ints, coefficient: Floats, comparison: Ints, score: Floats, lead: Floats, weight: Floats
    ) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """Rate one period and return its rows: players, day, mu, sigma, tables."""
        # A player of a table of k sides is in k - 1 comparisons of weight 1/(k-1), so the weights add to the tables.
        shares = np.bincount(who, weight[comparison], minlength=len(self.players))
        played = rounded(np.asarray(shares, dtype=np.float64))
        met = np.flatnonzero(played)
        self._dense[met] = np.arange(len(met))
        params = self.params
        start, is_person = self.start.where(met), self.players[met] >= 0
        variance = grown(self.sigma[met], day - self.day[met], is_person=is_person, params=params)
        evidence = gather(
            player=self._dense[who],
            coefficient=coefficient,
            comparison=comparison,
            score=score,
            lead=lead,
            weight=weight,
            tables=self.tables[met],
            is_person=is_person,
            params=params,
        )
        mean, variance, expected = update((self.mu[met] - start.mu) / MU_UNIT, variance, evidence)
        self.expected.append(expected)
        self.mu[met] = rounded(mean * MU_UNIT + start.mu)
        self.sigma[met] = np.clip(rounded(np.sqrt(variance) * SIGMA_UNIT), start.least_sigma, start.sigma)
        self.tables[met] += played[met]
        self.day[met] = day
        return self.players[met], np.full(len(met), day), self.mu[met], self.sigma[met], self.tables[met]
