"""Orders of standings that clubs use, under plain names, and which of them suits which movement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gameplay.errors import gettext_noop
from tournaments.standings import criteria as steps
from tournaments.standings.criteria import Criterion
from tournaments.standings.results import TallyKey

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Preset:
    """An order. ``name`` says in plain English what counts; it is translated where it is shown."""

    key: str
    name: str
    criteria: tuple[Criterion, ...]


_TABLE_POINTS = Criterion(TallyKey.TABLE_POINTS.value)
_GAMES = Criterion(TallyKey.GAMES_WON.value)
_WINS = Criterion(TallyKey.WINS.value)
_POINTS = Criterion(TallyKey.POINTS.value)
_NET = Criterion(steps.NET_POINTS)
_HEAD_TO_HEAD = Criterion(steps.HEAD_TO_HEAD)

PRESETS: Mapping[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "who_beat_whom",
            gettext_noop("Most table points, then who beat whom, then tables won, then net points"),
            (_TABLE_POINTS, _HEAD_TO_HEAD, _WINS, _NET, Criterion(steps.SONNEBORN_BERGER)),
        ),
        Preset(
            "strength_of_opponents",
            gettext_noop("Most table points, then the strongest opponents, then net points, then who beat whom"),
            (_TABLE_POINTS, Criterion(steps.BUCHHOLZ_CUT_1), Criterion(steps.BUCHHOLZ), _NET, _HEAD_TO_HEAD),
        ),
        Preset(
            "table_points",
            gettext_noop("Most table points, then most games, then most points"),
            (_TABLE_POINTS, _GAMES, _POINTS),
        ),
        Preset("games_then_net", gettext_noop("Most games, then net points"), (_GAMES, _NET, _POINTS)),
        Preset("wins_then_points", gettext_noop("Most tables won, then most points"), (_WINS, _POINTS, _HEAD_TO_HEAD)),
        Preset(
            "knock_out",
            gettext_noop("In a knock-out: the round in which each went out"),
            (Criterion(steps.ROUNDS_SURVIVED),),
        ),
        Preset("points", gettext_noop("Most points, then most table points"), (_POINTS, _TABLE_POINTS, _GAMES)),
        Preset("net_points", gettext_noop("Most net points, then most points"), (_NET, _POINTS, _TABLE_POINTS)),
        Preset(
            "average_table",
            gettext_noop("Best average table (for unequal numbers of tables), then net points a table"),
            (
                Criterion(TallyKey.TABLE_POINTS.value, average=True),
                Criterion(steps.NET_POINTS, average=True),
                Criterion(TallyKey.POINTS.value, average=True),
            ),
        ),
    )
}

USUAL = "table_points"
BY_MOVEMENT: Mapping[str, str] = {
    "round_robin": "who_beat_whom",
    "double_round_robin": "who_beat_whom",
    "swiss": "strength_of_opponents",
    "monrad": "strength_of_opponents",
    "danish": "strength_of_opponents",
    "knockout": "knock_out",
    "progressive": "wins_then_points",
}
"""The order that suits a movement; where people change partners, and for the others, it is the usual one."""


def preset_for(movement: str) -> Preset:
    """Return the order for a tournament that names none."""
    return PRESETS[BY_MOVEMENT.get(movement, USUAL)]


def preset_of(criteria: tuple[Criterion, ...]) -> Preset | None:
    """Return the preset that an order is; None if it is one of its own."""
    return next((preset for preset in PRESETS.values() if preset.criteria == criteria), None)
