"""Why a round of a movement that was planned as a whole is as it is, in sentences (codes: ``planned_draw``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.movement_words import PLAN_SENTENCES, plan_words
from tournaments.movements.schedule import Remark
from tournaments.web.movement_names import movement_name

if TYPE_CHECKING:
    from tournaments.web.drafts import Company


def _as_planned(values: Mapping[str, Any], _company: Company) -> str:
    return _("Round %(round)s of %(rounds)s of the movement %(movement)s, as planned.") % _named(values)


def _instead(values: Mapping[str, Any], _company: Company) -> str:
    said = _("There is no %(movement)s for so many in so many rounds; what comes nearest is %(instead)s.")
    return said % _named(values)


def _left(values: Mapping[str, Any], _company: Company) -> str:
    said = _("Who plays has changed, or who met whom: from round %(round)s on %(movement)s is not followed any more.")
    return said % _named(values)


def _over(values: Mapping[str, Any], _company: Company) -> str:
    return _("All %(rounds)s rounds of the movement %(movement)s have been played.") % _named(values)


def _named(values: Mapping[str, Any]) -> dict[str, Any]:
    names = {key: movement_name(values[key]) for key in ("movement", "instead") if key in values}
    return {**values, **names}


def _of_the_plan(code: str, values: Mapping[str, Any], company: Company) -> str:
    return plan_words(Remark(code, values), company.names.__getitem__)


PLANNED_SENTENCES: dict[str, Callable[[Mapping[str, Any], Company], str]] = {
    "draw.movement": _as_planned,
    "draw.movement_instead": _instead,
    "draw.movement_left": _left,
    "draw.movement_over": _over,
    **{code: partial(_of_the_plan, code) for code in PLAN_SENTENCES},
}
