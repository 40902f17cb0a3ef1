"""The form for one player."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class RenameForm(forms.Form):
    """Another name for a player."""

    name = forms.CharField(label=_("Name"), max_length=120)
    is_new = forms.BooleanField(
        label=_("Somebody else of that name is another person"),
        help_text=_("Tick this only if the club has two people of the same name."),
        required=False,
    )
