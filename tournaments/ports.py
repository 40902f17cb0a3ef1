"""What the tournaments ask of the ratings, which know the tournaments and are not known to them.

The ratings say at the start who answers; without them nobody has a rating.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

RatingsOf = Callable[[str, int, Collection[int]], Mapping[int, int]]
"""From a game, the id of a club and ids of players to the ratings, in points, of those who have one."""

_answering: dict[str, RatingsOf] = {}


def answer_with(ratings_of: RatingsOf) -> None:
    """Let a function answer from now on."""
    _answering["ratings"] = ratings_of


def ratings_of(kind: str, club_id: int, player_ids: Collection[int]) -> Mapping[int, int]:
    """Return the ratings, in points, of the players who have one in this game at this club."""
    answer = _answering.get("ratings")
    return {} if answer is None else answer(kind, club_id, player_ids)
