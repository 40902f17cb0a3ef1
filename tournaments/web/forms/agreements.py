"""The buttons with which agreement is noted."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class AgreeingForm(forms.Form):
    """A side, or none for the director, and the hands that were shown, by the ids of their records."""

    side = forms.IntegerField(min_value=0, max_value=5, required=False)
    records = forms.RegexField(regex=r"\A\d{1,18}(,\d{1,18})*\Z", max_length=90_000)

    def clean_records(self) -> list[int]:
        """Return the ids as numbers."""
        return [int(record) for record in self.cleaned_data["records"].split(",")]


class SettlingForm(forms.Form):
    """Why what is in the books stands."""

    reason = forms.CharField(label=_("Why it stands"), max_length=500)
