"""Who stands in an entry by mistake, and who it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.selectors.entries import EntryView
from tournaments.services.entry_corrections import RightPerson
from tournaments.web.forms.confirming import ConfirmingForm


class WrongPlayerForm(ConfirmingForm):
    """One person in the place of another; ``names`` are those of the club's members, told apart."""

    player_out_id = forms.TypedChoiceField(
        label=_("Who stands there by mistake?"), coerce=int, widget=forms.RadioSelect
    )
    player_in_id = forms.TypedChoiceField(label=_("Who was it?"), coerce=int, empty_value=None, required=False)
    new_name = forms.CharField(
        label=_("Or, if they are not at the club yet: their name"), max_length=120, required=False
    )
    is_new = forms.BooleanField(
        label=_("Somebody else of the same name, whom the club does not know yet"), required=False
    )
    from_round = forms.TypedChoiceField(label=_("Since when was it them?"), coerce=int)
    field_order = ("player_out_id", "player_in_id", "new_name", "is_new", "from_round", "reason")

    def __init__(self, entry: EntryView, names: Mapping[int, str], rounds: Iterable[int], data: object = None) -> None:
        super().__init__(data, initial={"from_round": 1})  # type: ignore[arg-type]  # a QueryDict or nothing
        here = {row.player_id: names.get(row.player_id, row.name) for row in entry.players}
        later = [(number, _("Round %(number)s") % {"number": number}) for number in rounds if number > 1]
        self.fields["player_out_id"].choices = list(here.items())  # type: ignore[attr-defined]  # of a choice field
        self.fields["player_in_id"].choices = [("", _("Choose a player")), *names.items()]  # type: ignore[attr-defined]  # of a choice field
        self.fields["from_round"].choices = [(1, _("From the beginning")), *later]  # type: ignore[attr-defined]  # of a choice field

    @property
    def right(self) -> RightPerson:
        """Who it was, as the service takes it."""
        values = self.cleaned_data
        return RightPerson(values["player_in_id"], values["new_name"], values["is_new"])
