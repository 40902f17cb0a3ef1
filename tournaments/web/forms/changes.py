"""Forms that change a round in play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Membership, RoundEntry, TableRuling
from tournaments.movements.schedule import Shape
from tournaments.selectors.free import IDLE, KNOCKED_OUT, LATE, FreeEntry
from tournaments.selectors.tables import TableView
from tournaments.services.rulings import MOST_POINTS
from tournaments.web.forms.confirming import ConfirmingForm
from tournaments.web.forms.reasons import PublicReason
from tournaments.web.words import seat_name

NOBODY = ""
ENTRY, PLAYER = "e", "p"
_WHY = {
    LATE: _("came late"),
    IDLE: _("without a game"),
    KNOCKED_OUT: _("knocked out"),
    RoundEntry.Role.SIT_OUT.value: _("sits out"),
    RoundEntry.Role.ABSENT.value: _("away"),
}


class RulingForm(forms.Form):
    """How a table is decided that will not be played out."""

    kind = forms.ChoiceField(
        label=_("What becomes of it?"),
        choices=[
            (TableRuling.Kind.FORFEIT.value, _("Forfeited: the others there win it")),
            (TableRuling.Kind.VOID.value, _("It counts for nobody; for the others it is like a sit-out")),
        ],
        widget=forms.RadioSelect,
    )
    entry_id = forms.TypedChoiceField(label=_("Whose doing is it?"), coerce=int, empty_value=None, required=False)
    points = forms.IntegerField(
        label=_("Points for each of the others, if forfeited"), min_value=0, max_value=MOST_POINTS, initial=0
    )
    reason = PublicReason()

    def __init__(self, view: TableView, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        seated = {seat.entry_id: seat.entry_name for seat in view.seats}
        self.fields["entry_id"].choices = [(NOBODY, _("Nobody's")), *seated.items()]  # type: ignore[attr-defined]  # of a choice field


class AddedTableForm(forms.Form):
    """Who sits where at a table to be added; one field for each entry, side by side."""

    def __init__(self, shape: Shape, labels: Sequence[str], free: Iterable[FreeEntry], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        self.shape = shape
        choices = [("", _("Choose")), *((entry.id, f"{entry.name} ({_WHY[entry.why]})") for entry in free)]
        for side in range(shape.sides):
            for place in range(shape.side_size):
                self.fields[f"side_{side}_{place}"] = forms.TypedChoiceField(
                    label=labels[side * shape.side_size + place], choices=choices, coerce=int
                )
        self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=500, required=False)

    @property
    def sides(self) -> list[list[int]]:
        """The ids of the entries of each side."""
        places = range(self.shape.side_size)
        return [[self.cleaned_data[f"side_{side}_{place}"] for place in places] for side in range(self.shape.sides)]


class TakingBackForm(forms.Form):
    """The version of the losses that were looked at; where hands were played also why, and the round's number."""

    reason = PublicReason(required=False)
    typed = forms.CharField(
        label=_("Type the number of the round to confirm"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "short"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


class ReseatingForm(ConfirmingForm):
    """Two entries, or two players, that sat in each other's place."""

    one = forms.ChoiceField(label=_("Who sat in the wrong place?"))
    other = forms.ChoiceField(label=_("In whose place?"))

    def __init__(
        self, entries: Iterable[tuple[int, str]], players: Iterable[tuple[int, str]], data: object = None
    ) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        choices: list[tuple[Any, Any]] = [("", _("Choose"))]
        choices += [(f"{ENTRY}{entry_id}", said) for entry_id, said in entries]
        if found := [(f"{PLAYER}{player_id}", said) for player_id, said in players]:
            choices.append((_("One player only"), found))
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # of a choice field

    def clean(self) -> dict[str, Any]:
        """An entry changes with an entry, a player with a player."""
        one, other = self.cleaned_data.get("one", ""), self.cleaned_data.get("other", "")
        if one and other and one[0] != other[0]:
            self.add_error("other", _("A pair changes places with a pair, a player with a player."))
        return self.cleaned_data

    @property
    def swaps(self) -> dict[str, list[tuple[int, int]]]:
        """Who changes places, as the service takes it."""
        one, other = self.cleaned_data["one"], self.cleaned_data["other"]
        pair = (int(one[1:]), int(other[1:]))
        return {"entries": [pair], "players": []} if one[0] == ENTRY else {"entries": [], "players": [pair]}


class SitOutForm(ConfirmingForm):
    """What an entry without a table did in a round."""

    entry_id = forms.TypedChoiceField(label=_("Who had no table?"), coerce=int)
    what = forms.ChoiceField(
        label=_("What was it really?"),
        choices=[
            ("sit_out", _("They were there and sat out")),
            ("absent", _("They were away: worth nothing")),
            ("absent_like_sit_out", _("They were away, and it is worth as much as a sit-out")),
        ],
        widget=forms.RadioSelect,
    )
    field_order = ("entry_id", "what", "reason")

    def __init__(self, free: Iterable[tuple[int, str]], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        self.fields["entry_id"].choices = [("", _("Choose")), *free]  # type: ignore[attr-defined]  # of a choice field

    @property
    def values(self) -> dict[str, Any]:
        """What was chosen, as the service takes it."""
        what = self.cleaned_data["what"]
        is_like = what == "absent_like_sit_out"
        role = "absent" if is_like else what
        return {"entry_id": self.cleaned_data["entry_id"], "role": role, "like_sit_out": is_like}


class SubstitutionForm(forms.Form):
    """Who leaves a seat, who takes it, and from which hand on."""

    player_out_id = forms.TypedChoiceField(label=_("Who leaves?"), coerce=int, widget=forms.RadioSelect)
    player_in_id = forms.TypedChoiceField(label=_("Who sits in?"), coerce=int)
    since = forms.ChoiceField(label=_("From which hand on?"))
    reason = PublicReason(required=False)

    def __init__(self, view: TableView, members: Iterable[Membership], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        here = {seat.player_id: f"{seat_name(seat.label)}: {seat.player_name}" for seat in view.seats}
        others = [(row.player_id, row.display_name) for row in members if row.player_id not in here]
        self.fields["player_out_id"].choices = list(here.items())  # type: ignore[attr-defined]  # of a choice field
        self.fields["player_in_id"].choices = [("", _("Choose a player")), *others]  # type: ignore[attr-defined]  # of a choice field
        self.fields["since"].choices = _hands(view)  # type: ignore[attr-defined]  # of a choice field

    @property
    def values(self) -> dict[str, Any]:
        """What was chosen, as the service takes it."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "since"}
        leg, _dot, hand = self.cleaned_data["since"].partition(".")
        return {**values, "leg": int(leg), "hand": int(hand)}


def _hands(view: TableView) -> list[tuple[str, object]]:
    """Return every hand that somebody can have sat down for, the next one first."""
    choices: list[tuple[str, object]] = []
    for leg in view.progress.legs:
        is_open = view.next_hand is not None and view.next_hand.leg == leg.number
        last = leg.game.next_number if is_open else len(leg.game.hands)
        for number in range(1, last + 1):
            values = {"leg": leg.number, "number": number}
            one_leg = view.tournament.legs == 1
            said = _("hand %(number)s") % values if one_leg else _("leg %(leg)s, hand %(number)s") % values
            choices.append((f"{leg.number}.{number}", said))
    return choices[::-1]
