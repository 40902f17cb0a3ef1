"""How a tournament counts and ranks, as data.

JSON: ``{"criteria": ["table_points", {"key": "points_against", "direction": "fewest"}, {"key": "head_to_head", "by":
"table_points"}], "table_points": {"win": 2, "draw": 1, "loss": 0}, "sit_out": {"policy": "own_average", "values":
{"table_points": "3/2"}}}``. Whatever is left out is as in ``StandingRules()``. Fractions are written as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from gameplay.errors import Invalid, gettext_noop
from tournaments.standings.results import TallyKey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Chosen = TypeVar("Chosen", bound=StrEnum)

# So bounded that nobody can ask for a number with a million digits.
_FRACTION = re.compile(r"-?\d{1,9}(/[1-9]\d{0,8})?")

HEAD_TO_HEAD = "head_to_head"
METRIC_KEYS = (*(key.value for key in TallyKey), "net_points", "tables_played", "sit_outs")


class StandingRulesInvalid(Invalid):
    """The data of a tournament's rules for standings make no sense."""

    code = "standings.rules_invalid"
    template = gettext_noop("The rules for the standings make no sense: %(path)s %(fault)s.")


class Direction(StrEnum):
    """Which value of a metric is better."""

    MOST = "most"
    FEWEST = "fewest"


class SitOutWorth(StrEnum):
    """What a sit-out is worth."""

    OWN_AVERAGE = "own_average"
    WIN = "win"
    ROUND_WINNERS_AVERAGE = "round_winners_average"
    FIXED = "fixed"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One step of the order. ``by`` says what head to head compares: tallies of the tables among the tied."""

    key: str
    direction: Direction = Direction.MOST
    by: TallyKey = TallyKey.TABLE_POINTS


@dataclass(frozen=True, slots=True)
class TablePointScheme:
    """What a table is worth in the standings."""

    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)

    def award(self, games_won: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """Return the table points by side: most games won is a win, a draw if several sides have as many.

        >>> [str(points) for points in TablePointScheme().award((Fraction(2), Fraction(1)))]
        ['2', '0']
        """
        best = max(games_won)
        top = self.win if list(games_won).count(best) == 1 else self.draw
        return tuple(top if games == best else self.loss for games in games_won)


@dataclass(frozen=True, slots=True)
class SitOutPolicy:
    """What a sit-out is worth. ``values`` are of a fixed worth, and of what a win brings beside table points.

    The default changes nothing in a full round robin: own average per table over the tables played, 0 if none.
    """

    worth: SitOutWorth = SitOutWorth.OWN_AVERAGE
    values: Mapping[TallyKey, Fraction] = field(default_factory=dict)


DEFAULT_CRITERIA = (Criterion("table_points"), Criterion("games_won"), Criterion("points"))


@dataclass(frozen=True, slots=True)
class StandingRules:
    """How a tournament counts and ranks."""

    criteria: tuple[Criterion, ...] = DEFAULT_CRITERIA
    table_points: TablePointScheme = TablePointScheme()
    sit_out: SitOutPolicy = SitOutPolicy()


def rules_from_json(document: object) -> StandingRules:
    """Read the rules for standings. Raises StandingRulesInvalid."""
    top = _mapping(document, "rules", ("criteria", "table_points", "sit_out"))
    criteria = top.get("criteria")
    sit_out = _mapping(top.get("sit_out", {}), "sit_out", ("policy", "values"))
    points = _mapping(top.get("table_points", {}), "table_points", ("win", "draw", "loss"))
    values = _mapping(sit_out.get("values", {}), "sit_out.values", tuple(TallyKey))
    return StandingRules(
        criteria=DEFAULT_CRITERIA if criteria is None else _criteria(criteria),
        table_points=TablePointScheme(
            **{key: _fraction(value, f"table_points.{key}") for key, value in points.items()}
        ),
        sit_out=SitOutPolicy(
            worth=_choice(SitOutWorth, sit_out.get("policy", SitOutWorth.OWN_AVERAGE), "sit_out.policy"),
            values={TallyKey(key): _fraction(value, f"sit_out.values.{key}") for key, value in values.items()},
        ),
    )


def rules_to_json(rules: StandingRules) -> dict[str, Any]:
    """Return the rules as JSON; ``rules_from_json`` of it gives them again."""
    scheme = rules.table_points
    return {
        "criteria": [_criterion_to_json(criterion) for criterion in rules.criteria],
        "table_points": {
            "win": fraction_to_json(scheme.win),
            "draw": fraction_to_json(scheme.draw),
            "loss": fraction_to_json(scheme.loss),
        },
        "sit_out": {
            "policy": rules.sit_out.worth.value,
            "values": {key.value: fraction_to_json(value) for key, value in rules.sit_out.values.items()},
        },
    }


def fraction_to_json(value: Fraction) -> int | str:
    """Return a whole number as such and a fraction as text, such as ``"1/2"``."""
    return value.numerator if value.denominator == 1 else str(value)


def _criterion_to_json(criterion: Criterion) -> dict[str, str]:
    document = {"key": criterion.key, "direction": criterion.direction.value}
    if criterion.key == HEAD_TO_HEAD:
        document["by"] = criterion.by.value
    return document


def _criteria(value: object) -> tuple[Criterion, ...]:
    if not isinstance(value, list) or not value:
        raise StandingRulesInvalid(path="criteria", fault="must be a list of at least one")
    criteria = tuple(_criterion(item, f"criteria[{index}]") for index, item in enumerate(value))
    keys = [criterion.key for criterion in criteria]
    for index, key in enumerate(keys):
        if key in keys[:index]:
            raise StandingRulesInvalid(path=f"criteria[{index}]", fault=f"names {key} again")
    return criteria


def _criterion(value: object, path: str) -> Criterion:
    if isinstance(value, str):
        value = {"key": value}
    item = _mapping(value, path, ("key", "direction", "by"))
    known = (*METRIC_KEYS, HEAD_TO_HEAD)
    if item.get("key") not in known:
        raise StandingRulesInvalid(path=f"{path}.key", fault=f"must be one of {', '.join(known)}")
    return Criterion(
        key=item["key"],
        direction=_choice(Direction, item.get("direction", Direction.MOST), f"{path}.direction"),
        by=_choice(TallyKey, item.get("by", TallyKey.TABLE_POINTS), f"{path}.by"),
    )


def _choice(kind: type[Chosen], value: object, path: str) -> Chosen:
    for choice in kind:
        if value == choice.value:
            return choice
    raise StandingRulesInvalid(path=path, fault=f"must be one of {', '.join(kind)}")


def _fraction(value: object, path: str) -> Fraction:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str):
        if not _FRACTION.fullmatch(value):
            raise StandingRulesInvalid(path=path, fault="is not a number")
        return Fraction(value)
    raise StandingRulesInvalid(path=path, fault="must be a whole number, or a fraction as text")


def _mapping(value: object, path: str, known: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise StandingRulesInvalid(path=path, fault="must be an object")
    for key in value:
        if key not in known:
            raise StandingRulesInvalid(path=path, fault=f"must not have {key}")
    return value
