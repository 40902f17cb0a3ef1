"""The rows that the lines of a file stand for, written in the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, connection, models, transaction
from django.utils.translation import gettext as _

from tournaments.file_errors import FileContradiction, FileFieldRefused, FileReferenceUnknown
from tournaments.file_layout import Line
from tournaments.integrity import broken_constraint
from tournaments.models import (
    AuditEntry,
    Club,
    Draw,
    Occupancy,
    Partnership,
    Player,
    Seat,
    Table,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.selectors.files.reading import TournamentLines, python_value
from tournaments.selectors.files.records import KIND_OF_MODEL, KINDS, OF_TOURNAMENT, RecordKind
from tournaments.selectors.files.shapes import translated
from tournaments.selectors.files.writing import SUBJECTS, shape_of

BATCH = 1_000
_LENIENT = frozenset({"log", "club_log", "stage"})
"""Lines that may name what is gone: the log does, and a stage the sign-ups before the partners were drawn."""
Ids = dict[str, dict[int, int]]


@dataclass(slots=True)
class Here:
    """What the lines of a file are in this installation: people by uid, partnerships and teams, the club."""

    club: Club
    players: dict[str, int] = field(default_factory=dict)
    partnerships: dict[frozenset[str], int] = field(default_factory=dict)
    teams: dict[str, int] = field(default_factory=dict)
    anonymous: set[int] = field(default_factory=set)
    forgotten: dict[int, str] = field(default_factory=dict)
    """The names in the file of players who have been anonymised here."""


def write_tournament(tournament: Tournament, lines: TournamentLines, here: Here) -> Ids:
    """Store everything of a tournament whose own row is there, and return the ids by kind and number in the file.

    Raises FileReferenceUnknown, FileContradiction, FileFieldRefused.
    """
    numbers: Ids = {"tournament": {lines.head.fields["id"]: tournament.pk}}
    for kind in OF_TOURNAMENT[1:]:
        numbers[kind.name] = fresh_ids(kind.model, [line.fields["id"] for line in lines.by_kind[kind.name]])
    rows = RowMaker(here, numbers, tournament)
    rows.make_room(lines)
    for kind in OF_TOURNAMENT[1:]:
        rows.store(kind, lines.by_kind[kind.name])
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise _contradiction(lines.head, error) from error
    return numbers


class RowMaker:
    """Makes rows of lines: knows what the numbers and uids of the file are here."""

    def __init__(self, here: Here, ids: Ids, tournament: Tournament | None) -> None:
        self.here = here
        self.ids = ids
        self.tournament = tournament
        self.gone: dict[str, dict[int, int]] = {}
        self.rounds: dict[type[models.Model], dict[int, int]] = {}

    def make_room(self, lines: TournamentLines) -> None:
        """Give an id, in their order, also to what is named but gone."""
        named: dict[str, set[int]] = {}

        def note(of: str, value: Any) -> Any:
            if of in self.ids and type(value) is int and value >= 1:
                named.setdefault(of, set()).add(value)
            return value

        for rows in lines.by_kind.values():
            for line in filter(_may_name_what_is_gone, rows):
                self._note(line, note)
        for of, numbers in named.items():
            known = self.ids[of]
            if of != "tournament" and numbers - known.keys():
                every = fresh_ids(KINDS[of].model, sorted(known.keys() | numbers))
                self.ids[of] = {number: every[number] for number in known}
                self.gone[of] = every

    def _note(self, line: Line, note: Callable[[str, Any], Any]) -> None:
        kind = KINDS[line.kind]
        for one in kind.fields:
            if isinstance(one, models.JSONField):
                translated(shape_of(kind, _Said(line), one.name), line.fields[one.name], note)
        if "subject" in line.fields:
            self._subject(line.fields["subject"], note)

    def store(self, kind: RecordKind, lines: Sequence[Line]) -> None:
        """Store all lines of one kind; if the database refuses them, find out which one it is."""
        rows = [self.row(kind, line) for line in lines]
        objects: models.QuerySet[Any] = models.QuerySet(kind.model)
        try:
            with transaction.atomic():
                objects.bulk_create(rows, batch_size=BATCH)
        except IntegrityError:
            for line, row in zip(lines, rows, strict=True):
                try:
                    with transaction.atomic():
                        row.save(force_insert=True)
                except IntegrityError as error:
                    raise _contradiction(line, error) from error
            raise
        if kind.model in (Table, Seat):
            self.rounds[kind.model] = {row.pk: row.round_id for row in rows}

    def row(self, kind: RecordKind, line: Line) -> Any:
        """Return the row of a line, not stored."""
        row: Any = kind.model(pk=self.ids[kind.name][line.fields["id"]])
        for one in kind.fields:
            setattr(row, one.attname, self._value(kind, line, one))
        columns = {one.name for one in kind.model._meta.concrete_fields}  # noqa: SLF001
        if "club" in columns:
            row.club_id = self.here.club.pk
        if "tournament" in columns and self.tournament is not None:
            row.tournament_id = self.tournament.pk
        if isinstance(row, AuditEntry):
            row.subject = self._subject(line.fields["subject"], self._lenient(line))
        elif isinstance(row, Seat):
            row.round_id = self.rounds[Table][row.table_id]
        elif isinstance(row, Occupancy):
            row.round_id = self.rounds[Seat][row.seat_id]
        return row

    def _value(self, kind: RecordKind, line: Line, one: models.Field[Any, Any]) -> Any:
        value = line.fields[one.name]
        if isinstance(one, models.JSONField):
            translate = self._lenient(line) if _may_name_what_is_gone(line) else self._strict(line)
            found = translated(shape_of(kind, _Said(line), one.name), value, translate)
            # A post may have been no more than null; an empty column is something else.
            return models.Value(None, models.JSONField()) if found is None and not one.null else found
        if value is None:
            return None
        return (
            self._reference(kind, line, one, value) if isinstance(one, models.ForeignKey) else python_value(one, value)
        )

    def _reference(self, kind: RecordKind, line: Line, one: models.ForeignKey[Any, Any], value: Any) -> int:
        if one.related_model is Player:
            found = self.here.players.get(value)
        elif one.related_model is Partnership:
            found = self.here.partnerships.get(frozenset(value))
        elif one.related_model is Team and kind.model is not TeamMember:
            found = self.here.teams.get(value)
        else:
            assert isinstance(one.related_model, type)
            found = self.ids[KIND_OF_MODEL[one.related_model]].get(value)
        if found is None:
            raise _unknown(line, one.name, value)
        return found

    def _strict(self, line: Line) -> Callable[[str, Any], Any]:
        def translate(of: str, value: Any) -> Any:
            found = self.here.players.get(str(value)) if of == "player" else self.ids.get(of, {}).get(value)
            if found is None:
                raise _unknown(line, of, value)
            return found

        return translate

    def _lenient(self, line: Line) -> Callable[[str, Any], Any]:
        def translate(of: str, value: Any) -> Any:
            if of == "player":
                found = self.here.players.get(str(value))
            elif of in self.ids and type(value) is int:
                found = self.ids[of].get(value, self.gone.get(of, {}).get(value))
            else:
                return None
            if found is None:
                raise _unknown(line, of, value)
            return found

        return translate

    def _subject(self, subject: str, translate: Callable[[str, Any], Any]) -> str:
        """Return the subject of a row of the log with ids in the place of what stands for them in the file."""
        first, _space, rest = subject.partition(" ")
        if subject == "club":
            return f"club {self.here.club.pk}"
        if subject == "tournament" and self.tournament is not None:
            return f"tournament {self.tournament.pk}"
        if first not in SUBJECTS or not rest:
            return subject
        of = SUBJECTS[first]
        number: Any = int(rest) if of != "player" and rest.isascii() and rest.isdigit() and len(rest) < 19 else rest
        return f"{first} {translate(of, number)}"


def _may_name_what_is_gone(line: Line) -> bool:
    return line.kind in _LENIENT or (line.kind == "draw" and line.fields["status"] == Draw.Status.DISCARDED)


class _Said:
    """The fields of a line under the names that its row has them by."""

    def __init__(self, line: Line) -> None:
        self.action = str(line.fields.get("action", ""))
        self.kind = str(line.fields.get("kind", ""))


def fresh_ids(model: type[models.Model], numbers: Iterable[int]) -> dict[int, int]:
    """Return an id that nobody has for each number, in the same order."""
    wanted = sorted(set(numbers))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, len(wanted)],  # noqa: SLF001
        )
        return dict(zip(wanted, sorted(found for (found,) in cursor.fetchall()), strict=True))


def _unknown(line: Line, name: str, value: Any) -> FileReferenceUnknown:
    shown = str(value)[:60]
    reason = _("%(field)s %(value)s is not in this file") % {"field": name, "value": shown}
    return FileReferenceUnknown(line=line.number, reason=reason)


def _contradiction(line: Line, error: IntegrityError) -> FileContradiction:
    name = broken_constraint(error).replace("_", " ")
    reason = _("it contradicts another line (%(constraint)s)") % {"constraint": name}
    return FileContradiction(line=line.number, reason=reason)


def refuse_field(line: Line, name: str) -> FileFieldRefused:
    """Return the refusal of a value that only this installation can judge."""
    shown = str(line.fields[name])[:60]
    return FileFieldRefused(
        line=line.number, reason=_("%(field)s cannot be %(value)s") % {"field": name, "value": shown}
    )
