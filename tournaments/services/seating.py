"""A plan turned into tables, seats and people. Called inside the transaction that publishes a draw."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.errors import PlayerSeatedTwice
from tournaments.models import Occupancy, Round, RoundEntry, Seat, Table, Tournament
from tournaments.movements.schedule import RoundPlan, TablePlan, round_from_json
from tournaments.selectors.draws import EntryForDraw
from tournaments.selectors.names import player_names
from tournaments.services.legs import open_first_legs
from tournaments.services.links import extend_links
from tournaments.table_facts import TableFacts, facts_at, kind_of_entrants, side_seats


def seat_round(
    round_: Round,
    tournament: Tournament,
    plan: Mapping[str, Any],
    entries: Sequence[EntryForDraw],
    *,
    absent: Mapping[int, bool],
    for_play: bool = True,
    now: dt.datetime,
) -> None:
    """Store who sits where, and the games about to be played. Raises PlayerSeatedTwice.

    ``absent``: who misses the round, and whether that is worth to them what a sit-out is worth. Table links are made
    for what is ``for_play`` only.
    """
    drawn = round_from_json(kind_of_entrants(tournament.entry_kind), plan)
    people = {entry.entry_id: entry.players for entry in entries}
    _refuse_doubles(drawn, people, tournament)
    _store_roles(round_, drawn, absent)
    seat_tables(round_, tournament, drawn.tables, people, for_play=for_play, now=now)


def seat_tables(
    round_: Round,
    tournament: Tournament,
    plans: Sequence[TablePlan],
    people: Mapping[int, tuple[int, ...]],
    *,
    for_play: bool = True,
    now: dt.datetime,
) -> list[Table]:
    """Store tables with the entries that have a part in the round already, and their first games."""
    tables = Table.objects.bulk_create(Table(round=round_, number=planned.number) for planned in plans)
    facts = [facts_at(tournament.entry_kind, planned) for planned in plans]
    _store_seats(tournament, tables, plans, facts, people)
    firsts = [planned.first or 0 for planned in plans]
    open_first_legs(tournament, list(zip(tables, facts, firsts, strict=True)))
    if for_play:
        extend_links(tournament, (planned.number for planned in plans), now=now)
    return tables


def _refuse_doubles(drawn: RoundPlan, people: Mapping[int, tuple[int, ...]], tournament: Tournament) -> None:
    """The database refuses it too; here it is said by name."""
    seated = Counter(player for entry in drawn.seated for player in people[entry])
    doubles = [player for player, times in seated.items() if times > 1]
    if doubles:
        raise PlayerSeatedTwice(name=player_names(doubles, tournament.club_id)[doubles[0]])


def _store_roles(round_: Round, drawn: RoundPlan, absent: Mapping[int, bool]) -> None:
    """Store what each entry does; one that has withdrawn does nothing."""
    roles = ((RoundEntry.Role.SEATED, drawn.seated), (RoundEntry.Role.SIT_OUT, drawn.out))
    rows = [RoundEntry(round=round_, entry_id=entry, role=role) for role, entries in roles for entry in entries]
    rows += [
        RoundEntry(round=round_, entry_id=entry, role=RoundEntry.Role.ABSENT, like_sit_out=like_sit_out)
        for entry, like_sit_out in absent.items()
    ]
    RoundEntry.objects.bulk_create(rows)


def _store_seats(
    tournament: Tournament,
    tables: Sequence[Table],
    plans: Sequence[TablePlan],
    facts: Sequence[TableFacts],
    people: Mapping[int, tuple[int, ...]],
) -> None:
    """Seat the entries of each side in their order: a person each, or both players of a pair.

    A statement for all seats and one for all people, however many tables there are.
    """
    layouts = {its: side_seats(tournament.kind, its) for its in set(facts)}
    seats: list[Seat] = []
    sitting: list[int] = []
    for table, planned, its in zip(tables, plans, facts, strict=True):
        for side, (indexes, entrants) in enumerate(zip(layouts[its], planned.sides, strict=True)):
            who = [(entry, player) for entry in entrants for player in people[entry]]
            for index, (entry, player) in zip(indexes, who, strict=True):
                seats.append(Seat(table_id=table.pk, round_id=table.round_id, index=index, side=side, entry_id=entry))
                sitting.append(player)
    Seat.objects.bulk_create(seats)
    Occupancy.objects.bulk_create(
        Occupancy(seat_id=seat.pk, round_id=seat.round_id, player_id=player)
        for seat, player in zip(seats, sitting, strict=True)
    )
