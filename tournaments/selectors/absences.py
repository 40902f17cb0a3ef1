"""Who has announced to miss which round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Absence, Entry, Tournament


@dataclass(frozen=True, slots=True)
class AbsenceView:
    """An absence that stands, with the number of the round."""

    round: int
    like_sit_out: bool
    reason: str


def absent_in(tournament: Tournament, number: int) -> dict[int, bool]:
    """Return the active entries that miss a round, and whether that is worth to them what a sit-out is worth."""
    rows = Absence.objects.filter(
        entry__tournament=tournament, entry__status=Entry.Status.ACTIVE, round_number=number, cancelled_at=None
    )
    return dict(rows.order_by("entry__number").values_list("entry_id", "like_sit_out"))


def absences_of(entries: Sequence[Entry]) -> dict[int, tuple[AbsenceView, ...]]:
    """Return the absences that stand, by entry, in order of round."""
    found: dict[int, list[AbsenceView]] = {entry.pk: [] for entry in entries}
    rows = Absence.objects.filter(entry_id__in=found, cancelled_at=None).order_by("entry_id", "round_number")
    for row in rows:
        found[row.entry_id].append(AbsenceView(row.round_number, row.like_sit_out, row.reason))
    return {entry_id: tuple(views) for entry_id, views in found.items()}
