"""Who asks: a logged-in user, a table link, or the installation itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Right(StrEnum):
    """What may be allowed in a club. Entering, overwriting and ruling are three different rights."""

    ENTER_HANDS = "enter_hands"
    CORRECT_HANDS = "correct_hands"
    RUN_ROUNDS = "run_rounds"
    MANAGE_ENTRIES = "manage_entries"
    PUBLISH = "publish"
    UNSEAL = "unseal"
    SET_UP = "set_up"
    MANAGE_CLUB = "manage_club"


class Scope(StrEnum):
    """How much of what its holder may do a token is good for."""

    READ = "read"
    ENTER = "enter"
    RUN = "run"
    ALL = "all"


_ENTER = frozenset({Right.ENTER_HANDS})
RIGHTS_IN = {
    Scope.READ: frozenset[Right](),
    Scope.ENTER: _ENTER,
    Scope.RUN: _ENTER | {Right.CORRECT_HANDS, Right.RUN_ROUNDS, Right.MANAGE_ENTRIES, Right.PUBLISH},
    Scope.ALL: frozenset(Right),
}
"""The rights that each scope leaves to whoever has them by role."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The one on whose behalf a service acts; rights are looked up when it acts, not when it logged in.

    ``scope`` is that of the token by which a program speaks for a user, and narrows what the user's role allows.
    """

    user_id: int | None = None
    link_id: int | None = None
    is_admin: bool = False
    address: str | None = None
    scope: Scope = Scope.ALL

    @property
    def label(self) -> str:
        """How the submission rows name this actor; ids only."""
        if self.link_id is not None:
            return f"link:{self.link_id}"
        return f"user:{self.user_id}" if self.user_id is not None else "system"


SYSTEM = Actor(is_admin=True)
"""The installation itself: management commands."""
