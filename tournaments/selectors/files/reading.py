"""The lines of a file that somebody brings, each judged by itself: known, complete, every field of a possible form."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from gameplay.errors import DomainError
from tournaments.file_errors import FileDamaged, FileFieldRefused, FileLineRefused
from tournaments.file_layout import FIRST_RECORD_LINE, FileRead, Line
from tournaments.models import Partnership, Player, Team, TeamMember
from tournaments.names import checked_name
from tournaments.selectors.files.records import KINDS, LOG_OF_CLUB, OF_CLUB, OF_TOURNAMENT, RecordKind
from tournaments.selectors.files.writing import ACTOR, STANDINGS

EARLIEST, LATEST = 1900, 2200
ADDED_LATER = {
    "tournament": frozenset({"handicap", "handicap_percent", "handicap_most"}),
    "entry": frozenset({"handicap_day", "handicap_version"}),
    "round": frozenset({"closed_unfinished"}),
    "draw": frozenset({"rulings"}),
}
"""What files written before do not have: it is then as if it had never been used."""
WORTH = frozenset({"points", "score"})
_NAMES = {
    ("club", "name"),
    ("tournament", "name"),
    ("team", "name"),
    ("series", "name"),
    ("membership", "display_name"),
}


@dataclass(frozen=True, slots=True)
class TournamentLines:
    """The lines of one tournament by kind, and its last one, with the standings."""

    by_kind: Mapping[str, list[Line]]
    standings: Line

    @property
    def head(self) -> Line:
        """The tournament itself."""
        return self.by_kind["tournament"][0]


@dataclass(slots=True)
class Contents:
    """A file taken apart: the club, its people by kind of line, and its tournaments."""

    what: str
    club: Line
    people: dict[str, list[Line]]
    tournaments: list[TournamentLines] = field(default_factory=list)


def contents_of(file: FileRead) -> Contents:
    """Take a file apart.

    Raises FileFieldRefused for a line that is not as the schema says, FileLineRefused for one that stands in the wrong
    place, FileDamaged for a header that says something else than its lines.
    """
    for line in file.lines:
        _check_line(line)
    if not file.lines or file.lines[0].kind != "club":
        raise FileLineRefused(line=FIRST_RECORD_LINE, reason=_("the first line has to be the club"))
    starts = [place for place, line in enumerate(file.lines) if line.kind == "tournament"]
    ends = [*starts, len(file.lines)][1:]
    head = file.lines[1 : starts[0] if starts else len(file.lines)]
    known = [kind.name for kind in (*OF_CLUB[1:], LOG_OF_CLUB)]
    contents = Contents(str(file.header.get("what")), file.lines[0], _sorted(head, known))
    for start, end in zip(starts, ends, strict=True):
        contents.tournaments.append(_tournament(file.lines[start:end]))
    _check_header(file, contents)
    return contents


def _tournament(lines: tuple[Line, ...]) -> TournamentLines:
    last = lines[-1]
    if last.kind != STANDINGS:
        raise FileLineRefused(line=last.number, reason=_("the last line of a tournament has to be its standings"))
    return TournamentLines(_sorted(lines[:-1], [kind.name for kind in OF_TOURNAMENT]), last)


def _sorted(lines: Iterable[Line], order: list[str]) -> dict[str, list[Line]]:
    """Return lines by kind, which stand in one order, each kind by rising number."""
    by_kind: dict[str, list[Line]] = {name: [] for name in order}
    latest = (0, 0)
    for line in lines:
        if line.kind not in by_kind:
            raise FileLineRefused(line=line.number, reason=_("%(kind)s does not belong here") % {"kind": line.kind})
        place = (order.index(line.kind), line.fields["id"])
        if place <= latest and latest != (0, 0):
            raise FileLineRefused(line=line.number, reason=_("the lines are not in their order"))
        latest = place
        by_kind[line.kind].append(line)
    return by_kind


def _check_header(file: FileRead, contents: Contents) -> None:
    header = file.header
    # A tournament's file has one tournament, whose name stands above; a club's that of the club.
    counts = dict(Counter(line.kind for line in file.lines))
    if contents.what == "tournament" and len(contents.tournaments) == 1:
        of = contents.tournaments[0].head
    elif contents.what == "club":
        of = contents.club
    else:
        raise FileDamaged(line=1)
    said = (header.get("uid"), header.get("name"), header.get("counts"))
    if said != (of.fields["uid"], of.fields["name"], counts):
        raise FileDamaged(line=1)


def _check_line(line: Line) -> None:
    if line.kind == STANDINGS:
        if set(line.fields) != {"version", "rows"} or not isinstance(line.fields["rows"], list):
            raise FileFieldRefused(line=line.number, reason=_("the standings are not as they are written"))
        return
    kind = KINDS.get(line.kind)
    if kind is None:
        raise FileFieldRefused(
            line=line.number, reason=_("there are no lines of the kind %(kind)s") % {"kind": line.kind}
        )
    for one in kind.fields:
        if one.name in ADDED_LATER.get(kind.name, ()):
            unused = one.get_default()
            line.fields.setdefault(one.name, unused.value if isinstance(unused, models.Choices) else unused)
    wanted = {"id"} | {one.name for one in kind.fields}
    optional = WORTH if kind.name == "hand_record" else frozenset()
    if missing := sorted(wanted - line.fields.keys()):
        raise FileFieldRefused(line=line.number, reason=_("%(field)s is missing") % {"field": missing[0]})
    if unknown := sorted(line.fields.keys() - wanted - optional):
        raise FileFieldRefused(line=line.number, reason=_("%(field)s is unknown") % {"field": unknown[0][:60]})
    if not _is_number(line.fields["id"]):
        raise _refused(line, "id")
    for one in kind.fields:
        _check_field(line, kind, one)


def _check_field(line: Line, kind: RecordKind, one: models.Field[Any, Any]) -> None:
    value = line.fields[one.name]
    if value is None and one.null:
        return
    if isinstance(one, models.ForeignKey):
        if not _is_reference(kind, one, value):
            raise _refused(line, one.name)
        return
    try:
        python = python_value(one, value)
        # Also where empty is allowed: what is empty is not asked.
        one.run_validators(python)
    except (ValueError, TypeError, OverflowError, ValidationError) as error:
        raise _refused(line, one.name) from error
    if one.choices and value not in [key for key, _label in one.choices]:
        raise _refused(line, one.name)
    if (kind.name, one.name) in _NAMES and not _is_tidy(value):
        raise _refused(line, one.name)
    if one.name in kind.labels and ACTOR.fullmatch(value):
        # Such a label would name an account of this installation.
        raise _refused(line, one.name)


def python_value(one: models.Field[Any, Any], value: Any) -> Any:
    """Return the value of a field as its model has it; raises ValueError or TypeError for another form."""
    if isinstance(one, models.JSONField):
        return value
    if isinstance(one, models.DateTimeField):
        moment = dt.datetime.fromisoformat(_text(value))
        if moment.tzinfo is None or not EARLIEST <= moment.year <= LATEST:
            raise ValueError(value)
        return moment
    if isinstance(one, models.DateField):
        day = dt.date.fromisoformat(_text(value))
        if not EARLIEST <= day.year <= LATEST:
            raise ValueError(value)
        return day
    if isinstance(one, models.UUIDField):
        return UUID(_text(value))
    wanted = bool if isinstance(one, models.BooleanField) else int if isinstance(one, models.IntegerField) else str
    if type(value) is not wanted:
        raise TypeError(value)
    return value


def _is_reference(kind: RecordKind, one: models.ForeignKey[Any, Any], value: Any) -> bool:
    if one.related_model is Player:
        return _is_uid(value)
    if one.related_model is Partnership:
        return isinstance(value, list) and len(value) == 2 and all(map(_is_uid, value))
    if one.related_model is Team and kind.model is not TeamMember:
        return isinstance(value, str)
    return _is_number(value)


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 1


def _is_uid(value: Any) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value
    except ValueError:
        return False


def _is_tidy(name: str) -> bool:
    try:
        return checked_name(name) == name
    except DomainError:
        return False


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _refused(line: Line, name: str) -> FileFieldRefused:
    said = str(line.fields[name])
    shown = said if len(said) <= 60 else f"{said[:60]}…"
    return FileFieldRefused(
        line=line.number, reason=_("%(field)s cannot be %(value)s") % {"field": name, "value": shown}
    )
