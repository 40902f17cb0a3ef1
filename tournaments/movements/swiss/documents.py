"""The state of an event as JSON in, its next round with every cost as JSON out; see ``docs/movements.md``."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from gameplay.errors import Invalid, gettext_noop
from tournaments.errors import FixedMeetingRefused, TooFewEntries
from tournaments.movements.schedule import round_to_json
from tournaments.movements.swiss.draw import draw_gathering, usual_length
from tournaments.movements.swiss.field import DOWN, EW, NS, PATTERNS, UP, Contender, Field
from tournaments.movements.swiss.history import Gathering, check_fixed
from tournaments.movements.swiss.levels import LEVELS
from tournaments.movements.swiss.reasons import explain_swiss
from tournaments.movements.swiss.rules import DANISH, MONRAD, SWISS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from tournaments.movements.schedule import Remark
    from tournaments.movements.swiss.pairing import Cost
    from tournaments.movements.swiss.reasons import Drawing
    from tournaments.movements.swiss.rules import SwissRules

Name = int | str

MOVEMENTS = {rules.name: rules for rules in (SWISS, MONRAD, DANISH)}
MOST_ENTRIES = 4000
LARGEST = 10**9
_TOP = ("movement", "pattern", "round", "rounds", "rounds_apart", "seed", "entries", "forbidden", "fixed")
_ENTRY = ("entry", "points", "rank", "met", "sides", "sit_outs", "float", "absent", "late", "club")
_SIDES = {"NS": NS, "EW": EW}
_FLOATS = {"up": UP, "down": DOWN, None: 0}
# So bounded that nobody can ask for a number with a million digits.
_POINTS = re.compile(r"-?\d{1,9}(/[1-9]\d{0,5}|\.\d{1,6})?")


class StateUnreadable(Invalid):
    """What was given is no state that a round can be drawn from; ``path`` names the place."""

    code = "movements.state_unreadable"
    template = gettext_noop("No round can be drawn from this: %(path)s %(fault)s.")


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry as it is given, with the numbers of those it has met, oldest first."""

    contender: Contender
    rank: int
    absent: bool


class _Names:
    """The entries of a document, numbers or names, and the numbers that they are drawn with."""

    def __init__(self, names: Sequence[Name]) -> None:
        # Numbers stay as they are; names are numbered in their own order, so that the order of the input is nothing.
        plain = all(isinstance(name, int) for name in names)
        ordered = sorted(names, key=lambda name: (isinstance(name, str), name))
        self._numbers: dict[Name, int] = {name: cast("int", name) if plain else at for at, name in enumerate(ordered)}
        self._names = {number: name for name, number in self._numbers.items()}

    def number(self, name: object, path: str) -> int:
        """Return the number of an entry. Raises StateUnreadable for one that is not among them."""
        if type(name) in (int, str) and name in self._numbers:
            return self._numbers[name]
        raise StateUnreadable(path=path, fault="is not among the entries")

    def of(self, number: int) -> Name:
        """Return how an entry is called."""
        return self._names[number]


def drawn(document: object) -> dict[str, Any]:
    """Return the next round of a state.

    Raises StateUnreadable, and TooFewEntries and NobodyMayMeet as a draw does.
    """
    top = _object(document, "document", _TOP)
    rules = _rules(top)
    items = _list(top.get("entries"), "entries")
    if not 2 <= len(items) <= MOST_ENTRIES:
        raise StateUnreadable(path="entries", fault=f"must be from 2 to {MOST_ENTRIES}")
    names = _names(items)
    met = [_met(item, f"entries[{at}]", names) for at, item in enumerate(items)]
    _check_mutual(met, [names.number(item["entry"], "") for item in items])
    entries = [_entry(item, f"entries[{at}]", names, met[at], rules.rounds_apart or 0) for at, item in enumerate(items)]
    number = _number(top.get("round", 1 + max(map(len, met))), "round", 1, 1000)
    rounds = _number(top.get("rounds", max(number, usual_length(len(items)))), "rounds", number, 1000)
    gathering = _gathering(top, names, entries, rules, number)
    return _answer(draw_gathering(gathering, rules, rounds, _seed(top)), names, entries)


def _rules(top: Mapping[str, Any]) -> SwissRules:
    movement = _choice(top.get("movement", "swiss"), "movement", MOVEMENTS)
    rules: SwissRules = MOVEMENTS[movement]
    if "pattern" in top:
        _choice(top["pattern"], "pattern", PATTERNS)
    options = {name: top[name] for name in ("pattern", "rounds_apart") if name in top}
    if "rounds_apart" in top:
        if rules.rounds_apart is None:
            raise StateUnreadable(path="rounds_apart", fault="is for danish only")
        _number(top["rounds_apart"], "rounds_apart", 0, 1000)
    return rules.with_options(options)


def _names(items: Sequence[Any]) -> _Names:
    given: list[Name] = []
    for at, item in enumerate(items):
        path = f"entries[{at}]"
        name = _object(item, path, _ENTRY).get("entry")
        if type(name) is str:
            given.append(name)
        else:
            given.append(_number(name, f"{path}.entry", -LARGEST, LARGEST))
    for name, times in Counter(given).items():
        if times > 1:
            raise StateUnreadable(path="entries", fault=f"name {name} twice")
    return _Names(given)


def _met(item: Mapping[str, Any], path: str, names: _Names) -> list[int | None]:
    """Return whom an entry has met in its rounds; None where it had no table."""
    own = names.number(item["entry"], path)
    met: list[int | None] = []
    for at, name in enumerate(_list(item.get("met", []), f"{path}.met")):
        there = f"{path}.met[{at}]"
        met.append(None if name is None else names.number(name, there))
        if met[-1] == own:
            raise StateUnreadable(path=there, fault="is the entry itself")
    return met


def _check_mutual(met: Sequence[Sequence[int | None]], entries: Sequence[int]) -> None:
    times = {entry: Counter(whom) for entry, whom in zip(entries, met, strict=True)}
    for at, entry in enumerate(entries):
        for other, count in times[entry].items():
            if other is not None and times[other][entry] != count:
                raise StateUnreadable(path=f"entries[{at}].met", fault="has met somebody who says otherwise")


def _entry(item: Mapping[str, Any], path: str, names: _Names, met: Sequence[int | None], apart: int) -> _Entry:
    sides = [
        _SIDES[_choice(side, f"{path}.sides[{at}]", _SIDES)]
        for at, side in enumerate(_list(item.get("sides", []), f"{path}.sides"))
        if side is not None
    ]
    drift = item.get("float")
    if drift is not None:
        _choice(drift, f"{path}.float", ("up", "down"))
    club = item.get("club", "")
    if type(club) is not str:
        raise StateUnreadable(path=f"{path}.club", fault="must be text")
    contender = Contender(
        entrant=names.number(item["entry"], path),
        score=_points(item.get("points", 0), f"{path}.points"),
        met=Counter(one for one in met if one is not None),
        recent=frozenset(one for one in met[len(met) - apart :] if one is not None) if apart else frozenset(),
        balance=sum(sides),
        last_side=sides[-1] if sides else 0,
        sit_outs=_number(item.get("sit_outs", 0), f"{path}.sit_outs", 0, 1000),
        fresh=_yes(item.get("late", False), f"{path}.late"),
        floated=_FLOATS[drift],
        club=club,
    )
    rank = _number(item.get("rank", LARGEST), f"{path}.rank", -LARGEST, LARGEST)
    return _Entry(contender, rank, _yes(item.get("absent", False), f"{path}.absent"))


def _gathering(
    top: Mapping[str, Any], names: _Names, entries: Sequence[_Entry], rules: SwissRules, number: int
) -> Gathering:
    there = [entry for entry in entries if not entry.absent]
    there.sort(key=lambda entry: (-entry.contender.score, entry.rank, entry.contender.entrant))
    contenders = tuple(entry.contender for entry in there)
    forbidden = frozenset(frozenset(pair) for pair in _pairs(top, "forbidden", names))
    fixed = _pairs(top, "fixed", names)
    if len(contenders) < 2:
        raise TooFewEntries(needed=2, present=len(contenders))
    try:
        check_fixed(fixed, [contender.entrant for contender in contenders], forbidden)
    except FixedMeetingRefused as error:
        one, other = (names.of(cast("int", error.params[key])) for key in ("one", "other"))
        fault = f"puts {one} and {other} together: one is absent or taken, or they must not meet"
        raise StateUnreadable(path="fixed", fault=fault) from error
    field = Field(number, contenders, rules.pattern, forbidden, fixed, again=rules.rounds_apart is not None)
    turns = {contender.entrant: contender.sit_outs for contender in contenders}
    return Gathering(field, turns, {}, Fraction(0))


def _pairs(top: Mapping[str, Any], part: str, names: _Names) -> tuple[tuple[int, int], ...]:
    pairs = []
    for at, item in enumerate(_list(top.get(part, []), part)):
        pair = [names.number(name, f"{part}[{at}]") for name in _list(item, f"{part}[{at}]")]
        if len(pair) != 2 or pair[0] == pair[1]:
            raise StateUnreadable(path=f"{part}[{at}]", fault="must name two entries")
        pairs.append((pair[0], pair[1]))
    return tuple(pairs)


def _seed(top: Mapping[str, Any]) -> int:
    return _number(top.get("seed", 0), "seed", 0, 2**63 - 1)


def _points(value: object, path: str) -> Fraction:
    text = str(value) if type(value) is int else value
    if isinstance(text, str) and _POINTS.fullmatch(text):
        return Fraction(text)
    raise StateUnreadable(path=path, fault='must be a whole number, or a fraction or decimal as text such as "7/2"')


def _answer(drawing: Drawing, names: _Names, entries: Sequence[_Entry]) -> dict[str, Any]:
    paired, plan = drawing.paired, drawing.plan
    by_entrant = drawing.gathering.field.by_entrant
    costs = {frozenset(pair): cost for pair, cost in zip(paired.meetings, paired.costs, strict=True)}
    tables = round_to_json("pairs", plan)["tables"]
    for table, document in zip(plan.tables, tables, strict=True):
        cost = costs.get(frozenset(table.entrants))
        document["seats"] = {side: names.of(number) for side, number in document["seats"].items()}
        document["points"] = [str(by_entrant[entrant].score) for entrant in table.entrants]
        document["costs"] = "fixed" if cost is None else _costs(cost)
    out = zip(paired.out, paired.out_costs, strict=True)
    return {
        "round": plan.number,
        "tables": tables,
        "out": [{"entry": names.of(entrant), "costs": _costs(cost)} for entrant, cost in out],
        "absent": sorted(
            (names.of(entry.contender.entrant) for entry in entries if entry.absent),
            key=lambda name: (isinstance(name, str), name),
        ),
        "costs": _costs(paired.total),
        "rematch_needed": any(cost[LEVELS.index("rematch")] for cost in paired.costs),
        "levels": list(LEVELS),
        "remarks": [_remark(remark, names) for remark in explain_swiss(drawing)],
    }


def _costs(cost: Cost) -> dict[str, int]:
    return {level: value for level, value in zip(LEVELS, cost, strict=True) if value}


def _remark(remark: Remark, names: _Names) -> dict[str, Any]:
    params = dict(remark.params)
    if "entrant" in params:
        params["entrant"] = names.of(cast("int", params["entrant"]))
    for key in ("entrants", "others"):
        if key in params:
            params[key] = [names.of(number) for number in cast("list[int]", params[key])]
    return {"code": remark.code, "params": params}


def _choice(value: object, path: str, known: Collection[str]) -> str:
    if type(value) is str and value in known:
        return value
    raise StateUnreadable(path=path, fault=f"must be one of {', '.join(known)}")


def _number(value: object, path: str, least: int, most: int) -> int:
    if type(value) is int and least <= value <= most:
        return value
    raise StateUnreadable(path=path, fault=f"must be a whole number from {least} to {most}")


def _yes(value: object, path: str) -> bool:
    if type(value) is bool:
        return value
    raise StateUnreadable(path=path, fault="must be true or false")


def _list(value: object, path: str) -> list[Any]:
    if type(value) is list:
        return value
    raise StateUnreadable(path=path, fault="must be a list")


def _object(value: object, path: str, known: Collection[str]) -> dict[str, Any]:
    if type(value) is not dict:
        raise StateUnreadable(path=path, fault="must be an object")
    for name in value:
        if name not in known:
            raise StateUnreadable(path=path, fault=f"has a field {name!r}, which is none of {', '.join(known)}")
    return value
