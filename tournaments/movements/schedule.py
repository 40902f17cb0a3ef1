"""The shapes of a schedule, and its JSON.

An entrant is an int (the id of an entry or a player). A table has sides, each a tuple of entrants; the order of the
sides is the order in which they sit clockwise. Seats are numbered clockwise from 0, so seat ``i`` belongs to side
``i % sides``: four-handed with two sides the seats are N E S W, NS is side 0 (seats 0 and 2), EW side 1 (1 and 3).

JSON of a schedule: ``{"kind": "pairs", "entrants": [3, 7, 11], "rounds": [{"round": 1, "tables": [{"table": 1,
"seats": {"NS": 3, "EW": 7}, "first": "N", "boards": [1, 2]}], "out": [11], "absent": []}], "claims": {"meet_max": 1},
"conflicts": [[3, 11]], "stationary": [7], "fixed_tables": [[3, 1]], "forbidden": [[7, 11]], "shape": {"sides": 2,
"side_size": 1}}``, or ``shapes``, a list of such where tables may differ. Only ``kind``, ``entrants`` and ``rounds``
with their tables have to be there. Individuals sit at N, E, S, W (N and S are partners), six in three pairs at N, E, U,
S, W, D; without partners at A, B, C and so on; with more than one partner at A1, B1, A2, B2, A3, B3. ``first`` may also
name a side: NS, or A where its seats are A1, A2, A3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, cast

from gameplay.errors import Invalid, gettext_noop

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Kind = Literal["pairs", "individual"]
Claim = int | bool

SIDE_NAMES = ("NS", "EW", "UD")
SINGLE_NAMES = ("A", "B", "C", "D", "E", "F")
LARGEST_TEAM = 3


class ScheduleUnreadable(Invalid):
    """What was given is not a schedule in the JSON of this module."""

    code = "movements.schedule_unreadable"
    template = gettext_noop("This is not a schedule: %(path)s %(fault)s.")


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to say about a draw or a schedule: a permanent code, and what its sentence needs to name.

    ``params`` hold only ints, strings and lists of them, so a remark is ready for JSON.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shape:
    """How every table of an event is laid: so many sides of so many entrants each; a fixed pair is one entrant."""

    sides: int = 2
    side_size: int = 1

    @property
    def entrants(self) -> int:
        """How many entrants sit at a table."""
        return self.sides * self.side_size


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table in a round. ``first`` is the seat that deals (Five Hundred) or opens (Fives and Threes) first."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    first: int | None = None
    boards: tuple[int, ...] = ()

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everybody at the table, side by side."""
        return tuple(chain.from_iterable(self.sides))

    @property
    def first_side(self) -> int | None:
        """The side that deals or opens first, if that is planned."""
        return None if self.first is None else self.first % len(self.sides)


Company = tuple[frozenset[frozenset[frozenset[int]]], frozenset[int]]
"""The tables as sets of sides, and who sits out."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round: its tables, who sits out though present, and who of the entrants is not there."""

    number: int
    tables: tuple[TablePlan, ...]
    out: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def seated(self) -> tuple[int, ...]:
        """Everybody at a table, in table order."""
        return tuple(chain.from_iterable(side for table in self.tables for side in table.sides))

    @property
    def present(self) -> frozenset[int]:
        """Everybody who takes part in the round, at a table or sitting out."""
        return frozenset(self.seated) | frozenset(self.out)

    @property
    def company(self) -> Company:
        """Who is at a table with whom, for and against, and who sits out; whichever table, side or seat it is."""
        tables = frozenset(frozenset(frozenset(side) for side in table.sides) for table in self.tables)
        return tables, frozenset(self.out)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds with what they promise. ``conflicts`` are pairs of entrants who share a player.

    ``shape`` is given where all tables are to be alike, ``shapes`` where each is to be one of several. What was asked
    for: ``stationary`` entrants keep one table, whichever; ``fixed_tables`` are entrants with the number of the table
    that each is to sit at; ``forbidden`` are pairs of entrants who must not be at one table (a household).
    """

    kind: Kind
    entrants: tuple[int, ...]
    rounds: tuple[RoundPlan, ...]
    claims: Mapping[str, Claim] = field(default_factory=dict)
    conflicts: tuple[tuple[int, int], ...] = ()
    shape: Shape | None = None
    shapes: tuple[Shape, ...] = ()
    stationary: tuple[int, ...] = ()
    fixed_tables: tuple[tuple[int, int], ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()


def seat_names(kind: Kind, table: TablePlan) -> tuple[str, ...]:
    """Return the names of the table's seats, clockwise: N E S W, or N E U S W D, or A B C, or A1 B1 A2 B2 A3 B3."""
    width = 2 if kind == "pairs" else len(table.sides[0])
    return tuple(name for place in zip(*_seat_grid(len(table.sides), width), strict=True) for name in place)


def round_to_json(kind: Kind, plan: RoundPlan) -> dict[str, Any]:
    """Return a round as JSON."""
    document: dict[str, Any] = {
        "round": plan.number,
        "tables": [_table_to_json(kind, table) for table in plan.tables],
        "out": list(plan.out),
    }
    if plan.absent:
        document["absent"] = list(plan.absent)
    return document


def to_json(schedule: Schedule) -> dict[str, Any]:
    """Return a schedule as JSON."""
    document: dict[str, Any] = {
        "kind": schedule.kind,
        "entrants": list(schedule.entrants),
        "rounds": [round_to_json(schedule.kind, plan) for plan in schedule.rounds],
    }
    if schedule.claims:
        document["claims"] = dict(schedule.claims)
    paired = {
        "conflicts": schedule.conflicts,
        "fixed_tables": schedule.fixed_tables,
        "forbidden": schedule.forbidden,
    }
    document.update({name: [list(pair) for pair in pairs] for name, pairs in paired.items() if pairs})
    if schedule.stationary:
        document["stationary"] = list(schedule.stationary)
    if schedule.shape is not None:
        document["shape"] = _shape_to_json(schedule.shape)
    if schedule.shapes:
        document["shapes"] = [_shape_to_json(shape) for shape in schedule.shapes]
    return document


def from_json(document: object) -> Schedule:
    """Read a schedule, whoever wrote it; what it is worth is for ``verify`` to say.

    Raises ScheduleUnreadable.
    """
    top = _mapping(document, "schedule")
    kind = top.get("kind")
    if kind not in ("pairs", "individual"):
        raise ScheduleUnreadable(path="kind", fault="must be pairs or individual")
    kind = cast("Kind", kind)
    rounds = _list(top.get("rounds"), "rounds")
    return Schedule(
        kind=kind,
        entrants=_entrants(top.get("entrants"), "entrants"),
        rounds=tuple(round_from_json(kind, plan, f"rounds[{index}]") for index, plan in enumerate(rounds)),
        claims=_claims(top.get("claims", {})),
        conflicts=_paired(top.get("conflicts", []), "conflicts"),
        shape=_shape(top["shape"], "shape") if "shape" in top else None,
        shapes=tuple(
            _shape(shape, f"shapes[{index}]") for index, shape in enumerate(_list(top.get("shapes", []), "shapes"))
        ),
        stationary=_entrants(top.get("stationary", []), "stationary"),
        fixed_tables=_paired(top.get("fixed_tables", []), "fixed_tables"),
        forbidden=_paired(top.get("forbidden", []), "forbidden"),
    )


def round_from_json(kind: Kind, document: object, path: str = "round") -> RoundPlan:
    """Read one round; ``path`` is where it stands, for the refusal.

    Raises ScheduleUnreadable.
    """
    plan = _mapping(document, path)
    tables = _list(plan.get("tables"), f"{path}.tables")
    return RoundPlan(
        number=_integer(plan.get("round"), f"{path}.round"),
        tables=tuple(_table_from_json(kind, table, f"{path}.tables[{index}]") for index, table in enumerate(tables)),
        out=_entrants(plan.get("out", []), f"{path}.out"),
        absent=_entrants(plan.get("absent", []), f"{path}.absent"),
    )


def _table_to_json(kind: Kind, table: TablePlan) -> dict[str, Any]:
    names = seat_names(kind, table)
    count = len(table.sides)
    if kind == "pairs":
        seats = {SIDE_NAMES[index]: side[0] for index, side in enumerate(table.sides)}
    else:
        seats = {name: table.sides[seat % count][seat // count] for seat, name in enumerate(names)}
    document: dict[str, Any] = {"table": table.number, "seats": seats}
    if table.first is not None:
        document["first"] = names[table.first]
    if table.boards:
        document["boards"] = list(table.boards)
    return document


def _table_from_json(kind: Kind, document: object, path: str) -> TablePlan:
    table = _mapping(document, path)
    seats = _mapping(table.get("seats"), f"{path}.seats")
    seated = {name: _integer(entrant, f"{path}.seats.{name}") for name, entrant in seats.items()}
    sides = tuple(tuple(seated[name] for name in names) for names in _side_layout(kind, frozenset(seated), path))
    plan = TablePlan(
        number=_integer(table.get("table"), f"{path}.table"),
        sides=sides,
        boards=_entrants(table.get("boards", []), f"{path}.boards"),
    )
    if table.get("first") is None:
        return plan
    return TablePlan(plan.number, plan.sides, _seat_named(kind, plan, table["first"], f"{path}.first"), plan.boards)


def _seat_grid(sides: int, width: int) -> tuple[tuple[str, ...], ...]:
    """Return the names of the seats of each side, for sides of one, two or more seats."""
    if width == 2:
        return tuple((name[0], name[1]) for name in SIDE_NAMES[:sides])
    if width == 1:
        return tuple((name,) for name in SINGLE_NAMES[:sides])
    return tuple(tuple(f"{name}{place}" for place in range(1, width + 1)) for name in SINGLE_NAMES[:sides])


def _side_layout(kind: Kind, names: frozenset[str], path: str) -> tuple[tuple[str, ...], ...]:
    """Return what each side's entrants are named by, for the names that a table uses."""
    layouts: list[tuple[tuple[str, ...], ...]] = [
        tuple((name,) for name in SIDE_NAMES[:sides]) for sides in range(2, len(SIDE_NAMES) + 1)
    ]
    if kind == "individual":
        layouts = [_seat_grid(sides, 1) for sides in range(2, len(SINGLE_NAMES) + 1)]
        layouts += [_seat_grid(sides, width) for width in range(2, LARGEST_TEAM + 1) for sides in (2, 3)]
    for layout in layouts:
        if names == {name for side in layout for name in side}:
            return layout
    raise ScheduleUnreadable(path=f"{path}.seats", fault=f"names {', '.join(sorted(names)) or 'nobody'}")


def _seat_named(kind: Kind, table: TablePlan, name: object, path: str) -> int:
    names = seat_names(kind, table)
    if name in names:
        return names.index(name)
    sides = len(table.sides)
    width = len(names) // sides
    side_names = SIDE_NAMES[:sides] if width == 2 else SINGLE_NAMES[:sides]
    if width > 1 and name in side_names:
        return side_names.index(name)
    raise ScheduleUnreadable(path=path, fault=f"must be one of {', '.join(names)}")


def _shape_to_json(shape: Shape) -> dict[str, int]:
    return {"sides": shape.sides, "side_size": shape.side_size}


def _shape(value: object, path: str) -> Shape:
    shape = _mapping(value, path)
    return Shape(
        sides=_integer(shape.get("sides"), f"{path}.sides"),
        side_size=_integer(shape.get("side_size"), f"{path}.side_size"),
    )


def _claims(value: object) -> dict[str, Claim]:
    claims = _mapping(value, "claims")
    for name, claim in claims.items():
        if not isinstance(claim, int):
            raise ScheduleUnreadable(path=f"claims.{name}", fault="must be a whole number, true or false")
    return claims


def _paired(value: object, path: str) -> tuple[tuple[int, int], ...]:
    pairs = []
    for index, item in enumerate(_list(value, path)):
        pair = _entrants(item, f"{path}[{index}]")
        if len(pair) != 2:
            raise ScheduleUnreadable(path=f"{path}[{index}]", fault="must be two whole numbers")
        pairs.append((pair[0], pair[1]))
    return tuple(pairs)


def _entrants(value: object, path: str) -> tuple[int, ...]:
    return tuple(_integers(_list(value, path), path))


def _integers(values: Iterable[object], path: str) -> Iterable[int]:
    return (_integer(value, f"{path}[{index}]") for index, value in enumerate(values))


def _integer(value: object, path: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ScheduleUnreadable(path=path, fault="must be a whole number")


def _list(value: object, path: str) -> list[object]:
    if isinstance(value, list):
        return value
    raise ScheduleUnreadable(path=path, fault="must be a list")


def _mapping(value: object, path: str) -> dict[str, Any]:
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return value
    raise ScheduleUnreadable(path=path, fault="must be an object")
