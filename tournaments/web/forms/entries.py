"""Forms for who takes part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership
from tournaments.selectors.clubs import PartnershipView
from tournaments.selectors.entries import EntryView
from tournaments.selectors.tables import TableView
from tournaments.services.departures import Unfinished
from tournaments.services.rulings import MOST_POINTS
from tournaments.web.forms.lists import IndividualsForm, PairsForm
from tournaments.web.forms.reasons import PublicReason


class LateForm(forms.Form):
    """What the rounds are worth that were played before somebody came."""

    missed_like_sit_out = forms.TypedChoiceField(
        label=_("What are the rounds worth that they missed?"),
        choices=[("no", _("Nothing")), ("yes", _("As much as a sit-out"))],
        coerce=lambda value: value == "yes",
        initial="no",
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_missed_like_sit_out(self) -> bool:
        """Not asked, not answered: nothing."""
        return self.cleaned_data["missed_like_sit_out"] is True


class EnteredPairsForm(PairsForm, LateForm):
    """Pairs that are entered, one a line."""


class EnteredIndividualsForm(IndividualsForm, LateForm):
    """Individuals who are entered, one a line."""


class _KnownForm(LateForm):
    """Some that the club knows already, to tick; ``all`` means everybody who is offered."""

    ticks: str

    def __init__(self, offered: Iterable[tuple[int, str]], data: QueryDict | None = None) -> None:
        choices = list(offered)
        if data is not None and "all" in data:
            data = data.copy()
            data.setlist(self.ticks, [str(key) for key, _name in choices])
        super().__init__(data, auto_id="id_known_%s")
        self.fields[self.ticks].choices = choices  # type: ignore[attr-defined]  # of a choice field

    @property
    def ticked(self) -> forms.BoundField:
        """The field with a box for each who is offered."""
        return self[self.ticks]

    @property
    def offered(self) -> int:
        """How many can be ticked."""
        return len(self.fields[self.ticks].choices)  # type: ignore[attr-defined]  # of a choice field


class KnownPairsForm(_KnownForm):
    """Pairs that the club knows already, to tick."""

    ticks = "partnership_ids"
    partnership_ids = forms.TypedMultipleChoiceField(
        label=_("Pairs of the club"), coerce=int, widget=forms.CheckboxSelectMultiple, required=True
    )

    def __init__(self, partnerships: Iterable[PartnershipView], data: QueryDict | None = None) -> None:
        super().__init__(((pair.id, pair.name) for pair in partnerships), data)


class KnownPlayersForm(_KnownForm):
    """Players that the club knows already, to tick."""

    ticks = "player_ids"
    player_ids = forms.TypedMultipleChoiceField(
        label=_("Players of the club"), coerce=int, widget=forms.CheckboxSelectMultiple, required=True
    )

    def __init__(self, members: Iterable[Membership], data: QueryDict | None = None) -> None:
        super().__init__(((row.player_id, row.display_name) for row in members), data)


class ReasonForm(forms.Form):
    """Why something is done; the log keeps it."""

    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


_SITS_IN = "substitute_"


class WithdrawalForm(ReasonForm):
    """Why an entry leaves, and what becomes of the table that it has not finished, if there is one."""

    unfinished = forms.ChoiceField(
        label=_("What becomes of the table that is not finished?"),
        choices=[
            (Unfinished.FINISH.value, _("It is played to its end first")),
            (Unfinished.FORFEIT.value, _("Forfeited: the others there win it")),
            (Unfinished.VOID.value, _("It counts for nobody; for the others it is like a sit-out")),
            (Unfinished.SUBSTITUTE.value, _("Somebody else sits in and plays it out")),
        ],
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Points for each of the others, if forfeited"), min_value=0, max_value=MOST_POINTS, initial=0
    )

    def __init__(
        self, entry: EntryView, table: TableView | None, members: Iterable[Membership], data: object = None
    ) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        if table is None:
            del self.fields["unfinished"], self.fields["points"]
            return
        # What is decided about a table is told with its reason; that somebody left is for the log.
        self.fields["reason"] = PublicReason(required=False)
        sitting = {seat.player_id for seat in table.seats}
        others = [(row.player_id, row.display_name) for row in members if row.player_id not in sitting]
        for seat in table.seats:
            if seat.entry_id == entry.id:
                self.fields[f"{_SITS_IN}{seat.player_id}"] = forms.TypedChoiceField(
                    label=_("Who sits in for %(name)s, if somebody does?") % {"name": seat.player_name},
                    choices=[("", _("Nobody")), *others],
                    coerce=int,
                    empty_value=None,
                    required=False,
                )

    @property
    def substitutes(self) -> list[forms.BoundField]:
        """The fields that ask who sits in, one for each player of the entry at its table."""
        return [self[name] for name in self.fields if name.startswith(_SITS_IN)]

    @property
    def values(self) -> dict[str, Any]:
        """What was chosen, as the service takes it."""
        values = {name: value for name, value in self.cleaned_data.items() if not name.startswith(_SITS_IN)}
        pairs = [
            (int(name.removeprefix(_SITS_IN)), player_id)
            for name, player_id in self.cleaned_data.items()
            if name.startswith(_SITS_IN) and player_id is not None
        ]
        return {**values, "substitutes": pairs}


class AbsenceForm(ReasonForm):
    """Which round an entry misses, and what that is worth to it."""

    round_number = forms.TypedChoiceField(label=_("Which round?"), coerce=int)
    like_sit_out = forms.TypedChoiceField(
        label=_("What is it worth?"),
        choices=[("no", _("Nothing")), ("yes", _("As much as a sit-out"))],
        coerce=lambda value: value == "yes",
        initial="no",
        widget=forms.RadioSelect,
    )

    def __init__(self, numbers: Iterable[int], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        said = [(number, _("Round %(number)s") % {"number": number}) for number in numbers]
        self.fields["round_number"].choices = said  # type: ignore[attr-defined]  # of a choice field


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
