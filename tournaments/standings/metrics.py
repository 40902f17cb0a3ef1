"""What each entry has: tallies over its tables, the worth of its sit-outs, adjustments, and what follows from them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.standings.criteria import AVERAGE, FIRST_SIDE, NET_POINTS, SIT_OUTS, TABLES_PLAYED
from tournaments.standings.meetings import NET, NOTHING, POSITION, Meeting, Number, Worth, meetings_of, total
from tournaments.standings.results import Adjustment, SitOut, SitOutKind, TableKind, TableResult, TallyKey, plain
from tournaments.standings.rules import StandingRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Parts:
    """What a tally is made up of."""

    tables: Fraction = Fraction(0)
    sit_outs: Fraction = Fraction(0)
    adjustments: Fraction = Fraction(0)

    @property
    def total(self) -> Fraction:
        """The value that counts."""
        return self.tables + self.sit_outs + self.adjustments


@dataclass(frozen=True, slots=True)
class EntryMetrics:
    """What an entry has. ``values`` has every metric by its key; ``numbers`` the tallies and the net points as added.

    ``tables_played`` leaves forfeits out, ``sit_outs`` absences.
    """

    entry: int
    meetings: tuple[Meeting, ...]
    parts: Mapping[TallyKey, Parts]
    values: dict[str, Fraction]
    numbers: Worth
    tables_played: int
    forfeits: int
    sit_outs: int
    absences: int


def measure_entries(
    entries: Sequence[int],
    tables: Iterable[TableResult],
    sit_outs: Iterable[SitOut] = (),
    adjustments: Iterable[Adjustment] = (),
    rules: StandingRules = StandingRules(),  # noqa: B008 - frozen, and every field of it is
) -> dict[int, EntryMetrics]:
    """Return the metrics of each entry.

    Raises KeyError if a table, sit-out or adjustment is of an entry that is not among ``entries``.
    """
    rounds = meetings_of(entries, tables, sit_outs, rules)
    adjusted: dict[int, list[Number]] = {entry: list(NOTHING) for entry in entries}
    for adjustment in adjustments:
        adjusted[adjustment.entry][POSITION[adjustment.metric]] += plain(adjustment.amount)
    for sums in adjusted.values():
        sums[NET] = sums[POSITION[TallyKey.POINTS]] - sums[POSITION[TallyKey.POINTS_AGAINST]]
    return {entry: _measured(entry, meetings, tuple(adjusted[entry])) for entry, meetings in rounds.items()}


def _measured(entry: int, meetings: Sequence[Meeting], adjusted: Worth) -> EntryMetrics:
    played = total(meeting.own for meeting in meetings if meeting.is_table)
    idle = total(meeting.own for meeting in meetings if not meeting.is_table)
    kinds = Counter(meeting.kind for meeting in meetings)
    numbers = total((played, idle, adjusted))
    values = {key.value: Fraction(numbers[place]) for key, place in POSITION.items()}
    values[NET_POINTS] = Fraction(numbers[NET])
    tables = kinds[TableKind.PLAYED] + kinds[TableKind.FORFEIT]
    counted = total((played, adjusted))
    for key, place in (*((key.value, place) for key, place in POSITION.items()), (NET_POINTS, NET)):
        values[key + AVERAGE] = Fraction(counted[place], tables) if tables else Fraction(0)
    idle_rounds = len(meetings) - tables - kinds[SitOutKind.ABSENT]
    values[TABLES_PLAYED] = Fraction(kinds[TableKind.PLAYED])
    values[SIT_OUTS] = Fraction(idle_rounds)
    values[FIRST_SIDE] = Fraction(sum(meeting.side == 0 for meeting in meetings))
    return EntryMetrics(
        entry=entry,
        meetings=tuple(meetings),
        parts={
            key: Parts(Fraction(played[place]), Fraction(idle[place]), Fraction(adjusted[place]))
            for key, place in POSITION.items()
        },
        values=values,
        numbers=numbers,
        tables_played=kinds[TableKind.PLAYED],
        forfeits=kinds[TableKind.FORFEIT],
        sit_outs=idle_rounds,
        absences=kinds[SitOutKind.ABSENT],
    )
