"""What the director rules a hand to be worth."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext as _

from gameplay.rules.ruling import MOST_POINTS
from tournaments.selectors.tables import SideView
from tournaments.web.forms.confirming import ConfirmingForm
from tournaments.web.words import side_name


class HandRulingForm(ConfirmingForm):
    """Points for each side, and why. The id makes a ruling that is sent twice the same ruling."""

    submission_id = forms.UUIDField(initial=uuid.uuid4, widget=forms.HiddenInput)

    def __init__(self, sides: Iterable[SideView], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        self.sides = list(sides)
        for side in self.sides:
            said = _("Points of %(side)s: %(name)s") % {"side": side_name(side.label), "name": side.name}
            self.fields[f"points_{side.index}"] = forms.IntegerField(
                label=said, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )

    @property
    def points(self) -> list[int]:
        """The points by side."""
        return [self.cleaned_data[f"points_{side.index}"] for side in self.sides]

    @property
    def points_fields(self) -> list[forms.BoundField]:
        """The fields of the points."""
        return [self[f"points_{side.index}"] for side in self.sides]
