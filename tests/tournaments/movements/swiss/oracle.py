"""The best round of a field once more: costs written out meeting by meeting, the matching by networkx."""

from __future__ import annotations

from itertools import combinations

import networkx as nx

from tournaments.movements.matching import mix, tie_of
from tournaments.movements.swiss.levels import LEVELS

REMATCH = LEVELS.index("rematch")
GREATEST = 1 << 40
"""More than any level costs on one edge."""


def best_round(field, seed):
    """Return (meetings and sit-outs as sets, what it costs at each level)."""
    taken = {entrant for pair in field.fixed for entrant in pair}
    there = [one for one in field.contenders if one.entrant not in taken]
    edges = dict(meetings_of(field, there, seed))
    first = {pair: cost for pair, cost in edges.items() if not cost[REMATCH]}
    fewest = min((one.sit_outs for one in there), default=0)
    outs = {place: out_cost(there, place, field, seed, 0) for place in range(len(there))}
    turn = {place: cost for place, cost in outs.items() if there[place].sit_outs == fewest}
    late = {place: out_cost(there, place, field, seed, there[place].sit_outs - fewest) for place in outs}
    odd = len(there) % 2
    for allowed, sit_out, places in ((first, turn, odd), (edges, turn, odd), (edges, late, None)):
        nodes = len(there) - 2 * len(matched(allowed)) if places is None else places
        graph = dict(allowed)
        for extra in range(nodes):
            graph.update({(place, len(there) + extra): cost for place, cost in sit_out.items()})
        pairs = matched(graph)
        if 2 * len(pairs) == len(there) + nodes:
            meetings = {named(there, pair) for pair in pairs}
            return meetings, tuple(sum(graph[pair][level] for pair in pairs) for level in range(len(LEVELS)))
    raise AssertionError


def named(there, pair):
    return frozenset(there[place].entrant for place in pair if place < len(there))


def matched(edges):
    graph = nx.Graph()
    packed = {
        pair: sum(value * GREATEST**rank for rank, value in enumerate(reversed(cost))) for pair, cost in edges.items()
    }
    top = max(packed.values(), default=0)
    graph.add_weighted_edges_from((*pair, top - cost) for pair, cost in packed.items())
    return [tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]


def out_cost(there, place, field, seed, late):
    one = there[place]
    lower = len(there) - 1 - place + len(there) * one.fresh
    lot = tie_of(mix(seed, field.number, one.entrant), 0)
    return in_order(left_out=late, sit_out=lower, lot=lot)


def meetings_of(field, there, seed):
    scores = [one.score for one in there]
    for here, other_place in combinations(range(len(there)), 2):
        one, other = there[here], there[other_place]
        if frozenset((one.entrant, other.entrant)) in field.forbidden:
            continue
        met = one.met.get(other.entrant, 0) ** 2
        lately = other.entrant in one.recent or not field.again
        same_sign = one.balance * other.balance > 0
        level = one.balance == other.balance == 0 and one.last_side == other.last_side != 0
        gap = units(scores, here) - units(scores, other_place)
        yield (
            (here, other_place),
            in_order(
                rematch=met if lately else 0,
                met_before=0 if lately else met,
                side_limit=int(same_sign and min(abs(one.balance), abs(other.balance)) >= 2),
                club=int(one.club == other.club != ""),
                score_gap=gap**2,
                side=8 if same_sign else int(level),
                float=((one.floated == -1) + (other.floated == 1)) if one.score != other.score else 0,
                pattern=min(off_pattern(field.pattern, scores, here, other_place), 31) ** 2,
                lot=tie_of(mix(seed, field.number, one.entrant), mix(seed, field.number, other.entrant)),
            ),
        )


def units(scores, place):
    """Scores of these tests are halves, and few enough to be told apart."""
    return int((scores[place] - min(scores)) * (2 if any(score.denominator == 2 for score in scores) else 1))


def off_pattern(pattern, scores, one, other):
    ours = [place for place, score in enumerate(scores) if score == scores[one]]
    theirs = [place for place, score in enumerate(scores) if score == scores[other]]
    if ours != theirs:
        return ours[-1] - one + other - theirs[0]
    half = len(ours) // 2
    high, low = ours.index(one), ours.index(other)
    wanted = {
        "slide": low - high - half,
        "fold": high + low - (2 * half - 1),
        "adjacent": low - high - 1,
        "random": 0,
    }
    return abs(wanted[pattern])


def in_order(**costs):
    return tuple(costs.get(level, 0) for level in LEVELS)
