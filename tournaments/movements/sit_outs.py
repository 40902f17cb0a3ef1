"""Who sits out how often, and whose turn it is: facts of their own, never read out of results.

Nobody sits out twice before all who are there have once. Who comes late, or comes back, starts level with those who
have sat out least, so that coming late is neither punished nor an exemption: that is the entrant's *turn count*.
Of two entrants who share a player only one can sit; they take turns at that too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from tournaments.movements.schedule import RoundPlan

Conflicts = dict[int, frozenset[int]]
"""For each entrant that shares a player with another: the others."""


def count_sit_outs(rounds: Iterable[RoundPlan]) -> Counter[int]:
    """Return how often each entrant has sat out."""
    return Counter(entrant for plan in rounds for entrant in plan.out)


def _sitting_out(plan: RoundPlan) -> tuple[int, ...]:
    return plan.out


def count_turns(
    rounds: Iterable[RoundPlan],
    present: Collection[int],
    whose_turn: Callable[[RoundPlan], Iterable[int]] = _sitting_out,
) -> dict[int, int]:
    """Return the turn count of everybody present in the round that follows ``rounds``.

    ``whose_turn`` gives those of a round who had their turn at something, at sitting out unless it is given.
    """
    turns: dict[int, int] = {}
    before: frozenset[int] = frozenset()
    for plan in rounds:
        _let_in(turns, before, plan.present)
        before = plan.present
        for entrant in whose_turn(plan):
            turns[entrant] += 1
    _let_in(turns, before, frozenset(present))
    return {entrant: turns[entrant] for entrant in present}


def conflicts_among(pairs: Iterable[tuple[int, int]], present: Collection[int]) -> Conflicts:
    """Return the conflicts between entrants who are present."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        if one in present and other in present:
            found[one].add(other)
            found[other].add(one)
    return {entrant: frozenset(others) for entrant, others in found.items()}


def leave_out(conflicts: Conflicts, turns: Mapping[int, int], tie: Callable[[int], int]) -> frozenset[int]:
    """Return who sits out so that no two who are left share a player.

    As few as possible of those who have sat out most, then of those who have sat out next most, and so on; ``tie``
    (below 2^24) decides between choices that are equally fair.
    """
    low = min((turns[entrant] for entrant in conflicts), default=0)
    step = len(conflicts) + 1
    weights = {entrant: (step ** (turns[entrant] - low) << 48) + tie(entrant) for entrant in conflicts}
    return _lightest_cover(conflicts, weights)


def _let_in(turns: dict[int, int], before: frozenset[int], present: frozenset[int]) -> None:
    floor = min((turns[entrant] for entrant in present & before), default=0)
    for entrant in present - before:
        turns[entrant] = max(turns.get(entrant, 0), floor)


def _lightest_cover(conflicts: Conflicts, weights: Mapping[int, int]) -> frozenset[int]:
    """Return the lightest set that has one of each two in conflict.

    Either the entrant with most conflicts is in it or all it conflicts with are; groups that do not touch are solved
    one by one. Exact, and quick for the few who share players at a club.
    """
    cover: frozenset[int] = frozenset()
    for group in _groups(conflicts):
        entrant = max(group, key=lambda member: (len(group[member]), member))
        choices = [
            gone | _lightest_cover(_without(group, gone), weights) for gone in (frozenset({entrant}), group[entrant])
        ]
        cover |= min(choices, key=lambda choice: (sum(weights[member] for member in choice), sorted(choice)))
    return cover


def _groups(conflicts: Conflicts) -> list[Conflicts]:
    groups = []
    waiting = set(conflicts)
    while waiting:
        reached: set[int] = set()
        queue = [min(waiting)]
        while queue:
            entrant = queue.pop()
            if entrant not in reached:
                reached.add(entrant)
                queue.extend(conflicts[entrant])
        waiting -= reached
        groups.append({entrant: conflicts[entrant] for entrant in sorted(reached)})
    return groups


def _without(conflicts: Conflicts, gone: frozenset[int]) -> Conflicts:
    left = {entrant: others - gone for entrant, others in conflicts.items() if entrant not in gone}
    return {entrant: others for entrant, others in left.items() if others}
