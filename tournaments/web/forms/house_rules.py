"""The options of both games that a club may choose; each starts at the rule of the book."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from gameplay.models import Game

NO_LIMIT = ""


def _number_or_none(text: str) -> int | None:
    return int(text) if text else None


class HouseRulesForm(forms.Form):
    """Options that differ from club to club (rules A14, B10)."""

    misere = forms.ChoiceField(
        label=_("Misere"),
        choices=[
            ("after_seven", _("after a bid of seven")),
            ("any_time", _("at any time")),
            ("off", _("not played")),
        ],
    )
    blind_misere = forms.BooleanField(label=_("Blind misere is played"), required=False, initial=True)
    sans_kitty = forms.BooleanField(label=_("Bids sans kitty are played"), required=False, initial=True)
    raise_own = forms.BooleanField(
        label=_("A player may raise the own bid when all others have passed"), required=False, initial=True
    )
    bidding = forms.ChoiceField(
        label=_("Bidding"),
        choices=[("rounds", _("round after round until three have passed")), ("single", _("one call each"))],
    )
    joker_lead = forms.ChoiceField(
        label=_("Leading the joker in no trumps"),
        choices=[("unled_suit", _("naming a suit not led yet")), ("last_trick", _("to the last trick only"))],
    )
    slam = forms.TypedChoiceField(
        label=_("All ten tricks with a small bid"),
        choices=[("250", _("earn 250")), (NO_LIMIT, _("earn nothing extra"))],
        coerce=_number_or_none,
        empty_value=None,
        required=False,
        initial="250",
    )
    defender_points = forms.BooleanField(
        label=_("Defenders score 10 for each of their tricks"), required=False, initial=True
    )
    defender_stop = forms.TypedChoiceField(
        label=_("A side scores nothing for its tricks in defence"),
        choices=[
            (NO_LIMIT, _("always scores")),
            ("490", _("when it stands at 490")),
            ("480", _("when it stands at 480")),
        ],
        coerce=_number_or_none,
        empty_value=None,
        required=False,
    )
    defender_cap = forms.TypedChoiceField(
        label=_("Tricks in defence lift a side at most to"),
        choices=[(NO_LIMIT, _("no limit")), ("490", "490"), ("480", "480")],
        coerce=_number_or_none,
        empty_value=None,
        required=False,
    )
    out_backwards = forms.BooleanField(
        label=_("A side at minus 500 has lost (only when played to 500)"), required=False, initial=True
    )
    target = forms.TypedChoiceField(
        label=_("A game of dominoes is won at exactly"), choices=[("61", "61"), ("121", "121")], coerce=int
    )
    hand_size = forms.IntegerField(
        label=_("Tiles for each player"),
        help_text=_("Leave it empty for the usual number."),
        min_value=1,
        max_value=14,
        required=False,
    )
    out_bonus = forms.TypedChoiceField(
        label=_("Going out earns"), choices=[("1", _("1 point")), ("0", _("nothing"))], coerce=int
    )

    cards: ClassVar = (
        "misere",
        "blind_misere",
        "sans_kitty",
        "raise_own",
        "bidding",
        "joker_lead",
        "slam",
        "defender_points",
        "defender_stop",
        "defender_cap",
        "out_backwards",
    )
    dominoes: ClassVar = ("target", "hand_size", "out_bonus")

    def house_rules(self, kind: str) -> dict[str, Any]:
        """Return the options of a game as answered; the usual number of tiles is the game's to say."""
        names = self.dominoes if kind == Game.Kind.FIVES_THREES else self.cards
        answers = {name: self.cleaned_data[name] for name in names}
        return {name: answer for name, answer in answers.items() if (name, answer) != ("hand_size", None)}
