"""Who played for an entry in a certain round."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import LineUp


def line_ups_in(entry_ids: Iterable[int], number: int) -> dict[int, dict[int, int]]:
    """Return the player in each place of several entries as of round ``number``; of who came later, as at first."""
    people: dict[int, dict[int, int]] = {entry_id: {} for entry_id in entry_ids}
    rows = LineUp.objects.filter(entry_id__in=people).order_by("entry_id", "place", "from_round", "pk")
    for row in rows:
        places = people[row.entry_id]
        if row.place not in places or row.from_round <= number:
            places[row.place] = row.player_id
    return people
