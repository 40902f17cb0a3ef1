"""How far each came in a knock-out: the rounds that it survived, with what each of its rounds says about that.

A round counts as survived by who won a table in it, or had a bye and is not known to be out; and every round before the
last one in which somebody sat, or had a bye, however that came about. So the winner has as many as there were rounds,
the other finalist one fewer, those who lost a semi-final two fewer. A table that ended level is survived by who was
better in a play-off or a cut of cards that all of the table were in.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.standings.meetings import POSITION, Meeting
from tournaments.standings.results import TallyKey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.standings.metrics import EntryMetrics
    from tournaments.standings.results import Decision


class Survival:
    """Works out the rounds survived from the meetings of all entries and the decisions that were taken."""

    def __init__(self, metrics: Mapping[int, EntryMetrics], decisions: Sequence[Decision]) -> None:
        self._metrics = metrics
        self._decisions = decisions
        self._latest = max((self._last(one.meetings) for one in metrics.values()), default=0)

    def value(self, entry: int) -> Fraction:
        """Return how many rounds an entry has survived."""
        return Fraction(sum(count for _meeting, count in self.shares(entry)))

    def shares(self, entry: int) -> list[tuple[Meeting, int]]:
        """Return the rounds that an entry was in, and how many rounds each of them adds: those missed between, too."""
        meetings = [meeting for meeting in self._metrics[entry].meetings if _is_there(meeting)]
        shares = []
        counted = 0
        for place, meeting in enumerate(meetings, 1):
            if place < len(meetings):
                survived = meetings[place].round - 1
            else:
                survived = meeting.round if self._goes_on(entry, meeting) else meeting.round - 1
            shares.append((meeting, survived - counted))
            counted = survived
        return shares

    def _last(self, meetings: Sequence[Meeting]) -> int:
        return max((meeting.round for meeting in meetings if _is_there(meeting)), default=0)

    def _goes_on(self, entry: int, meeting: Meeting) -> bool:
        """Whether the last round of an entry was not the one in which it went out."""
        if not meeting.is_table:
            return meeting.round == self._latest
        if self._has_won(entry, meeting):
            return True
        if any(self._has_won(other, meeting) for other in meeting.opponents):
            return False
        among = {entry, *meeting.opponents}
        for decision in reversed(self._decisions):
            if among <= set(decision.order):
                return min(among, key=decision.order.index) == entry
        return False

    def _has_won(self, entry: int, meeting: Meeting) -> bool:
        its = (one for one in self._metrics[entry].meetings if one.round == meeting.round and one.is_table)
        return any(one.own[POSITION[TallyKey.WINS]] for one in its)


def _is_there(meeting: Meeting) -> bool:
    return meeting.is_table or meeting.is_idle
