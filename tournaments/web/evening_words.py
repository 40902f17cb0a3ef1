"""Why a round of an evening with changing company is as it is, in sentences (codes: ``individual_reasons``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from tournaments.web.drafts import Company


def _evening(values: Mapping[str, Any], _company: Company) -> str:
    return _("Round %(round)s of %(rounds)s, as planned for the whole evening; tables: %(tables)s.") % values


def _whist(values: Mapping[str, Any], _company: Company) -> str:
    said = _(
        "Round %(round)s of %(rounds)s, as planned: in a whist cycle everybody plays once with everybody and twice "
        "against everybody; tables: %(tables)s."
    )
    return said % values


def _whole(values: Mapping[str, Any], _company: Company) -> str:
    if not values["repeats"]:
        return _("Over all planned rounds (%(rounds)s) nobody meets anybody again.") % values
    said = _("Over all planned rounds (%(rounds)s) meetings again: %(repeats)s; fewer than %(least)s cannot be.")
    return said % values


def _place(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s has taken the place of %(other)s in the plan.") % values


def _left(values: Mapping[str, Any], _company: Company) -> str:
    said = _(
        "Who plays has changed, or who sat with whom, so the plan for the whole evening does not hold any more: this "
        "round is drawn by itself, for those who are here."
    )
    return said % values


def _over(values: Mapping[str, Any], _company: Company) -> str:
    return (
        _("The %(planned)s rounds that were planned as a whole have been played; this one is drawn by itself.") % values
    )


def _no_whist(values: Mapping[str, Any], _company: Company) -> str:
    said = _("There is no whist cycle for %(people)s, so partners change as in any other evening.") % values
    if values["nearest"]:
        near = ", ".join(map(str, values["nearest"]))
        said += " " + _("There is one for %(numbers)s.") % {"numbers": near}
    return said


def _apart(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s are not to meet, but there was no other way.") % values


def _together(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s were to meet, but cannot in this round.") % values


EVENING_SENTENCES = {
    "draw.evening": _evening,
    "draw.whist": _whist,
    "draw.evening_whole": _whole,
    "draw.evening_place": _place,
    "draw.evening_left": _left,
    "draw.evening_over": _over,
    "draw.no_whist": _no_whist,
    "draw.wish_apart": _apart,
    "draw.wish_together": _together,
}
