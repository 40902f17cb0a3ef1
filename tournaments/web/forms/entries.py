"""Forms for who takes part."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership
from tournaments.selectors.clubs import PartnershipView
from tournaments.selectors.entries import EntryView


class KnownPairsForm(forms.Form):
    """Pairs that the club knows already, to tick."""

    partnership_ids = forms.TypedMultipleChoiceField(
        label=_("Pairs of the club"), coerce=int, widget=forms.CheckboxSelectMultiple, required=True
    )

    def __init__(self, partnerships: Iterable[PartnershipView], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        self.fields["partnership_ids"].choices = [(pair.id, pair.name) for pair in partnerships]  # type: ignore[attr-defined]  # of a choice field


class KnownPlayersForm(forms.Form):
    """Players that the club knows already, to tick."""

    player_ids = forms.TypedMultipleChoiceField(
        label=_("Players of the club"), coerce=int, widget=forms.CheckboxSelectMultiple, required=True
    )

    def __init__(self, members: Iterable[Membership], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        self.fields["player_ids"].choices = [(row.player_id, row.display_name) for row in members]  # type: ignore[attr-defined]  # of a choice field


class ReasonForm(forms.Form):
    """Why something is done; the log keeps it."""

    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


class ReplacementForm(ReasonForm):
    """One player in the place of another, from the next round on."""

    player_out_id = forms.TypedChoiceField(label=_("Who stops?"), coerce=int, widget=forms.RadioSelect)
    player_in_id = forms.TypedChoiceField(label=_("Who plays instead?"), coerce=int)

    def __init__(self, entry: EntryView, members: Iterable[Membership], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        playing = {row.player_id: row.name for row in entry.players if row.is_current}
        others = [(row.player_id, row.display_name) for row in members if row.player_id not in playing]
        self.fields["player_out_id"].choices = list(playing.items())  # type: ignore[attr-defined]  # of a choice field
        self.fields["player_in_id"].choices = [("", _("Choose a player")), *others]  # type: ignore[attr-defined]  # of a choice field
