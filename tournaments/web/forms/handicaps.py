"""What each entry is given."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.selectors.handicaps import HandicapLine, Handicaps
from tournaments.web.forms.reasons import PublicReason

FIELD = "handicap_"


class HandicapsForm(forms.Form):
    """A number for each entry, by hand; a reason once hands have been entered. ``rows`` has each entry with its field.

    What stood there when the page was shown comes back with it, so that only what was changed on it is said.
    """

    def __init__(self, handicaps: Handicaps, data: Any = None) -> None:
        super().__init__(data)
        self._lines = handicaps.lines
        for line in handicaps.lines:
            self.fields[f"{FIELD}{line.entry_id}"] = forms.IntegerField(
                label=_("Handicap of %(name)s") % {"name": line.name},
                min_value=0,
                max_value=handicaps.largest,
                initial=line.handicap,
                show_hidden_initial=True,
            )
        if not handicaps.is_open:
            # Where a later draw is kept all the same, the draw is marked with it.
            self.fields["reason"] = PublicReason(
                label=gettext_lazy("Why?"), help_text=gettext_lazy("Results that count are moved by it.")
            )

    @property
    def rows(self) -> list[tuple[HandicapLine, forms.BoundField]]:
        """Each entry with its field."""
        return [(line, self[f"{FIELD}{line.entry_id}"]) for line in self._lines]

    @property
    def changes(self) -> dict[int, int]:
        """What was typed, by entry."""
        changed = [name for name in self.changed_data if name.startswith(FIELD)]
        return {int(name.removeprefix(FIELD)): self.cleaned_data[name] for name in changed}
