"""Tables of people who are next to each other in the standings."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

MOST_PASSES = 20
"""How often all neighbouring tables are looked at; each pass that changes anything lowers the cost."""

Pods = list[list[int]]


def cut_into_pods(
    ranked: Sequence[int],
    sizes: Sequence[int],
    *,
    usual: int,
    turns: Mapping[int, int],
    met: Mapping[frozenset[int], int],
    scores: Mapping[int, Fraction],
) -> list[tuple[int, ...]]:
    """Return who shares a table, from the top: tables of ``usual`` size first, the other ``sizes`` after them.

    Those at a table of another size are the lowest of those who have been at one least (``turns``). Then two at
    neighbouring tables change places as long as that lowers the cost: first how often those at one table have met
    before (squared, so that nobody bears it alone), then how far apart their scores are (squared).
    """
    odd = sum(size for size in sizes if size != usual)
    lowest = sorted(range(len(ranked)), key=lambda place: (turns[ranked[place]], -place))[:odd]
    last = frozenset(lowest)
    line = [ranked[place] for place in range(len(ranked)) if place not in last]
    line += [ranked[place] for place in sorted(last)]
    pods: Pods = []
    for size in sizes:
        pods.append(line[:size])
        line = line[size:]
    _improve(pods, usual, met, _whole(scores, ranked))
    return [tuple(pod) for pod in pods]


def _whole(scores: Mapping[int, Fraction], ranked: Sequence[int]) -> dict[int, int]:
    """Return the scores as whole numbers in the same proportions."""
    known = {entrant: scores[entrant] for entrant in ranked if entrant in scores}
    scale = lcm(*(score.denominator for score in known.values()))
    return {entrant: int(known[entrant] * scale) if entrant in known else 0 for entrant in ranked}


def _improve(pods: Pods, usual: int, met: Mapping[frozenset[int], int], scores: Mapping[int, int]) -> None:
    def cost(pod: Sequence[int]) -> tuple[int, int]:
        again = sum(met.get(frozenset(pair), 0) ** 2 for pair in combinations(pod, 2))
        held = [scores[entrant] for entrant in pod]
        return again, (max(held) - min(held)) ** 2

    for _ in range(MOST_PASSES):
        changed = False
        for upper, lower in pairwise(pods):
            # Who has a turn at a table of another size keeps it.
            if (len(upper) == usual) == (len(lower) == usual):
                changed |= _swap_best(upper, lower, cost)
        if not changed:
            return


def _swap_best(upper: list[int], lower: list[int], cost: Callable[[Sequence[int]], tuple[int, int]]) -> bool:
    """Let the two change places that gain most by it; return whether anybody did."""

    def both(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(parts) for parts in zip(cost(one), cost(other), strict=True))

    best, chosen = both(upper, lower), None
    for here, there in product(range(len(upper)), range(len(lower))):
        changed = both(
            [*upper[:here], lower[there], *upper[here + 1 :]], [*lower[:there], upper[here], *lower[there + 1 :]]
        )
        if changed < best:
            best, chosen = changed, (here, there)
    if chosen is None:
        return False
    here, there = chosen
    upper[here], lower[there] = lower[there], upper[here]
    return True
