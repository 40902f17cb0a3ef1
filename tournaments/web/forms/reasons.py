"""Reasons that a public page shows: whoever types one is told so under the field."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class _ToldField(forms.BoundField):
    """A field that says that it is for everybody, also to those who have it read to them."""

    is_public = True

    @property
    def aria_describedby(self) -> str | None:
        """Return the ids of what describes the field."""
        usual = super().aria_describedby
        return None if usual is None else f"{usual} {self.auto_id}_public".strip()


class PublicReason(forms.CharField):
    """Why something is done, for everybody to read; what is only for the log is a plain field."""

    bound_field_class = _ToldField

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Reason"), "max_length": 500, **more})


class ForTheLog(forms.Form):
    """Why something is done that the log keeps and no public page shows."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
