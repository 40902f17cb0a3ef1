"""How a tournament is set up: every setting with its default, and what may stand in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from django.utils.translation import gettext as _

from gameplay.rules.registry import KINDS, get_kind
from tournaments.errors import ValueRefused
from tournaments.models import LARGEST_HANDICAP, Stage, Tournament
from tournaments.movements.registry import Movement, movements_for
from tournaments.movements.schedule import Shape
from tournaments.names import checked_name
from tournaments.standings.presets import preset_for
from tournaments.standings.rules import criteria_to_json, rules_from_json, rules_to_json
from tournaments.table_facts import (
    BY_PLAYERS,
    DEFAULT_SIZE,
    THREE_PAIRS,
    TableFacts,
    facts_of,
    kind_of_entrants,
    shape_of,
)
from tournaments.windows import is_window

MOST_ROUNDS = 100
MOST_LEGS = 9
LONGEST_ROUND = 600
LONGEST_TABLE_CORRECTION = 240
"""Minutes."""
LARGEST_SEED = 2**53 - 1
"""So that a browser can show a seed to the last digit."""

TABLE_FACTS = ("players", "teams")
"""Options of a game that are facts of a table (rules A14); the tournament's are the others."""
OF_THE_STAGE = ("movement", "movement_options", "rounds", "table_size", "teams")
"""Settings that are kept with the first stage; the others are with the tournament."""
OF_THE_COUNT = (
    "sit_out_policy", "sit_out_values", "table_points", "criteria", "unplayed_rounds", "cancel_withdrawn", "handicap"
)  # fmt: skip
"""Settings that standings count by: the version of the standings grows with every change of them."""

_SMALL_NUMBER = re.compile(r"-?\d{1,6}(/[1-9]\d{0,3})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """The settings of a tournament.

    ``rules`` are the options of the game that differ from its default. ``table_size`` people sit at a table, six of
    them as two teams or, by ``teams``, as three pairs. ``movement`` empty: the one that suits the table. ``rounds``
    None: so many as it plays with such a field. ``movement_options`` are the movement's own (``movements.registry``).
    ``sit_out_values``, ``table_points``, ``criteria``, ``unplayed_rounds`` and ``cancel_withdrawn`` are as
    ``tournaments.standings.rules`` reads them; ``criteria`` None: the order that suits the movement.
    ``correction_window`` is as ``tournaments.windows`` reads it. A table may correct a hand itself for
    ``table_correction_minutes`` after it was entered.
    ``agreement`` is who has to agree to a table before its round closes.
    ``second_keying`` is when its score sheet has to be keyed a second time.
    ``when_time_is_up`` is what counts of a game that time breaks off.
    ``handicap`` is whether weaker sides have a start; of one that makes a game even ``handicap_percent`` is suggested,
    and never more than ``handicap_most``.
    ``time_zone`` None: the club's; ``seed`` None: any.
    """

    name: str
    kind: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    time_zone: str | None = None
    entry_kind: str = "partnership"
    table_size: int = DEFAULT_SIZE
    teams: str = BY_PLAYERS
    movement: str = ""
    movement_options: Mapping[str, Any] = field(default_factory=dict)
    rounds: int | None = None
    legs: int = 1
    legs_mode: str = "all"
    leg_starter: str = "rotate"
    sit_out_policy: str = "own_average"
    sit_out_values: Mapping[str, Any] = field(default_factory=dict)
    table_points: Mapping[str, Any] = field(default_factory=dict)
    criteria: Sequence[Any] | None = None
    unplayed_rounds: str = "dummy"
    cancel_withdrawn: bool = False
    round_minutes: int | None = None
    seed: int | None = None
    is_rated: bool = True
    correction_window: str = ""
    table_correction_minutes: int = 0
    agreement: str = "none"
    second_keying: str = "optional"
    when_time_is_up: str = "director"
    handicap: str = "none"
    handicap_percent: int = 100
    handicap_most: int | None = None

    @property
    def facts(self) -> TableFacts:
        """The facts of its tables."""
        return TableFacts(self.table_size, self.teams)


SETTINGS = tuple(setting.name for setting in fields(SetUp))


def set_up_of(tournament: Tournament, stage: Stage) -> SetUp:
    """Return the settings of a tournament as they are stored."""
    own = {name: getattr(tournament, name) for name in SETTINGS if name not in OF_THE_STAGE}
    rounds = None if stage.settings.get("meet_once") else stage.rounds_planned
    options = stage.settings.get("movement_options", {})
    return SetUp(**own, **facts_of(stage).as_json(), movement=stage.movement, movement_options=options, rounds=rounds)


def checked(set_up: SetUp) -> SetUp:
    """Return settings that make sense, written in the one way in which they are stored.

    Raises ValueRefused, NameEmpty, NameTooLong, RuleViolation (options of the game), StandingRulesInvalid.
    """
    _choice("kind", set_up.kind, KINDS)
    _choice("legs_mode", set_up.legs_mode, Tournament.LegsMode.values)
    _choice("leg_starter", set_up.leg_starter, Tournament.LegStarter.values)
    _choice("sit_out_policy", set_up.sit_out_policy, Tournament.SitOutPolicy.values)
    _choice("agreement", set_up.agreement, Tournament.Agreement.values)
    _choice("second_keying", set_up.second_keying, Tournament.SecondKeying.values)
    _choice("when_time_is_up", set_up.when_time_is_up, Tournament.WhenTimeIsUp.values)
    _choice("handicap", set_up.handicap, Tournament.Handicap.values)
    _number("rounds", set_up.rounds, 1, MOST_ROUNDS)
    _number("legs", set_up.legs, 1, MOST_LEGS)
    _number("round_minutes", set_up.round_minutes, 1, LONGEST_ROUND)
    _number("table_correction_minutes", set_up.table_correction_minutes, 0, LONGEST_TABLE_CORRECTION)
    _number("seed", set_up.seed, 0, LARGEST_SEED)
    _number("handicap_percent", set_up.handicap_percent, 1, 100)
    _number("handicap_most", set_up.handicap_most, 1, LARGEST_HANDICAP)
    if not is_window(set_up.correction_window):
        raise ValueRefused(path="correction_window", reason=_("nothing, hours:1 to 720, or working_days:1 to 30"))
    movement = _movement(set_up, _shape(set_up))
    options = _movement_options(movement, set_up.movement_options)
    rules = _game_options(set_up)
    _legs_fit(set_up, rules)
    counting = _counting(set_up, movement)
    return replace(
        set_up,
        name=checked_name(set_up.name),
        rules=rules,
        movement=movement.name,
        movement_options=options,
        # In a knock-out the field decides it, whatever was answered.
        rounds=None if movement.knocks_out else set_up.rounds,
        criteria=counting["criteria"],
        table_points=counting["table_points"],
        sit_out_values=counting["sit_out"]["values"],
    )


def _shape(set_up: SetUp) -> Shape:
    """Return how the entries sit at a table; refuse what the game or the movements have no table for."""
    if set_up.entry_kind not in (Tournament.EntryKind.PARTNERSHIP, Tournament.EntryKind.PLAYER):
        raise ValueRefused(path="entry_kind", reason=_("only fixed pairs and individuals can be drawn so far"))
    if set_up.teams != BY_PLAYERS and (set_up.teams != THREE_PAIRS or set_up.table_size != 6):
        raise ValueRefused(path="teams", reason=_("by_players or, at tables of six, three_pairs"))
    return shape_of(set_up.kind, set_up.entry_kind, set_up.facts)


def _movement(set_up: SetUp, shape: Shape) -> Movement:
    """Return the movement that was chosen, or the usual one; refuse one that does not draw such tables."""
    suitable = movements_for(kind_of_entrants(set_up.entry_kind), shape)
    for movement in suitable:
        if set_up.movement in ("", movement.name):
            return movement
    said = _("such tables are drawn as %(movements)s")
    raise ValueRefused(path="movement", reason=said % {"movements": ", ".join(movement.name for movement in suitable)})


def _movement_options(movement: Movement, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what differs from the movement's default; refuse what it does not know."""
    for name, value in chosen.items():
        known = movement.options.get(name)
        if known is None:
            raise ValueRefused(path=f"movement_options.{name}", reason=_("this movement has no such option"))
        _one_of(f"movement_options.{name}", value, known)
    return {name: value for name, value in chosen.items() if value != movement.options[name][0]}


def _game_options(set_up: SetUp) -> dict[str, Any]:
    """Return what differs from the default of the game at such a table, without what belongs to the table."""
    kind = get_kind(set_up.kind)
    table = set_up.facts.as_options()
    for fact, setting in zip(TABLE_FACTS, ("table_size", "teams"), strict=True):
        if fact in set_up.rules and set_up.rules[fact] != getattr(set_up, setting):
            said = _("this is a fact of the table: say it as %(setting)s") % {"setting": setting}
            raise ValueRefused(path=f"rules.{fact}", reason=said)
    default = kind.options_of(kind.resolve_rules(table))
    chosen = kind.options_of(kind.resolve_rules({**set_up.rules, **table}))
    return {name: value for name, value in chosen.items() if value != default[name]}


def _legs_fit(set_up: SetUp, rules: Mapping[str, Any]) -> None:
    if set_up.legs_mode == Tournament.LegsMode.BEST_OF and set_up.legs % 2 == 0:
        raise ValueRefused(path="legs", reason=_("best of an even number has no winner when it is level"))
    if _has_handicaps(set_up) and set_up.legs_mode == Tournament.LegsMode.BEST_OF and set_up.legs > 1:
        raise ValueRefused(
            path="handicap", reason=_("a best of would end before the starts are counted: play all legs")
        )
    if rules.get("end") == "timed":
        if set_up.legs > 1:
            raise ValueRefused(path="legs", reason=_("a game by the clock is the only one at its table"))
        if set_up.round_minutes is None:
            raise ValueRefused(path="round_minutes", reason=_("a game by the clock needs the minutes of a round"))
        if set_up.when_time_is_up not in (Tournament.WhenTimeIsUp.DIRECTOR, Tournament.WhenTimeIsUp.LEADER):
            raise ValueRefused(path="when_time_is_up", reason=_("a game by the clock goes to the higher total"))


def _has_handicaps(set_up: SetUp) -> bool:
    return set_up.handicap == Tournament.Handicap.POINTS


def _counting(set_up: SetUp, movement: Movement) -> dict[str, Any]:
    for path, values in (("table_points", set_up.table_points), ("sit_out_values", set_up.sit_out_values)):
        for key, value in values.items():
            # A fraction in words may be astronomically long; what a club gives for a table is not.
            if not _SMALL_NUMBER.fullmatch(str(value)):
                raise ValueRefused(path=f"{path}.{key}", reason=_("a number of at most six digits, or a fraction"))
    document: dict[str, Any] = {
        "table_points": dict(set_up.table_points),
        "sit_out": {"policy": set_up.sit_out_policy, "values": dict(set_up.sit_out_values)},
        "unplayed_rounds": set_up.unplayed_rounds,
        "cancel_withdrawn": set_up.cancel_withdrawn,
    }
    criteria = criteria_to_json(preset_for(movement.name).criteria) if set_up.criteria is None else set_up.criteria
    counting = rules_from_json({**document, "criteria": list(criteria)})
    scheme = counting.table_points
    if not scheme.win >= scheme.draw >= scheme.loss:
        raise ValueRefused(path="table_points", reason=_("a win is worth at least a draw, and a draw at least a loss"))
    return rules_to_json(counting)


def _one_of(path: str, value: object, known: Collection[object]) -> None:
    if not any(type(value) is type(allowed) and value == allowed for allowed in known):
        raise ValueRefused(path=path, reason=_("must be one of %(words)s") % {"words": ", ".join(map(str, known))})


def _choice(path: str, value: str, known: Collection[str]) -> None:
    if value not in known:
        raise ValueRefused(path=path, reason=_("must be one of %(words)s") % {"words": ", ".join(known)})


def _number(path: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise ValueRefused(path=path, reason=_("from %(least)s to %(most)s") % {"least": least, "most": most})
