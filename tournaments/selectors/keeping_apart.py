"""Which entries are of one club, town or household, so that draws by score keep them apart."""

from __future__ import annotations

from tournaments.models import Entry, Tournament
from tournaments.names import name_key
from tournaments.selectors.names import entry_names


def groups_of(tournament_id: int) -> list[tuple[int, ...]]:
    """Return the entries of each group that has two or more, by number."""
    found: dict[str, list[int]] = {}
    rows = Entry.objects.filter(tournament_id=tournament_id).exclude(apart_group="").order_by("number")
    for entry_id, group in rows.values_list("pk", "apart_group"):
        found.setdefault(name_key(group), []).append(entry_id)
    return [tuple(entries) for entries in found.values() if len(entries) > 1]


def group_text(tournament: Tournament) -> str:
    """Return the groups as they are written: a line for each entry that has one, ``number name: group``."""
    names = entry_names(tournament.pk, tournament.club_id)
    rows = Entry.objects.filter(tournament=tournament).exclude(apart_group="").order_by("apart_group", "number")
    return "\n".join(f"{entry.number} {names[entry.pk]}: {entry.apart_group}" for entry in rows)
