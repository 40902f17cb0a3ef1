"""What was changed in a draw by hand, and what that does not keep, in sentences (codes: ``movements.by_hand``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.web.words import side_name

if TYPE_CHECKING:
    from tournaments.web.drafts import Company


def _by_hand(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Changed by hand from draw %(draw)s.") % values
    # The reason is for those who run the rounds.
    return f"{said} {values.get('reason', '')}".rstrip()


def _swapped(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s have changed places.") % values


def _wish_moved(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s have changed places, so that the right ones meet.") % values


def _apart(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s are at one table, though they must not meet.") % values


def _together(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(one)s and %(other)s are not at one table, though they are to meet.") % values


def _rematch(values: Mapping[str, Any], _company: Company) -> str:
    said = ngettext(
        "%(one)s and %(other)s meet again: they have met %(times)s time before.",
        "%(one)s and %(other)s meet again: they have met %(times)s times before.",
        values["times"],
    )
    return said % values


def _partners(values: Mapping[str, Any], _company: Company) -> str:
    said = ngettext(
        "%(one)s and %(other)s are partners again: they have been %(times)s time before.",
        "%(one)s and %(other)s are partners again: they have been %(times)s times before.",
        values["times"],
    )
    return said % values


def _sit_out(values: Mapping[str, Any], _company: Company) -> str:
    said = _("%(name)s sits out before it is due: sit-outs so far %(before)s, of somebody who sits %(fewest)s.")
    return said % values


def _sides(values: Mapping[str, Any], company: Company) -> str:
    side = side_name(company.sides[0 if values["apart"] > 0 else 1])
    return _("%(name)s will have sat %(times)s times more on %(side)s than on the other side.") % {
        "name": values["name"],
        "times": abs(values["apart"]),
        "side": side,
    }


def _table(values: Mapping[str, Any], _company: Company) -> str:
    return _("%(name)s sits at table %(table)s, though table %(expected)s is kept for it.") % values


def _same_company(values: Mapping[str, Any], _company: Company) -> str:
    said = _(
        "Drawn again, the same people are together as in draw %(draw)s: there is no better round for them. To have it "
        "otherwise, let two change places, or meet, or never meet."
    )
    return said % values


BY_HAND_SENTENCES = {
    "draw.same_company": _same_company,
    "draw.by_hand": _by_hand,
    "draw.swapped_by_hand": _swapped,
    "draw.wish_moved": _wish_moved,
    "promise.apart": _apart,
    "promise.together": _together,
    "promise.rematch": _rematch,
    "promise.partners": _partners,
    "promise.sit_out": _sit_out,
    "promise.sides": _sides,
    "promise.table": _table,
}
