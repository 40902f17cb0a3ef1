"""Entries that come into a round after it was published. Called inside the transactions of other services."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Entry, LineUp, Round, RoundEntry


def take_part(round_: Round, entries: Sequence[int]) -> dict[int, str]:
    """Let entries have a table in a round, also those that came too late for its draw; return the roles they had."""
    rows = RoundEntry.objects.filter(round=round_, entry_id__in=entries)
    roles = dict(rows.values_list("entry_id", "role"))
    rows.update(role=RoundEntry.Role.SEATED, like_sit_out=False)
    RoundEntry.objects.bulk_create(
        RoundEntry(round=round_, entry_id=entry, role=RoundEntry.Role.SEATED) for entry in entries if entry not in roles
    )
    Entry.objects.filter(pk__in=entries, first_round__gt=round_.number).update(first_round=round_.number)
    late = LineUp.objects.filter(entry_id__in=entries, is_current=True, from_round__gt=round_.number)
    late.update(from_round=round_.number)
    return roles
