"""Tournaments set up by a few questions, changed, and run from one page."""

from __future__ import annotations

import zoneinfo

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from tests.factories import make_round, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import Stage, Tournament
from tournaments.services import publishing

pytestmark = pytest.mark.django_db

HOUSE = {
    "misere": "after_seven",
    "blind_misere": "on",
    "sans_kitty": "on",
    "raise_own": "on",
    "bidding": "rounds",
    "joker_lead": "unled_suit",
    "slam": "250",
    "defender_points": "on",
    "defender_stop": "",
    "defender_cap": "",
    "out_backwards": "on",
    "target": "61",
    "hand_size": "5",
    "out_bonus": "1",
}
ANSWERS = {
    **HOUSE,
    "name": "Spring Night",
    "kind": "five_hundred",
    "company": "pairs",
    "table_size": "4",
    "end": "hands",
    "hands": "4",
    "legs_mode": "best_of",
    "legs": "3",
    "length": "number",
    "rounds": "5",
    "round_minutes": "",
    "sit_out_policy": "own_average",
    "preset": "table_points",
    "is_rated": "on",
}


def test_tournament_create_of_five_hundred_by_hands(as_user, club):
    page = as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", ANSWERS)

    tournament = Tournament.objects.get()
    assert page["Location"] == f"/tournaments/{tournament.slug}/entries/"
    assert (tournament.name, tournament.kind, tournament.legs) == ("Spring Night", "five_hundred", 1)
    assert tournament.rules == {"end": "hands", "hands": 4}
    assert [criterion["key"] for criterion in tournament.criteria] == ["table_points", "games_won", "points"]
    assert Stage.objects.get().rounds_planned == 5


def test_tournament_create_of_dominoes_by_best_of_three(as_user, club):
    as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, "kind": "fives_threes"})

    tournament = Tournament.objects.get()
    assert (tournament.kind, tournament.legs, tournament.legs_mode) == ("fives_threes", 3, "best_of")
    assert tournament.rules == {}


def _shown(form):
    """Return how a form that is started answers who plays with whom."""
    return {name: form[name].value() for name in ("company", "table_size")}


@pytest.mark.parametrize(
    ("answers", "entry_kind", "facts"),
    [
        pytest.param({"company": "pairs", "table_size": "3"}, "partnership", (4, "by_players"), id="pairs"),
        pytest.param({"company": "three_pairs"}, "partnership", (6, "three_pairs"), id="three pairs"),
        pytest.param({"company": "individuals", "table_size": "5"}, "player", (5, "by_players"), id="five"),
        pytest.param({"company": "individuals", "table_size": "6"}, "player", (6, "by_players"), id="two teams"),
        pytest.param(
            {"company": "individuals", "table_size": "6-pairs"}, "player", (6, "three_pairs"), id="changing three pairs"
        ),
        pytest.param({"company": "individuals", "table_size": ""}, "player", (4, "by_players"), id="not said"),
        pytest.param(
            {"company": "individuals", "table_size": "3", "kind": "fives_threes", "hand_size": ""},
            "player",
            (3, "by_players"),
            id="dominoes",
        ),
    ],
)
def test_tournament_create_asks_who_plays_together(as_user, club, answers, entry_kind, facts):
    browser = as_user("olga")

    browser.post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, **answers})

    tournament = Tournament.objects.get()
    settings = Stage.objects.get().settings
    assert tournament.entry_kind == entry_kind
    assert (settings["table_size"], settings["teams"]) == facts
    assert "hand_size" not in tournament.rules
    started = browser.get(f"/tournaments/{tournament.slug}/settings/").context["form"]
    assert started["company"].value() == answers["company"]
    again = browser.post(f"/tournaments/{tournament.slug}/settings/", {**ANSWERS, **answers, **_shown(started)})
    assert again.status_code == 302
    assert Stage.objects.get().settings == settings


@pytest.mark.parametrize(
    ("settings", "short", "enough"),
    [
        pytest.param({"entry_kind": "player", "table_size": 5}, {"people": 4}, {"people": 5}, id="five"),
        pytest.param({"table_size": 6, "teams": "three_pairs"}, {"pairs": 2}, {"pairs": 3}, id="three pairs"),
    ],
)
def test_manage_page_asks_for_entries_until_a_table_is_full(as_user, club, settings, short, enough):
    browser = as_user("dan")

    steps = [
        browser.get(f"/tournaments/{make_tournament(club, **settings, **field).slug}/manage/").context["overview"].step
        for field in (short, enough)
    ]

    assert steps == ["enter", "draw"]


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        pytest.param({"company": "three_pairs"}, "company", id="three pairs"),
        pytest.param({"company": "individuals", "table_size": "5"}, "table_size", id="five"),
        pytest.param({"company": "individuals", "table_size": "6-pairs"}, "table_size", id="changing three pairs"),
    ],
)
def test_tournament_create_refuses_tables_that_dominoes_do_not_know(as_user, club, answers, field):
    page = as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, "kind": "fives_threes", **answers})

    assert list(page.context["form"].errors) == [field]
    assert not Tournament.objects.exists()


def test_tournament_create_with_house_rules_keeps_what_differs(as_user, club):
    answers = {**ANSWERS, "end": "race", "misere": "off", "defender_stop": "490", "slam": ""}
    del answers["sans_kitty"]

    as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", answers)

    assert Tournament.objects.get().rules == {
        "misere": "off",
        "sans_kitty": False,
        "slam": None,
        "defender_stop": 490,
    }


def test_tournament_create_by_the_clock_needs_the_minutes_and_says_so_at_the_field(as_user, club):
    browser = as_user("olga")

    refused = browser.post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, "end": "timed"})

    assert refused.context["form"].errors == {"round_minutes": ["A game by the clock needs the minutes of a round."]}
    assert 'value="Spring Night"' in refused.content.decode()
    assert not Tournament.objects.exists()

    browser.post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, "end": "timed", "round_minutes": "40"})

    assert Tournament.objects.get().rules == {"end": "timed"}


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        pytest.param({"hands": ""}, "hands", id="hands"),
        pytest.param({"rounds": ""}, "rounds", id="rounds"),
        pytest.param({"kind": "fives_threes", "legs": ""}, "legs", id="games"),
    ],
)
def test_tournament_create_asks_for_the_number_that_an_answer_needs(as_user, club, answers, field):
    page = as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, **answers})

    assert page.context["form"].errors == {field: ["A number is needed here."]}
    assert not Tournament.objects.exists()


def test_tournament_settings_start_with_the_answers_given(as_user, club):
    tournament = make_tournament(club, rules={"end": "hands", "hands": 6, "misere": "off"}, rounds=7)

    form = as_user("olga").get(f"/tournaments/{tournament.slug}/settings/").context["form"]

    assert {name: form[name].value() for name in ("name", "end", "hands", "misere", "length", "rounds")} == {
        "name": "Club night",
        "end": "hands",
        "hands": 6,
        "misere": "off",
        "length": "number",
        "rounds": 7,
    }


def test_tournament_settings_change_what_may_change(as_user, club):
    tournament = make_tournament(club)

    as_user("olga").post(f"/tournaments/{tournament.slug}/settings/", {**ANSWERS, "name": "Autumn Night"})

    tournament.refresh_from_db()
    assert (tournament.name, tournament.rules) == ("Autumn Night", {"end": "hands", "hands": 4})


def test_tournament_settings_refused_after_a_round_is_published_change_nothing(as_user, club):
    tournament = make_tournament(club, pairs=2)
    make_round(tournament)

    page = as_user("olga").post(
        f"/tournaments/{tournament.slug}/settings/", {**ANSWERS, "name": "Other", "is_rated": ""}
    )

    tournament.refresh_from_db()
    assert page.context["form"].errors
    assert (tournament.name, tournament.is_rated) == ("Club night", True)


def test_manage_page_leads_through_the_evening(as_user, club):
    tournament = make_tournament(club, rules={"end": "hands", "hands": 1}, rounds=1)
    browser = as_user("dan")
    steps = []

    def look() -> None:
        steps.append(browser.get(f"/tournaments/{tournament.slug}/manage/").context["overview"].step)

    look()
    browser.post(
        f"/tournaments/{tournament.slug}/entries/", {"text": "Ann Lee + Bob Fox\nCy Dee + Ed Gil", "add_unknown": "on"}
    )
    look()
    draft = browser.post(f"/tournaments/{tournament.slug}/draw/")["Location"]
    look()
    round_ = tournament.rounds.get()
    browser.post(f"/rounds/{round_.pk}/draws/{round_.draws.get().pk}/publish/")
    look()
    play_round(round_)
    look()
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=timezone.now())
    look()

    assert draft == f"/rounds/{round_.pk}/desk/"
    assert steps == ["enter", "draw", "draft", "play", "finish", "finished"]


def test_finished_tournament_is_opened_again(as_user, club):
    tournament = make_tournament(club, pairs=2, rounds=1, rules={"end": "hands", "hands": 1})
    play_round(make_round(tournament))
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=timezone.now())

    as_user("dan").post(f"/tournaments/{tournament.slug}/reopen/")

    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.RUNNING


@pytest.mark.parametrize("username", ["sam", "dan", "stranger"])
def test_tournaments_are_set_up_by_organisers_only(as_user, club, username):
    tournament = make_tournament(club)
    browser = as_user(username)

    created = browser.post(f"/clubs/{club.slug}/tournaments/new/", ANSWERS)
    changed = browser.post(f"/tournaments/{tournament.slug}/settings/", ANSWERS)

    tournament.refresh_from_db()
    assert (created.status_code, changed.status_code) == (403, 403)
    assert (Tournament.objects.count(), tournament.name) == (1, "Club night")


def test_organiser_chooses_who_has_to_agree(as_user, club):
    as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, "agreement": "hand"})
    tournament = Tournament.objects.get()
    assert tournament.agreement == "hand"

    as_user("olga").post(f"/tournaments/{tournament.slug}/settings/", {**ANSWERS, "agreement": "director"})

    tournament.refresh_from_db()
    assert tournament.agreement == "director"


def test_what_counts_when_time_is_up_is_asked_for_changed_and_told_to_everybody(as_user, club):
    answers = {**ANSWERS, "end": "race", "when_time_is_up": "unplayed"}
    as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", answers)
    tournament = club.tournaments.get()
    assert tournament.when_time_is_up == "unplayed"
    said = "The game that is on counts for nobody."
    assert said in as_user("olga").get(f"/tournaments/{tournament.slug}/").content.decode()

    as_user("olga").post(f"/tournaments/{tournament.slug}/settings/", {**answers, "when_time_is_up": "leader"})
    tournament.refresh_from_db()
    assert tournament.when_time_is_up == "leader"

    # By the clock there is nothing to choose.
    timed = {**answers, "end": "timed", "round_minutes": "40"}
    as_user("olga").post(f"/tournaments/{tournament.slug}/settings/", timed)
    tournament.refresh_from_db()
    assert (tournament.rules["end"], tournament.when_time_is_up) == ("timed", "director")
    said = "The game that is on goes to the side ahead; level sides share it."
    assert said in as_user("olga").get(f"/tournaments/{tournament.slug}/").content.decode()


@pytest.mark.parametrize(
    ("wrong", "part"),
    [
        ({"rounds": "0"}, "rounds"),
        ({"agreement": "nobody"}, "agreement"),
        ({"misere": "never heard"}, "rules"),
        ({"preset": "luck"}, "standings"),
    ],
)
def test_tournament_create_opens_the_part_in_which_an_answer_is_wrong(as_user, club, wrong, part):
    page = as_user("olga").post(f"/clubs/{club.slug}/tournaments/new/", {**ANSWERS, **wrong})

    assert page.context["form"].wrong_parts == {part}
    assert page.content.decode().count("<details open>") == 1
    assert not Tournament.objects.exists()


def test_tournament_create_offers_the_date_of_the_club_as_a_name(as_user, club):
    def tonight() -> str:
        return date_format(timezone.localdate(timezone=zoneinfo.ZoneInfo(club.time_zone)), "j F Y")

    before = tonight()
    page = as_user("olga").get(f"/clubs/{club.slug}/tournaments/new/")

    # Midnight may come in between.
    assert page.context["form"]["name"].value() in (f"Night of {before}", f"Night of {tonight()}")
