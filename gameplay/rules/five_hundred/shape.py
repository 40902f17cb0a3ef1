"""The form of a record (rules C3): the fields of its level and no others, each of its JSON type.

A value that has a fault of its own (a seat, bid, card, suit or number of tricks) is left to the stage that reads it;
here stands only what would keep those stages from reading at all. Null means the same as leaving an optional field
out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gameplay.rules.five_hundred.codes import NAME, fault
from gameplay.rules.kinds import Violation

Faults = tuple[Violation, ...]
Check = Callable[[str, Any], Faults]
"""Takes the path of a value and the value."""

LEVELS = (1, 2, 3)
LARGEST_NUMBER = 2**53
"""Up to here every reader of JSON has whole numbers."""
_SEATS = frozenset("012345")


def shape_faults(record: object) -> Faults:
    """Return every fault of form, field by field; empty for a record that the other stages can read."""
    if type(record) is not dict:
        return (fault("schema", "", field="record", problem="of the wrong type"),)
    level = record.get("level")
    if type(level) is not int or level not in LEVELS:
        return _schema("level", "of the wrong type" if "level" in record else "missing")
    faults = _fields(record, _REQUIRED[level], _CHECKS[level])
    if level == 3 and record.get("deck") is None:
        faults += tuple(found for name in ("hands", "kitty") if record.get(name) is None for found in _schema(name))
    return faults


def position_faults(position: object) -> Faults:
    """Return every fault of form of an unfinished level 3 record, in which only the dealer must be named."""
    if type(position) is not dict:
        return (fault("schema", "", field="position", problem="of the wrong type"),)
    return _fields(position, _POSITION_REQUIRED, _CHECKS[3])


def _fields(record: dict[str, Any], required: frozenset[str], checks: dict[str, Check]) -> Faults:
    faults = _missing(record, required, "")
    for name, value in record.items():
        check = checks.get(name)
        if check is None:
            faults += _schema(str(name), "not known at this level")
        elif value is not None or name in required:
            faults += check(name, value)
    return faults


def _schema(field: str, problem: str = "missing") -> Faults:
    return (fault("schema", field, field=field, problem=problem),)


def _missing(value: dict[str, Any], required: frozenset[str], prefix: str) -> Faults:
    if required <= value.keys():
        return ()
    return tuple(found for name in sorted(required - value.keys()) for found in _schema(prefix + name))


def _any(_path: str, _value: Any) -> Faults:
    """Leave the value to the stage that has a fault of its own for it."""
    return ()


def _is(kind: type) -> Check:
    def check(path: str, value: Any) -> Faults:
        # The exact type, because JSON's true is not a number.
        return () if type(value) is kind else _schema(path, "of the wrong type")

    return check


def _is_number(value: Any) -> bool:
    return type(value) is int and -LARGEST_NUMBER <= value <= LARGEST_NUMBER


def _number(path: str, value: Any) -> Faults:
    if _is_number(value):
        return ()
    return _schema(path, "too large" if type(value) is int else "of the wrong type")


def _list_of(check_item: Check, are_plain: Callable[[list[Any]], bool]) -> Check:
    """Return the check of a list; ``are_plain`` says quickly of all its items that nothing is wrong with them."""

    def check(path: str, value: Any) -> Faults:
        if type(value) is not list:
            return _schema(path, "of the wrong type")
        if are_plain(value):
            return ()
        return tuple(found for index, item in enumerate(value) for found in check_item(f"{path}[{index}]", item))

    return check


def _parts(required: set[str], checks: dict[str, Check]) -> Check:
    """Return the check of an object with these fields."""
    needed = frozenset(required)

    def check(path: str, value: Any) -> Faults:
        if type(value) is not dict:
            return _schema(path, "of the wrong type")
        faults = _missing(value, needed, f"{path}.")
        for name, part in value.items():
            part_check = checks.get(name)
            if part_check is None:
                faults += _schema(f"{path}.{name}", "not known at this level")
            elif part is not None or name in needed:
                faults += part_check(f"{path}.{name}", part)
        return faults

    return check


def _game(path: str, value: Any) -> Faults:
    return () if value == NAME else _schema(path, "of the wrong type")


def _contract(path: str, value: Any) -> Faults:
    return () if value is None else _CONTRACT(path, value)


def _hands(path: str, value: Any) -> Faults:
    if type(value) is not dict:
        return _schema(path, "of the wrong type")
    faults: Faults = ()
    for seat, cards in value.items():
        if seat not in _SEATS:
            faults += _schema(f"{path}.{seat}", "not known at this level")
        elif type(cards) is not list:
            faults += _schema(f"{path}.{seat}", "of the wrong type")
    return faults


def _are_numbers(values: list[Any]) -> bool:
    return all(map(_is_number, values))


def _are_plain_calls(calls: list[Any]) -> bool:
    for call in calls:
        if type(call) is not dict or "seat" not in call or "bid" not in call:
            return False
        if len(call) != 2 and (len(call) != 3 or type(call.get("sans_kitty")) is not bool):
            return False
    return True


def _are_plain_tricks(tricks: list[Any]) -> bool:
    for trick in tricks:
        if type(trick) is not dict or "lead" not in trick or type(trick.get("cards")) is not list:
            return False
        if len(trick) != 2 + ("winner" in trick) + ("suit" in trick):
            return False
    return True


_LIST, _BOOLEAN = _is(list), _is(bool)
_INTEGERS = _list_of(_number, _are_numbers)
_CONTRACT = _parts({"seat", "bid", "sans_kitty"}, {"seat": _any, "bid": _any, "sans_kitty": _BOOLEAN})
_CALL = _parts({"seat", "bid"}, {"seat": _any, "bid": _any, "sans_kitty": _BOOLEAN})
_JOKER = _parts({"holder", "nominated"}, {"holder": _any, "nominated": _any})
_TRICK = _parts({"lead", "cards"}, {"lead": _any, "cards": _LIST, "suit": _any, "winner": _any})
_AUCTION, _PLAY = _list_of(_CALL, _are_plain_calls), _list_of(_TRICK, _are_plain_tricks)

_COMMON: dict[str, Check] = {
    "game": _game,
    "level": _any,
    "rules": _is(dict),
    "dealer": _any,
    "contract": _contract,
    "called": _any,
    "tricks": _LIST,
    "points": _INTEGERS,
    "score_before": _INTEGERS,
    "score_after": _INTEGERS,
    "expected_dealer": _number,
}
_CHECKS: dict[int, dict[str, Check]] = {
    1: _COMMON,
    2: {**_COMMON, "auction": _AUCTION, "trick_winners": _LIST, "joker": _JOKER},
    3: {
        **_COMMON,
        "hands": _hands,
        "kitty": _LIST,
        "deck": _LIST,
        "auction": _AUCTION,
        "discards": _LIST,
        "nominated": _any,
        "play": _PLAY,
        "exposed": _BOOLEAN,
    },
}
_ALWAYS = frozenset({"game", "level", "dealer", "contract"})
_REQUIRED = {1: _ALWAYS, 2: _ALWAYS | {"auction", "trick_winners"}, 3: _ALWAYS | {"auction", "play"}}
_POSITION_REQUIRED = frozenset({"dealer"})
