"""The director's page that rules a hand."""

from __future__ import annotations

import re

import pytest

from tests.factories import make_table
from tests.hands import enter, fh_line
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    return make_table(club=club)


def test_hand_is_ruled_once_its_consequences_were_seen(as_user, table):
    browser = as_user("dan")
    enter(table, fh_line(dealer=0), number=1)
    path = f"/tables/{table.pk}/legs/1/hands/1/rule/"
    said = {
        "points_0": "0",
        "points_1": "0",
        "reason": "a revoke",
        "submission_id": "7f1f8a3e-7c2f-4d8c-9a50-0d7a0fbb5a11",
    }

    asked = browser.get(path)
    seen = browser.post(path, {**said, "look": ""})
    ruled = browser.post(path, {**said, "version": seen.context["consequences"].version}, follow=True)

    assert asked.status_code == 200
    assert "What changes" in seen.content.decode()
    page = ruled.content.decode()
    assert "Hand 1 is ruled." in page
    assert re.search(r"as ruled", page)
    assert get_table(table.pk).progress.points == (0, 0)
    # What was ruled can be corrected like any other hand, from an empty form.
    assert browser.get(f"/tables/{table.pk}/legs/1/hands/1/correct/").context["form"].initial.get("bid") is None


def test_ruling_without_points_or_reason_is_refused(as_user, table):
    page = as_user("dan").post(f"/tables/{table.pk}/legs/1/hands/1/rule/", {"points_0": "x", "look": ""})

    assert {"points_0", "points_1", "reason"} <= page.context["form"].errors.keys()
    assert get_table(table.pk).progress.hands_entered == 0


def test_hands_are_ruled_by_directors_only(as_user, table):
    for username in ("sam", "stranger"):
        assert as_user(username).get(f"/tables/{table.pk}/legs/1/hands/1/rule/").status_code == 403
