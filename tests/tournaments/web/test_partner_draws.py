"""The page on which partners are drawn, and the draw undone."""

from __future__ import annotations

import pytest

from tests.factories import make_round, make_tournament
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club):
    return make_tournament(club, people=8, rounds=3)


def kinds():
    return list(Tournament.objects.values_list("entry_kind", flat=True))


def test_partners_are_drawn_by_a_button_and_the_draw_undone_by_another(as_user, night):
    browser = as_user("dan")
    page = browser.get(f"/tournaments/{night.slug}/entries/").content.decode()
    assert "The 8 who are here become pairs" in page
    assert "Undo the draw of partners" not in page

    drawn = browser.post(f"/tournaments/{night.slug}/partners/draw/", {"by": "lot"}, follow=True).content.decode()

    assert "Partners are drawn." in drawn
    assert "Undo the draw of partners" in drawn
    assert "Draw partners now" not in drawn
    assert (kinds(), Entry.objects.count()) == (["partnership"], 4)
    undone = browser.post(f"/tournaments/{night.slug}/partners/undo/", follow=True).content.decode()
    assert "Everybody is signed up alone again." in undone
    assert "Draw partners now" in undone
    assert (kinds(), Entry.objects.count()) == (["player"], 8)


@pytest.mark.parametrize("by", ["", "looks"])
def test_another_way_of_drawing_is_refused(as_user, night, by):
    page = as_user("dan").post(f"/tournaments/{night.slug}/partners/draw/", {"by": by}, follow=True)

    assert "must be one of lot, ladders" in page.content.decode()
    assert kinds() == ["player"]


def test_an_odd_number_is_told_what_is_missing(as_user, club):
    night = make_tournament(club, people=7, rounds=3)

    page = as_user("dan").post(f"/tournaments/{night.slug}/partners/draw/", {"by": "ladders"}, follow=True)

    assert "7 people cannot all have a partner" in page.content.decode()
    assert kinds() == ["player"]


def test_nothing_is_offered_once_a_round_is_drawn_or_for_pairs_that_came_as_pairs(as_user, night, club):
    make_round(night)
    browser = as_user("dan")

    assert "Draw partners" not in browser.get(f"/tournaments/{night.slug}/entries/").content.decode()
    pairs = make_tournament(club, pairs=2)
    page = browser.get(f"/tournaments/{pairs.slug}/entries/").content.decode()
    assert "Draw partners" not in page
    assert "Undo the draw" not in page


@pytest.mark.parametrize("step", ["draw", "undo"])
def test_only_who_manages_entries_sees_and_does_it(as_user, client, night, step):
    for browser in (client, as_user("sam")):
        answer = browser.post(f"/tournaments/{night.slug}/partners/{step}/", {"by": "lot"})
        assert answer.status_code in (302, 403)
        assert kinds() == ["player"]
        assert Entry.objects.count() == 8
    assert as_user("dan").get(f"/tournaments/{night.slug}/partners/{step}/").status_code == 405
