"""A whole event on paper: the rounds that were published and those that the movement plans if nobody comes or goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.models import Entry, Tournament
from tournaments.movements.guide import moves_by_rule
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import RoundPlan, Schedule, TablePlan
from tournaments.selectors.draws import plan_ahead
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.names import entry_names
from tournaments.selectors.tables import side_label
from tournaments.selectors.tournaments import first_stage
from tournaments.table_facts import facts_at, kind_of_entrants, side_seats


@dataclass(frozen=True, slots=True)
class ChartEntry:
    """An entry by the number that the hall calls it by."""

    entry_id: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ChartTable:
    """A table: its sides from North on, each a label with the entries there."""

    number: int
    sides: tuple[tuple[str, tuple[ChartEntry, ...]], ...]


@dataclass(frozen=True, slots=True)
class ChartRound:
    """A round; ``is_planned``: it is not published yet, and may still change."""

    number: int
    is_planned: bool
    tables: tuple[ChartTable, ...]
    out: tuple[ChartEntry, ...]


@dataclass(frozen=True, slots=True)
class Appointment:
    """Where an entry is in a round; without a table it sits out."""

    round: int
    is_planned: bool
    table: int | None
    side: str
    partners: tuple[ChartEntry, ...]
    opponents: tuple[ChartEntry, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """An event: who takes part, and each round that is known; ``rounds_planned`` there are to be in all.

    ``moves``: who after each round goes to where another was, with that one, if everybody finds the way by it.
    ``has_byes``: who has no table has a bye, as in a knock-out.
    """

    entries: tuple[ChartEntry, ...]
    rounds: tuple[ChartRound, ...]
    rounds_planned: int
    moves: tuple[tuple[ChartEntry, ChartEntry], ...]
    has_byes: bool

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of all tables that are ever used."""
        return tuple(sorted({table.number for round_ in self.rounds for table in round_.tables}))

    def appointments(self) -> dict[int, list[Appointment]]:
        """Return by id where each entry is, round by round; a round that it has no part in is left out."""
        found: dict[int, list[Appointment]] = {entry.entry_id: [] for entry in self.entries}
        for round_ in self.rounds:
            for entry_id, appointment in _appointments_in(round_):
                found[entry_id].append(appointment)
        return found

    def visits(self) -> dict[int, list[tuple[ChartRound, ChartTable | None]]]:
        """Return by number who sits at each table, round by round."""
        laid = [{table.number: table for table in round_.tables} for round_ in self.rounds]
        return {
            number: [(round_, tables.get(number)) for round_, tables in zip(self.rounds, laid, strict=True)]
            for number in self.tables
        }


def chart_of(tournament: Tournament) -> Chart:
    """Return the event as far as it is known."""
    stage = first_stage(tournament.pk)
    names = entry_names(tournament.pk, tournament.club_id)
    rows = Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", "number", "status")
    known = {entry_id: ChartEntry(entry_id, number, names[entry_id]) for entry_id, number, _status in rows}
    played = rounds_so_far(tournament)
    ahead = _ahead(tournament)
    playing = {entry_id for entry_id, _number, status in rows if status == Entry.Status.ACTIVE}
    seen = {entrant for plan in (*played, *ahead) for entrant in plan.present}
    return Chart(
        entries=tuple(entry for entry_id, entry in known.items() if entry_id in playing | seen),
        rounds=tuple(
            _round(tournament, plan, known, is_planned=place >= len(played))
            for place, plan in enumerate((*played, *ahead))
        ),
        rounds_planned=stage.rounds_planned,
        moves=tuple((known[one], known[other]) for one, other in _moves(tournament, (*played, *ahead)).items()),
        has_byes=MOVEMENTS[stage.movement].knocks_out,
    )


def _moves(tournament: Tournament, plans: tuple[RoundPlan, ...]) -> Mapping[int, int]:
    there = frozenset[int]().union(*(plan.present for plan in plans))
    return moves_by_rule(Schedule(kind_of_entrants(tournament.entry_kind), tuple(sorted(there)), plans))


def schedule_of(tournament: Tournament) -> Schedule:
    """Return the event as far as it is known as a schedule, for programs and for ``verify_movement``."""
    return Schedule(
        kind=kind_of_entrants(tournament.entry_kind),
        entrants=tuple(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True)),
        rounds=(*rounds_so_far(tournament), *_ahead(tournament)),
    )


def _ahead(tournament: Tournament) -> tuple[RoundPlan, ...]:
    try:
        return plan_ahead(tournament)
    except (AllRoundsDrawn, TooFewEntries):
        return ()


def _round(tournament: Tournament, plan: RoundPlan, known: dict[int, ChartEntry], *, is_planned: bool) -> ChartRound:
    return ChartRound(
        number=plan.number,
        is_planned=is_planned,
        tables=tuple(_table(tournament, table, known) for table in plan.tables),
        out=tuple(known[entrant] for entrant in plan.out),
    )


def _table(tournament: Tournament, table: TablePlan, known: dict[int, ChartEntry]) -> ChartTable:
    facts = facts_at(tournament.entry_kind, table)
    labels = (side_label(seats, facts.size) for seats in side_seats(tournament.kind, facts))
    sides = zip(labels, table.sides, strict=True)
    return ChartTable(table.number, tuple((label, tuple(known[entrant] for entrant in side)) for label, side in sides))


def _appointments_in(round_: ChartRound) -> Iterator[tuple[int, Appointment]]:
    """Yield where everybody is in a round, by id."""
    for table in round_.tables:
        for at, (label, side) in enumerate(table.sides):
            others = (other for place, (_label, them) in enumerate(table.sides) if place != at for other in them)
            opponents = tuple(others)
            for entry in side:
                partners = tuple(other for other in side if other.entry_id != entry.entry_id)
                yield (
                    entry.entry_id,
                    Appointment(round_.number, round_.is_planned, table.number, label, partners, opponents),
                )
    for entry in round_.out:
        yield entry.entry_id, Appointment(round_.number, round_.is_planned, None, "", (), ())
