"""What the tournaments ask of the ratings, which know the tournaments and are not known to them.

The ratings say at the start who answers; without them nobody has a rating.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

RatingsOf = Callable[[str, int, Collection[int]], Mapping[int, int]]
"""From a game, the id of a club and ids of players to the ratings, in points, of those who have one."""

BonusesOf = Callable[[str, int, Collection[tuple[int, int]]], Mapping[tuple[int, int], int]]
"""From a game, the id of a club and pairs of players, the lower id first, to the bonuses of those who have one."""

RatingsWith = Callable[[str, int, Collection[int]], Mapping[int, int]]
"""From a game and the ids of a club and of rounds to the ratings of all who have one, with those as they stand."""


@dataclass(frozen=True, slots=True)
class SuggestedStart:
    """The points that somebody should be given in a game; uncertain where too little is known of one of them."""

    points: int
    is_uncertain: bool


@dataclass(frozen=True, slots=True)
class SuggestedStarts:
    """Starts by the keys of those asked for, and the version of the list that they follow from.

    There are none where nobody is rated.
    """

    version: int = 0
    starts: Mapping[int, SuggestedStart] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StartsWanted:
    """Who is to be given a start: the ids of the players of each, on a day.

    ``percent`` of what makes a game even against the strongest of them, in points, and no more than ``most``.
    """

    kind: str
    club_id: int
    day: dt.date
    sides: Mapping[int, Sequence[int]]
    percent: int = 100
    most: int | None = None


StartsOf = Callable[[StartsWanted], SuggestedStarts]


@dataclass(frozen=True, slots=True)
class Answers:
    """The functions that answer."""

    ratings_of: RatingsOf
    bonuses_of: BonusesOf
    ratings_with: RatingsWith
    starts_of: StartsOf


_answering: dict[str, Answers] = {}


def answer_with(answers: Answers) -> None:
    """Let these functions answer from now on."""
    _answering["ratings"] = answers


def ratings_of(kind: str, club_id: int, player_ids: Collection[int]) -> Mapping[int, int]:
    """Return the ratings, in points, of the players who have one in this game at this club."""
    answers = _answering.get("ratings")
    return {} if answers is None else answers.ratings_of(kind, club_id, player_ids)


def bonuses_of(kind: str, club_id: int, pairs: Collection[tuple[int, int]]) -> Mapping[tuple[int, int], int]:
    """Return by how many points two are better together than the sum of both; of pairs that have such a bonus.

    The rating of such a pair is half of the sum of all three. The lower id stands first.
    """
    answers = _answering.get("ratings")
    return {} if answers is None else answers.bonuses_of(kind, club_id, pairs)


def ratings_with(kind: str, club_id: int, round_ids: Collection[int]) -> Mapping[int, int]:
    """Return the ratings, in points, that follow from all results with some rounds as they stand in this transaction.

    Nothing is stored: so asks who wants to know what a change would do to them.
    """
    answers = _answering.get("ratings")
    return {} if answers is None else answers.ratings_with(kind, club_id, round_ids)


def starts_of(wanted: StartsWanted) -> SuggestedStarts:
    """Return the start that each should be given in a game against the strongest of them."""
    answers = _answering.get("ratings")
    return SuggestedStarts() if answers is None else answers.starts_of(wanted)
