"""A hand typed by the scorer or the director: the same few facts that the phone asks for (records of level 1)."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gameplay.models import HandRecord
from gameplay.rules.five_hundred.bids import BIDS, ORDER, TRICKS_PER_HAND
from gameplay.rules.five_hundred.variants import Rules as FiveHundredRules
from gameplay.selectors import PlayedHand
from tournaments.selectors.tables import SideView, TableView
from tournaments.web.words import bid_spoken, seat_name, side_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PASSED_IN = "passed-in"
NOT_CHOSEN = "..."
OUT = "out-"
PLAYERS_WHO_CALL = 5
"""Where so many play, the contractor may call a partner (rules A13)."""


class HandForm(forms.Form):
    """What both games share. The id makes a hand that is sent twice the same hand."""

    submission_id = forms.UUIDField(initial=uuid.uuid4, widget=forms.HiddenInput)

    def __init__(self, view: TableView, data: QueryDict | None = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        self.view = view

    def record(self, starter: int) -> dict[str, Any]:
        """Return the hand as the rules engine reads it, started by seat ``starter``."""
        raise NotImplementedError


def tricks_of(side: int) -> str:
    """Return the name of the field for a side's tricks, at a table of more than two sides."""
    return f"tricks_{side}"


def _tricks_field(label: str | _StrPromise) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[("", NOT_CHOSEN), *((str(number), str(number)) for number in range(TRICKS_PER_HAND + 1))],
        coerce=int,
        empty_value=None,
        required=False,
    )


def _named(side: SideView) -> dict[str, str]:
    return {"side": side_name(side.label), "name": side.name}


class FiveHundredForm(HandForm):
    """The bid and the tricks."""

    seat = forms.ChoiceField(label=gettext_lazy("Who won the bidding?"), widget=forms.RadioSelect)
    bid = forms.ChoiceField(label=gettext_lazy("With which bid?"), required=False)
    sans_kitty = forms.BooleanField(label=gettext_lazy("Sans kitty"), required=False)
    tricks = _tricks_field(gettext_lazy("Tricks of that side"))

    def __init__(self, view: TableView, data: QueryDict | None = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(view, data, initial)
        seats = [(str(seat.index), f"{seat_name(seat.label)}: {seat.player_name}") for seat in view.seats]
        self.has_many_sides = len(view.sides) > 2
        if self.has_many_sides:
            del self.fields["tricks"]
            for side in view.sides:
                self.fields[tricks_of(side.index)] = _tricks_field(_("Tricks of %(side)s: %(name)s") % _named(side))
        if len(view.seats) == PLAYERS_WHO_CALL:
            called = forms.ChoiceField(label=_("Which partner was called?"), required=False)
            called.choices = [("", _("None: alone against all")), *seats]
            self.fields["called"] = called
        bids = [(text, bid_spoken(text)) for step in ORDER for text in step]
        _choices(self, "seat", [*seats, (PASSED_IN, _("Nobody: passed in"))])
        _choices(self, "bid", [("", NOT_CHOSEN), *bids])

    def clean(self) -> dict[str, Any]:
        """Ask for bid and tricks unless the hand was passed in."""
        values = super().clean() or {}
        if values.get("seat") not in (None, PASSED_IN):
            if not values.get("bid"):
                self.add_error("bid", _("Choose the bid."))
            for name in self._needed():
                if values.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Choose the number of tricks."))
        return values

    @property
    def tricks_by_side(self) -> list[forms.BoundField]:
        """The fields of the tricks where there are more than two sides."""
        return [self[tricks_of(side.index)] for side in self.view.sides] if self.has_many_sides else []

    def _needed(self) -> list[str]:
        """Return the fields of tricks that must be answered: a lost misere need not be played to the end."""
        if not self.has_many_sides:
            return ["tricks"]
        values = self.cleaned_data
        own = tricks_of(self.view.seats[int(values["seat"])].side)
        bid = BIDS.get(values.get("bid", ""))
        is_lost_misere = bid is not None and bid.is_misere and values.get(own)
        return [own] if is_lost_misere else [tricks_of(side.index) for side in self.view.sides]

    def record(self, starter: int) -> dict[str, Any]:
        """Return bid and tricks; the others have the rest, unless a lost misere was not played to the end."""
        values = self.cleaned_data
        if values["seat"] == PASSED_IN:
            return {"level": 1, "dealer": starter, "contract": None}
        seat, bid = int(values["seat"]), values["bid"]
        return {
            "level": 1,
            "dealer": starter,
            "contract": {"seat": seat, "bid": bid, "sans_kitty": values["sans_kitty"]},
            **({"called": int(values["called"])} if values.get("called") else {}),
            "tricks": self._tricks(self.view.seats[seat].side, is_misere=BIDS[bid].is_misere),
        }

    def _tricks(self, own: int, *, is_misere: bool) -> list[int | None]:
        values = self.cleaned_data
        if self.has_many_sides:
            return [values[tricks_of(side.index)] for side in self.view.sides]
        won = values["tricks"]
        rest = None if is_misere and won else TRICKS_PER_HAND - won
        return [won if side.index == own else rest for side in self.view.sides]


class FivesThreesForm(HandForm):
    """The points of each side and how the hand ended."""

    end = forms.ChoiceField(label=gettext_lazy("How did the hand end?"), widget=forms.RadioSelect)

    def __init__(self, view: TableView, data: QueryDict | None = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(view, data, initial)
        for side in view.sides:
            label = _("Points of %(side)s: %(name)s") % _named(side)
            self.fields[f"points_{side.index}"] = forms.IntegerField(label=label, min_value=0, max_value=200)
        out = [(f"{OUT}{side.index}", _("%(side)s went out") % {"side": side_name(side.label)}) for side in view.sides]
        _choices(self, "end", [*out, ("blocked", _("Blocked: nobody could play")), ("won", _("The game was won"))])

    @property
    def points(self) -> list[forms.BoundField]:
        """The fields of the points, side by side."""
        return [self[f"points_{side.index}"] for side in self.view.sides]

    def record(self, starter: int) -> dict[str, Any]:
        """Return the points and the end."""
        values = self.cleaned_data
        end: str = values["end"]
        return {
            "level": 1,
            "opener": starter,
            "points": [values[f"points_{side.index}"] for side in self.view.sides],
            **({"end": "out", "out_side": int(end.removeprefix(OUT))} if end.startswith(OUT) else {"end": end}),
        }


def hand_form(view: TableView, data: QueryDict | None = None, *, old: PlayedHand | None = None) -> HandForm:
    """Return the form for a hand of a table's game, filled in from the hand that it is to replace."""
    if old is not None and old.kind != HandRecord.Kind.PLAYED:
        old = None  # what was ruled has no bid, no tricks and no end to start from
    if isinstance(view.progress.legs[0].game.rules, FiveHundredRules):
        return FiveHundredForm(view, data, None if old is None else _five_hundred_answers(old, view))
    return FivesThreesForm(view, data, None if old is None else _fives_threes_answers(old))


def _five_hundred_answers(old: PlayedHand, view: TableView) -> dict[str, Any]:
    facts = {**old.record, **old.answer.values}
    contract = facts["contract"]
    if contract is None:
        return {"seat": PASSED_IN}
    return {
        "seat": str(contract["seat"]),
        "bid": contract["bid"],
        "sans_kitty": contract["sans_kitty"],
        "called": facts.get("called"),
        "tricks": facts["tricks"][view.seats[contract["seat"]].side],
        **{tricks_of(side): won for side, won in enumerate(facts["tricks"])},
    }


def _fives_threes_answers(old: PlayedHand) -> dict[str, Any]:
    facts = {**old.record, **old.answer.values}
    end = f"{OUT}{facts['out_side']}" if facts["end"] == "out" else facts["end"]
    return {"end": end, **{f"points_{side}": points for side, points in enumerate(facts["points"])}}


def _choices(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
