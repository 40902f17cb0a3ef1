"""What a member finds about themselves: their lists, and who has beaten them more often than was to be expected."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q

from ratings.models import RatingPool, RatingState
from ratings.selectors.players import PlayerHistory, player_history
from ratings.selectors.records import Company, player_record

ENOUGH_TABLES = 3
"""Against or with somebody, before one speaks of a habit."""


@dataclass(frozen=True, slots=True)
class InPool:
    """Somebody on one list: the curve, and who stands out among those they met.

    ``nemesis`` is the opponent against whom most was missing of what was expected, ``luckiest`` the partner with whom
    most was made beyond it; None where nobody has been met often enough.
    """

    pool: RatingPool
    history: PlayerHistory
    nemesis: Company | None
    luckiest: Company | None


def pools_of(club_id: int, player_id: int) -> list[RatingPool]:
    """Return the lists that somebody stands on: those of the club first, then those over all clubs."""
    live = RatingState.objects.filter(pool=OuterRef("pk"), generation=OuterRef("live_generation"), player=player_id)
    rows = RatingPool.objects.filter(Q(club=club_id) | Q(club=None)).filter(Exists(live)).select_related("club")
    return list(rows.order_by(F("club").asc(nulls_last=True), "pk"))


def person_in(pool: RatingPool, player_id: int, *, now: dt.datetime) -> InPool:
    """Return somebody's curve on a list, with nemesis and luckiest partner. Raises PlayerNotRated."""
    record = player_record(pool, player_id, since=None, now=now)
    return InPool(
        pool=pool,
        history=player_history(pool, player_id, now=now),
        nemesis=_first((-one.tally.surprise, one) for one in record.opponents),
        luckiest=_first((one.tally.surprise, one) for one in record.partners),
    )


def _first(company: Iterable[tuple[float, Company]]) -> Company | None:
    often = [(much, one) for much, one in company if one.tally.tables >= ENOUGH_TABLES and much > 0]
    often.sort(key=lambda found: (-found[0], found[1].name, found[1].player_id))
    return often[0][1] if often else None
