"""Lists that are pasted or uploaded: names, and pairs of names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from gameplay.errors import DomainError
from tournaments import imports
from tournaments.namesakes import Decision
from tournaments.web.refusals import sentences

DECISION_PREFIX = "decision-"
PASTED, CSV = "lines", "csv"


class ListForm(forms.Form):
    """Lines in a box. ``lines`` of the cleaned data are what the subclass reads out of them."""

    text = forms.CharField(label=_("One a line"), widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}))
    form_of_text = forms.ChoiceField(
        choices=[(PASTED, PASTED), (CSV, CSV)], initial=PASTED, required=False, widget=forms.HiddenInput
    )
    readers: ClassVar[Mapping[str, Callable[[str], Any]]]

    def clean(self) -> dict[str, Any]:
        """Read the lines; a line that cannot be read is an error with its number."""
        values = super().clean() or {}
        text = values.get("text")
        if text is None:
            return values
        try:
            values["lines"] = self.readers[values.get("form_of_text") or PASTED](text)
        except DomainError as error:
            for sentence in sentences(error):
                self.add_error("text", sentence)
        return values

    @property
    def decisions(self) -> dict[str, Decision]:
        """What was answered about names that could mean several people, by their place in the list."""
        return {
            key.removeprefix(DECISION_PREFIX): int(value) if value.isascii() and value.isdigit() else value
            for key, value in self.data.items()
            if key.startswith(DECISION_PREFIX) and isinstance(value, str) and value
        }


class PlayersForm(ListForm):
    """Names of people, one a line."""

    readers: ClassVar = {PASTED: imports.name_lines, CSV: imports.name_rows}


class PlayersFileForm(forms.Form):
    """A CSV file with names."""

    file = forms.FileField(
        label=_("CSV file"),
        help_text=_("UTF-8, with a column “name”, or with “first name” and “last name”."),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
    )

    def clean_file(self) -> str:
        """Return the text of the file."""
        file = self.cleaned_data["file"]
        if file.size > imports.BYTES_LIMIT:
            raise forms.ValidationError(_("The file is too large."))
        try:
            return imports.decode(file.read())
        except DomainError as error:
            raise forms.ValidationError(sentences(error)) from error


class PairsForm(ListForm):
    """Pairs, one a line, with + between the names."""

    add_unknown = forms.BooleanField(
        label=_("Add names that are new to the club"),
        help_text=_("Otherwise a name that is not at the club is pointed out to you."),
        required=False,
        initial=True,
    )
    readers: ClassVar = {PASTED: imports.pair_lines, CSV: imports.pair_lines}


class IndividualsForm(PairsForm):
    """People who enter by themselves, one a line."""

    readers: ClassVar = {PASTED: imports.name_lines, CSV: imports.name_lines}
