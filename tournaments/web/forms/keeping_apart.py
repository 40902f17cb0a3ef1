"""A form for who is of one club, town or household."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.imports import BYTES_LIMIT


class GroupsForm(forms.Form):
    """Lines: an entry and its group."""

    text = forms.CharField(
        label=_("One a line: number or name, a colon, the club, town or family"),
        help_text=_(
            "For example 4: Northfield. Two columns of a spreadsheet can be pasted. Who is not named is of none."
        ),
        required=False,
        max_length=BYTES_LIMIT,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
