"""What is arranged for single entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.movements.staying import MOST_TABLES
from tournaments.selectors.entries import EntryView


class ArrangementsForm(forms.Form):
    """Who keeps a table, who sits at which, and who fills the last one.

    There is a row for each table that is fixed, and some more; a row without an entry says nothing.
    """

    MORE_ROWS: ClassVar = 2

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

    def __init__(
        self, entries: Sequence[EntryView], fixed: Sequence[tuple[int, int]], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = [(entry.id, f"{entry.number}. {entry.name}") for entry in entries]
        for name in ("staying", "house"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices if name == "staying" else [("", _("nobody")), *choices]
        self._rows = len(fixed) + self.MORE_ROWS
        while self.is_bound and f"fixed_entry_{self._rows}" in self.data and self._rows < len(choices):
            self._rows += 1
        for row in range(self._rows):
            entry, table = fixed[row] if row < len(fixed) else ("", None)
            self.fields[f"fixed_entry_{row}"] = forms.TypedChoiceField(
                label=_("Who"),
                choices=[("", _("nobody")), *choices],
                coerce=int,
                empty_value=None,
                required=False,
                initial=entry,
            )
            self.fields[f"fixed_table_{row}"] = forms.IntegerField(
                label=_("Table"), min_value=1, max_value=MOST_TABLES, required=False, initial=table
            )

    @property
    def fixed_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each row: who, and at which table."""
        return [(self[f"fixed_entry_{row}"], self[f"fixed_table_{row}"]) for row in range(self._rows)]

    def clean(self) -> dict[str, Any]:
        """Return who keeps a table, the house, and the fixed tables as entries with numbers."""
        cleaned = super().clean() or self.cleaned_data
        fixed = []
        for row in range(self._rows):
            entry = cleaned.pop(f"fixed_entry_{row}", None)
            table = cleaned.pop(f"fixed_table_{row}", None)
            if entry is not None and table is None and f"fixed_table_{row}" not in self.errors:
                self.add_error(f"fixed_table_{row}", _("Which table?"))
            elif entry is not None and table is not None:
                fixed.append((entry, table))
        return {**cleaned, "fixed_tables": fixed}
