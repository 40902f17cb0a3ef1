"""Which meetings are looked at: all in a field of club size, the likely ones in a large field.

In a large field everybody may meet those within ``width`` places of whom the pattern says among those of the same
score, the nearest in the standing, and the first few of the next lower score; the last few of a score may meet anybody
of the next one; and the last of a score the first of the next two. Of those with the same score who need NS the first
may meet the first of those who need EW, and so on, since sides may go with success. The width is widened where that
leaves no round for all.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.movements.swiss.levels import Frame, Ints

EVERYBODY = 128
"""Up to so many contenders every meeting is looked at."""
WIDTHS = (10, 30)
NEAREST = 6
FEW = 3


def meetings_between(frame: Frame, width: int | None) -> Ints:
    """Return the meetings that are looked at, in ascending order, shape (2, meetings); ``width`` None: all of them."""
    if width is None:
        ends = np.stack(np.triu_indices(frame.count, 1))
    else:
        found = [_keys(frame, one, other) for one, other in _likely(frame, width)]
        keys = np.sort(np.concatenate(found))
        keys = keys[np.flatnonzero(np.diff(keys, prepend=-1))]
        ends = np.stack(np.divmod(keys, frame.count))
    return ends[:, ~frame.barred[ends[0], ends[1]]]


def _keys(frame: Frame, one: Ints, other: Ints) -> Ints:
    """Return one number for each meeting, whichever end comes first; nobody meets itself."""
    keys: Ints = (np.minimum(one, other) * frame.count + np.maximum(one, other))[one != other]
    return keys


def _likely(frame: Frame, width: int) -> Iterator[tuple[Ints, Ints]]:
    yield _alike(frame, width)
    places = np.arange(frame.count)
    for step in range(1, NEAREST + 1):
        yield places[:-step], places[step:]
    starts = np.flatnonzero(np.diff(frame.group, prepend=-1, append=-1)).tolist()
    groups = [places[start:end] for start, end in pairwise(starts)]
    for group in groups:
        yield _in_step(group[frame.balance[group] < 0], group[frame.balance[group] > 0], width)
    for upper, lower in pairwise(groups):
        yield _grid(upper, lower[:FEW])
        yield _grid(upper[-FEW:], lower)
        yield _grid(upper[-width:], lower[:width])
    for upper, lower in zip(groups, groups[2:], strict=False):
        yield _grid(upper[-width:], lower[:width])


def _alike(frame: Frame, width: int) -> tuple[Ints, Ints]:
    """Return meetings around the pattern among those of one score."""
    seat, half = frame.position, frame.size // 2
    if frame.pattern == "slide":
        target = seat + half
    elif frame.pattern == "fold":
        target = 2 * half - 1 - seat
    else:
        target = seat + 1
    # By lot, neighbours in an order by lot are as good as any others.
    order = np.lexsort((frame.lot, frame.group)) if frame.pattern == "random" else np.arange(frame.count)
    # Neighbours look at each other, the halves of the other patterns only down.
    reach = width if frame.pattern in ("slide", "fold") else 2 * width
    there = target[:, None] + np.arange(-reach, reach + 1)
    inside = (there >= 0) & (there < frame.size[:, None])
    places = np.arange(frame.count)
    here = np.broadcast_to(places[:, None], there.shape)[inside]
    return order[here], order[((places - seat)[:, None] + there)[inside]]


def _in_step(one: Ints, other: Ints, width: int) -> tuple[Ints, Ints]:
    """Return meetings of the first of one with about the first of the other, the second with the second, and so on."""
    there = np.arange(len(one))[:, None] + np.arange(-width, width + 1)
    inside = (there >= 0) & (there < len(other))
    return np.broadcast_to(one[:, None], there.shape)[inside], other[there[inside]]


def _grid(one: Ints, other: Ints) -> tuple[Ints, Ints]:
    return np.repeat(one, len(other)), np.tile(other, len(one))
