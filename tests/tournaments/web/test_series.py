"""The pages of series: set up by organisers, read by everybody."""

from __future__ import annotations

import re

import pytest

from tests.factories import make_partnership, make_player
from tests.series import FIRST_DAY, begin_night, hold_night, make_series
from tests.snapshots import everything
from tournaments.models import Series

pytestmark = pytest.mark.django_db

POSTED = {
    "name": "Autumn",
    "kind": "five_hundred",
    "counted_by": "player",
    "from_date": FIRST_DAY.isoformat(),
    "to_date": "",
    "best_nights": "2",
    "minimum_nights": "2",
    "counting": "places",
    "places": "10 8; 6",
    "rest": "1",
}


@pytest.fixture
def pairs(club):
    names = (("Ann", "Bob"), ("Cy", "Di"), ("Ed", "Flo"))
    return [make_partnership(club, *(make_player(club, name) for name in two)) for two in names]


def text_of(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_an_organiser_sets_up_a_series_and_chooses_its_nights(as_user, club, pairs):
    first = hold_night(club, pairs[0], pairs[1])
    second = hold_night(club, pairs[1], pairs[0], week=1)
    olga = as_user("olga")
    assert "New series" in text_of(olga.get(f"/clubs/{club.slug}/"))

    made = olga.post(f"/clubs/{club.slug}/series/new/", POSTED, follow=True)

    assert made.redirect_chain == [("/series/autumn/nights/", 302)]
    assert made.content.decode().count("checked") == 2
    series = Series.objects.get()
    assert series.scheme == {"by": "places", "places": [10, 8, 6], "rest": 1}
    assert (series.best_nights, series.minimum_nights, series.from_date) == (2, 2, FIRST_DAY)

    shown = {"seen_by_day": [first.pk, second.pk]}
    saved = olga.post("/series/autumn/nights/", {"nights": [first.pk], **shown}, follow=True)
    assert saved.redirect_chain == [("/series/autumn/", 302)]
    assert "1 of 1 night is final." in text_of(saved)
    assert olga.post("/series/autumn/nights/", shown, follow=True).redirect_chain == [("/series/autumn/", 302)]
    assert len(Series.objects.get().left_out) == 2

    again = olga.get("/series/autumn/settings/")
    assert 'value="10, 8, 6"' in again.content.decode()
    changed = olga.post("/series/autumn/settings/", {**POSTED, "counting": "points", "best_nights": ""}, follow=True)
    assert "A night is worth this figure of its own standings: Points." in text_of(changed)
    assert Series.objects.get().scheme == {"by": "figure", "figure": "points"}

    gone = olga.post("/series/autumn/remove/", follow=True)
    assert gone.redirect_chain == [(f"/clubs/{club.slug}/", 302)]
    assert not Series.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"places": "ten"}, "Whole numbers are needed, such as 10, 8, 6, 5, 4, 3, 2, 1."),
        ({"places": "1, 2"}, "must not give a lower place more than a higher one"),
        ({"from_date": "", "to_date": "2026-03-14"}, "A series with a last day needs a first one."),
        ({"best_nights": "0"}, "greater than or equal to 1"),
    ],
)
def test_a_form_that_makes_no_sense_says_why_and_keeps_what_was_typed(as_user, club, wrong, sentence):
    before = everything()
    shown = as_user("olga").post(f"/clubs/{club.slug}/series/new/", {**POSTED, **wrong})
    assert shown.status_code == 200
    assert sentence in text_of(shown)
    assert 'value="Autumn"' in shown.content.decode()
    assert everything() == before


@pytest.mark.parametrize("who", [None, "dan"])
def test_others_cannot_set_up_or_change_a_series(as_user, club, who):
    make_series(club)
    browser = as_user(who)
    before = everything()
    for path in (f"/clubs/{club.slug}/series/new/", "/series/autumn/settings/", "/series/autumn/nights/"):
        assert browser.post(path, {**POSTED, "nights": []}).status_code == 403, path
    assert browser.post("/series/autumn/remove/").status_code == 403
    assert everything() == before
    assert "Choose the nights" not in text_of(browser.get("/series/autumn/"))


def test_everybody_reads_how_each_total_came_about(as_user, club, pairs):
    hold_night(club, pairs[0], pairs[1], week=-1, kind="fives_threes")
    hold_night(club, pairs[0], pairs[1], tricks=10)
    hold_night(club, pairs[1], pairs[0], week=1)
    begin_night(club, pairs[0], pairs[2], week=2)
    hold_night(club, pairs[0], pairs[2], week=3, final=False)
    make_series(club, counted_by="partnership", best_nights=2, minimum_nights=2)

    page = as_user().get("/series/autumn/")

    said = text_of(page)
    assert "provisional" in said
    assert "2 of 4 nights are final." in said
    assert "Total: 10 + 10 = 20" in said
    assert "It stands above the next by this: Total 20, the next one has 18." in said
    assert "place 2 of 2" in said
    assert "Without a rank: fewer than 2 nights" in said
    assert "The best 2 nights of each count; the others are struck out." in said
    assert re.search(r"<s class=\"quiet\">8</s>", page.content.decode())
    assert "1 slam " in said
    assert ": round 1, table 1, hand 1" in said
    assert re.search(r"/tables/\d+/legs/1/hands/1/view/", page.content.decode())
    newcomer = said[said.index("Best newcomer") :]
    assert newcomer.index("Nobody has it yet.") < newcomer.index("Nights")


def test_a_series_without_nights_says_so(as_user, club):
    make_series(club)
    said = text_of(as_user().get("/series/autumn/"))
    assert "No night of this series has been played yet." in said
    assert "Prizes" not in said
    assert as_user().get("/series/winter/").status_code == 404


def test_the_page_of_a_series_asks_no_more_for_more_nights(as_user, club, pairs, django_assert_num_queries):
    make_series(club)
    for week in range(2):
        hold_night(club, pairs[0], pairs[1], week=week)
    as_user().get("/series/autumn/")
    with django_assert_num_queries(8):
        as_user().get("/series/autumn/")
    for week in range(2, 4):
        hold_night(club, pairs[1], pairs[2], week=week)
    as_user().get("/series/autumn/")
    with django_assert_num_queries(8):
        as_user().get("/series/autumn/")


def test_a_night_that_began_after_the_form_was_shown_is_not_left_out(as_user, club, pairs):
    series = make_series(club)
    first = hold_night(club, pairs[0], pairs[1])
    olga = as_user("olga")
    page = olga.get(f"/series/{series.slug}/nights/").content.decode()
    assert re.findall(r'name="seen_by_day" value="(\d+)"', page) == [str(first.pk)]
    began = hold_night(club, pairs[1], pairs[0], week=1)

    olga.post(f"/series/{series.slug}/nights/", {"nights": [], "seen_by_day": [first.pk]})

    left_out = Series.objects.get().left_out
    assert (str(first.uid) in left_out, str(began.uid) in left_out) == (True, False)
