"""A round of Fives and Threes as its scoring events on a peg board: for each side a track of holes up to the target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gameplay.rules.fives_threes.events import Ledger
from gameplay.rules.fives_threes.scoring import is_accepted
from gameplay.rules.fives_threes.variants import resolve_rules

WIDTH = 340
"""How wide a picture is, in its own units."""
HOLES_A_ROW = 30
_MARGIN, _PITCH, _GAP, _IN_A_GROUP = 8, 9.6, 3, 5
_ROW, _LABEL, _BELOW = 13, 20, 8


@dataclass(frozen=True, slots=True)
class Board:
    """The holes of one track, from nothing to the target; every track is alike. ``height`` is that of all of them."""

    holes: tuple[tuple[int, int], ...]
    track_height: int
    height: int


@dataclass(frozen=True, slots=True)
class Track:
    """The peg of a side after an event, and where it has come from if the event moved it."""

    side: int
    top: int
    score: int
    peg: tuple[int, int]
    origin: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class BoardStep:
    """An event as it was booked: ``total`` is what the ends counted, None where that was not noted down.

    ``points`` include what going out earns; ``is_accepted`` says whether they count; ``scores`` are by side after it.
    """

    number: int
    seat: int
    points: int
    total: int | None
    is_accepted: bool
    went_out: bool
    scores: tuple[int, ...]
    tracks: tuple[Track, ...]


def board_of(target: int, *, sides: int) -> Board:
    """Return the board for so many sides: rows of thirty holes in fives, the last one with the target at its end."""
    track_height = _LABEL + _rows(target) * _ROW + _BELOW
    holes = tuple(hole(score, target) for score in range(target + 1))
    return Board(holes, track_height, sides * track_height)


def hole(score: int, target: int) -> tuple[int, int]:
    """Return the middle of a hole in its track; a score of 0 stands before the first.

    >>> [hole(score, 61) for score in (0, 1, 30, 31, 60, 61)]
    [(8, 26), (21, 26), (314, 26), (21, 39), (314, 39), (327, 39)]
    """
    row = min(max(score - 1, 0) // HOLES_A_ROW, _rows(target) - 1)
    place = score - row * HOLES_A_ROW
    gaps = (place + _IN_A_GROUP - 1) // _IN_A_GROUP
    return round(_MARGIN + place * _PITCH + gaps * _GAP), _LABEL + row * _ROW + _ROW // 2


def board_steps(record: Mapping[str, Any]) -> Iterator[BoardStep]:
    """Yield the events of a valid level 2 record, step by step."""
    rules = resolve_rules(record["rules"])
    ledger, scores = Ledger(record["scores_before"], rules), list(record["scores_before"])
    height = board_of(rules.target, sides=len(scores)).track_height
    for number, event in enumerate(record["events"], start=1):
        side, points = event["seat"] % len(scores), event["points"]
        before, counts = scores[side], is_accepted(scores[side], points, target=rules.target)
        fault = ledger.book(event)
        assert fault is None
        scores[side] = ledger.score_of(event["seat"])
        tracks = (
            Track(
                side=index,
                top=index * height,
                score=score,
                peg=hole(score, rules.target),
                origin=hole(before, rules.target) if index == side and score != before else None,
            )
            for index, score in enumerate(scores)
        )
        yield BoardStep(
            number=number,
            seat=event["seat"],
            points=points,
            total=event.get("sum"),
            is_accepted=counts,
            went_out=bool(event.get("out", False)),
            scores=tuple(scores),
            tracks=tuple(tracks),
        )


def _rows(target: int) -> int:
    return max((target - 1) // HOLES_A_ROW, 1)
