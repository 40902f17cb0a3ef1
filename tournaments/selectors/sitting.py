"""Who sat in a seat from which hand on: the spells of a table, the first one first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.models import Occupancy

Hand = tuple[int, int]
"""The leg and the number of a hand."""


@dataclass(frozen=True, slots=True)
class Spell:
    """Somebody in a seat from a hand on, until the next spell begins; of two that begin alike the later one counts."""

    occupancy_id: int
    player_id: int
    begins: Hand
    side: int = 0


SeatSpells = dict[int, tuple[Spell, ...]]
"""The spells of each seat of a table, by the index of the seat."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """A player who took over from another from a hand on."""

    occupancy_id: int
    player_out_id: int
    player_in_id: int
    since: Hand


def spells_of(table_ids: Iterable[int]) -> dict[int, SeatSpells]:
    """Return the spells of several tables: one query."""
    found: dict[int, dict[int, list[Spell]]] = {table_id: {} for table_id in table_ids}
    rows = Occupancy.objects.filter(seat__table_id__in=found).order_by("from_leg", "from_hand", "pk")
    columns = ("seat__table_id", "seat__index", "seat__side", "pk", "player_id", "from_leg", "from_hand")
    for table_id, index, side, occupancy_id, player_id, leg, hand in rows.values_list(*columns):
        found[table_id].setdefault(index, []).append(Spell(occupancy_id, player_id, (leg, hand), side))
    return {table_id: {index: tuple(seats[index]) for index in sorted(seats)} for table_id, seats in found.items()}


def spell_at(spells: Sequence[Spell], hand: Hand) -> Spell:
    """Return the spell that a hand falls into."""
    return [spell for spell in spells if spell.begins <= hand][-1]


def substitutions_in(spells: Sequence[Spell]) -> list[Substitution]:
    """Return who took over from whom in a seat, in order, beginning with who was drawn to sit there.

    A spell that no hand can fall into any more is none.
    """
    return [
        Substitution(taken.occupancy_id, left.player_id, taken.player_id, taken.begins)
        for left, taken in pairwise([spells[0], *counting(spells)])
        if left.player_id != taken.player_id
    ]


def counting(spells: Sequence[Spell]) -> list[Spell]:
    """Return the spells of a seat that a hand can fall into."""
    return [spell for spell, later in zip(spells, [*spells[1:], None], strict=True) if _counts(spell, later)]


def sat_most(spells: Sequence[Spell], hands: Sequence[Hand]) -> int:
    """Return the player who sat there for the most of these hands, of several alike the one who did so first.

    Without a hand it is who sat there in the end.

    >>> sat_most((Spell(1, 70, (1, 1)), Spell(2, 80, (1, 3))), [(1, number) for number in range(1, 6)])
    80
    """
    if len(spells) == 1:
        return spells[0].player_id
    times = Counter(spell_at(spells, hand).player_id for hand in hands)
    return max(times, key=lambda player: times[player]) if times else spells[-1].player_id


def _counts(spell: Spell, later: Spell | None) -> bool:
    return later is None or later.begins > spell.begins
