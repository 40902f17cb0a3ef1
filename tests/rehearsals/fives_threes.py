"""Fives and Threes as the rehearsal understands it: rounds out of a hat, up to exactly 61.

Written from the book and not from the product, so that the two can disagree.
"""

from __future__ import annotations

import random
from typing import Any

TARGET = 61
PLACEMENTS = (1, 2, 3, 4, 6, 8)
"""What one tile can score."""
SAFE = 52
"""Up to here no event can pass the target, whatever it is."""


def points_of(record: dict[str, Any], before: tuple[int, int]) -> tuple[int, int]:
    """Return the points that a round gives to NS and EW: booked as claimed, or event by event."""
    if record["level"] == 1:
        return record["points"][0], record["points"][1]
    scores = list(before)
    for event in record["events"]:
        side = event["seat"] % 2
        if scores[side] + event["points"] <= TARGET:
            scores[side] += event["points"]
    return scores[0] - before[0], scores[1] - before[1]


def random_round(chance: random.Random, *, opener: int, before: tuple[int, int]) -> dict[str, Any]:
    """Return a round that could have happened: it brings both sides on, and now and then one to exactly 61."""
    winner = chance.randrange(2)
    if TARGET - before[winner] <= 24 and chance.random() < 0.6:
        return _won(chance, winner, opener=opener, before=before)
    points = [min(chance.randint(0, 18), TARGET - 1 - score) for score in before]
    if chance.random() < 0.25:
        return {"level": 1, "opener": opener, "points": points, "end": "blocked"}
    side = chance.randrange(2)
    if before[side] <= SAFE and points[side] == 0:
        points[side] = 1
    return {"level": 1, "opener": opener, "points": points, "end": "out", "out_side": side}


def too_much(*, opener: int, before: tuple[int, int]) -> dict[str, Any]:
    """Return a round that books more than 61 for the side that stands higher."""
    side = 0 if before[0] >= before[1] else 1
    points = [0, 0]
    points[side] = TARGET + 1 - before[side]
    return {"level": 1, "opener": opener, "points": points, "end": "out", "out_side": side}


def _won(chance: random.Random, winner: int, *, opener: int, before: tuple[int, int]) -> dict[str, Any]:
    other = 1 - winner
    gain = min(chance.randint(0, 12), TARGET - 1 - before[other])
    if chance.random() < 0.5:
        points = [0, 0]
        points[winner], points[other] = TARGET - before[winner], gain
        return {"level": 1, "opener": opener, "points": points, "end": "won"}
    return {"level": 2, "opener": opener, "events": _events(chance, winner, before), "end": "won"}


def _events(chance: random.Random, winner: int, before: tuple[int, int]) -> list[dict[str, Any]]:
    """Return the winner's events up to exactly 61, with one on the way that would have passed it and is refused."""
    score = before[winner]
    seats = [winner, winner + 2]
    chance.shuffle(seats)
    events: list[dict[str, Any]] = []
    refused = False
    while score < TARGET:
        seat = seats[len(events) % 2]
        over = [points for points in PLACEMENTS if score + points > TARGET]
        if over and not refused:
            events.append({"seat": seat, "points": chance.choice(over), "accepted": False})
            refused = True
            continue
        points = max(points for points in PLACEMENTS if score + points <= TARGET)
        events.append({"seat": seat, "points": points, "accepted": True})
        score += points
    return events
