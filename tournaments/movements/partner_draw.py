"""Partners for one evening, drawn by lot among people who came alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.movements.line import draw_lots
from tournaments.movements.matching import mix


@dataclass(frozen=True, slots=True)
class PartnerDraw:
    """The pairs in the order in which they were drawn, and who is left alone because the number is odd."""

    pairs: tuple[tuple[int, int], ...]
    alone: tuple[int, ...] = ()


def draw_partners(people: Iterable[int], seed: int, groups: Sequence[Collection[int]] = ()) -> PartnerDraw:
    """Return everybody in pairs, whatever the order in which they are named.

    ``groups`` are none, or two that make up all the people: then each pair has one of each, and those that the larger
    group has more are drawn among themselves. Raises ValueError for other groups.

    >>> draw_partners([1, 2, 3, 4], 5) == draw_partners([4, 2, 1, 3], 5)
    True
    """
    everybody = draw_lots(people, mix(seed))
    if not groups:
        return _two_by_two((), everybody)
    first, second = groups
    if sorted([*first, *second]) != sorted(everybody):
        raise ValueError("groups")
    lots = [who for who in everybody if who in first], [who for who in everybody if who in second]
    several = min(map(len, lots))
    rest = lots[0][several:] + lots[1][several:]
    return _two_by_two(zip(*lots, strict=False), rest)


def cut_into_ladders(
    people: Iterable[int], ratings: Mapping[int, int], seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the stronger and the other half of the people; of an odd number the stronger half has one more.

    Who has no rating comes after all who have one. The lot decides between equals.

    >>> cut_into_ladders([1, 2, 3], {1: 1400, 3: 1600}, 0)
    ((3, 1), (2,))
    """
    ranked = draw_lots(people, mix(seed))
    ranked.sort(key=lambda who: (who not in ratings, -ratings.get(who, 0)))
    half = (len(ranked) + 1) // 2
    return tuple(ranked[:half]), tuple(ranked[half:])


def _two_by_two(pairs: Iterable[tuple[int, int]], rest: Sequence[int]) -> PartnerDraw:
    more = zip(rest[::2], rest[1::2], strict=False)
    return PartnerDraw((*pairs, *more), tuple(rest[-1:]) if len(rest) % 2 else ())
