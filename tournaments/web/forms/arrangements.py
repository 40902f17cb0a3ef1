"""What is arranged for single entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.selectors.entries import EntryView


class ArrangementsForm(forms.Form):
    """Who keeps a table, and who fills the last one."""

    staying = forms.TypedMultipleChoiceField(
        label=_("Who keeps the same table all evening?"),
        help_text=_("For those who cannot move about. It changes nobody's opponents."),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    house = forms.TypedChoiceField(
        label=_("Who plays for the house?"),
        help_text=_("Plays only in rounds where one is missing to fill the last table."),
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, entries: Sequence[EntryView], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(entry.id, f"{entry.number}. {entry.name}") for entry in entries]
        for name in ("staying", "house"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices if name == "staying" else [("", _("nobody")), *choices]
