"""What was arranged for single entries of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.models import Tournament
from tournaments.selectors.tournaments import first_stage


@dataclass(frozen=True, slots=True)
class Arrangements:
    """Entries that keep their table, in the order in which they choose one; the entry of the house, if there is one.

    ``fixed_tables`` are entries with the number of the table that each sits at in every round; each number once.
    """

    staying: tuple[int, ...] = ()
    house: int | None = None
    fixed_tables: tuple[tuple[int, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return them as the stage keeps them."""
        fixed = [list(pair) for pair in self.fixed_tables]
        return {"staying": list(self.staying), "house": self.house, "fixed_tables": fixed}


def arrangements_of(tournament: Tournament) -> Arrangements:
    """Return what is arranged."""
    settings = first_stage(tournament.pk).settings
    fixed = tuple((entry, table) for entry, table in settings.get("fixed_tables", ()))
    return Arrangements(tuple(settings.get("staying", ())), settings.get("house"), fixed)
