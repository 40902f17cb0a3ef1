"""One theory for the Howell and the reduced Howell: in each round everybody who moves takes the next lower one's place.

In R rounds the movers are the numbers 0 to R - 1, counted round; S pairs stay, each at a table of its own. A table of
two movers is written (north, east, boards): who sits there in round 0, and the number of the set of boards. A table of
one who stays is written (mover, boards). In round r all these numbers are r more. So everybody who moves sits once in
every place, and each set of boards goes down from table to table.

Such a plan is good in all its rounds if it is in its first: every mover has one place; no difference north - east comes
twice, in either direction, so that nobody meets the same pair twice; all sets of boards differ; and all differences
boards - mover differ, so that every mover plays every set once. Those who stay play every set by sitting there.
With S = 1 that is a Howell, with more a reduced one; with S = R (and R odd) it is a Mitchell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.movements.laid_out import Row

if TYPE_CHECKING:
    from collections.abc import Iterable

MovingTable = tuple[int, int, int]
StayingTable = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CyclicPlan:
    """Round 0: tables of two movers, and tables of one mover and one who stays."""

    rounds: int
    moving: tuple[MovingTable, ...]
    staying: tuple[StayingTable, ...]

    @property
    def places(self) -> int:
        """How many pairs play."""
        return self.rounds + len(self.staying)

    def is_legal(self) -> bool:
        """Whether nobody meets twice, no set is at two tables, and every mover plays each set once."""
        movers = [mover for north, east, _ in self.moving for mover in (north, east)]
        movers += [mover for mover, _ in self.staying]
        steps = [step for north, east, _ in self.moving for step in (north - east, east - north)]
        sets = [boards for *_, boards in (*self.moving, *self.staying)]
        ways = [boards - mover for north, east, boards in self.moving for mover in (north, east)]
        ways += [boards - mover for mover, boards in self.staying]
        return len(movers) == self.rounds > 0 and all(map(self._differ, (movers, sets, ways, [0, *steps])))

    def _differ(self, numbers: Iterable[int]) -> bool:
        reduced = [number % self.rounds for number in numbers]
        return len(set(reduced)) == len(reduced)

    def normal(self) -> CyclicPlan:
        """Return the same plan with the sets counted from the first who stays, and the tables in order of their sets.

        That the sets at neighbouring tables follow each other is what lets them go down from table to table.
        """
        begin = self.staying[0][1]
        moving = ((north, east, (boards - begin) % self.rounds) for north, east, boards in self.moving)
        staying = ((mover, (boards - begin) % self.rounds) for mover, boards in self.staying)
        return CyclicPlan(
            self.rounds,
            tuple(sorted(moving, key=lambda table: table[2])),
            tuple(sorted(staying, key=lambda table: table[1])),
        )

    def rows(self, number: int) -> tuple[Row, ...]:
        """Return the tables of round ``number`` (from 0) in order of their sets in round 0; who stays comes first."""
        count = self.rounds
        tables = [(boards, north, east) for north, east, boards in self.moving]
        tables += [(boards, count + stay, mover) for stay, (mover, boards) in enumerate(self.staying)]

        def moved(place: int) -> int:
            return place if place >= count else (place + number) % count

        return tuple(Row(moved(north), moved(east), (moved(boards),)) for boards, north, east in sorted(tables))
