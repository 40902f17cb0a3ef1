"""Past days of a player of which a result was corrected after it had been rated."""

import datetime as dt
from dataclasses import dataclass

from ratings.models import RatingPool
from ratings.selectors.ledger import corrected_tables
from tournaments.selectors.corrections import CorrectionView, corrections_at


@dataclass(frozen=True, slots=True)
class CorrectedTable:
    """A table that counts otherwise than when it was first rated; ``corrections`` are why, as far as that is known."""

    table_id: int
    corrected_at: dt.datetime
    corrections: tuple[CorrectionView, ...]


def corrected_days(pool: RatingPool, player_id: int) -> dict[dt.date, list[CorrectedTable]]:
    """Return by day which of a player's tables were corrected: one query, and three more if there are any."""
    found = corrected_tables(pool, player_id)
    reasons = corrections_at({table.table_id: table.first_known_at for table in found})
    days: dict[dt.date, list[CorrectedTable]] = {}
    for table in found:
        told = CorrectedTable(table.table_id, table.corrected_at, tuple(reasons[table.table_id]))
        days.setdefault(table.day, []).append(told)
    return days
