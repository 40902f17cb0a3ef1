"""The steps of an order: what each looks at, and what may be chosen for it.

A measure ``in_ties`` compares nobody but those who are still level; the others give every entry a value of its own.
``docs/standings.md`` says in words how each is worked out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.standings.results import DecisionKind, TallyKey

if TYPE_CHECKING:
    from collections.abc import Mapping

NET_POINTS = "net_points"
TABLES_PLAYED = "tables_played"
SIT_OUTS = "sit_outs"
FIRST_SIDE = "first_side"
BUCHHOLZ = "buchholz"
BUCHHOLZ_CUT_1 = "buchholz_cut_1"
BUCHHOLZ_MEDIAN = "buchholz_median"
SONNEBORN_BERGER = "sonneborn_berger"
KOYA = "koya"
PROGRESSIVE = "progressive"
ROUNDS_SURVIVED = "rounds_survived"
HEAD_TO_HEAD = "head_to_head"
COMMON_OPPONENTS = "common_opponents"
RATING = "rating"
PLAY_OFF = DecisionKind.PLAY_OFF.value
CUT = DecisionKind.CUT.value
LAST_RESORTS = (PLAY_OFF, CUT)
AVERAGE = "_average"


class Direction(StrEnum):
    """Which value of a metric is better."""

    MOST = "most"
    FEWEST = "fewest"


@dataclass(frozen=True, slots=True)
class Measure:
    """What a criterion may look at. ``options``: what may be chosen for it; ``direction``: where nothing is chosen."""

    key: str
    options: tuple[str, ...] = ("direction",)
    direction: Direction = Direction.MOST
    in_ties: bool = False


_TALLY = ("direction", "average")
_BY = ("direction", "by")
MEASURES: Mapping[str, Measure] = {
    measure.key: measure
    for measure in (
        Measure(TallyKey.TABLE_POINTS.value, _TALLY),
        Measure(TallyKey.WINS.value, _TALLY),
        Measure(TallyKey.GAMES_WON.value, _TALLY),
        Measure(TallyKey.POINTS.value, _TALLY),
        Measure(TallyKey.POINTS_AGAINST.value, _TALLY, Direction.FEWEST),
        Measure(NET_POINTS, (*_TALLY, "cap")),
        Measure(BUCHHOLZ_CUT_1, _BY),
        Measure(BUCHHOLZ, _BY),
        Measure(BUCHHOLZ_MEDIAN, _BY),
        Measure(SONNEBORN_BERGER, _BY),
        Measure(KOYA),
        Measure(PROGRESSIVE, _BY),
        Measure(ROUNDS_SURVIVED),
        Measure(TABLES_PLAYED),
        Measure(SIT_OUTS),
        Measure(FIRST_SIDE, direction=Direction.FEWEST),
        Measure(HEAD_TO_HEAD, _BY, in_ties=True),
        Measure(COMMON_OPPONENTS, _BY, in_ties=True),
        Measure(RATING, in_ties=True),
        Measure(PLAY_OFF, (), Direction.FEWEST, in_ties=True),
        Measure(CUT, (), Direction.FEWEST, in_ties=True),
    )
}


@dataclass(frozen=True, slots=True)
class Criterion:
    """One step of the order.

    ``by`` is the tally that head to head, common opponents, Buchholz, Sonneborn-Berger and progressive go by. ``cap``:
    no table counts for more net points than that, either way. ``average``: a table instead of in all.
    """

    key: str
    direction: Direction = Direction.MOST
    by: TallyKey = TallyKey.TABLE_POINTS
    cap: Fraction | None = None
    average: bool = False

    @property
    def column(self) -> str:
        """The name of its values; an average has a name of its own beside the sum.

        >>> Criterion("points").column, Criterion("points", average=True).column
        ('points', 'points_average')
        """
        return self.key + AVERAGE if self.average else self.key

    @property
    def in_ties(self) -> bool:
        """Whether it compares only those who are tied."""
        return self.key in MEASURES and MEASURES[self.key].in_ties


def last_resort(key: str) -> Criterion:
    """Return a play-off or a cut as a step; the first place is the best."""
    return Criterion(key, Direction.FEWEST)
