"""Partners that were drawn for an evening, and who signed up for that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.models import Absence, Entry, LineUp, Tournament
from tournaments.selectors.arrangements import arrangements_of
from tournaments.selectors.names import survivors_of
from tournaments.selectors.tournaments import first_stage, rounds_drawn

BY_LOT, LADDERS = "lot", "ladders"
WAYS = (BY_LOT, LADDERS)


@dataclass(frozen=True, slots=True)
class SignUp:
    """An individual entry that is to be drawn, with the player who would play for it."""

    entry_id: int
    player_id: int


@dataclass(frozen=True, slots=True)
class PartnerDrawView:
    """What can be done now: draw the partners of ``people``, or undo the draw that gave ``pairs``."""

    people: int = 0
    pairs: int = 0


def sign_ups(tournament: Tournament) -> list[SignUp]:
    """Return the individuals to be drawn, by number; the entry of the house is one only where the number is odd."""
    house = arrangements_of(tournament).house
    rows = LineUp.objects.filter(
        entry__tournament=tournament, entry__player__isnull=False, entry__status=Entry.Status.ACTIVE, is_current=True
    ).order_by("entry__number")
    found = [SignUp(*row) for row in rows.values_list("entry_id", "player_id")]
    others = [one for one in found if one.entry_id != house]
    return found if len(others) % 2 else others


def away_among(entry_ids: list[int]) -> Absence | None:
    """Return an absence of one of the entries that stands, if there is any."""
    rows = Absence.objects.filter(entry_id__in=entry_ids, cancelled_at=None)
    return rows.order_by("entry__number", "round_number").first()


def partner_draw_of(tournament: Tournament) -> dict[str, Any] | None:
    """Return how the pairs were drawn, as the stage keeps it; None if they were not."""
    record: dict[str, Any] | None = first_stage(tournament.pk).settings.get("partner_draw")
    return None if record is None else _as_merged(record)


def _as_merged(record: dict[str, Any]) -> dict[str, Any]:
    """Return what a stage keeps with those who stand in the place of those who were merged into them since."""
    paired = {player for _entry, *pair in record["entries"] for player in pair}
    signed_up = {row[key] for row in record["sign_ups"] for key in ("player_id", "playing")}
    kept = survivors_of(paired | signed_up)
    if not kept:
        return record
    return {
        **record,
        "entries": [[entry, *(kept.get(player, player) for player in pair)] for entry, *pair in record["entries"]],
        "sign_ups": [
            {**row, **{key: kept.get(row[key], row[key]) for key in ("player_id", "playing")}}
            for row in record["sign_ups"]
        ],
    }


def view_partner_draw(tournament: Tournament) -> PartnerDrawView:
    """Return what can be done now."""
    if tournament.status == Tournament.Status.FINISHED or rounds_drawn(tournament.pk):
        return PartnerDrawView()
    if tournament.entry_kind == Tournament.EntryKind.PLAYER:
        return PartnerDrawView(people=len(sign_ups(tournament)))
    record = partner_draw_of(tournament)
    return PartnerDrawView(pairs=0 if record is None else len(record["entries"]))
