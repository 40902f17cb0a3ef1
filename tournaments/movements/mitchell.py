"""Mitchell movements of fixed pairs: one field stays at its tables, NS, the other moves up a table after each round.

With T tables, in round r (from 0), table t has the moving pair t - r and the boards t + r, counted round. So everybody
has each set of boards once if T is odd. If T is even, either the moving pairs leave out one table after T/2 rounds (a
skip), which leaves T - 1 rounds; or a set of boards rests in each round halfway, and the first and the last table play
the same boards (relay and share), which makes T rounds. If the number of pairs is odd the phantom stays at the last
table: that table is not laid, so nothing has to be shared. Without boards T rounds can always be played.

Nobody meets a pair of the own field. Where both are to be compared, all tables are turned round in the last round: once
in seven to nine rounds compares best, twice is worse than not at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.movements.laid_out import Places, Row, lay_out
from tournaments.movements.planned import DEFAULT_BOARDS, Planned, check_entries, check_rounds, check_staying
from tournaments.movements.schedule import Remark, Schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.movements.schedule import Claim

FEWEST = 3


def mitchell(
    entrants: Sequence[int],
    rounds: int | None = None,
    *,
    boards: int = DEFAULT_BOARDS,
    arrow_switch: bool = False,
    stationary: Sequence[int] = (),
) -> Planned:
    """Return a Mitchell of so many rounds, or of as many as there can be without sharing boards.

    Those who stay are the first in entry order, and those of ``stationary``. ``boards`` are those that a table plays in
    a round; 0 for none. Raises TooFewEntries, StayingUnknown, and what is a MovementNotPossible.
    """
    tables = check_entries(entrants, FEWEST, ("round_robin", 1)) // 2
    is_odd = len(entrants) % 2 == 1
    shares = tables % 2 == 0 and boards > 0 and not is_odd
    length = check_rounds(entrants, tables - (shares and tables > 2) if rounds is None else rounds, 1, tables)
    asked = check_staying(entrants, stationary, tables - is_odd, length)
    places = _places(entrants, asked, tables)
    skips = shares and length < tables
    rows = [_round(tables, number, skips=skips) for number in range(length)]
    if arrow_switch:
        rows[-1] = tuple(row.turned() for row in rows[-1])
    plans = lay_out(rows, places, free="none", boards=boards)
    claims: dict[str, Claim] = {"meet_max": 1, "first_balance": 1, "out_max": int(is_odd), "out_once_first": True}
    claims["out_spread"] = int(is_odd)
    if boards:
        is_whole = length == tables and not is_odd
        claims |= {"board_once": True, "board_apart": not shares or skips, "board_all": is_whole}
    schedule = Schedule("pairs", tuple(entrants), plans, claims, stationary=places.staying)
    remarks = [*_stay(schedule), *_boards(schedule, tables, skips=skips), *_switch(schedule, switched=arrow_switch)]
    return Planned(schedule, tuple(remarks))


def _places(entrants: Sequence[int], stationary: Sequence[int], tables: int) -> Places:
    """Return the places: those who move, then those who stay, each in entry order."""
    staying = tables - len(entrants) % 2
    others = [entrant for entrant in entrants if entrant not in stationary]
    stay = {*stationary, *others[: staying - len(stationary)]}
    moving = [entrant for entrant in entrants if entrant not in stay]
    kept = [entrant for entrant in entrants if entrant in stay]
    return Places((*moving, *kept, *([None] * (len(entrants) % 2))), tables)


def _round(tables: int, number: int, *, skips: bool) -> tuple[Row, ...]:
    """Return round ``number`` (from 0) by places: those who move first, then those who stay."""
    skipped = int(skips and number >= tables // 2)
    rows = []
    for table in range(tables):
        rested = int(not skips and tables % 2 == 0 and table >= tables // 2)
        rows.append(Row(tables + table, (table - number - skipped) % tables, ((table + number + rested) % tables,)))
    return tuple(rows)


def _stay(schedule: Schedule) -> Iterator[Remark]:
    staying = list(schedule.stationary)
    yield Remark("movement.stay", {"entrants": staying})
    yield Remark("movement.two_fields")
    if len(schedule.entrants) % 2:
        yield Remark("movement.out_movers", {"entrants": staying})


def _boards(schedule: Schedule, tables: int, *, skips: bool) -> Iterator[Remark]:
    half = tables // 2
    if skips and len(schedule.rounds) > half:
        yield Remark("movement.skip", {"after": half})
    elif tables % 2 == 0 and not skips and schedule.rounds[0].tables[0].boards:
        if schedule.claims["board_apart"]:
            yield Remark("movement.rest", {"after": half})
        else:
            yield Remark("movement.relay", {"tables": [1, tables], "after": half})


def _switch(schedule: Schedule, *, switched: bool) -> Iterator[Remark]:
    if switched:
        yield Remark("movement.arrow_switched", {"round": len(schedule.rounds)})
