"""What somebody played in at a club, as they look back at it: the newest first, with whom, and the rank announced."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from tournaments.models import Entry, LineUp, Publication, Round, Tournament
from tournaments.selectors.names import player_names, survivors_of


@dataclass(frozen=True, slots=True)
class Night:
    """An entry that somebody played for, and the day of its first round.

    ``rank`` is that of the newest publication, None before the first, and ``of`` how many were ranked there.
    """

    tournament: Tournament
    day: dt.date
    entry_id: int
    partners: tuple[str, ...]
    rank: str | None
    of: int
    is_final: bool


def entries_played(club_id: int, player_id: int) -> QuerySet[Entry]:
    """Return the entries that somebody has played for at a club, under any of their records, the newest first.

    Each has ``day``, that of its first round.
    """
    played = Round.objects.filter(tournament=OuterRef("tournament")).exclude(status__in=Round.NOT_PLAYED)
    theirs = LineUp.objects.filter(Q(player=player_id) | Q(player__merged_into=player_id), entry=OuterRef("pk"))
    rows = Entry.objects.filter(Exists(theirs), Exists(played), tournament__club=club_id, tournament__taken_out_at=None)
    rows = rows.annotate(day=Subquery(played.order_by("number").values("session_date")[:1]))
    return rows.select_related("tournament").order_by("-day", "-tournament_id", "-pk")


def nights_of(entries: Sequence[Any], *, club_id: int, player_id: int) -> list[Night]:
    """Return entries of ``entries_played`` as nights: four queries, however many they are."""
    partners = _partners([entry.pk for entry in entries], club_id, player_id)
    newest = _newest_publications({entry.tournament_id for entry in entries})
    return [_night(entry, partners.get(entry.pk, ()), newest.get(entry.tournament_id)) for entry in entries]


def _night(entry: Any, partners: tuple[str, ...], newest: Publication | None) -> Night:
    rows = [] if newest is None else newest.snapshot["rows"]
    return Night(
        tournament=entry.tournament,
        day=entry.day,
        entry_id=entry.pk,
        partners=partners,
        rank=next((row["rank"] for row in rows if row["entry"] == entry.pk), None),
        of=len(rows),
        is_final=newest is not None and newest.kind == Publication.Kind.FINAL,
    )


def _partners(entry_ids: Iterable[int], club_id: int, player_id: int) -> dict[int, tuple[str, ...]]:
    """Return who else has played for each entry, in the order of their places."""
    rows = list(
        LineUp.objects.filter(entry__in=entry_ids).order_by("place", "from_round", "pk").values_list("entry", "player")
    )
    stands = survivors_of(player for _entry, player in rows)
    names = player_names({player for _entry, player in rows}, club_id)
    found: dict[int, dict[str, None]] = {}
    for entry_id, player in rows:
        if stands.get(player, player) != player_id:
            found.setdefault(entry_id, {})[names[player]] = None
    return {entry_id: tuple(others) for entry_id, others in found.items()}


def _newest_publications(tournament_ids: Iterable[int]) -> dict[int, Publication]:
    rows = Publication.objects.filter(tournament__in=tournament_ids).order_by("tournament_id", "-number")
    return {row.tournament_id: row for row in rows.distinct("tournament_id")}
