"""The version that a page which follows a tournament shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from tournaments.live.version import VERSIONS


@dataclass(frozen=True, slots=True)
class LiveVersion:
    """Whatever is written about the tournament, or about its club, gives it another ``version``."""

    slug: str
    version: str


def version_of_tournament(slug: str) -> LiveVersion | None:
    """Return the version of a tournament; None if there is none."""
    return _version(slugs=[slug], round_id=None)


def version_of_round(round_id: int) -> LiveVersion | None:
    """Return the version of the tournament that a round belongs to; None if there is none."""
    return _version(slugs=[], round_id=round_id)


def _version(*, slugs: list[str], round_id: int | None) -> LiveVersion | None:
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, {"slugs": slugs, "round": round_id})
        row = cursor.fetchone()
    return None if row is None else LiveVersion(*row)
