"""What is lost with a round that is taken back, and the rounds that were."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Round, RoundChange
from tournaments.selectors.consequences import EntryConsequence
from tournaments.selectors.tables import tables_of_round


@dataclass(frozen=True, slots=True)
class LostTable:
    """A table with hands, or decided, that would count no more."""

    table_id: int
    number: int
    names: tuple[str, ...]
    hands: int
    is_complete: bool
    is_decided: bool


@dataclass(frozen=True, slots=True)
class Losses:
    """What would be lost, on the results of ``version``: whoever confirms it names that version."""

    version: int
    tables: tuple[LostTable, ...]
    entries: tuple[EntryConsequence, ...]

    @property
    def hands(self) -> int:
        """How many hands would count no more."""
        return sum(table.hands for table in self.tables)


def losses_of(round_: Round, version: int, entries: tuple[EntryConsequence, ...]) -> Losses:
    """Return what is lost with a round, given the version of the results and what it makes of the standings."""
    tables = tuple(
        LostTable(
            table_id=view.table.pk,
            number=view.table.number,
            names=tuple(side.name for side in view.sides),
            hands=view.progress.hands_entered,
            is_complete=view.progress.is_complete,
            is_decided=view.ruling is not None,
        )
        for view in tables_of_round(round_)
        if view.progress.hands_entered or view.ruling is not None
    )
    return Losses(version, tables, entries)


def reason_taken_back(round_: Round) -> str:
    """Return why a round was taken back; a draft that went with it has no reason of its own."""
    changes = RoundChange.objects.filter(round=round_, kind=RoundChange.Kind.TAKEN_BACK)
    return changes.values_list("reason", flat=True).first() or ""
