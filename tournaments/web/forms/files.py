"""A file of a club or a tournament that somebody brings."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.file_errors import FileTooLarge
from tournaments.file_layout import LARGEST_MEGABYTES, LARGEST_OVER_HTTP
from tournaments.web.refusals import sentences


class BringForm(forms.Form):
    """The file; it is looked at first."""

    file = forms.FileField(
        label=_("The file"),
        help_text=_("One that “Take along as a file” gave, here or in another installation."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> bytes:
        """Return what is in the file."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_OVER_HTTP:
            raise forms.ValidationError(sentences(FileTooLarge(limit=LARGEST_MEGABYTES)))
        content: bytes = file.read()
        return content
