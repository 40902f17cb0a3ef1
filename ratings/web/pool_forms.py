"""Forms of a rating list: what it is about, and by what it is computed, in points as people read them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from gameplay.models import Game
from ratings.engine.params import RANGES, Params
from ratings.models import RatingPool

UNITS = {
    "prior_mu": 10,
    "prior_sigma": 100,
    "least_sigma": 100,
    "drift": 100,
    "bonus_sigma": 100,
    "bonus_drift": 100,
}
"""Units of a stored value in one that is shown; the others are shown as they are stored."""


def _field(name: str, label: Any, help_text: Any = "") -> forms.DecimalField:
    unit = UNITS.get(name, 1)
    least, most = RANGES[name]
    return forms.DecimalField(
        label=label,
        help_text=help_text,
        min_value=Decimal(least) / unit,
        max_value=Decimal(most) / unit,
        decimal_places=len(str(unit)) - 1,
    )


def shown_param(name: str, value: int) -> Decimal:
    """Return a stored parameter as it stands in the form."""
    return Decimal(value) / UNITS.get(name, 1)


class ParamsForm(forms.Form):
    """What a list is called and computed by; ``params`` gives it as it is stored."""

    name = forms.CharField(label=_("Name of the list"), max_length=120)
    prior_mu = _field("prior_mu", _("Newcomers start with"), _("Points."))
    prior_sigma = _field(
        "prior_sigma", _("A newcomer's margin"), _("Points: how far apart players are at first believed to be.")
    )
    least_sigma = _field("least_sigma", _("Least margin"), _("Points: nobody's rating is ever surer than this."))
    drift = _field("drift", _("Drift"), _("Points that a strength is believed to stray in a week."))
    novice_tables = _field(
        "novice_tables",
        _("Tables of a novice"),
        _("Whoever has fewer is a novice, whose results move no partner who has more. 0: everybody is moved."),
    )
    bonus_sigma = _field(
        "bonus_sigma",
        _("Bonus of partners: how far"),
        _("Points that two are believed to be from the sum of both. 0: a pair is worth the mean of its two."),
    )
    bonus_drift = _field(
        "bonus_drift", _("Bonus of partners: drift"), _("Points that a bonus is believed to stray in a week.")
    )
    margin_unit = _field(
        "margin_unit",
        _("Difference of scores: for 174 points of rating"),
        _("By which a side that is 174 points better is expected to win. 0 in all three: only who won counts."),
    )
    margin_noise = _field(
        "margin_noise", _("Difference of scores: noise"), _("Points of the game by which results stray from that.")
    )
    margin_cap = _field("margin_cap", _("Difference of scores: cap"), _("Larger differences than this count as this."))

    def params(self) -> dict[str, int]:
        """Return the parameters in the units of the engine."""
        return {name: int(self.cleaned_data[name] * UNITS.get(name, 1)) for name in RANGES if name != "version"}

    @staticmethod
    def shown(pool: RatingPool) -> dict[str, Any]:
        """Return what stands in the fields for a pool as it is."""
        values = Params.from_mapping(pool.params).as_mapping()
        return {
            "name": pool.name,
            **{name: shown_param(name, value) for name, value in values.items() if name != "version"},
        }

    @property
    def of_scores(self) -> list[forms.BoundField]:
        """The fields about differences of scores."""
        return [self["margin_unit"], self["margin_noise"], self["margin_cap"]]


class OpenForm(forms.Form):
    """A new list."""

    kind = forms.ChoiceField(label=_("Game"), choices=Game.Kind.choices, widget=forms.RadioSelect)
    format = forms.ChoiceField(
        label=_("Which tables count?"),
        required=False,
        choices=[
            (RatingPool.Format.ALL.value, _("All")),
            (RatingPool.Format.PARTNERS.value, _("Those of partners")),
            (RatingPool.Format.SINGLE.value, _("Those where everybody plays alone")),
            (RatingPool.Format.FIXED_PAIRS.value, _("Those of pairs that entered together")),
            (RatingPool.Format.CHANGING.value, _("Those of partners who change from round to round")),
        ],
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("Name of the list"), max_length=120)
