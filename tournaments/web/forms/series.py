"""Forms for a series: how it counts, and which nights belong to it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import moments
from tournaments.models import MOST_NIGHTS, Series
from tournaments.selectors.series import Candidate
from tournaments.services.series import SeriesSettings
from tournaments.standings.schemes import MOST_PLACES, MOST_POINTS, Scheme, SchemeKind

USUAL_PLACES = ", ".join(map(str, Scheme().places))
COUNTING = {
    "places": gettext_lazy("Points for the place in each night, as below"),
    "beaten": gettext_lazy("The percentage of the others that was beaten in each night"),
    "table_points": gettext_lazy("The table points of each night"),
    "games_won": gettext_lazy("The games won in each night"),
    "points": gettext_lazy("The points scored in each night"),
    "net_points": gettext_lazy("The net points of each night"),
}


class SeriesForm(forms.Form):
    """A new series, or the settings of one."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    kind = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=[("five_hundred", gettext_lazy("Five Hundred")), ("fives_threes", gettext_lazy("Fives and Threes"))],
        widget=forms.RadioSelect,
        initial="five_hundred",
    )
    counted_by = forms.ChoiceField(
        label=gettext_lazy("Who collects"),
        choices=[
            (Series.CountedBy.PLAYER.value, gettext_lazy("Each player, whoever the partner is")),
            (Series.CountedBy.PARTNERSHIP.value, gettext_lazy("Each fixed pair; only nights of fixed pairs count")),
        ],
        widget=forms.RadioSelect,
        initial=Series.CountedBy.PLAYER.value,
    )
    from_date = forms.DateField(
        label=gettext_lazy("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("From then on every night of this game belongs to it. Empty: only those that you add."),
    )
    to_date = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Empty: it goes on."),
    )
    best_nights = forms.IntegerField(
        label=gettext_lazy("Best nights that count"),
        required=False,
        min_value=1,
        max_value=MOST_NIGHTS,
        help_text=gettext_lazy("Empty: all of them."),
    )
    minimum_nights = forms.IntegerField(
        label=gettext_lazy("Nights needed for a rank"), min_value=1, max_value=MOST_NIGHTS, initial=1
    )
    counting = forms.ChoiceField(
        label=gettext_lazy("What a night is worth"),
        choices=list(COUNTING.items()),
        widget=forms.RadioSelect,
        initial="places",
    )
    places = forms.CharField(
        label=gettext_lazy("Points for the places"),
        required=False,
        max_length=1000,
        initial=USUAL_PLACES,
        help_text=gettext_lazy("From the first place down. Those who share places share their points."),
    )
    rest = forms.IntegerField(
        label=gettext_lazy("Points for every lower place"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        initial=0,
    )

    def clean(self) -> dict[str, Any]:
        """Return the values with the scheme that they say."""
        values = super().clean() or self.cleaned_data
        counting = values.get("counting")
        if counting == SchemeKind.PLACES:
            values["scheme"] = {"by": "places", "places": self._places(), "rest": values.get("rest") or 0}
        elif counting == SchemeKind.BEATEN:
            values["scheme"] = {"by": "beaten"}
        else:
            values["scheme"] = {"by": "figure", "figure": counting}
        return values

    def _places(self) -> list[int]:
        words = self.cleaned_data.get("places", "").replace(",", " ").replace(";", " ").split()
        # Longer numbers than any that is taken are not read.
        if not words or len(words) > MOST_PLACES or any(not word.isdecimal() or len(word) > 5 for word in words):
            self.add_error("places", _("Whole numbers are needed, such as %(usual)s.") % {"usual": USUAL_PLACES})
            return []
        return [int(word) for word in words]

    @property
    def settings(self) -> SeriesSettings:
        """What was filled in."""
        form_only = ("counting", "places", "rest")
        return SeriesSettings(**{name: value for name, value in self.cleaned_data.items() if name not in form_only})


def initial_of(series: Series) -> dict[str, Any]:
    """Return what the form shows of a series."""
    scheme: Mapping[str, Any] = series.scheme
    plain = ("name", "kind", "counted_by", "from_date", "to_date", "best_nights", "minimum_nights")
    return {
        **{name: getattr(series, name) for name in plain},
        "counting": scheme.get("figure", scheme["by"]),
        "places": ", ".join(map(str, scheme["places"])) if "places" in scheme else USUAL_PLACES,
        "rest": scheme.get("rest", 0),
    }


class NightsForm(forms.Form):
    """Which tournaments are the nights of a series."""

    nights = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Nights"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )

    seen_by_day = forms.TypedMultipleChoiceField(required=False, coerce=int, widget=forms.MultipleHiddenInput)

    def __init__(self, data: Any, candidates: Sequence[Candidate]) -> None:
        initial = {
            "nights": [one.tournament.pk for one in candidates if one.belongs],
            "seen_by_day": [one.tournament.pk for one in candidates if one.by_day],
        }
        super().__init__(data, initial=initial)
        for field in self.fields.values():
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(one.tournament.pk, _night(one.tournament.name, one.date)) for one in candidates]


def _night(name: str, day: dt.date | None) -> str:
    if day is None:
        return _("%(name)s, not begun yet") % {"name": name}
    return _("%(day)s: %(name)s") % {"day": moments.day(day), "name": name}
