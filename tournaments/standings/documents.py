"""Results as JSON in, the table with every value and its working as JSON out; ``docs/standings.md`` describes both."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from gameplay.errors import Invalid, gettext_noop
from tournaments.standings.presets import PRESETS
from tournaments.standings.ranking import Book
from tournaments.standings.results import (
    Adjustment,
    Circumstances,
    Decision,
    DecisionKind,
    SitOut,
    SitOutKind,
    TableKind,
    TableResult,
    TallyKey,
    share_game,
)
from tournaments.standings.rules import (
    StandingRulesInvalid,
    criteria_to_json,
    criterion_to_json,
    fraction_to_json,
    read_fraction,
    rules_from_json,
)
from tournaments.standings.workings import work_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tournaments.standings.ranking import Standing
    from tournaments.standings.rules import StandingRules
    from tournaments.standings.workings import Line, Working

_PARTS = ("rules", "preset", "entries", "tables", "sit_outs", "adjustments", "decisions", "planned_tables")
Name = int | str
Chosen = TypeVar("Chosen", bound=StrEnum)


class ResultsInvalid(Invalid):
    """The results to rank make no sense; ``path`` names the place."""

    code = "standings.results_invalid"
    template = gettext_noop("The results make no sense: %(path)s %(fault)s.")


class Names:
    """The entries of a document, numbers or names, and the numbers that they are reckoned with."""

    def __init__(self, names: Iterable[Name]) -> None:
        # Sorted, so that the order in which they are given changes nothing.
        self.names = sorted(names, key=lambda name: (isinstance(name, str), name))
        self._numbers = {name: number for number, name in enumerate(self.names)}

    def number(self, name: object, path: str) -> int:
        """Return the number of an entry. Raises ResultsInvalid for one that is not among them."""
        if isinstance(name, (int, str)) and not isinstance(name, bool) and name in self._numbers:
            return self._numbers[name]
        raise ResultsInvalid(path=path, fault="is not among the entries")

    def of(self, numbers: Iterable[int]) -> list[Name]:
        """Return the entries of these numbers."""
        return [self.names[number] for number in numbers]


def ranked(document: object) -> dict[str, Any]:
    """Return the standings of a document. Raises ResultsInvalid and StandingRulesInvalid."""
    top = _object(document, "document", _PARTS, needed=("entries",))
    rules = _rules(top)
    entries = [_entry(item, f"entries[{at}]") for at, item in enumerate(_list(top["entries"], "entries"))]
    if len({entry["entry"] for entry in entries}) < len(entries):
        raise ResultsInvalid(path="entries", fault="name somebody twice")
    names = Names(entry["entry"] for entry in entries)

    def every(part: str, read: Callable[[Any, str, Names], Any]) -> list[Any]:
        items = _list(top.get(part, []), part)
        return [found for at, item in enumerate(items) if (found := read(item, f"{part}[{at}]", names)) is not None]

    planned = top.get("planned_tables")
    book = Book(
        range(len(entries)),
        every("tables", lambda item, path, names: _table(item, path, names, rules)),
        every("sit_outs", _sit_out),
        every("adjustments", _adjustment),
        rules,
        Circumstances(
            ratings={names.number(one["entry"], ""): one["rating"] for one in entries if "rating" in one},
            withdrawn=frozenset(names.number(one["entry"], "") for one in entries if one.get("withdrawn")),
            decisions=tuple(every("decisions", _decision)),
            planned_tables=None if planned is None else _number(planned, "planned_tables"),
        ),
    )
    withdrawn = {one["entry"] for one in entries if one.get("withdrawn")}
    return {
        "criteria": [{**criterion_to_json(one), "column": one.column} for one in book.criteria],
        "rows": [{**_row(book, row, names), "withdrawn": names.names[row.entry] in withdrawn} for row in book.rows],
    }


def working_to_json(working: Working, names: Callable[[Iterable[int]], list[Any]]) -> dict[str, Any]:
    """Return a working; ``names`` says how entries are called."""
    document: dict[str, Any] = {
        "column": working.criterion.column,
        "value": None if working.value is None else fraction_to_json(working.value),
        "lines": [_line(line, names) for line in working.lines],
    }
    if working.divisor is not None:
        document["divisor"] = working.divisor
    if working.criterion.in_ties:
        document |= {"among": names(working.among), "why_not": working.why_not}
    return document


def _line(line: Line, names: Callable[[Iterable[int]], list[Any]]) -> dict[str, Any]:
    return {
        "kind": line.kind,
        "round": line.round,
        "opponents": names(line.opponents),
        "strengths": [fraction_to_json(value) for value in line.strengths],
        "factor": None if line.factor is None else fraction_to_json(line.factor),
        "scored": [fraction_to_json(value) for value in line.scored],
        "amount": fraction_to_json(line.amount),
        "left_out": line.left_out,
        "reason": line.reason,
        **({"start": line.start} if line.start else {}),
    }


def _row(book: Book, row: Standing, names: Names) -> dict[str, Any]:
    apart = row.separation
    return {
        "rank": row.label,
        "entry": names.names[row.entry],
        "cancelled": row.cancelled,
        "values": {key: fraction_to_json(value) for key, value in row.values.items()},
        "tables_played": row.tables_played,
        "forfeits": row.forfeits,
        "sit_outs": row.sit_outs,
        "absences": row.absences,
        "separation": None
        if apart is None
        else {
            "column": apart.key,
            "value": fraction_to_json(apart.value),
            "next": fraction_to_json(apart.next_value),
            "among": names.of(apart.among),
        },
        "workings": [
            working_to_json(working, names.of)
            for criterion in book.criteria
            for working in work_out(book, row.entry, criterion)
        ],
    }


def _rules(top: dict[str, Any]) -> StandingRules:
    document = dict(_object(top.get("rules", {}), "rules"))
    if "preset" in top:
        key = top["preset"]
        if not isinstance(key, str) or key not in PRESETS:
            raise ResultsInvalid(path="preset", fault=f"must be one of {', '.join(PRESETS)}")
        if "criteria" in document:
            raise ResultsInvalid(path="preset", fault="and criteria exclude each other")
        document["criteria"] = criteria_to_json(PRESETS[key].criteria)
    return rules_from_json(document)


def _entry(item: object, path: str) -> dict[str, Any]:
    if not isinstance(item, dict):
        item = {"entry": item}
    entry = _object(item, path, ("entry", "rating", "withdrawn"), needed=("entry",))
    if isinstance(entry["entry"], bool) or not isinstance(entry["entry"], (int, str)):
        raise ResultsInvalid(path=path, fault="must be a number or a name")
    if "rating" in entry:
        _whole(entry["rating"], f"{path}.rating", least=None)
    if not isinstance(entry.get("withdrawn", False), bool):
        raise ResultsInvalid(path=f"{path}.withdrawn", fault="must be true or false")
    return entry


def _table(item: object, path: str, names: Names, rules: StandingRules) -> TableResult | None:
    """Return a finished table; None for one that is still being played."""
    known = ("round", "sides", "points", "games_won", "table_points", "kind", "finished", "starts")
    table = _object(item, path, known, needed=("round", "sides"))
    if not isinstance(table.get("finished", True), bool):
        raise ResultsInvalid(path=f"{path}.finished", fault="must be true or false")
    sides = tuple(
        tuple(names.number(one, f"{path}.sides[{at}]") for one in (side if isinstance(side, list) else [side]))
        for at, side in enumerate(_list(table["sides"], f"{path}.sides"))
    )
    members = [entry for side in sides for entry in side]
    if len(sides) < 2 or not all(sides) or len(set(members)) < len(members):
        raise ResultsInvalid(path=f"{path}.sides", fault="must be two or more, each of somebody, and nobody twice")
    number = _whole(table["round"], f"{path}.round")
    kind = _choice(TableKind, table.get("kind", TableKind.PLAYED), f"{path}.kind")
    if not table.get("finished", True):
        return None
    if "points" not in table and "games_won" not in table:
        raise ResultsInvalid(path=path, fault="needs points or games_won")

    def by_side(key: str, otherwise: Callable[[], Sequence[Fraction]]) -> tuple[Fraction, ...]:
        if key not in table:
            return tuple(otherwise())
        values = _list(table[key], f"{path}.{key}")
        if len(values) != len(sides):
            raise ResultsInvalid(path=f"{path}.{key}", fault="must have a number for each side")
        return tuple(_number(value, f"{path}.{key}[{at}]") for at, value in enumerate(values))

    starts = _starts(table["starts"], f"{path}.starts", len(sides)) if "starts" in table else ()
    played = by_side("points", lambda: [Fraction(0)] * len(sides))
    points = tuple(scored + start for scored, start in zip(played, starts, strict=True)) if starts else played
    best = [side for side, scored in enumerate(points) if scored == max(points)]
    games = by_side("games_won", lambda: share_game(len(sides), best))
    awarded = by_side("table_points", lambda: rules.table_points.award(games))
    return TableResult(number, sides, games, points, awarded, kind, starts)


def _starts(value: object, path: str, sides: int) -> tuple[int, ...]:
    starts = _list(value, path)
    if len(starts) != sides:
        raise ResultsInvalid(path=path, fault="must have a number for each side")
    return tuple(_whole(start, f"{path}[{at}]", least=0) for at, start in enumerate(starts))


def _sit_out(item: object, path: str, names: Names) -> SitOut:
    sit_out = _object(item, path, ("round", "entry", "kind"), needed=("round", "entry"))
    kind = _choice(SitOutKind, sit_out.get("kind", SitOutKind.ALLOCATED), f"{path}.kind")
    return SitOut(_whole(sit_out["round"], f"{path}.round"), names.number(sit_out["entry"], f"{path}.entry"), kind)


def _adjustment(item: object, path: str, names: Names) -> Adjustment:
    known = ("entry", "metric", "amount", "reason", "round")
    one = _object(item, path, known, needed=("entry", "metric", "amount", "reason"))
    return Adjustment(
        entry=names.number(one["entry"], f"{path}.entry"),
        metric=_choice(TallyKey, one["metric"], f"{path}.metric"),
        amount=_number(one["amount"], f"{path}.amount"),
        reason=str(one["reason"]),
        round=None if one.get("round") is None else _whole(one["round"], f"{path}.round"),
    )


def _decision(item: object, path: str, names: Names) -> Decision:
    one = _object(item, path, ("kind", "order"), needed=("kind", "order"))
    order = tuple(
        names.number(name, f"{path}.order[{at}]") for at, name in enumerate(_list(one["order"], f"{path}.order"))
    )
    if len(order) < 2 or len(set(order)) < len(order):
        raise ResultsInvalid(path=f"{path}.order", fault="must be two or more, and nobody twice")
    return Decision(_choice(DecisionKind, one["kind"], f"{path}.kind"), order)


def _object(value: object, path: str, known: Sequence[str] = (), needed: Sequence[str] = ()) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ResultsInvalid(path=path, fault="must be an object")
    for key in value:
        if known and key not in known:
            raise ResultsInvalid(path=path, fault=f"must not have {key}")
    for key in needed:
        if key not in value:
            raise ResultsInvalid(path=path, fault=f"needs {key}")
    return value


def _list(value: object, path: str) -> list[Any]:
    if not isinstance(value, list):
        raise ResultsInvalid(path=path, fault="must be a list")
    return value


def _whole(value: object, path: str, least: int | None = 1) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        fault = "must be a whole number" if least is None else f"must be a whole number from {least}"
        raise ResultsInvalid(path=path, fault=fault)
    return value


def _number(value: object, path: str) -> Fraction:
    try:
        return read_fraction(value, path)
    except StandingRulesInvalid as error:
        raise ResultsInvalid(**error.params) from None


def _choice(kind: type[Chosen], value: object, path: str) -> Chosen:
    for choice in kind:
        if value == choice.value:
            return choice
    raise ResultsInvalid(path=path, fault=f"must be one of {', '.join(kind)}")
