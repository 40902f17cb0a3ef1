"""How a tournament counts, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from gameplay.models import Game
from tournaments.models import Tournament
from tournaments.selectors.home import Overview
from tournaments.web.entrants import entrant_words

_SIT_OUTS = {
    "win": gettext_lazy("A sit-out counts as a win."),
    "round_winners_average": gettext_lazy("A sit-out is worth the average of the winners of that round."),
    "fixed": gettext_lazy("A sit-out is worth fixed points."),
    "nothing": gettext_lazy("A sit-out is worth nothing."),
}

_TIME_IS_UP = {
    Tournament.WhenTimeIsUp.DIRECTOR.value: gettext_lazy("The director rules the game that is on."),
    Tournament.WhenTimeIsUp.LEADER.value: gettext_lazy(
        "The game that is on goes to the side ahead; level sides share it."
    ),
    Tournament.WhenTimeIsUp.SHARED.value: gettext_lazy(
        "The game that is on is shared by all sides, whatever the score."
    ),
    Tournament.WhenTimeIsUp.UNPLAYED.value: gettext_lazy("The game that is on counts for nobody."),
}


def time_words(settings: Mapping[str, Any]) -> str:
    """Return what counts when time is up, to those who take part; empty where nobody plays by time."""
    counts = settings["when_time_is_up"]
    if settings["rules"].get("end") == "timed":
        counts = Tournament.WhenTimeIsUp.LEADER.value
    elif settings["round_minutes"] is None and counts == Tournament.WhenTimeIsUp.DIRECTOR:
        return ""
    return str(_TIME_IS_UP[counts])


def handicap_words(settings: Mapping[str, Any]) -> str:
    """Return what weaker sides are given, to those who take part; empty where nobody is."""
    if settings["handicap"] == Tournament.Handicap.NONE:
        return ""
    return _("The weaker side has a start in every game. Hands are scored as ever; the standings add the start.")


def sit_out_words(policy: str, entry_kind: str) -> str:
    """Return what a sit-out is worth to those who take part."""
    if policy == Tournament.SitOutPolicy.OWN_AVERAGE:
        return str(entrant_words(entry_kind).own_average)
    return str(_SIT_OUTS[policy])


def worth_of_sit_out(overview: Overview, policy: str) -> str:
    """Return what a sit-out is worth in a tournament; in a knock-out it is a bye, which is worth nothing."""
    worth = Tournament.SitOutPolicy.NOTHING.value if overview.is_cup else policy
    return sit_out_words(worth, overview.tournament.entry_kind)


def criteria_words(labels: tuple[str, ...]) -> str:
    """Return the order of the ranking, such as "Table points, then Games won"."""
    return _(", then ").join(_(label) for label in labels)


def table_words(settings: Mapping[str, Any]) -> str:
    """Return how a table plays, from the settings as ``SetUp`` names them."""
    if settings["kind"] == Game.Kind.FIVES_THREES:
        return _legs_words(settings["legs"], settings["legs_mode"])
    end = settings["rules"].get("end", "race")
    if end == "hands":
        hands = settings["rules"]["hands"]
        return ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    if end == "timed":
        return _("by the clock, %(minutes)s minutes") % {"minutes": settings["round_minutes"]}
    return _("to 500")


def _legs_words(legs: int, mode: str) -> str:
    if mode == Tournament.LegsMode.BEST_OF and legs > 1:
        return _("best of %(legs)s legs") % {"legs": legs}
    return ngettext("%(legs)s leg", "%(legs)s legs, all are played", legs) % {"legs": legs}
