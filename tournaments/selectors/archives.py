"""The lines of an archive, read and judged: rounds that were played long ago, with every hand by the rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gameplay.errors import RuleViolation
from gameplay.rules.breaking_off import BrokenOff, break_off
from gameplay.rules.chain import replay
from gameplay.rules.kinds import Kind
from gameplay.rules.registry import get_kind
from gameplay.selectors import Progress
from tournaments import archive_errors as said
from tournaments.archive_errors import ArchiveRefused, LineFault
from tournaments.models import Entry, Stage, Tournament
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.selectors.progress import LegProgress, combine
from tournaments.table_facts import PLAYERS_OF_A_PAIR, TableFacts, facts_at, facts_of, side_seats, table_rules

MOST_HANDS = 50_000
MOST_FAULTS = 50
"""As many are said at once."""
HIGHEST_NUMBER = 10_000


@dataclass(slots=True)
class ArchivedLeg:
    """A game with its hands, complete as they are stored, and the seat that starts each of them in a cycle."""

    starters: list[int]
    records: list[dict[str, Any]]


@dataclass(slots=True)
class ArchivedTable:
    """A table that was played out, or at which time was called: ``broken_off`` is what counts then."""

    plan: TablePlan
    legs: list[ArchivedLeg]
    broken_off: str


@dataclass(slots=True)
class ArchivedRound:
    """A round, and the entries that sat out."""

    line: int
    number: int
    date: dt.date
    sit_outs: list[int]
    tables: list[ArchivedTable] = field(default_factory=list)

    @property
    def plan(self) -> RoundPlan:
        """The round as a draw has it."""
        return RoundPlan(self.number, tuple(table.plan for table in self.tables), tuple(self.sit_outs))


def read_archive(tournament: Tournament, stage: Stage, lines: Sequence[Any], *, today: dt.date) -> list[ArchivedRound]:
    """Return the rounds that the lines stand for; a line of None is empty. Raises ArchiveRefused with every fault.

    A round is ``{"round": 3, "date": "2019-03-14", "sit_outs": [5]}``; the tables after it are of that round, each
    ``{"table": 1, "sides": [[1], [2]], "legs": [[record, ...], ...]}`` with entries by number. A record may leave out
    who started: the first hand of the first leg is started by seat 0 then, and the turn goes round. With
    ``"time_called": true`` the last game need not be over by its hands: the tournament says what counts of it.
    """
    return _Reader(tournament, stage, today).read(lines)


class _Fault(Exception):
    def __init__(self, path: str, code: str, template: str, **params: object) -> None:
        super().__init__(code)
        self.path, self.code, self.template, self.params = path, code, template, params


class _Reader:
    def __init__(self, tournament: Tournament, stage: Stage, today: dt.date) -> None:
        self.tournament = tournament
        self.stage = stage
        self.today = today
        self.entries = dict(Entry.objects.filter(tournament=tournament).values_list("number", "pk"))
        self.faults: list[LineFault] = []
        self.rules: dict[TableFacts, tuple[Kind, Any, int]] = {}
        self.hands = 0
        self.seen: set[int] = set()

    def read(self, lines: Sequence[Any]) -> list[ArchivedRound]:
        rounds: list[ArchivedRound] = []
        for number, line in enumerate(lines, 1):
            if line is None:
                continue
            try:
                self._read_line(number, line, rounds)
            except _Fault as fault:
                self.faults.append(LineFault(number, fault.path, fault.code, fault.template, fault.params))
            if len(self.faults) >= MOST_FAULTS:
                break
        for one in rounds:
            if not one.tables and not self.faults:
                self.faults.append(LineFault(one.line, "", "archive.round_empty", said.ROUND_WITHOUT_TABLES))
        if not rounds and not self.faults:
            self.faults.append(LineFault(1, "", "archive.line_unreadable", said.LINE_UNREADABLE))
        if self.faults:
            raise ArchiveRefused(self.faults)
        return rounds

    def _read_line(self, number: int, line: Any, rounds: list[ArchivedRound]) -> None:
        if isinstance(line, Mapping) and line.keys() <= {"round", "date", "sit_outs"} and "round" in line:
            self.seen = set()
            rounds.append(ArchivedRound(number, 0, self.today, []))
            rounds[-1].number = _number(line["round"], "round")
            rounds[-1].date = self._date(line.get("date"))
            rounds[-1].sit_outs = self._entries(line.get("sit_outs", []), "sit_outs")
            return
        if isinstance(line, Mapping) and line.keys() - {"time_called"} == {"table", "sides", "legs"} and rounds:
            rounds[-1].tables.append(self._table(number, line, rounds[-1]))
            return
        raise _Fault("", "archive.line_unreadable", said.LINE_UNREADABLE)

    def _date(self, value: Any) -> dt.date:
        try:
            date = dt.date.fromisoformat(value)
        except (TypeError, ValueError):
            raise _Fault("date", "archive.date", said.DATE_WRONG) from None
        if date > self.today:
            raise _Fault("date", "archive.date", said.DATE_WRONG)
        return date

    def _entries(self, numbers: Any, path: str) -> list[int]:
        if not isinstance(numbers, list):
            raise _Fault(path, "archive.line_unreadable", said.LINE_UNREADABLE)
        found = []
        for place, number in enumerate(numbers):
            at = f"{path}[{place}]"
            if type(number) is not int or number not in self.entries:
                raise _Fault(at, "archive.entry_unknown", said.ENTRY_UNKNOWN, entry=str(number)[:20])
            if number in self.seen:
                raise _Fault(at, "archive.entry_twice", said.ENTRY_TWICE, entry=number)
            self.seen.add(number)
            found.append(self.entries[number])
        return found

    def _table(self, line: int, given: Mapping[str, Any], of: ArchivedRound) -> ArchivedTable:
        number = _number(given["table"], "table")
        if any(table.plan.number == number for table in of.tables):
            raise _Fault("table", "archive.table_twice", said.TABLE_TWICE, table=number)
        sides = given["sides"]
        if not isinstance(sides, list) or not isinstance(given["legs"], list):
            raise _Fault("", "archive.line_unreadable", said.LINE_UNREADABLE)
        seated = tuple(tuple(self._entries(side, f"sides[{place}]")) for place, side in enumerate(sides))
        plan = TablePlan(number, seated, first=0)
        kind, rules, players = self._rules(plan)
        counts = self._counts(given.get("time_called", False), rules)
        legs = self._legs(line, given["legs"], kind, rules, players, counts)
        first = legs[0].starters[0] if legs else 0
        return ArchivedTable(TablePlan(number, seated, first=first), legs, "" if counts is None else counts.value)

    def _counts(self, called: Any, rules: Any) -> BrokenOff | None:
        """Return what counts of a game that time broke off; None where none was called, which by the clock it was."""
        if not isinstance(called, bool):
            raise _Fault("time_called", "archive.line_unreadable", said.LINE_UNREADABLE)
        if _is_timed(rules):
            return BrokenOff.LEADER
        if not called:
            return None
        if self.tournament.when_time_is_up == Tournament.WhenTimeIsUp.DIRECTOR:
            raise _Fault("time_called", "archive.time_counts_nothing", said.TIME_COUNTS_NOTHING)
        return BrokenOff(self.tournament.when_time_is_up)

    def _rules(self, plan: TablePlan) -> tuple[Kind, Any, int]:
        """Return the game of a table, and how many sit there; that these sides fit is seen to."""
        facts = facts_at(self.tournament.entry_kind, plan)
        if facts not in self.rules:
            try:
                options = table_rules(self.tournament.kind, self.tournament.rules, facts)
            except RuleViolation:
                raise _Fault("sides", "archive.sides", said.SIDES_DO_NOT_FIT) from None
            kind, rules = _resolved(self.tournament.kind, options)
            self.rules[facts] = kind, rules, kind.players(rules)
        if self.tournament.entry_kind != Tournament.EntryKind.PLAYER and facts != facts_of(self.stage):
            raise _Fault("sides", "archive.sides", said.SIDES_DO_NOT_FIT)
        each = 1 if self.tournament.entry_kind == Tournament.EntryKind.PLAYER else PLAYERS_OF_A_PAIR
        seats = [len(side) for side in side_seats(self.tournament.kind, facts)]
        if [each * len(side) for side in plan.sides] != seats:
            raise _Fault("sides", "archive.sides", said.SIDES_DO_NOT_FIT)
        return self.rules[facts]

    def _legs(
        self, line: int, given: list[Any], kind: Kind, rules: Any, players: int, counts: BrokenOff | None
    ) -> list[ArchivedLeg]:
        legs: list[ArchivedLeg] = []
        played: list[LegProgress] = []
        for place, records in enumerate(given):
            path = f"legs[{place}]"
            if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
                raise _Fault(path, "archive.line_unreadable", said.LINE_UNREADABLE)
            if played and self._is_over(played):
                raise _Fault(path, "archive.leg_does_not_count", said.LEG_DOES_NOT_COUNT)
            self.hands += len(records)
            if self.hands > MOST_HANDS:
                raise _Fault("", "archive.too_many_hands", said.TOO_MANY, most=MOST_HANDS)
            leg = _leg(records, kind, players, first=(legs[0].starters[0] + place) % players if legs else 0)
            state = kind.start(rules)
            for turn, judgement in enumerate(replay(kind, rules, leg.records, starters=leg.starters)):
                for fault in judgement.answer.errors:
                    at = f"{path}[{turn}]" + (f".{fault.path}" if fault.path else "")
                    self.faults.append(LineFault(line, at, fault.code, violation=fault))
                if judgement.answer.errors:
                    return [*legs, leg]
                state = judgement.state
            if counts is not None and _is_timed(rules):
                state = break_off(kind, rules, state, counts)
            legs.append(leg)
            played.append(LegProgress(place + 1, 0, Progress(kind, rules, tuple(leg.starters), state, ())))
        if counts is None or _is_timed(rules):
            self._require_over(played)
        else:
            self._require_broken_off(played)
        return legs

    def _require_over(self, played: list[LegProgress]) -> None:
        if not played or not self._is_over(played):
            raise _Fault("legs", "archive.table_unfinished", said.TABLE_UNFINISHED)

    def _require_broken_off(self, played: list[LegProgress]) -> None:
        """Raise unless the table was not over when time was called, and no game but the last one was on."""
        if not played or not all(leg.game.state.is_over for leg in played[:-1]):
            raise _Fault("legs", "archive.table_unfinished", said.TABLE_UNFINISHED)
        if self._is_over(played):
            raise _Fault("time_called", "archive.nothing_broken_off", said.NOTHING_BROKEN_OFF)

    def _is_over(self, played: list[LegProgress]) -> bool:
        return combine(tuple(played), self.tournament).is_complete


def _is_timed(rules: Any) -> bool:
    return bool(getattr(rules, "end", "") == "timed")


def _resolved(kind_name: str, options: Mapping[str, Any]) -> tuple[Kind, Any]:
    kind = get_kind(kind_name)
    return kind, kind.resolve_rules(options)


def _leg(records: list[dict[str, Any]], kind: Kind, players: int, *, first: int) -> ArchivedLeg:
    told = records[0].get(kind.starter_field) if records else None
    if type(told) is int and 0 <= told < players:
        first = told
    starters = [(first + turn) % players for turn in range(players)]
    field_ = kind.starter_field
    complete = [
        record if field_ in record else {**record, field_: starters[place % players]}
        for place, record in enumerate(records)
    ]
    return ArchivedLeg(starters, complete)


def _number(value: Any, path: str) -> int:
    if type(value) is not int or not 1 <= value <= HIGHEST_NUMBER:
        raise _Fault(path, "archive.line_unreadable", said.LINE_UNREADABLE)
    return value
