"""The forms of the pages about one person."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership


class OtherRecordForm(forms.Form):
    """Which record is to be merged into the one that stands."""

    other = forms.TypedChoiceField(label=_("Which record is the same person?"), coerce=int)

    def __init__(self, members: Iterable[Membership], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # the data of a request
        others = [(row.player_id, f"{row.display_name} (#{row.player_id})") for row in members]
        self.fields["other"].choices = others  # type: ignore[attr-defined]  # of a choice field


class MergeForm(forms.Form):
    """Why two records are one person."""

    reason = forms.CharField(label=_("How do you know?"), max_length=500, required=False)


class AnonymisingForm(forms.Form):
    """The number that is typed to confirm what can never be undone."""

    typed = forms.CharField(
        label=_("Type the number to confirm"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "short"}),
    )
