"""A short text form for hands, plays and events, printed and read back (docs/rules/fives_threes.md, C8).

A placement reads ``seat:tile``, then where it helps ``@L`` or ``@R``, ``=points`` and ``+`` (accepted) or ``!``
(refused): ``1:1-4@R=2+``. A knock reads ``1:knock``. An event reads ``seat:points``, then ``/sum``, ``*`` (it completes
going out) and ``+`` or ``!``: ``1:9/15*``. Hands stand in the order of the seats with a bar between them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes.tiles import TEXTS, TILE_OF

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_NUMBER = "0|[1-9][0-9]{0,3}"
_PLAY = re.compile(
    rf"(?P<seat>{_NUMBER}):"
    rf"(?:(?P<knock>knock)|(?P<tile>[0-6]-[0-6])(?:@(?P<end>[LR]))?(?:=(?P<points>{_NUMBER}))?(?P<mark>[+!])?)"
)
_EVENT = re.compile(rf"(?P<seat>{_NUMBER}):(?P<points>{_NUMBER})(?:/(?P<sum>{_NUMBER}))?(?P<out>\*)?(?P<mark>[+!])?")
_MARKS = {True: "+", False: "!", None: ""}


class UnreadableNotation(ValueError):
    """A word that is no tile, play or event; the only argument is the word."""


def parse_tile(text: str) -> str:
    """Return the text of a tile with its lower half first.

    >>> parse_tile("4-1")
    '1-4'
    """
    if text not in TILE_OF:
        raise UnreadableNotation(text)
    return TEXTS[TILE_OF[text]]


def format_hands(hands: Mapping[str, Iterable[str]]) -> str:
    """Return the hands of a record as text.

    >>> format_hands({"0": ["1-4", "0-0"], "1": ["6-6"]})
    '1-4 0-0 | 6-6'
    """
    return " | ".join(" ".join(hands[str(seat)]) for seat in range(len(hands)))


def parse_hands(text: str) -> dict[str, list[str]]:
    """Return the hands of a record; raises UnreadableNotation."""
    return {str(seat): [parse_tile(word) for word in hand.split()] for seat, hand in enumerate(text.split("|"))}


def format_plays(plays: Iterable[Mapping[str, Any]]) -> str:
    """Return the plays of a record as text."""
    return " ".join(map(format_play, plays))


def parse_plays(text: str) -> list[dict[str, Any]]:
    """Return the plays of a record; raises UnreadableNotation."""
    return [parse_play(word) for word in text.split()]


def format_play(play: Mapping[str, Any]) -> str:
    """Return one play as text.

    >>> format_play({"seat": 1, "tile": "1-4", "end": "R", "points": 2, "accepted": True})
    '1:1-4@R=2+'
    """
    if "knock" in play:
        return f"{play['seat']}:knock"
    end = f"@{play['end']}" if "end" in play else ""
    points = f"={play['points']}" if "points" in play else ""
    return f"{play['seat']}:{play['tile']}{end}{points}{_MARKS[play.get('accepted')]}"


def parse_play(word: str) -> dict[str, Any]:
    """Return one play; raises UnreadableNotation.

    >>> parse_play("0:knock"), parse_play("0:4-1")
    ({'seat': 0, 'knock': True}, {'seat': 0, 'tile': '1-4'})
    """
    parts = _match(_PLAY, word)
    seat = int(parts["seat"])
    if parts["knock"]:
        return {"seat": seat, "knock": True}
    play: dict[str, Any] = {"seat": seat, "tile": parse_tile(parts["tile"])}
    if parts["end"]:
        play["end"] = parts["end"]
    if parts["points"]:
        play["points"] = int(parts["points"])
    return play | _accepted(parts["mark"])


def format_events(events: Iterable[Mapping[str, Any]]) -> str:
    """Return the events of a record as text."""
    return " ".join(map(format_event, events))


def parse_events(text: str) -> list[dict[str, Any]]:
    """Return the events of a record; raises UnreadableNotation."""
    return [parse_event(word) for word in text.split()]


def format_event(event: Mapping[str, Any]) -> str:
    """Return one event as text.

    >>> format_event({"seat": 1, "points": 9, "sum": 15, "out": True})
    '1:9/15*'
    """
    total = f"/{event['sum']}" if "sum" in event else ""
    out = "*" if event.get("out") else ""
    return f"{event['seat']}:{event['points']}{total}{out}{_MARKS[event.get('accepted')]}"


def parse_event(word: str) -> dict[str, Any]:
    """Return one event; raises UnreadableNotation.

    >>> parse_event("0:3/6*!")
    {'seat': 0, 'points': 3, 'sum': 6, 'out': True, 'accepted': False}
    """
    parts = _match(_EVENT, word)
    event: dict[str, Any] = {"seat": int(parts["seat"]), "points": int(parts["points"])}
    if parts["sum"]:
        event["sum"] = int(parts["sum"])
    if parts["out"]:
        event["out"] = True
    return event | _accepted(parts["mark"])


def _match(pattern: re.Pattern[str], word: str) -> dict[str, str]:
    match = pattern.fullmatch(word)
    if match is None:
        raise UnreadableNotation(word)
    return match.groupdict(default="")


def _accepted(mark: str) -> dict[str, bool]:
    return {"accepted": mark == "+"} if mark else {}
