"""Who is who in one entry, before a change and after it: who is entered, who plays for it, who sat for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Entry, LineUp, Round, Seat
from tournaments.selectors.names import entry_names, told_apart
from tournaments.selectors.sitting import counting, spells_of


@dataclass(frozen=True, slots=True)
class PersonConsequence:
    """Somebody in the place of another: in a seat of a round, from a round on without a table, or as who is entered."""

    entry_number: int
    entry_name: str
    round_number: int | None
    table: int | None
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Places:
    """The players of an entry by their places: as whom it is entered, from which round on, and seat by seat.

    ``sharing`` are the other entries that somebody who plays for it now plays for too.
    """

    entry: Entry
    entered: tuple[int, ...]
    playing: Mapping[tuple[int, int], int]
    sat: Mapping[int, tuple[int, int, int]]
    sharing: frozenset[int]


def places_of(entry: Entry) -> Places:
    """Return who is who in an entry, as it stands in this transaction."""
    entry = Entry.objects.select_related("tournament", "partnership").get(pk=entry.pk)
    rows = LineUp.objects.filter(entry=entry).order_by("place", "from_round", "pk")
    now = [row.player_id for row in rows if row.is_current]
    shared = LineUp.objects.filter(
        entry__tournament=entry.tournament, entry__status=Entry.Status.ACTIVE, player__in=now, is_current=True
    )
    return Places(
        entry=entry,
        entered=members_of(entry),
        playing={(row.place, row.from_round): row.player_id for row in rows},
        sat=_sat(entry),
        sharing=frozenset(shared.exclude(entry=entry).values_list("entry_id", flat=True)),
    )


def members_of(entry: Entry) -> tuple[int, ...]:
    """Return the players as whom an entry is entered; nobody for a team."""
    if entry.partnership is not None:
        return (entry.partnership.first_id, entry.partnership.second_id)
    return () if entry.player_id is None else (entry.player_id,)


def persons_between(before: Places, after: Places) -> tuple[PersonConsequence, ...]:
    """Return what lies between two looks at one entry: the entry itself first, then its rounds in order."""
    swaps: list[tuple[int | None, int | None, int, int]] = [
        (None, None, old, new)
        for old, new in zip(
            [player for player in before.entered if player not in after.entered],
            [player for player in after.entered if player not in before.entered],
            strict=True,
        )
    ]
    swaps += _swapped_from(before.playing, after.playing)
    swaps += sorted(
        (number, table, before.sat[spell][2], player)
        for spell, (number, table, player) in after.sat.items()
        if before.sat[spell][2] != player
    )
    tournament = after.entry.tournament
    names = told_apart({player for _round, _table, *two in swaps for player in two}, tournament.club_id)
    named = entry_names(tournament.pk, tournament.club_id)[after.entry.pk] if swaps else ""
    return tuple(
        PersonConsequence(after.entry.number, named, number, table, names[old], names[new])
        for number, table, old, new in swaps
    )


def sharing_between(before: Places, after: Places) -> tuple[str, ...]:
    """Return the names of the entries with which this one comes to share a player: no draw lets both play at once."""
    fresh = after.sharing - before.sharing
    if not fresh:
        return ()
    tournament = after.entry.tournament
    names = entry_names(tournament.pk, tournament.club_id)
    return tuple(names[entry] for entry in sorted(fresh))


def _swapped_from(
    before: Mapping[tuple[int, int], int], after: Mapping[tuple[int, int], int]
) -> Iterable[tuple[int, None, int, int]]:
    """Return from which rounds on somebody else plays in a place, and instead of whom."""
    for (place, number), player in after.items():
        earlier = [since for at, since in before if at == place and since <= number]
        if earlier and before[place, max(earlier)] != player:
            yield number, None, before[place, max(earlier)], player


def _sat(entry: Entry) -> dict[int, tuple[int, int, int]]:
    """Return round, table and player of each spell in a seat of an entry that a hand can fall into."""
    rows = Seat.objects.filter(entry=entry).exclude(round__status=Round.Status.TAKEN_BACK)
    seats = {
        (table, index): (number, at)
        for table, index, number, at in rows.values_list("table_id", "index", "round__number", "table__number")
    }
    spells = spells_of({table for table, _index in seats})
    return {
        spell.occupancy_id: (number, at, spell.player_id)
        for (table, index), (number, at) in seats.items()
        for spell in counting(spells[table].get(index, ()))
    }
