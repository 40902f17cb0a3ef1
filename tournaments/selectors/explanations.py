"""How the figures of an entry came about, and what puts it above the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.selectors.book import rules_of
from tournaments.selectors.figures import LABELS
from tournaments.selectors.standings import Field, book_of_field, columns_of
from tournaments.standings.criteria import Criterion
from tournaments.standings.ranking import Book, Standing
from tournaments.standings.workings import Working, work_out


@dataclass(frozen=True, slots=True)
class Explained:
    """An entry's row with the working of every figure: first those that rank, in their order, then the usual ones."""

    row: Standing
    workings: tuple[Working, ...]

    @property
    def label(self) -> str:
        """The rank as it is shown."""
        return self.row.label


@dataclass(frozen=True, slots=True)
class Explanations:
    """The explanations by entry, and what entries and figures are called."""

    entries: dict[int, Explained]
    names: dict[int, str]

    @staticmethod
    def title(working: Working) -> str:
        """Return what a figure is called, in English."""
        return LABELS[working.criterion.column]


def explain(tournament: Tournament, field: Field, entry_ids: Iterable[int] | None = None) -> Explanations:
    """Return the explanations of some entries of a field, or of all."""
    book = book_of_field(tournament, field)
    ranking = {criterion.column for criterion in book.criteria}
    usual = [Criterion(column) for column in columns_of(rules_of(tournament)) if column not in ranking]
    wanted = [row.entry for row in book.rows] if entry_ids is None else entry_ids
    return Explanations({entry: _explained(book, entry, usual) for entry in wanted}, field.names)


def _explained(book: Book, entry: int, usual: list[Criterion]) -> Explained:
    steps = (*book.criteria, *usual)
    return Explained(book.row_of[entry], tuple(working for step in steps for working in work_out(book, entry, step)))
