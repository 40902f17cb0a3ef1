"""Turns at something that one at each table has each round, shared out over a whole schedule at once.

The games of each entrant, in the order of time, are cut into blocks of as many as sit at a table. Then everybody can
have exactly one turn in each full block, and at most one in what is left at the end: every table hangs together with
the blocks of those who sit at it, every full block with as many tables, and a graph like that has a matching of all
tables that leaves out no full block (Koenig). So the counts are never more than one apart, at any time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from tournaments.movements.matching import cheapest_pairs

Groups = Sequence[Sequence[Sequence[int]]]
"""Round by round, table by table, those who could have the turn."""


def take_turns(rounds: Groups, left: Groups | None = None) -> list[list[int]]:
    """Return who has the turn at each table of ``rounds``, one of those at it.

    ``left`` are those who have not had another turn at the table yet, if there are more turns than one; as long as all
    are shared out by this function, what it promises holds for each of them.

    >>> sorted(who for plan in take_turns([[(1, 2)], [(1, 2)]]) for who in plan)
    [1, 2]
    """
    left = rounds if left is None else left
    tables = [(number, table) for number, plan in enumerate(rounds) for table in range(len(plan))]
    blocks = _blocks(rounds)
    nodes: dict[tuple[int, int], int] = {}
    links: list[dict[int, int]] = []
    for number, table in tables:
        keys = {(who, blocks[number, table, who]): who for who in left[number][table]}
        links.append({nodes.setdefault(key, len(tables) + len(nodes)): who for key, who in keys.items()})
    degree = Counter(node for linked in links for node in linked)
    most = max(degree.values(), default=0)
    # Blocks that hang together with most tables have to be in the matching; it costs to take others.
    edges = [
        (table, node, 0 if degree[node] == most else 1) for table, linked in enumerate(links) for node in sorted(linked)
    ]
    chosen = dict(cheapest_pairs(len(tables) + len(nodes), edges))
    turns: list[list[int]] = [[] for _ in rounds]
    for table, (number, _) in enumerate(tables):
        turns[number].append(links[table][chosen[table]])
    return turns


def _blocks(rounds: Groups) -> dict[tuple[int, int, int], int]:
    """Return by round, table and entrant the block that this game of the entrant is in."""
    games: defaultdict[int, int] = defaultdict(int)
    blocks = {}
    for number, plan in enumerate(rounds):
        for table, members in enumerate(plan):
            for who in members:
                blocks[number, table, who] = games[who] // len(members)
                games[who] += 1
    return blocks
