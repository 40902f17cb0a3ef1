"""Faults of form, of the contract and of what a record claims: at every level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.variants import Rules, resolve_rules

if TYPE_CHECKING:
    from random import Random

Record = dict[str, Any]
Spoil = Callable[["Random", Record], bool]
"""Spoils a legal record in place; False when this record offers no opportunity."""

MISERES = ("M", "OM", "BM")


@dataclass(frozen=True, slots=True)
class Fault:
    """How to make a fault: at which levels it exists, how to spoil a record, and the contracts that it needs."""

    levels: tuple[int, ...]
    spoil: Spoil
    bids: tuple[str, ...] = ()


def rules_of(record: Record) -> Rules:
    """Return the rules of a legal record."""
    return resolve_rules(record.get("rules", {}))


def set_option(record: Record, name: str, value: object) -> bool:
    """Give the record one more option."""
    record["rules"] = {**record.get("rules", {}), name: value}
    return True


def _schema(rng: Random, record: Record) -> bool:
    broken: list[Record] = [
        {"trick": 1},
        {"contract": "8H"},
        {"game": "euchre"},
        {"points": [0, "ten"]},
        {"score_before": [0]},
        {"tricks": 7},
        {"level": 4},
    ]
    record |= rng.choice(broken)
    return True


def _rules(rng: Random, record: Record) -> bool:
    unknown = [
        ("misere", "sometimes"),
        ("players", 7),
        ("jokers", 2),
        ("raise_own", 1),
        ("slam", 500),
        ("end", "hands"),
    ]
    name, value = rng.choice(unknown)
    record.get("rules", {}).pop("hands", None)
    return set_option(record, name, value)


def _seat(rng: Random, record: Record) -> bool:
    record["dealer"] = rng.choice([-1, 6, True, "0", 1.0, None])
    return True


def _bid_unknown(rng: Random, record: Record) -> bool:
    if record["contract"] is None:
        return False
    record["contract"]["bid"] = rng.choice(["5H", "11S", "P", "8h", "7", 8, None, ["8H"]])
    return True


def _misere_off(_rng: Random, record: Record) -> bool:
    return set_option(record, "misere", "off")


def _blind_misere_off(_rng: Random, record: Record) -> bool:
    return set_option(record, "blind_misere", value=False)


def _sans_kitty_off(_rng: Random, record: Record) -> bool:
    is_sans_kitty = record["contract"] is not None and record["contract"]["sans_kitty"]
    return is_sans_kitty and set_option(record, "sans_kitty", value=False)


def _called_partner(rng: Random, record: Record) -> bool:
    contract, players = record["contract"], rules_of(record).players
    if contract is None:
        return False
    alone = players != 5 or contract["bid"] in MISERES
    record["called"] = rng.randrange(players) if alone else contract["seat"]
    return True


def _passed_in_with_result(rng: Random, record: Record) -> bool:
    if record["contract"] is not None:
        return False
    results: dict[int, list[Record]] = {
        1: [],
        2: [{"trick_winners": [record["dealer"]]}],
        3: [{"play": [{"lead": 0, "cards": ["JK"]}]}, {"discards": ["JK"]}, {"nominated": "H"}],
    }
    tricks = [10] + [0] * (len(seating_of(rules_of(record)).sides) - 1)
    record |= rng.choice([{"tricks": tricks}, *results[record["level"]]])
    return True


def _tricks_range(rng: Random, record: Record) -> bool:
    return _claim(record, lambda tricks: [rng.choice([-1, 11, True, "3", 2.0]), *tricks[1:]])


def _tricks_sum(_rng: Random, record: Record) -> bool:
    return not _is_misere(record) and _claim(record, lambda tricks: [tricks[0] + (-1 if tricks[0] else 1), *tricks[1:]])


def _tricks_mismatch(_rng: Random, record: Record) -> bool:
    return not _is_misere(record) and _claim(record, lambda tricks: [*tricks[1:], tricks[0]])


def _is_misere(record: Record) -> bool:
    return record["contract"] is not None and record["contract"]["bid"] in MISERES


def _claim(record: Record, change: Callable[[list[Any]], list[Any]]) -> bool:
    """Change the claimed numbers of tricks."""
    if not record.get("tricks"):
        return False
    changed = change(record["tricks"])
    if changed == record["tricks"]:
        return False
    record["tricks"] = changed
    return True


def _score_before_missing(_rng: Random, record: Record) -> bool:
    return record.pop("score_before", None) is not None


def _points_mismatch(rng: Random, record: Record) -> bool:
    points = record.get("points")
    if not points:
        return False
    points[rng.randrange(len(points))] += rng.choice([-10, 10, 100, -1])
    return True


def _score_after_mismatch(rng: Random, record: Record) -> bool:
    scores = record.get("score_after")
    if not scores:
        return False
    scores[rng.randrange(len(scores))] += rng.choice([-10, 10, 500])
    return True


def _dealer_rotation(rng: Random, record: Record) -> bool:
    players = rules_of(record).players
    record["expected_dealer"] = (record["dealer"] + rng.randrange(1, players)) % players
    return True


_ALL = (1, 2, 3)
FAULTS: dict[str, Fault] = {
    "schema": Fault(_ALL, _schema),
    "rules": Fault(_ALL, _rules),
    "seat": Fault(_ALL, _seat),
    "bid_unknown": Fault(_ALL, _bid_unknown),
    "misere_off": Fault(_ALL, _misere_off, MISERES),
    "blind_misere_off": Fault(_ALL, _blind_misere_off, ("BM",)),
    "sans_kitty_off": Fault(_ALL, _sans_kitty_off),
    "called_partner": Fault(_ALL, _called_partner),
    "passed_in_with_result": Fault(_ALL, _passed_in_with_result),
    "tricks_range": Fault(_ALL, _tricks_range),
    "tricks_sum": Fault(_ALL, _tricks_sum),
    "tricks_mismatch": Fault((2, 3), _tricks_mismatch),
    "score_before_missing": Fault(_ALL, _score_before_missing),
    "points_mismatch": Fault(_ALL, _points_mismatch),
    "score_after_mismatch": Fault(_ALL, _score_after_mismatch),
    "dealer_rotation": Fault(_ALL, _dealer_rotation),
}
