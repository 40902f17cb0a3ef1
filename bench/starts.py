"""``python -m bench.starts``: which start makes a game of Fives and Threes even, by games that are really laid out.

Two pairs play by the rules (5 tiles each, exactly 61, one for going out). Whose turn it is lays what earns most with
some chance, else anything that fits; the two pairs differ in that chance. For each difference stand how often the
better pair wins, that as logits, the mean of its margins, the start that brings the result nearest to one half, and the
result with the mean margin and with two thirds of it, at 9 points a logit.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics

TARGET = 61
TILES = [(low, high) for low in range(7) for high in range(low, 7)]
Placement = tuple[int, tuple[int, int], int, tuple[int, int]]
"""Points, the tile, the end (0 or 1; both for the first) and what is open and counts there."""


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3_000)
    options = parser.parse_args()
    print("| wins | logits | mean margin | even start | a logit | with 9 a logit | with 6 a logit |")
    print("|---|---|---|---|---|---|---|")
    for care in ((0.75, 0.65), (0.8, 0.6), (0.85, 0.5), (0.9, 0.4), (0.95, 0.3)):
        chance = random.Random(5)
        leads = [one - other for one, other in (play(chance, care) for _ in range(options.games))]
        wins = result(leads, 0)
        logits = math.log(wins / (1 - wins))
        even = min(range(TARGET), key=lambda start: abs(result(leads, start) - 0.5))
        nine, six = (result(leads, round(points * logits)) for points in (9, 6))
        mean = statistics.mean(leads)
        print(
            f"| {wins:.3f} | {logits:.2f} | {mean:.1f} | {even} | {even / logits:.1f} | {nine:.3f} | {six:.3f} |",
            flush=True,
        )


def result(leads: list[int], start: int) -> float:
    """Return the part of the games that the first pair wins when the other has a start; level ones are shared."""
    return sum((lead > start) + 0.5 * (lead == start) for lead in leads) / len(leads)


def play(chance: random.Random, care: tuple[float, float]) -> tuple[int, int]:
    """Return the scores of a game; ``care`` is by pair the chance to lay what earns most."""
    scores, opener = [0, 0], chance.randrange(4)
    while TARGET not in scores:
        _lay_out(chance, care, scores, opener)
        opener = (opener + 1) % 4
    return scores[0], scores[1]


def _lay_out(chance: random.Random, care: tuple[float, float], scores: list[int], turn: int) -> None:
    tiles = chance.sample(TILES, 20)
    hands = [tiles[5 * seat : 5 * seat + 5] for seat in range(4)]
    ends: list[tuple[int, int]] = []
    knocks = 0
    while knocks < 4:
        side, hand = turn % 2, hands[turn]
        fitting = _placements(hand, ends)
        knocks = 0 if fitting else knocks + 1
        if fitting:
            best = max(fitting, key=lambda one: (_counted(scores[side], one[0]), chance.random()))
            points, tile, end, left = best if chance.random() < care[side] else chance.choice(fitting)
            hand.remove(tile)
            if ends:
                ends[end] = left
            else:
                ends = [(tile[0], left[1])] * 2 if tile[0] == tile[1] else [(tile[0], tile[0]), (tile[1], tile[1])]
            is_out = not hand and not hands[(turn + 2) % 4]
            scores[side] += _counted(scores[side], points + is_out)
            if is_out or scores[side] == TARGET:
                return
        turn = (turn + 1) % 4


def _placements(hand: list[tuple[int, int]], ends: list[tuple[int, int]]) -> list[Placement]:
    """Return every tile that fits, at each end where it does."""
    if not ends:
        return [(_points(low + high), (low, high), 0, (low, low + high)) for low, high in hand]
    found = []
    for low, high in hand:
        for end, (pip, _counts) in enumerate(ends):
            if pip in (low, high):
                pip_left = high if pip == low else low
                counts = 2 * pip_left if low == high else pip_left
                found.append((_points(counts + ends[1 - end][1]), (low, high), end, (pip_left, counts)))
    return found


def _points(total: int) -> int:
    return (total // 3 if total % 3 == 0 else 0) + (total // 5 if total % 5 == 0 else 0)


def _counted(score: int, points: int) -> int:
    """Return what counts of a placement: nothing where it would pass the target."""
    return points if score + points <= TARGET else 0


if __name__ == "__main__":
    main()
