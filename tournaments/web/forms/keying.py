"""What is typed when a pile of score sheets is keyed."""

from __future__ import annotations

import re
import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_LINE = 60
_AGAIN = re.compile(r"(\d{1,3})\s*:\s*(.*)")


class PileForm(forms.Form):
    """The tables whose sheets are wanted; nothing for all."""

    tables = forms.RegexField(
        label=_("Only these tables"),
        regex=r"\A\s*\d{1,4}([\s,]+\d{1,4})*\s*\Z",
        max_length=400,
        required=False,
        help_text=_("Numbers with spaces between them. Leave it empty to take all that are left."),
    )

    def clean_tables(self) -> list[int] | None:
        """Return the numbers, or None for all."""
        numbers = [int(number) for number in re.findall(r"\d+", self.cleaned_data["tables"])]
        return numbers or None


class LineForm(forms.Form):
    """One line: a hand, or a word that turns the pile. The id makes a line that is sent twice the same line."""

    submission_id = forms.UUIDField(initial=uuid.uuid4, widget=forms.HiddenInput)
    line = forms.CharField(
        label=_("Hand"),
        max_length=LONGEST_LINE,
        required=False,
        widget=forms.TextInput(
            attrs={
                "autofocus": True,
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "enterkeyhint": "send",
            }
        ),
    )

    def hand_again(self) -> tuple[int | None, str]:
        """Return the number of a hand that is keyed again, as in ``3: N 8H 9``, or None; and the rest of the line."""
        line: str = self.cleaned_data["line"].strip()
        again = _AGAIN.fullmatch(line)
        return (int(again[1]), again[2]) if again else (None, line)
