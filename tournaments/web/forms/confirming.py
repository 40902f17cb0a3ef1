"""Why something is changed, and what was looked at before it is."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.confirming import DrawDecision

DRAW, TYPED, AGAIN = "draw_", "typed_", "again"


class ConfirmingForm(forms.Form):
    """A reason; on the second showing also the version that was looked at, and what becomes of later draws."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    version = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    @property
    def draws(self) -> list[DrawDecision]:
        """What becomes of later draws, from the fields that the preview has for each of them."""
        numbers = (name.removeprefix(DRAW) for name in self.data if name.startswith(DRAW))
        return [
            DrawDecision(int(number), self.data[DRAW + number] == AGAIN, self.data.get(TYPED + number, ""))
            for number in numbers
            if number.isascii() and number.isdigit() and len(number) < 6
        ]
