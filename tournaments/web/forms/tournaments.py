"""The few questions of a new tournament, with answers that suit most evenings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from gameplay.models import Game
from tournaments.models import LARGEST_HANDICAP, Tournament
from tournaments.standings.presets import PRESETS, preset_for, preset_of
from tournaments.standings.rules import criteria_to_json, rules_from_json
from tournaments.table_facts import THREE_PAIRS, TableFacts
from tournaments.web.forms.house_rules import HouseRulesForm

HANDS, RACE, TIMED = "hands", "race", "timed"
PAIRS, INDIVIDUALS = "pairs", "individuals"
TABLES = {
    "2": (TableFacts(2), _("2, one against one")),
    "3": (TableFacts(3), _("3, each alone")),
    "4": (TableFacts(4), _("4, two pairs")),
    "5": (TableFacts(5), _("5, each alone or with a called partner")),
    "6": (TableFacts(6), _("6, two teams of three")),
    "6-pairs": (TableFacts(6, THREE_PAIRS), _("6, three pairs")),
}
"""The tables that individuals can sit at, by the answer that asks for them."""
MEET_ONCE, NUMBER = "meet_once", "number"
SUITS, OWN = "suits", "own"
"""Answers to what decides the ranking that are no presets: by the movement, or as somebody set it otherwise."""
DEFAULT_HANDS = 8
DEFAULT_MINUTES = 40
DEFAULT_ROUNDS = 5


class TournamentForm(HouseRulesForm):
    """A tournament in plain words; ``changes`` gives it in the words of ``SetUp``."""

    name = forms.CharField(label=_("What is it called?"), max_length=120)
    kind = forms.ChoiceField(
        label=_("Which game?"), choices=Game.Kind.choices, initial=Game.Kind.FIVE_HUNDRED, widget=forms.RadioSelect
    )
    company = forms.ChoiceField(
        label=_("Who plays together?"),
        choices=[
            (PAIRS, _("Fixed pairs, two at a table")),
            (INDIVIDUALS, _("Individuals, whose partners and opponents change from round to round")),
            (THREE_PAIRS, _("Fixed pairs, three at a table (Five Hundred for six)")),
        ],
        initial=PAIRS,
        widget=forms.RadioSelect,
    )
    table_size = forms.TypedChoiceField(
        label=_("How many people at a table?"),
        help_text=_("Five Hundred is played by two to six, Fives and Threes by two to four."),
        choices=[(answer, said) for answer, (_facts, said) in TABLES.items()],
        coerce=lambda answer: TABLES[answer][0],
        empty_value=None,
        initial="4",
        required=False,
    )
    end = forms.ChoiceField(
        label=_("How does a table of Five Hundred play?"),
        choices=[
            (HANDS, _("A number of hands; the higher total wins")),
            (RACE, _("To 500, as in the book")),
            (TIMED, _("By the clock; the higher total wins when time is called")),
        ],
        initial=HANDS,
        widget=forms.RadioSelect,
    )
    hands = forms.IntegerField(
        label=_("How many hands a table?"), min_value=1, max_value=40, initial=DEFAULT_HANDS, required=False
    )
    legs_mode = forms.ChoiceField(
        label=_("How does a table of Fives and Threes play?"),
        choices=[
            (Tournament.LegsMode.BEST_OF.value, _("Best of so many legs")),
            (Tournament.LegsMode.ALL.value, _("All legs are played")),
        ],
        initial=Tournament.LegsMode.BEST_OF.value,
        widget=forms.RadioSelect,
    )
    legs = forms.IntegerField(label=_("How many legs a table?"), min_value=1, max_value=9, initial=3, required=False)
    length = forms.ChoiceField(
        label=_("How many rounds?"),
        choices=[
            (NUMBER, _("This many")),
            (MEET_ONCE, _("So many that everybody meets everybody once")),
        ],
        initial=NUMBER,
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=_("Number of rounds"), min_value=1, max_value=100, initial=DEFAULT_ROUNDS, required=False
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        help_text=_("For the clock. Leave it empty if there is none."),
        min_value=1,
        max_value=600,
        required=False,
    )
    when_time_is_up = forms.ChoiceField(
        label=_("When time is up in the middle of a game, what counts of it?"),
        help_text=_("A table that plays by the clock always goes to the higher total."),
        choices=[
            (Tournament.WhenTimeIsUp.DIRECTOR.value, _("What the director rules, table by table")),
            (Tournament.WhenTimeIsUp.LEADER.value, _("It goes to the side ahead; level sides share it")),
            (Tournament.WhenTimeIsUp.SHARED.value, _("All sides share it, whatever the score")),
            (Tournament.WhenTimeIsUp.UNPLAYED.value, _("Nothing: only games that are over count")),
        ],
        initial=Tournament.WhenTimeIsUp.DIRECTOR.value,
        required=False,
    )
    sit_out_policy = forms.ChoiceField(
        label=_("What is a sit-out worth?"),
        choices=[
            (Tournament.SitOutPolicy.OWN_AVERAGE.value, _("One's own average over the tables played")),
            (Tournament.SitOutPolicy.WIN.value, _("A win")),
            (Tournament.SitOutPolicy.ROUND_WINNERS_AVERAGE.value, _("The average of the round's winners")),
            (Tournament.SitOutPolicy.NOTHING.value, _("Nothing")),
        ],
        initial=Tournament.SitOutPolicy.OWN_AVERAGE.value,
    )
    preset = forms.ChoiceField(
        label=_("What decides the ranking?"),
        choices=[
            (SUITS, _("What suits the movement: who beat whom in a round robin, strong opponents in Swiss rounds")),
            *((preset.key, _(preset.name)) for preset in PRESETS.values()),
        ],
        initial=SUITS,
    )
    cancel_withdrawn = forms.BooleanField(
        label=_("Who withdraws before half of the tables does not count, nor do the tables played against them"),
        required=False,
    )
    handicap = forms.ChoiceField(
        label=_("Is the weaker side at a table given something?"),
        help_text=_("For a night on which everybody may win. Ratings see what was really scored."),
        choices=[
            (Tournament.Handicap.NONE.value, _("No")),
            (Tournament.Handicap.POINTS.value, _("A start in points, which the standings add to what was scored")),
        ],
        initial=Tournament.Handicap.NONE.value,
        required=False,
    )
    handicap_percent = forms.IntegerField(
        label=_("How much of an even start is suggested, in per cent?"),
        help_text=_("100 makes every game even, by the ratings; at 80 the stronger side keeps some of its lead."),
        min_value=1,
        max_value=100,
        initial=100,
        required=False,
    )
    handicap_most = forms.IntegerField(
        label=_("The most that is suggested, in points"),
        help_text=_("Leave it empty if there is no limit."),
        min_value=1,
        max_value=LARGEST_HANDICAP,
        required=False,
    )
    is_rated = forms.BooleanField(label=_("Counts for the ratings"), required=False, initial=True)
    correction_window = forms.ChoiceField(
        label=_("How long may results be corrected after the final standings?"),
        choices=[
            ("", _("Until somebody seals them")),
            ("hours:1", _("One hour")),
            ("hours:24", _("24 hours")),
            ("working_days:2", _("Two working days")),
            ("working_days:5", _("Five working days")),
        ],
        required=False,
    )
    table_correction_minutes = forms.TypedChoiceField(
        label=_("May a table correct a hand itself?"),
        choices=[
            (0, _("No: the director corrects")),
            (5, _("For 5 minutes after it was entered")),
            (10, _("For 10 minutes after it was entered")),
            (30, _("For 30 minutes after it was entered")),
        ],
        coerce=int,
        empty_value=0,  # type: ignore[arg-type]  # the stubs know texts only
        initial=0,
        required=False,
    )
    agreement = forms.ChoiceField(
        label=_("Who has to agree to the hands before a round is closed?"),
        choices=[
            (Tournament.Agreement.NONE.value, _("Nobody: a hand counts as it is entered")),
            (Tournament.Agreement.HAND.value, _("Both sides, to each hand")),
            (Tournament.Agreement.TABLE.value, _("Both sides, to the whole table at its end")),
            (Tournament.Agreement.DIRECTOR.value, _("The director, to each table")),
        ],
        initial=Tournament.Agreement.NONE.value,
        required=False,
    )
    second_keying = forms.ChoiceField(
        label=_("Are paper score sheets keyed a second time, by somebody else?"),
        choices=[
            (Tournament.SecondKeying.OPTIONAL.value, _("As you like: nothing waits for it")),
            (Tournament.SecondKeying.CLOSING.value, _("Yes, before a round is closed")),
            (Tournament.SecondKeying.FINAL.value, _("Yes, before the standings are final")),
        ],
        initial=Tournament.SecondKeying.OPTIONAL.value,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        window = self.initial.get("correction_window", "")
        offered = self.fields["correction_window"].choices  # type: ignore[attr-defined]  # of a choice field
        if window not in dict(offered):
            self.fields["correction_window"].choices = [*offered, (window, window)]  # type: ignore[attr-defined]  # likewise
        minutes = self.initial.get("table_correction_minutes", 0)
        lengths = self.fields["table_correction_minutes"].choices  # type: ignore[attr-defined]  # of a choice field
        if minutes not in dict(lengths):
            own_length = (minutes, _("For %(minutes)s minutes after it was entered") % {"minutes": minutes})
            self.fields["table_correction_minutes"].choices = [*lengths, own_length]  # type: ignore[attr-defined]  # likewise
        if self.initial.get("preset") == OWN:
            own = (OWN, _("As it is set now"))
            self.fields["preset"].choices = [own, *self.fields["preset"].choices]  # type: ignore[attr-defined]  # of a choice field

    @property
    def wrong_parts(self) -> frozenset[str]:
        """The parts of the page, folded otherwise, in which an answer is wrong."""
        return frozenset(part for name in self.errors if (part := _PARTS.get(name)))

    def clean(self) -> dict[str, Any]:
        """Ask for the number that an answer needs."""
        values = super().clean() or {}
        is_dominoes = values.get("kind") == Game.Kind.FIVES_THREES
        wanted = {
            "hands": not is_dominoes and values.get("end") == HANDS,
            "legs": is_dominoes,
            "rounds": values.get("length") == NUMBER,
        }
        for name, is_wanted in wanted.items():
            if is_wanted and values.get(name) is None and name not in self.errors:
                self.add_error(name, _("A number is needed here."))
        if is_dominoes and values.get("company") == THREE_PAIRS:
            self.add_error("company", _("Three pairs at a table play Five Hundred only."))
        return values

    @property
    def changes(self) -> dict[str, Any]:
        """Return the answers under the names of ``SetUp``."""
        values = self.cleaned_data
        is_dominoes = values["kind"] == Game.Kind.FIVES_THREES
        return {
            "name": values["name"],
            "kind": values["kind"],
            **self._company(),
            "rules": {**self.house_rules(values["kind"]), **({} if is_dominoes else self._ending())},
            "legs": values["legs"] or 1 if is_dominoes else 1,
            "legs_mode": values["legs_mode"] if is_dominoes else Tournament.LegsMode.ALL.value,
            "rounds": values["rounds"] if values["length"] == NUMBER else None,
            "round_minutes": values["round_minutes"],
            "sit_out_policy": values["sit_out_policy"],
            **self._order(),
            "cancel_withdrawn": values["cancel_withdrawn"],
            "is_rated": values["is_rated"],
            "correction_window": values["correction_window"],
            "table_correction_minutes": values["table_correction_minutes"],
            "agreement": values["agreement"] or Tournament.Agreement.NONE.value,
            "second_keying": values["second_keying"] or Tournament.SecondKeying.OPTIONAL.value,
            "when_time_is_up": self._when_time_is_up(),
            "handicap": values["handicap"] or Tournament.Handicap.NONE.value,
            "handicap_percent": values["handicap_percent"] or 100,
            "handicap_most": values["handicap_most"],
        }

    def _when_time_is_up(self) -> str:
        """Return the answer; a table by the clock needs none."""
        values, by_the_book = self.cleaned_data, Tournament.WhenTimeIsUp.DIRECTOR.value
        by_the_clock = values["kind"] == Game.Kind.FIVE_HUNDRED and values["end"] == TIMED
        return by_the_book if by_the_clock else values["when_time_is_up"] or by_the_book

    def _company(self) -> dict[str, Any]:
        company = self.cleaned_data["company"]
        if company == INDIVIDUALS:
            facts: TableFacts = self.cleaned_data["table_size"] or TableFacts()
            return {"entry_kind": Tournament.EntryKind.PLAYER.value, **facts.as_json()}
        facts = TableFacts(6, THREE_PAIRS) if company == THREE_PAIRS else TableFacts()
        return {"entry_kind": Tournament.EntryKind.PARTNERSHIP.value, **facts.as_json()}

    def _order(self) -> dict[str, Any]:
        """Return the order of the standings; nothing where an own one is to stay as it is."""
        preset = self.cleaned_data["preset"]
        if preset == OWN:
            return {}
        return {"criteria": None if preset == SUITS else criteria_to_json(PRESETS[preset].criteria)}

    def _ending(self) -> dict[str, Any]:
        end = self.cleaned_data["end"]
        return {"end": end, "hands": self.cleaned_data["hands"]} if end == HANDS else {"end": end}


_PARTS = {
    **dict.fromkeys(HouseRulesForm.base_fields, "rules"),
    **dict.fromkeys(("length", "rounds", "round_minutes", "when_time_is_up"), "rounds"),
    **dict.fromkeys(("agreement", "second_keying", "table_correction_minutes", "correction_window"), "agreement"),
    **dict.fromkeys(("preset", "sit_out_policy", "handicap", "handicap_percent", "handicap_most"), "standings"),
}
"""In which folded part of the page a question stands."""


def _company_of(settings: Mapping[str, Any]) -> str:
    if settings["entry_kind"] == Tournament.EntryKind.PLAYER:
        return INDIVIDUALS
    return THREE_PAIRS if settings["teams"] == THREE_PAIRS else PAIRS


def _table_of(settings: Mapping[str, Any]) -> str:
    facts = TableFacts(settings["table_size"], settings["teams"])
    return next(answer for answer, (offered, _said) in TABLES.items() if offered == facts)


def answers_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers that make the settings of ``SetUp``, to start the form with."""
    rules = settings["rules"]
    return {
        **settings,
        **rules,
        "company": _company_of(settings),
        "table_size": _table_of(settings),
        "end": rules.get("end", RACE),
        "hands": rules.get("hands") or DEFAULT_HANDS,
        "length": MEET_ONCE if settings["rounds"] is None else NUMBER,
        "rounds": settings["rounds"] or DEFAULT_ROUNDS,
        "preset": _preset_of(settings),
    }


def _preset_of(settings: Mapping[str, Any]) -> str:
    preset = preset_of(rules_from_json({"criteria": settings["criteria"]}).criteria)
    if preset is None:
        return OWN
    return SUITS if preset is preset_for(settings["movement"]) else preset.key
