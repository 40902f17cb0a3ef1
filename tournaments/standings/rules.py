"""How a tournament counts and ranks, as data.

JSON: ``{"criteria": ["table_points", {"key": "net_points", "cap": 300}, {"key": "points", "average": true}, {"key":
"head_to_head", "by": "points"}], "table_points": {"win": 2, "draw": 1, "loss": 0}, "sit_out": {"policy":
"own_average", "values": {"table_points": "3/2"}}, "requested": {"policy": "nothing"}, "unplayed_rounds": "dummy",
"cancel_withdrawn": false}``. Whatever is left out is as in ``StandingRules()``. Fractions are written as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from gameplay.errors import Invalid, gettext_noop
from tournaments.standings.criteria import MEASURES, NET_POINTS, ROUNDS_SURVIVED, Criterion, Direction
from tournaments.standings.results import TallyKey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Chosen = TypeVar("Chosen", bound=StrEnum)

# So bounded that nobody can ask for a number with a million digits.
_FRACTION = re.compile(r"-?\d{1,9}(/[1-9]\d{0,8})?")
_PARTS = ("criteria", "table_points", "sit_out", "requested", "unplayed_rounds", "cancel_withdrawn")


class StandingRulesInvalid(Invalid):
    """The data of a tournament's rules for standings make no sense."""

    code = "standings.rules_invalid"
    template = gettext_noop("The rules for the standings make no sense: %(path)s %(fault)s.")


class UnplayedRounds(StrEnum):
    """What stands for the opponent, in Buchholz and Sonneborn-Berger, where a round was not played.

    A dummy has the entry's own final points, and an opponent's missed rounds at the end count as drawn (FIDE 2023).
    """

    DUMMY = "dummy"
    IGNORE = "ignore"


class SitOutWorth(StrEnum):
    """What a sit-out is worth."""

    OWN_AVERAGE = "own_average"
    WIN = "win"
    ROUND_WINNERS_AVERAGE = "round_winners_average"
    FIXED = "fixed"
    NOTHING = "nothing"


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
    """How a tournament counts and ranks.

    ``requested``: what a round is worth that an entry asked to miss. ``cancel_withdrawn``: of who withdrew before half
    of its tables nothing counts (round robins).
    """

    criteria: tuple[Criterion, ...] = DEFAULT_CRITERIA
    table_points: TablePointScheme = TablePointScheme()
    sit_out: SitOutPolicy = SitOutPolicy()
    requested: SitOutPolicy = SitOutPolicy(SitOutWorth.NOTHING)
    unplayed_rounds: UnplayedRounds = UnplayedRounds.DUMMY
    cancel_withdrawn: bool = False

    @property
    def is_knockout(self) -> bool:
        """Whether it ranks by the round in which each went out: a bye is worth nothing then, being out no absence."""
        return any(step.key == ROUNDS_SURVIVED for step in self.criteria)

    @property
    def net_cap(self) -> Fraction | None:
        """The most net points that a table counts for, either way; None if there is no limit."""
        return next((step.cap for step in self.criteria if step.key == NET_POINTS), None)


def rules_from_json(document: object) -> StandingRules:
    """Read the rules for standings. Raises StandingRulesInvalid."""
    top = _mapping(document, "rules", _PARTS)
    criteria = top.get("criteria")
    points = _mapping(top.get("table_points", {}), "table_points", ("win", "draw", "loss"))
    cancel = top.get("cancel_withdrawn", False)
    if not isinstance(cancel, bool):
        raise StandingRulesInvalid(path="cancel_withdrawn", fault="must be true or false")
    unplayed = top.get("unplayed_rounds", UnplayedRounds.DUMMY)
    return StandingRules(
        criteria=DEFAULT_CRITERIA if criteria is None else _criteria(criteria),
        table_points=TablePointScheme(
            **{key: read_fraction(value, f"table_points.{key}") for key, value in points.items()}
        ),
        sit_out=_policy(top.get("sit_out", {}), "sit_out", SitOutWorth.OWN_AVERAGE),
        requested=_policy(top.get("requested", {}), "requested", SitOutWorth.NOTHING),
        unplayed_rounds=_choice(UnplayedRounds, unplayed, "unplayed_rounds"),
        cancel_withdrawn=cancel,
    )


def rules_to_json(rules: StandingRules) -> dict[str, Any]:
    """Return the rules as JSON; ``rules_from_json`` of it gives them again."""
    scheme = rules.table_points
    return {
        "criteria": criteria_to_json(rules.criteria),
        "table_points": {
            "win": fraction_to_json(scheme.win),
            "draw": fraction_to_json(scheme.draw),
            "loss": fraction_to_json(scheme.loss),
        },
        "sit_out": _policy_to_json(rules.sit_out),
        "requested": _policy_to_json(rules.requested),
        "unplayed_rounds": rules.unplayed_rounds.value,
        "cancel_withdrawn": rules.cancel_withdrawn,
    }


def fraction_to_json(value: Fraction) -> int | str:
    """Return a whole number as such and a fraction as text, such as ``"1/2"``."""
    return value.numerator if value.denominator == 1 else str(value)


def criteria_to_json(criteria: Sequence[Criterion]) -> list[dict[str, Any]]:
    """Return an order as JSON."""
    return [criterion_to_json(criterion) for criterion in criteria]


def criterion_to_json(criterion: Criterion) -> dict[str, Any]:
    """Return a criterion with what may be chosen for it."""
    options = MEASURES[criterion.key].options
    document: dict[str, Any] = {"key": criterion.key}
    if "direction" in options:
        document["direction"] = criterion.direction.value
    if "by" in options:
        document["by"] = criterion.by.value
    if criterion.cap is not None:
        document["cap"] = fraction_to_json(criterion.cap)
    if criterion.average:
        document["average"] = True
    return document


def read_fraction(value: object, path: str) -> Fraction:
    """Return a number, whole or a fraction as text. Raises StandingRulesInvalid."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str):
        if not _FRACTION.fullmatch(value):
            raise StandingRulesInvalid(path=path, fault="is not a number")
        return Fraction(value)
    raise StandingRulesInvalid(path=path, fault="must be a whole number, or a fraction as text")


def _policy(value: object, path: str, usual: SitOutWorth) -> SitOutPolicy:
    document = _mapping(value, path, ("policy", "values"))
    values = _mapping(document.get("values", {}), f"{path}.values", tuple(TallyKey))
    return SitOutPolicy(
        worth=_choice(SitOutWorth, document.get("policy", usual), f"{path}.policy"),
        values={TallyKey(key): read_fraction(value, f"{path}.values.{key}") for key, value in values.items()},
    )


def _policy_to_json(policy: SitOutPolicy) -> dict[str, Any]:
    values = {key.value: fraction_to_json(value) for key, value in policy.values.items()}
    return {"policy": policy.worth.value, "values": values}


def _criteria(value: object) -> tuple[Criterion, ...]:
    if not isinstance(value, list) or not value:
        raise StandingRulesInvalid(path="criteria", fault="must be a list of at least one")
    criteria = tuple(_criterion(item, f"criteria[{index}]") for index, item in enumerate(value))
    columns = [criterion.column for criterion in criteria]
    caps = {criterion.cap for criterion in criteria if criterion.key == NET_POINTS}
    for index, criterion in enumerate(criteria):
        if criterion.column in columns[:index]:
            raise StandingRulesInvalid(path=f"criteria[{index}]", fault=f"names {criterion.key} again")
        if len(caps) > 1 and criterion.cap is not None:
            raise StandingRulesInvalid(path=f"criteria[{index}].cap", fault="must be the same wherever it is named")
    return criteria


def _criterion(value: object, path: str) -> Criterion:
    if isinstance(value, str):
        value = {"key": value}
    key = value.get("key") if isinstance(value, dict) else None
    measure = MEASURES.get(key) if isinstance(key, str) else None
    item = _mapping(value, path, ("key", *(measure.options if measure else ("direction", "by", "average", "cap"))))
    if measure is None:
        raise StandingRulesInvalid(path=f"{path}.key", fault=f"must be one of {', '.join(MEASURES)}")
    average = item.get("average", False)
    if not isinstance(average, bool):
        raise StandingRulesInvalid(path=f"{path}.average", fault="must be true or false")
    return Criterion(
        key=measure.key,
        direction=_choice(Direction, item.get("direction", measure.direction), f"{path}.direction"),
        by=_choice(TallyKey, item.get("by", TallyKey.TABLE_POINTS), f"{path}.by"),
        cap=_cap(item.get("cap"), f"{path}.cap"),
        average=average,
    )


def _cap(value: object, path: str) -> Fraction | None:
    if value is None:
        return None
    cap = read_fraction(value, path)
    if cap <= 0:
        raise StandingRulesInvalid(path=path, fault="must be more than nothing")
    return cap


def _choice(kind: type[Chosen], value: object, path: str) -> Chosen:
    for choice in kind:
        if value == choice.value:
            return choice
    raise StandingRulesInvalid(path=path, fault=f"must be one of {', '.join(kind)}")


def _mapping(value: object, path: str, known: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise StandingRulesInvalid(path=path, fault="must be an object")
    for key in value:
        if key not in known:
            raise StandingRulesInvalid(path=path, fault=f"must not have {key}")
    return value
