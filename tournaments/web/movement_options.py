"""The options of the movements as questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.movements.registry import Movement
from tournaments.set_up import MOST_ROUNDS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_PATTERNS: dict[object, _StrPromise] = {
    "slide": _("upper half against lower half, first against first"),
    "fold": _("first against last"),
    "adjacent": _("neighbours"),
    "random": _("by lot"),
}
_QUESTIONS: dict[str, tuple[_StrPromise, dict[object, _StrPromise]]] = {
    "pattern": (_("Who meets among those with equal scores?"), _PATTERNS),
    "first_round": (_("The first round"), _PATTERNS),
    "lot_rounds": (
        _("Rounds at the start that are drawn by lot, whatever the points"),
        {0: _("none, or the first by the answer above"), 1: _("1"), 2: _("2"), 3: _("3")},
    ),
    "accelerated_rounds": (
        _("Rounds at the start in which the stronger half is kept apart"),
        {0: _("none"), 1: _("1"), 2: _("2"), 3: _("3")},
    ),
    "forbidden_rounds": (
        _("How long those who must not meet are kept apart"),
        {
            "always": _("all the time"),
            1: _("in the first round"),
            2: _("in the first 2 rounds"),
            3: _("in the first 3 rounds"),
            4: _("in the first 4 rounds"),
        },
    ),
    "apart_rounds": (
        _("How long those of one club, town or household are kept apart where that can be"),
        {
            "always": _("all the time"),
            1: _("in the first round"),
            2: _("in the first 2 rounds"),
            3: _("in the first 3 rounds"),
            4: _("in the first 4 rounds"),
        },
    ),
    "standings": (
        _("Which standings decide?"),
        {
            "latest": _("those after the last round"),
            "round_before": _("those after the round before it, so that the next round can be drawn in good time"),
        },
    ),
    "rounds_apart": (
        _("Rounds before two may meet again"),
        {2: _("2"), 0: _("none"), 1: _("1"), 3: _("3")},
    ),
    "moves": (
        _("Who moves?"),
        {
            "winners_up": _("winners move up"),
            "losers_down": _("losers move down"),
            "both": _("winners move up and losers down"),
            "ns_stay": _("North and South stay, East and West move on"),
        },
    ),
    "seeding": (
        _("How is the bracket drawn?"),
        {"lot": _("by lot"), "rating": _("by rating: the strongest meet late, and have the byes")},
    ),
    "step": (_("How many tables far?"), {1: _("1"), 2: _("2"), 3: _("3")}),
}


class MovementForm(forms.Form):
    """One movement with its number of rounds and its options; ``changes`` gives them in the words of ``SetUp``."""

    rounds = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, movement: Movement, data: QueryDict | None = None, *, initial: Any = None) -> None:
        super().__init__(data, initial=initial, auto_id=f"{movement.name}_%s")
        self.movement = movement
        if movement.knocks_out:
            # The field decides it.
            del self.fields["rounds"]
        for name, values in movement.options.items():
            label, words = _QUESTIONS.get(name, (name.replace("_", " ").capitalize(), {}))
            choices = [(str(place), words.get(value, value)) for place, value in enumerate(values)]
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def changes(self) -> dict[str, Any]:
        """Return what the answers change."""
        chosen = {name: self.cleaned_data[name] for name in self.movement.options}
        return {
            "movement": self.movement.name,
            "rounds": self.cleaned_data.get("rounds"),
            "movement_options": {
                name: self.movement.options[name][int(place)] for name, place in chosen.items() if place
            },
        }


def answers_of(movement: Movement, settings: Mapping[str, Any], rounds: int) -> dict[str, Any]:
    """Return the answers to start the form with: those that hold, where the movement is the chosen one."""
    is_chosen = settings["movement"] == movement.name
    chosen = settings["movement_options"] if is_chosen else {}
    places = {name: str(values.index(chosen.get(name, values[0]))) for name, values in movement.options.items()}
    return {"rounds": rounds, **places}
