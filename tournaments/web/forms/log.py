"""What is looked for in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.selectors.log import LogQuery

ANY = ""


class LogForm(forms.Form):
    """Everything may be left open; what cannot be read looks for everything."""

    action = forms.ChoiceField(label=_("What was done?"), required=False)
    user = forms.TypedChoiceField(label=_("By whom?"), coerce=int, empty_value=None, required=False)
    entry = forms.TypedChoiceField(label=_("About whom?"), coerce=int, empty_value=None, required=False)
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=1000, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=10_000, required=False)

    def __init__(
        self, actions: Iterable[str], users: Iterable[tuple[int, str]], entries: Mapping[int, str], data: QueryDict
    ) -> None:
        super().__init__(data)
        groups = dict.fromkeys(f"{action.partition('.')[0]}." for action in actions)
        offered = sorted([*groups, *actions])
        self.fields["action"].choices = [(ANY, _("Anything")), *((name, name) for name in offered)]  # type: ignore[attr-defined]  # of a choice field
        self.fields["user"].choices = [(ANY, _("Anybody")), *users]  # type: ignore[attr-defined]  # of a choice field
        self.fields["entry"].choices = [(ANY, _("Anybody")), *entries.items()]  # type: ignore[attr-defined]  # of a choice field

    @property
    def query(self) -> LogQuery:
        """What was asked, without what cannot be read."""
        values = self.cleaned_data
        return LogQuery(
            action=values.get("action") or "",
            user=values.get("user"),
            entry=values.get("entry"),
            round=values.get("round"),
            table=values.get("table"),
        )
