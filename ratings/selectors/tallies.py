"""How somebody did at tables: won, tied and lost, and the scores expected before beside those made."""

from __future__ import annotations

import datetime as dt
import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ratings.engine.expecting import Belief, believed_side, expected_scores
from ratings.engine.params import Params
from ratings.engine.replay import State
from ratings.engine.results import Result, in_order
from ratings.models import RatingPool
from ratings.selectors.figures import change_of
from ratings.selectors.states import all_states_of, pair_states_among

WIN, TIE = 1.0, 0.5


@dataclass(frozen=True, slots=True)
class Tally:
    """Tables, and what came of them. ``expected`` and ``actual`` are sums of scores: a win is 1, a tie a half."""

    tables: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0
    expected: float = 0.0
    actual: float = 0.0

    def plus(self, expected: float, actual: float, *, is_won: bool, is_tied: bool) -> Tally:
        """Return it with one more table."""
        return Tally(
            self.tables + 1,
            self.won + is_won,
            self.tied + is_tied,
            self.lost + (not is_won and not is_tied),
            self.expected + expected,
            self.actual + actual,
        )

    @property
    def surprise(self) -> float:
        """By how much more was made than expected."""
        return self.actual - self.expected

    @property
    def surprise_label(self) -> str:
        """The same with its sign, to 0.1."""
        return change_of(math.floor(10 * self.surprise + 0.5))


@dataclass(frozen=True, slots=True)
class Met:
    """One other side at a table: the score expected against it, and the one made."""

    players: tuple[int, ...]
    expected: float
    actual: float


@dataclass(frozen=True, slots=True)
class Seen:
    """A table as somebody saw it: with whom, and against which sides.

    Won is a table of which one's own side came first alone, tied one on which it shared the first place.
    """

    day: dt.date
    partners: tuple[int, ...]
    met: tuple[Met, ...]
    is_won: bool
    is_tied: bool

    @property
    def expected(self) -> float:
        """The score expected, on average over the other sides."""
        return sum(one.expected for one in self.met) / len(self.met)

    @property
    def actual(self) -> float:
        """The score made, likewise."""
        return sum(one.actual for one in self.met) / len(self.met)


def added(tables: Iterable[Seen]) -> Tally:
    """Add tables up."""
    tally = Tally()
    for table in tables:
        tally = tally.plus(table.expected, table.actual, is_won=table.is_won, is_tied=table.is_tied)
    return tally


def seen_by(pool: RatingPool, player_id: int, results: Iterable[Result]) -> list[Seen]:
    """Return results as one of those who sat there saw them, in canonical order: one query, with bonuses two.

    Everything is expected from what was believed before the day, as the ratings have it.
    """
    ordered = in_order(results)
    beliefs = _Beliefs(pool, {player for result in ordered for side in result.sides for player in side})
    meetings = [
        (beliefs.of(own, result.period), beliefs.of(other, result.period))
        for result in ordered
        for own, other in _pairs(result, player_id)
    ]
    scores: Iterator[float] = iter(expected_scores(meetings))
    return [_seen(result, player_id, scores) for result in ordered]


def _seen(result: Result, player_id: int, scores: Iterator[float]) -> Seen:
    mine = next(number for number, side in enumerate(result.sides) if player_id in side)
    place = result.places[mine]
    met = tuple(
        Met(result.sides[other], next(scores), _score(place, result.places[other]))
        for other in range(len(result.sides))
        if other != mine
    )
    is_first, is_alone = place == min(result.places), result.places.count(place) == 1
    return Seen(
        day=result.period,
        partners=tuple(player for player in result.sides[mine] if player != player_id),
        met=met,
        is_won=is_first and is_alone,
        is_tied=is_first and not is_alone,
    )


def _score(place: int, other: int) -> float:
    return TIE if place == other else WIN if place < other else 0.0


def _pairs(result: Result, player_id: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    own = next(side for side in result.sides if player_id in side)
    return [(own, side) for side in result.sides if side is not own]


class _Beliefs:
    """What was believed of some players before each day."""

    def __init__(self, pool: RatingPool, players: set[int]) -> None:
        self.params = Params.from_mapping(pool.params)
        self.states = all_states_of(pool, players) | pair_states_among(pool, players)
        self.days = {player: [state.period for state in states] for player, states in self.states.items()}
        self.kept: dict[tuple[tuple[int, ...], dt.date], list[Belief]] = {}

    def of(self, side: Sequence[int], day: dt.date) -> list[Belief]:
        who = tuple(sorted(side))
        if (who, day) not in self.kept:
            self.kept[who, day] = believed_side(who, lambda key: self._before(key, day), day, self.params)
        return self.kept[who, day]

    def _before(self, key: int, day: dt.date) -> State | None:
        place = bisect_left(self.days.get(key, []), day)
        return self.states[key][place - 1] if place else None
