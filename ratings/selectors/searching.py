"""Part of a rating list: whom somebody looks for. Ranks stay those of the whole list."""

from collections.abc import Iterable
from dataclasses import dataclass

from ratings.selectors.players import RatedPlayer
from tournaments.names import has_letters


@dataclass(frozen=True, slots=True)
class Search:
    """Letters of a name, tables at the least, and whether only those who played of late are wanted; all by default."""

    name: str = ""
    tables: int = 0
    active: bool = False


def found(lines: Iterable[RatedPlayer], search: Search) -> list[RatedPlayer]:
    """Return those lines of a list that somebody looks for, in their order."""
    return [
        line
        for line in lines
        if line.tables >= search.tables
        and not (search.active and line.is_inactive)
        and has_letters(line.name, search.name)
    ]
