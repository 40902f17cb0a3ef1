"""Forms for two entries of a draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _


class ApartForm(forms.Form):
    """Two entries."""

    one = forms.TypedChoiceField(label=_("Who?"), coerce=int)
    other = forms.TypedChoiceField(label=_("And who?"), coerce=int)
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)

    def __init__(self, names: Mapping[int, str], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        choices = [("", _("Choose")), *names.items()]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # of a choice field

    @property
    def pair(self) -> tuple[int, int]:
        """The ids of the two."""
        return self.cleaned_data["one"], self.cleaned_data["other"]

    @property
    def values(self) -> dict[str, Any]:
        """What was chosen, as the services take it."""
        return {"entries": self.pair, "reason": self.cleaned_data["reason"]}


class TwoForm(ApartForm):
    """Two entries of a draft, and what is to be done with them."""

    SWAP: ClassVar[str] = "swap"
    TOGETHER: ClassVar[str] = "together"
    APART: ClassVar[str] = "apart"

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Where changing places breaks what was promised, everybody will read it."),
        max_length=500,
        required=False,
    )
    act = forms.ChoiceField(choices=[(SWAP, ""), (TOGETHER, ""), (APART, "")])
