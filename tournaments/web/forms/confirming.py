"""Why something is changed, and what was looked at before it is."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from tournaments.services.confirming import Confirmation, DrawDecision
from tournaments.web.forms.reasons import PublicReason

VERSION, DRAW, TYPED, AGAIN = "version", "draw_", "typed_", "again"


class ConfirmingForm(forms.Form):
    """A reason for a change that is always looked at first."""

    reason = PublicReason()


def confirmation_in(data: QueryDict) -> Confirmation:
    """Return what was looked at: its version, and what becomes of the later draws that it named."""
    numbers = (name.removeprefix(DRAW) for name in data if name.startswith(DRAW))
    draws = [
        DrawDecision(int(number), data[DRAW + number] == AGAIN, data.get(TYPED + number, ""))
        for number in numbers
        if number.isascii() and number.isdigit() and len(number) < 6
    ]
    return Confirmation(data.get(VERSION) or None, draws)


def belongs_to_the_look(name: str) -> bool:
    """Whether a field is of the preview, and not of the change itself."""
    return name in {VERSION, "look"} or name.startswith((DRAW, TYPED))
