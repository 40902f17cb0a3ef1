"""A table as people see it: who sits where, what was played, what comes next."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gameplay.statements import Statement
from tournaments.errors import ThingNotFound
from tournaments.models import Leg, Round, Seat, Table, Tournament
from tournaments.selectors.agreements import AgreementView, view_agreements
from tournaments.selectors.handicaps import games_with, handicaps_of, starts_of
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.progress import TableProgress, read_table, read_tables
from tournaments.selectors.rulings import RulingView, view_rulings
from tournaments.selectors.sitting import Spell, spells_of, substitutions_in

COMPASS = ("N", "E", "S", "W")
_ROUND_IS_COMPLETE = Statement("""
    SELECT NOT EXISTS (SELECT 1 FROM tournaments_table WHERE round_id = %(round)s AND status = 'in_play')
""")


@dataclass(frozen=True, slots=True)
class SubstitutionView:
    """Somebody who took over a seat from a hand on; ``id`` is that of the occupancy."""

    id: int
    player_out_id: int
    player_out_name: str
    player_in_id: int
    player_in_name: str
    leg: int
    hand: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with the person who sits in it now, and who took it over from whom before."""

    index: int
    label: str
    side: int
    entry_id: int
    entry_number: int
    entry_name: str
    player_id: int
    player_name: str
    substitutions: tuple[SubstitutionView, ...] = ()


@dataclass(frozen=True, slots=True)
class WithStart:
    """What a complete table gave to a side in the standings, the ``given`` points among its ``points``."""

    games_won: str
    points: int
    given: int


@dataclass(frozen=True, slots=True)
class SideView:
    """A side of a table: the names of its entries, its games won and its points so far, as they were played.

    ``start``: the points that it is given in every game; ``with_start`` is None while the table is not complete, where
    the director decided it, and where nobody there is given any.
    """

    index: int
    label: str
    entry_ids: tuple[int, ...]
    name: str
    games_won: str
    points: int
    start: int = 0
    with_start: WithStart | None = None


@dataclass(frozen=True, slots=True)
class NextHand:
    """What the table plays next."""

    leg: int
    number: int
    starter: int
    starter_label: str
    starter_name: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table, its people and its games; nothing is played next at one that the director decided."""

    table: Table
    round: Round
    tournament: Tournament
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    progress: TableProgress
    next_hand: NextHand | None
    ruling: RulingView | None = None
    agreement: AgreementView | None = None

    @property
    def waits_for_agreement(self) -> bool:
        """Whether it is complete, and somebody still has to agree to it."""
        is_complete = self.table.status == Table.Status.COMPLETE
        return is_complete and self.agreement is not None and not self.agreement.is_settled

    @property
    def starter_role(self) -> str:
        """``dealer`` or ``opener``."""
        return self.progress.legs[0].game.kind.starter_field


def seat_label(index: int, players: int) -> str:
    """Return what a seat is called: N E S W at four-handed tables, else its number from 1.

    >>> seat_label(1, 4), seat_label(1, 3)
    ('E', '2')
    """
    return COMPASS[index] if players == 4 else str(index + 1)


def side_label(seats: Iterable[int], players: int) -> str:
    """Return what a side is called, such as NS, or 1-4 where seats have numbers.

    >>> side_label((0, 2), 4), side_label((0, 3), 6), side_label((2,), 3)
    ('NS', '1-4', '3')
    """
    labels = [seat_label(index, players) for index in sorted(seats)]
    return ("" if players == 4 else "-").join(labels)


def get_table(table_id: int) -> TableView:
    """Return one table; raises ThingNotFound."""
    try:
        table = Table.objects.select_related("round__tournament__club").get(
            pk=table_id, round__tournament__taken_out_at=None
        )
    except Table.DoesNotExist:
        raise ThingNotFound(thing="table") from None
    tournament = table.round.tournament
    legs = list(Leg.objects.filter(table=table).select_related("game").order_by("number"))
    seats = seats_of([table], tournament)[table.pk]
    ruling = view_rulings([table], tournament).get(table.pk)
    progress = read_table(table, legs, tournament)
    agreement = view_agreements(tournament, {table.pk: progress}).get(table.pk)
    return _view(table, seats, progress, ruling, agreement, handicaps_of(tournament))


def tables_of_round(round_: Round) -> list[TableView]:
    """Return all tables of a published round, in order of number; the number of queries does not grow with them."""
    tables = Table.objects.filter(round=round_).select_related("round__tournament__club").order_by("number")
    return view_tables(list(tables), round_.tournament)


def view_tables(tables: list[Table], tournament: Tournament) -> list[TableView]:
    """Return several tables of one tournament, as given; the number of queries does not grow with them."""
    seats = seats_of(tables, tournament)
    progress = read_tables(tournament, tables)
    rulings = view_rulings(tables, tournament)
    agreements = view_agreements(tournament, progress)
    handicaps = handicaps_of(tournament)
    return [
        _view(table, seats[table.pk], progress[table.pk], rulings.get(table.pk), agreements.get(table.pk), handicaps)
        for table in tables
    ]


def current_table(tournament: Tournament, number: int) -> Table | None:
    """Return the table of a number in the latest published round: the one a table link opens."""
    rows = Table.objects.filter(round__tournament=tournament, number=number)
    rows = rows.exclude(round__status__in=Round.NOT_PLAYED)
    return rows.select_related("round__tournament__club").order_by("-round__number").first()


def seats_of(tables: Iterable[Table], tournament: Tournament) -> dict[int, tuple[SeatView, ...]]:
    """Return the seats of several tables with the people who sit in them now."""
    ids = [table.pk for table in tables]
    seats = list(Seat.objects.filter(table_id__in=ids).select_related("entry").order_by("table_id", "index"))
    spells = spells_of(ids)
    people = player_names(
        (spell.player_id for of_table in spells.values() for of_seat in of_table.values() for spell in of_seat),
        tournament.club_id,
    )
    entries = entry_names(tournament.pk, tournament.club_id)
    by_table: dict[int, list[Seat]] = {table_id: [] for table_id in ids}
    for seat in seats:
        by_table[seat.table_id].append(seat)
    return {
        table_id: tuple(
            SeatView(
                index=seat.index,
                label=seat_label(seat.index, len(rows)),
                side=seat.side,
                entry_id=seat.entry_id,
                entry_number=seat.entry.number,
                entry_name=entries[seat.entry_id],
                player_id=spells[table_id][seat.index][-1].player_id,
                player_name=people[spells[table_id][seat.index][-1].player_id],
                substitutions=_substitutions(spells[table_id][seat.index], people),
            )
            for seat in rows
        )
        for table_id, rows in by_table.items()
    }


def _substitutions(spells: tuple[Spell, ...], people: Mapping[int, str]) -> tuple[SubstitutionView, ...]:
    return tuple(
        SubstitutionView(
            id=taken.occupancy_id,
            player_out_id=taken.player_out_id,
            player_out_name=people[taken.player_out_id],
            player_in_id=taken.player_in_id,
            player_in_name=people[taken.player_in_id],
            leg=taken.since[0],
            hand=taken.since[1],
        )
        for taken in substitutions_in(spells)
    )


def next_hand(progress: TableProgress, names: Mapping[int, str]) -> NextHand | None:
    """Return what is played next, with the starter's name from ``names`` by seat."""
    leg = progress.open_leg
    if leg is None:
        return None
    starter = leg.game.next_starter
    players = leg.game.kind.players(leg.game.rules)
    return NextHand(
        leg=leg.number,
        number=leg.game.next_number,
        starter=starter,
        starter_label=seat_label(starter, players),
        starter_name=names.get(starter, ""),
        scores=leg.game.state.scores,
    )


def round_is_complete(round_id: int) -> bool:
    """Whether every table of a round is complete."""
    return _ROUND_IS_COMPLETE.rows({"round": round_id}) == [(True,)]


def clock_ends_at(round_: Round) -> dt.datetime | None:
    """Return when the clock of a round runs out; None while it has not been started."""
    if round_.clock_started_at is None or round_.clock_minutes is None:
        return None
    return round_.clock_started_at + dt.timedelta(minutes=round_.clock_minutes)


def entries_by_side(seats: Iterable[SeatView]) -> list[tuple[int, ...]]:
    """Return the entries at each side, each entry once."""
    found: dict[int, dict[int, None]] = {}
    for seat in seats:
        found.setdefault(seat.side, {})[seat.entry_id] = None
    return [tuple(found[side]) for side in sorted(found)]


def view_table(table: Table, seats: tuple[SeatView, ...], progress: TableProgress) -> TableView:
    """Return a table with its people as ``progress`` has it, whatever is in the books."""
    return _view(table, seats, progress, None, None, {})


def _view(
    table: Table,
    seats: tuple[SeatView, ...],
    progress: TableProgress,
    ruling: RulingView | None,
    agreement: AgreementView | None,
    handicaps: Mapping[int, int],
) -> TableView:
    by_side: dict[int, list[SeatView]] = {}
    for seat in seats:
        by_side.setdefault(seat.side, []).append(seat)
    entries = entries_by_side(seats)
    # What the director decides has no start.
    starts = starts_of({} if ruling else handicaps, entries)
    counted = _with_starts(table, progress, starts)
    if table.broken_off and not any(games_with(starts, progress, broken_off=table.broken_off)[1]):
        # Nor has a game that time broke off and that is shared whatever the score, or counts for nobody.
        starts, counted = (0,) * len(starts), None
    sides = tuple(
        SideView(
            index=index,
            label=side_label((seat.index for seat in members), len(seats)),
            entry_ids=entries[index],
            name=" + ".join(dict.fromkeys(seat.entry_name for seat in members)),
            games_won=str(progress.games_won[index]),
            points=progress.points[index],
            start=starts[index],
            with_start=None if counted is None else counted[index],
        )
        for index, members in sorted(by_side.items())
    )
    return TableView(
        table=table,
        round=table.round,
        tournament=table.round.tournament,
        seats=seats,
        sides=sides,
        progress=progress,
        next_hand=None if ruling else next_hand(progress, {seat.index: seat.player_name for seat in seats}),
        ruling=ruling,
        agreement=agreement,
    )


def _with_starts(table: Table, progress: TableProgress, starts: tuple[int, ...]) -> tuple[WithStart, ...] | None:
    if not any(starts) or not progress.winners:
        return None
    won, given = games_with(starts, progress, broken_off=table.broken_off)
    return tuple(
        WithStart(str(games), points + more, more)
        for games, points, more in zip(won, progress.points, given, strict=True)
    )
