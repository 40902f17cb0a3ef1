"""A hand typed as one short line, such as ``N 8H 9``: for somebody who keys a pile of score sheets without a mouse."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from gameplay.rules.five_hundred.bids import BIDS, TRICKS_PER_HAND
from gameplay.rules.five_hundred.codes import NAME as FIVE_HUNDRED
from tournaments.selectors.tables import TableView

PASSED_IN = ("P", "0")
SANS_KITTY = "SK"
CALLED = "C"
BLOCKED, WON = "B", "W"
MOST_POINTS = 200


class LineUnreadable(ValueError):
    """A line that says no hand; its words are for people."""


def read_line(view: TableView, line: str) -> dict[str, Any]:
    """Return the record (level 1) that a line stands for at a table; raises LineUnreadable.

    Five Hundred: who won the bidding, the bid, the tricks of that side, or those of each side where there are more than
    two (a dash for tricks nobody counted); then SK for sans kitty, C and a seat for the partner who was called. P alone
    is a hand that was passed in. Fives and Threes: the points of each side, then the side that went out, B for blocked
    or W for won.
    """
    words = line.upper().split()
    if view.tournament.kind == FIVE_HUNDRED:
        return _five_hundred(view, words)
    return _fives_threes(view, words)


def example_of(view: TableView) -> str:
    """Return a line as it could be typed at this table."""
    seat, sides = view.seats[0].label, len(view.sides)
    if view.tournament.kind == FIVE_HUNDRED:
        rest = "9" if sides == 2 else " ".join(["8", "2", *["0"] * (sides - 2)])
        return f"{seat} 8H {rest}"
    return " ".join(["21", *["8"] * (sides - 1), view.sides[0].label])


def _five_hundred(view: TableView, words: list[str]) -> dict[str, Any]:
    if len(words) == 1 and words[0] in PASSED_IN:
        return {"level": 1, "contract": None}
    sans_kitty = SANS_KITTY in words
    called = [word for word in words[2:] if word.startswith(CALLED)]
    plain = [word for word in words if word != SANS_KITTY and word not in called]
    sides = len(view.sides)
    counts = 1 if sides == 2 else sides
    if len(plain) != 2 + counts or len(called) > 1:
        raise LineUnreadable(
            _("Type who won the bidding, the bid and the tricks, such as %(example)s.") % {"example": example_of(view)}
        )
    seat = _seat(view, plain[0])
    bid = _bid(plain[1])
    tricks = [_tricks(word) for word in plain[2:]]
    record: dict[str, Any] = {
        "level": 1,
        "contract": {"seat": seat, "bid": bid, "sans_kitty": sans_kitty},
        "tricks": tricks if sides > 2 else _both(view.seats[seat].side, tricks[0], is_misere=BIDS[bid].is_misere),
    }
    if called:
        record["called"] = _seat(view, called[0].removeprefix(CALLED))
    return record


def _both(own: int, won: int | None, *, is_misere: bool) -> list[int | None]:
    if won is None:
        raise LineUnreadable(_("Give the number of tricks."))
    rest = None if is_misere and won else TRICKS_PER_HAND - won
    return [won, rest] if own == 0 else [rest, won]


def _seat(view: TableView, word: str) -> int:
    for seat in view.seats:
        if seat.label == word:
            return seat.index
    labels = " ".join(seat.label for seat in view.seats)
    raise LineUnreadable(
        _("There is no seat %(word)s at this table, only %(labels)s.") % {"word": word, "labels": labels}
    )


def _bid(word: str) -> str:
    bid = f"{word}T" if word.endswith("N") and word[:-1].isdecimal() else word
    if bid not in BIDS:
        raise LineUnreadable(_("There is no bid %(word)s. A bid is such as 7S, 10NT or OM.") % {"word": word})
    return bid


def _tricks(word: str) -> int | None:
    if word == "-":
        return None
    if not (word.isascii() and word.isdecimal() and int(word) <= TRICKS_PER_HAND):
        raise LineUnreadable(_("%(word)s is no number of tricks.") % {"word": word})
    return int(word)


def _fives_threes(view: TableView, words: list[str]) -> dict[str, Any]:
    sides = len(view.sides)
    if len(words) != sides + 1:
        raise LineUnreadable(
            _("Type the points of each side and how the hand ended, such as %(example)s.")
            % {"example": example_of(view)}
        )
    points = []
    for word in words[:sides]:
        if not (word.isascii() and word.isdecimal() and int(word) <= MOST_POINTS):
            raise LineUnreadable(_("%(word)s is no number of points.") % {"word": word})
        points.append(int(word))
    record: dict[str, Any] = {"level": 1, "points": points}
    end = words[-1]
    if end == BLOCKED:
        return {**record, "end": "blocked"}
    if end == WON:
        return {**record, "end": "won"}
    for side in view.sides:
        if side.label == end:
            return {**record, "end": "out", "out_side": side.index}
    labels = " ".join(side.label for side in view.sides)
    raise LineUnreadable(
        _("%(word)s is no end: give the side that went out (%(labels)s), B for blocked or W for won.")
        % {"word": end, "labels": labels}
    )
