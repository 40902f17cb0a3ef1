"""What the reader of a page may do, so that a page offers that and nothing else; the services ask again."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.actors import Right
from tournaments.selectors import rights
from tournaments.web.actors import actor_of


def allowed(request: HttpRequest, club_id: int | None) -> frozenset[str]:
    """Return the names of the reader's rights in a club; of an admin also where there is none."""
    return frozenset(right.value for right in rights.rights_in_club(actor_of(request), club_id))


def require(request: HttpRequest, right: Right, *, club_id: int | None) -> None:
    """Raise RightMissing unless the reader has the right in the club."""
    rights.require(actor_of(request), right, club_id=club_id)
