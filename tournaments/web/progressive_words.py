"""Why a round of progressive play is as it is, in sentences (codes: ``progressive_reasons`` of the movements)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from tournaments.web.drafts import Company

_MOVES = {
    "winners_up": gettext_lazy(
        "Winners go up, losers stay; at the head table the winners stay and the losers go to the last table."
    ),
    "losers_down": gettext_lazy("Losers go down, from the last table to the head table; winners stay."),
    "both": gettext_lazy(
        "Winners go up and losers go down; at the head table the winners stay, at the last one the losers."
    ),
    "ns_stay": gettext_lazy("NS stay and EW go down, from the last table to the head table."),
}


def _first(values: Mapping[str, Any], _company: Company) -> str:
    return _("Round %(round)s of %(rounds)s, drawn by lot; table 1 is the head table.") % values


def _progressive(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Round %(round)s of %(rounds)s.") % values
    return f"{said} {_MOVES[values['moves']]}"


def _by_points(values: Mapping[str, Any], company: Company) -> str:
    said = _("Table %(table)s of round %(round)s ended level in games: with more points %(names)s go as the winners.")
    return said % {**values, "names": company.listed(values["winners"])}


def _by_lot(values: Mapping[str, Any], company: Company) -> str:
    said = _("Table %(table)s of round %(round)s has no single winner: by lot %(names)s go as the winners.")
    return said % {**values, "names": company.listed(values["winners"])}


def _table(values: Mapping[str, Any], company: Company) -> str:
    parts = (
        ("stayed", _("stay: %(names)s")),
        ("moved", _("from another table: %(names)s")),
        ("joined", _("did not play in the last round: %(names)s")),
    )
    said = "; ".join(words % {"names": company.listed(values[key])} for key, words in parts if values[key])
    return _("Table %(table)s: %(who)s.") % {"table": values["table"], "who": said}


def _exchanged(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s have changed places because of who is or is not to meet.") % values


PROGRESSIVE_SENTENCES = {
    "draw.progressive_first": _first,
    "draw.progressive": _progressive,
    "draw.progressive_by_points": _by_points,
    "draw.progressive_by_lot": _by_lot,
    "draw.progressive_table": _table,
    "draw.progressive_exchanged": _exchanged,
}
