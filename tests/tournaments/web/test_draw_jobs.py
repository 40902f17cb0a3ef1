"""The page on which a director waits for a large draw."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_tournament
from tournaments.actors import SYSTEM
from tournaments.imports import PairLine
from tournaments.models import DrawJob, Round
from tournaments.services import entries
from tournaments.tasks import make_open_draws

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def night(club):
    tournament = make_tournament(club, movement="double_round_robin", rounds=4)
    lines = [PairLine(line, f"Ann {line:02}", f"Bob {line:02}") for line in range(1, 26)]
    entries.admit_lines(actor=SYSTEM, tournament_id=tournament.pk, lines=lines, add_unknown=True, now=NOW)
    return tournament


def test_button_leads_to_a_page_that_goes_on_to_the_draft(as_user, night):
    browser = as_user("dan")

    waiting = browser.post(f"/tournaments/{night.slug}/draw/", follow=True)

    job = DrawJob.objects.get()
    where = f"/draw-jobs/{job.pk}/"
    assert waiting.redirect_chain == [(where, 302)]
    assert b'<progress class="progress" max="100" value="0"' in waiting.content
    assert b"It waits for the worker." in waiting.content
    assert f'href="{where}"' in browser.get(f"/tournaments/{night.slug}/manage/").content.decode()
    assert browser.post(f"/tournaments/{night.slug}/draw/")["Location"] == where

    make_open_draws.apply(throw=True)

    draft = browser.get(where)
    assert (draft.status_code, draft["Location"]) == (302, f"/rounds/{Round.objects.get().pk}/desk/")
    assert b"Look at the draw" in browser.get(f"/tournaments/{night.slug}/manage/").content


def test_draft_is_drawn_again_and_by_wish_on_the_same_way(as_user, night):
    browser = as_user("dan")
    browser.post(f"/tournaments/{night.slug}/draw/")
    make_open_draws.apply(throw=True)
    round_ = Round.objects.get()

    again = browser.post(f"/rounds/{round_.pk}/redraw/")
    make_open_draws.apply(throw=True)
    one, other = night.entries.order_by("number").values_list("pk", flat=True)[:2]
    draw = round_.draws.get(number=2)
    wish = {"one": one, "other": other, "act": "apart", "reason": "married"}
    apart = browser.post(f"/rounds/{round_.pk}/draws/{draw.pk}/change/", wish)

    first, second, third = DrawJob.objects.order_by("pk")
    assert (first.state, second.state, third.state) == ("done", "done", "waiting")
    assert again["Location"] == f"/draw-jobs/{second.pk}/"
    assert apart["Location"] == f"/draw-jobs/{third.pk}/"


def test_draw_is_called_off_by_a_button_and_its_page_says_so(as_user, night):
    browser = as_user("dan")
    browser.post(f"/tournaments/{night.slug}/draw/")
    where = f"/draw-jobs/{DrawJob.objects.get().pk}/"

    after = browser.post(f"{where}call-off/", follow=True)

    assert after.redirect_chain == [(f"/tournaments/{night.slug}/manage/", 302)]
    assert b"The draw is called off." in after.content
    assert b"This draw was called off before it was made." in browser.get(where).content
    assert b"has been made, or has failed, already" in browser.post(f"{where}call-off/", follow=True).content


def test_page_is_nothing_for_others(as_user, night):
    as_user("dan").post(f"/tournaments/{night.slug}/draw/")
    where = f"/draw-jobs/{DrawJob.objects.get().pk}/"

    assert as_user("sam").get(where).status_code == 403
    assert as_user().get(where).status_code == 302
    assert as_user("sam").post(f"{where}call-off/").status_code == 403
    assert DrawJob.objects.get().state == "waiting"
