"""Why a round of a Swiss, Monrad or Danish is as it is, in sentences (codes: ``swiss.reasons`` of the movements)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.movements.swiss.levels import SAME_NEED
from tournaments.selectors.figures import shown
from tournaments.web.movement_names import movement_name

if TYPE_CHECKING:
    from tournaments.web.drafts import Company

_PATTERNS = {
    "slide": gettext_lazy("of those alike the upper half meets the lower half, in order"),
    "fold": gettext_lazy("of those alike the first meets the last, the second the last but one, and so on"),
    "adjacent": gettext_lazy("each meets the next in the standings"),
    "random": gettext_lazy("of those alike the lot decides who meets whom"),
}
_LEVELS = {
    "left_out": gettext_lazy("sitting out before others"),
    "rematch": gettext_lazy("rematches"),
    "side_limit": gettext_lazy("three apart on sides"),
    "sit_out": gettext_lazy("sit-out above the lowest"),
    "club": gettext_lazy("tables of one club, town or household"),
    "score_gap": gettext_lazy("differences in points, squared"),
    "side": gettext_lazy("tables where both need the same side"),
    "met_before": gettext_lazy("meetings again as allowed"),
    "float": gettext_lazy("up or down twice running"),
    "pattern": gettext_lazy("places from the pattern, squared"),
}


def _swiss(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Round %(round)s of %(rounds)s, %(name)s: like meets like, and %(pattern)s.")
    pattern = _PATTERNS[values["pattern"]]
    return said % {**values, "name": movement_name(values["movement"]), "pattern": pattern}


def _first_round(values: Mapping[str, Any], _company: Company) -> str:
    if values["pattern"] == "random":
        return _("Round 1 of %(rounds)s, drawn by lot.") % values
    said = _("Round 1 of %(rounds)s, drawn by strength: %(pattern)s.")
    return said % {**values, "pattern": _PATTERNS[values["pattern"]]}


def _by_lot(values: Mapping[str, Any], _company: Company) -> str:
    said = _(
        "Round %(round)s of %(rounds)s, drawn by lot, as all are up to round %(until)s: points do not count for it, "
        "but who has met whom, on which side, and who sat out does."
    )
    return said % values


def _accelerated(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Up to round %(until)s the stronger half is drawn as if it had %(points)s more points.")
    return said % {**values, "points": _figure(values["points"])}


def _standings_before(values: Mapping[str, Any], _company: Company) -> str:
    last = values["round"] + 1
    if not values["round"]:
        return _("No results count yet; of round %(last)s only who met whom, on which side, and who sat out.") % {
            "last": last
        }
    said = _(
        "The standings after round %(round)s are used; of round %(last)s only who met whom, on which side, and who sat "
        "out."
    )
    return said % {**values, "last": last}


def _kept_apart(values: Mapping[str, Any], _company: Company) -> str:
    if not values["tables"]:
        return _("Nobody meets somebody of the own club, town or household.")
    said = ngettext(
        "At %(tables)s table two of one club, town or household meet: fewer could not be, or only with a rematch, "
        "uneven sides or an unfair sit-out.",
        "At %(tables)s tables two of one club, town or household meet: fewer could not be, or only with a rematch, "
        "uneven sides or an unfair sit-out.",
        values["tables"],
    )
    return said % values


def _many_rounds(values: Mapping[str, Any], _company: Company) -> str:
    said = _("%(rounds)s rounds are many for %(present)s: only up to %(most)s are sure to need no rematch.")
    return said % values


def _rematches_needed(values: Mapping[str, Any], _company: Company) -> str:
    said = ngettext(
        "No round for all is left without a rematch; this one has %(rematches)s.",
        "No round for all is left without a rematch; this one has %(rematches)s.",
        values["rematches"],
    )
    return said % values


def _sits_out(values: Mapping[str, Any], _company: Company) -> str:
    said = _("%(name)s (%(score)s) sits out: the lowest of those who have sat out least (so often before: %(before)s).")
    return said % _with_scores(values)


def _sits_out_above(values: Mapping[str, Any], _company: Company) -> str:
    said = _("%(name)s (%(score)s) sits out: if one of those below did (%(people)s), the other tables would be worse.")
    return said % _with_scores(values)


def _left_out(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(name)s sits out: there is nobody left to meet.") % values


def _alike(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s meet: both have %(score)s.") % {
        **values,
        "score": _figure(values["scores"][0]),
    }


def _apart(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s meet: they have %(first)s and %(second)s.") % _with_scores(values)


def _fixed(values: Mapping[str, Any], _company: Company) -> str:
    said = _("%(one)s (%(first)s) and %(other)s (%(second)s) were put together by hand.")
    return said % _with_scores(values)


def _put_together(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s were put together by hand.") % values


def _met_before(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s meet again (so often before: %(times)s).") % values


def _same_club(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s are of one club, town or household.") % values


def _same_side(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s have both sat more often on the same side.") % values


def _floats_again(values: Mapping[str, Any], _company: Company) -> str:
    if values["up"]:
        return _("%(name)s meets, for the second time running, somebody with more points: %(people)s.") % values
    return _("%(name)s meets, for the second time running, somebody with fewer points: %(people)s.") % values


def _gaps(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Differences in points, squared, add up to %(squares)s; if nothing else counted, to %(least)s.")
    return said % {"squares": _figure(values["squares"]), "least": _figure(values["least"])}


def _cost(values: Mapping[str, Any], _company: Company) -> str:
    costs = dict(zip(values["levels"], values["costs"], strict=True))
    # What is below a table where both need the same side decides only between rounds that are otherwise alike.
    costs["side"] = costs.get("side", 0) // SAME_NEED
    paid = [f"{words} ({costs[level]})" for level, words in _LEVELS.items() if costs.get(level)]
    if not paid:
        return _("There is nothing against this round.")
    said = _("No round has less of one of these without more of one before it: %(costs)s.")
    return said % {"costs": "; ".join(paid)}


def _figure(text: str) -> str:
    return shown(Fraction(text))


def _with_scores(values: Mapping[str, Any]) -> dict[str, Any]:
    figures = [_figure(text) for text in values.get("scores", (values.get("score", "0"),) * 2)]
    return {**values, "first": figures[0], "second": figures[1], "score": figures[0]}


SWISS_SENTENCES = {
    "draw.swiss": _swiss,
    "draw.swiss_first_round": _first_round,
    "draw.swiss_by_lot": _by_lot,
    "draw.swiss_accelerated": _accelerated,
    "draw.swiss_standings_before": _standings_before,
    "draw.swiss_kept_apart": _kept_apart,
    "draw.swiss_many_rounds": _many_rounds,
    "draw.swiss_rematches_needed": _rematches_needed,
    "draw.swiss_sits_out": _sits_out,
    "draw.swiss_sits_out_above": _sits_out_above,
    "draw.swiss_left_out": _left_out,
    "draw.swiss_alike": _alike,
    "draw.swiss_apart": _apart,
    "draw.swiss_fixed": _fixed,
    "draw.swiss_put_together": _put_together,
    "draw.swiss_met_before": _met_before,
    "draw.swiss_same_club": _same_club,
    "draw.swiss_same_side": _same_side,
    "draw.swiss_floats_again": _floats_again,
    "draw.swiss_gaps": _gaps,
    "draw.swiss_cost": _cost,
}
