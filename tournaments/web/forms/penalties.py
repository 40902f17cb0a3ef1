"""Forms for what the director adds to the results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Adjustment, Round, TieDecision
from tournaments.selectors.standings import StandingRow
from tournaments.web.forms.reasons import PublicReason

PENALTY, AWARD = "penalty", "award"
_AMOUNT = re.compile(r"\d{1,6}([.,]\d{1,3}|/[1-9]\d{0,3})?")
_NUMBERS = re.compile(r"[\s,;]+")


class AdjustmentForm(forms.Form):
    """A penalty or an award; ``changes`` gives it in the words of the service."""

    what = forms.ChoiceField(
        label=_("What is it?"),
        choices=[(PENALTY, _("A penalty: it takes away")), (AWARD, _("An award: it adds"))],
        initial=PENALTY,
        widget=forms.RadioSelect,
    )
    entry_id = forms.TypedChoiceField(label=_("For whom?"), coerce=int)
    amount = forms.CharField(label=_("How much?"), help_text=_("A number such as 1, 1/2 or 0.5."), max_length=12)
    metric = forms.ChoiceField(
        label=_("Of what?"),
        choices=[
            (Adjustment.Metric.TABLE_POINTS.value, _("Table points")),
            (Adjustment.Metric.POINTS.value, _("Points")),
            (Adjustment.Metric.GAMES_WON.value, _("Games won")),
            (Adjustment.Metric.WINS.value, _("Tables won")),
        ],
        initial=Adjustment.Metric.TABLE_POINTS.value,
    )
    round_number = forms.TypedChoiceField(label=_("In which round?"), coerce=int, empty_value=None, required=False)
    reason = PublicReason(label=_("Why?"))

    def __init__(self, rows: Sequence[StandingRow], rounds: Sequence[Round], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        by_number = sorted(rows, key=lambda row: row.entry_number)
        entries = [(row.entry_id, f"{row.entry_number}. {row.entry_name}") for row in by_number]
        numbers = [(row.number, row.number) for row in rounds]
        self.fields["entry_id"].choices = [("", _("Choose one")), *entries]  # type: ignore[attr-defined]  # of a choice field
        self.fields["round_number"].choices = [("", _("The whole event")), *numbers]  # type: ignore[attr-defined]  # of a choice field

    def clean_amount(self) -> str:
        """Return the exact amount, without a sign."""
        amount: str = self.cleaned_data["amount"].strip()
        if not _AMOUNT.fullmatch(amount):
            raise forms.ValidationError(_("A number such as 1, 1/2 or 0.5 is needed; the answer above gives its sign."))
        return str(Fraction(amount.replace(",", ".")))

    @property
    def changes(self) -> dict[str, Any]:
        """Return the values for the service."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "what"}
        sign = "-" if self.cleaned_data["what"] == PENALTY and values["amount"] != "0" else ""
        return {**values, "amount": sign + values["amount"]}


class DecisionForm(forms.Form):
    """A play-off or a cut of cards, by the numbers of the entries; ``order`` gives their ids."""

    kind = forms.ChoiceField(
        label=_("What was held?"),
        choices=[(TieDecision.Kind.CUT.value, _("A cut of cards")), (TieDecision.Kind.PLAY_OFF.value, _("A play-off"))],
        initial=TieDecision.Kind.CUT.value,
        widget=forms.RadioSelect,
    )
    numbers = forms.CharField(
        label=_("Who was in it, best first?"),
        help_text=_("Their numbers, such as 7, 3, 12. All who are level have to be in it."),
        max_length=2000,
    )
    told = PublicReason(label=_("What happened?"), help_text=_("For example who cut which card."), required=False)

    def __init__(self, rows: Sequence[StandingRow], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        self._ids = {str(row.entry_number): row.entry_id for row in rows}

    def clean_numbers(self) -> list[int]:
        """Return the ids of the entries in their order."""
        numbers = [number for number in _NUMBERS.split(self.cleaned_data["numbers"]) if number]
        unknown = [number for number in numbers if number not in self._ids]
        if unknown:
            raise forms.ValidationError(_("There is no number %(number)s."), params={"number": unknown[0]})
        return [self._ids[number] for number in numbers]


class TakingBackForm(forms.Form):
    """Why something is to count no more."""

    reason = PublicReason(label=_("Why?"))
