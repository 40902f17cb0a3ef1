"""Why a round of a knock-out is as it is, in sentences (codes: ``knockout`` of the movements)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from tournaments.web.drafts import Company

_SEEDING = {
    "lot": gettext_lazy("Round 1 of %(rounds)s, drawn by lot. Who loses is out; the winners of neighbours meet."),
    "rating": gettext_lazy(
        "Round 1 of %(rounds)s, drawn by rating: the strongest meet as late as can be. Who loses is out; the winners "
        "of neighbours meet."
    ),
}


def _first(values: Mapping[str, Any], _company: Company) -> str:
    return str(_SEEDING[values["seeding"]]) % values


def _next(values: Mapping[str, Any], _company: Company) -> str:
    return _("Round %(round)s of %(rounds)s: %(left)s are left; the winners of neighbours meet.") % values


def _bye(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(name)s: a bye, on to round 2 without a table.") % values


def _nobody_to_meet(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(name)s: a bye, because there is nobody to meet.") % values


def _decided(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Table %(table)s of round %(round)s ended without a winner: %(name)s goes on, as it was decided.")
    return said % values


def _late(values: Mapping[str, Any], company: Company) -> str:
    said = _("Not in the bracket, because they came too late: %(names)s.")
    return said % {"names": company.listed(values["entrants"])}


KNOCKOUT_SENTENCES = {
    "draw.knockout_first": _first,
    "draw.knockout": _next,
    "draw.knockout_bye": _bye,
    "draw.knockout_nobody_to_meet": _nobody_to_meet,
    "draw.knockout_decided": _decided,
    "draw.knockout_late": _late,
}
