"""What it costs to let two meet, or one sit out: the levels, the most important first.

``left_out``: sitting out though others have done so less often, where there is no other way. ``rematch``: meeting
again, the square of how often. ``side_limit``: somebody gets three apart on sides. ``sit_out``: how many who could sit
out stand lower; who was not there in the round before comes last. ``club``: both of one club. ``score_gap``: the square
of the difference in score, so that two small steps are better than a large one. ``side``: both need the same side (8),
or both are level and had the same one last (1). ``met_before``: as ``rematch``, where meeting again is allowed.
``float``: down, or up, to another score as in the round before. ``pattern``: the square of how far two are from whom
they should meet among their likes; from one score to another the last goes, and meets the first. ``lot``: 24 bits from
the seed and the two ids, which make the best round unique.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from tournaments.movements.matching import TIE_BITS, mix
from tournaments.movements.orientation import SIDE_LIMIT
from tournaments.movements.swiss.field import DOWN, UP, in_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from tournaments.movements.swiss.field import Contender, Field, Pattern

    Ints = npt.NDArray[np.int64]
    Yes = npt.NDArray[np.bool_]

LEVELS = (
    "left_out",
    "rematch",
    "side_limit",
    "sit_out",
    "club",
    "score_gap",
    "side",
    "met_before",
    "float",
    "pattern",
    "lot",
)
SCORE_STEPS = 1024
"""Scores further apart than this, in their smallest common unit, are told apart in so many steps."""
FARTHEST = 31
"""Places from the pattern that are told apart."""
SAME_NEED = 8
_ODD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Frame:
    """A field as arrays by place: contenders best first.

    ``group``: which score counted from the top; ``position`` and ``size`` within those of that score.
    """

    pattern: Pattern
    unit: Ints
    group: Ints
    position: Ints
    size: Ints
    balance: Ints
    last_side: Ints
    floated: Ints
    club: Ints
    sit_outs: Ints
    fresh: Ints
    lot: npt.NDArray[np.uint64]
    met: npt.NDArray[np.int16]
    recent: Yes
    barred: Yes
    again: bool

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.unit)

    @property
    def fewest_sit_outs(self) -> int:
        """How often those have sat out whose turn it is."""
        return min(self.sit_outs.tolist(), default=0)


def frame_of(field: Field, seed: int) -> Frame:
    """Return the arrays of a field."""
    contenders = field.contenders
    place = {contender.entrant: here for here, contender in enumerate(contenders)}
    whole, _ = in_units(contender.score for contender in contenders)
    group = np.array([0, *(one != other for one, other in pairwise(whole))], dtype=np.int64)[: len(whole)].cumsum()
    starts = np.searchsorted(group, group)
    clubs = sorted({contender.club for contender in contenders} - {""})
    barred = np.eye(len(contenders), dtype=np.bool_)
    for one, other in (sorted(pair) for pair in field.forbidden):
        if one in place and other in place:
            barred[place[one], place[other]] = barred[place[other], place[one]] = True
    return Frame(
        pattern=field.pattern,
        unit=_steps(whole),
        group=group,
        position=np.arange(len(contenders)) - starts,
        size=np.searchsorted(group, group, side="right") - starts,
        balance=_array([contender.balance for contender in contenders]),
        last_side=_array([contender.last_side for contender in contenders]),
        floated=_array([contender.floated for contender in contenders]),
        club=_array([clubs.index(contender.club) + 1 if contender.club else 0 for contender in contenders]),
        sit_outs=_array([contender.sit_outs for contender in contenders]),
        fresh=_array([contender.fresh for contender in contenders]),
        lot=np.array([mix(seed, field.number, contender.entrant) for contender in contenders], dtype=np.uint64),
        met=_met(contenders, place),
        recent=_recent(contenders, place),
        barred=barred,
        again=field.again,
    )


def _array(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)


def _steps(whole: Sequence[int]) -> Ints:
    """Return the scores above the lowest, exactly if they are not too far apart."""
    low = min(whole, default=0)
    top = max(whole, default=0) - low
    return _array([one - low if top <= SCORE_STEPS else (one - low) * SCORE_STEPS // top for one in whole])


def _met(contenders: Sequence[Contender], place: dict[int, int]) -> npt.NDArray[np.int16]:
    met = np.zeros((len(contenders), len(contenders)), dtype=np.int16)
    for here, contender in enumerate(contenders):
        for other, times in contender.met.items():
            if other in place:
                met[here, place[other]] = times
    return met


def _recent(contenders: Sequence[Contender], place: dict[int, int]) -> Yes:
    recent = np.zeros((len(contenders), len(contenders)), dtype=np.bool_)
    for here, contender in enumerate(contenders):
        for other in contender.recent:
            if other in place:
                recent[here, place[other]] = True
    return recent


def costs_of(frame: Frame, ends: Ints) -> Ints:
    """Return what each meeting costs, shape (levels, meetings); of its two ends the first stands higher."""
    one, other = ends
    met = frame.met[one, other].astype(np.int64)
    allowed = frame.again & ~frame.recent[one, other]
    balance = frame.balance[one], frame.balance[other]
    need = np.where(balance[0] * balance[1] > 0, np.minimum(np.abs(balance[0]), np.abs(balance[1])), 0)
    level = (balance[0] == 0) & (balance[1] == 0) & (frame.last_side[one] != 0)
    gap = frame.unit[one] - frame.unit[other]
    apart = frame.group[one] != frame.group[other]
    floats = (frame.floated[one] == DOWN).astype(np.int64) + (frame.floated[other] == UP)
    return np.stack(
        [
            np.zeros(len(one), dtype=np.int64),
            np.where(allowed, 0, met * met),
            (need >= SIDE_LIMIT).astype(np.int64),
            np.zeros(len(one), dtype=np.int64),
            ((frame.club[one] == frame.club[other]) & (frame.club[one] > 0)).astype(np.int64),
            gap * gap,
            np.where(need > 0, SAME_NEED, level & (frame.last_side[one] == frame.last_side[other])),
            np.where(allowed, met * met, 0),
            floats * apart,
            _off_pattern(frame, one, other) ** 2,
            lots(frame.lot[one], frame.lot[other]),
        ]
    )


def _off_pattern(frame: Frame, one: Ints, other: Ints) -> Ints:
    """Return how many places two are from whom they should meet."""
    high, low, size = frame.position[one], frame.position[other], frame.size[one]
    across = size - 1 - high + low
    half = size // 2
    if frame.pattern == "slide":
        within = np.abs(low - high - half)
    elif frame.pattern == "fold":
        within = np.abs(low + high - (2 * half - 1))
    elif frame.pattern == "adjacent":
        within = low - high - 1
    else:
        within = np.zeros(len(one), dtype=np.int64)
    places: Ints = np.where(frame.group[one] == frame.group[other], within, across)
    return np.minimum(places, FARTHEST)


def lots(one: npt.NDArray[np.uint64], other: npt.NDArray[np.uint64] | np.uint64) -> Ints:
    """Return for pairs of mixed numbers what ``matching.tie_of`` returns for one."""
    word = (one + other) * _ODD
    word ^= word >> np.uint64(32)
    return (word * _ODD >> np.uint64(64 - TIE_BITS)).astype(np.int64)


def sit_out_costs(frame: Frame, places: Ints) -> Ints:
    """Return what it costs each of these to sit out in its turn, shape (levels, places)."""
    costs = np.zeros((len(LEVELS), len(places)), dtype=np.int64)
    costs[LEVELS.index("sit_out")] = frame.count - 1 - places + frame.count * frame.fresh[places]
    costs[LEVELS.index("lot")] = lots(frame.lot[places], np.uint64(0))
    return costs
