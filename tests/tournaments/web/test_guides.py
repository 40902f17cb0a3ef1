"""A whole event on paper."""

from __future__ import annotations

import pytest

from tests.factories import make_tournament

pytestmark = pytest.mark.django_db
PAGES = ("wall-chart", "guide-cards", "table-cards")


def test_wall_chart_has_a_line_for_each_round(as_user, club):
    tournament = make_tournament(club, pairs=5)

    page = as_user("sam").get(f"/tournaments/{tournament.slug}/print/wall-chart/")

    assert len(page.context["grid"]) == 5
    assert page.content.decode().count("<tr>") == 6


def test_wall_chart_says_who_follows_whom(as_user, club):
    planned = make_tournament(club, pairs=6, movement="howell")
    drawn = make_tournament(club, pairs=6, rounds=1)

    said, silent = (
        as_user("sam").get(f"/tournaments/{tournament.slug}/print/wall-chart/").content.decode()
        for tournament in (planned, drawn)
    )

    assert "After each round go to where another was: 1 after 5, 2 after 1" in said
    assert "After each round" not in silent


def test_guide_cards_say_when_somebody_sits_out(as_user, club):
    tournament = make_tournament(club, pairs=3)

    body = as_user("sam").get(f"/tournaments/{tournament.slug}/print/guide-cards/").content.decode()

    assert body.count('class="guide-card"') == 3
    assert body.count("sits out") == 3


def test_table_cards_name_who_comes(as_user, club):
    tournament = make_tournament(club, pairs=4)

    page = as_user("sam").get(f"/tournaments/{tournament.slug}/print/table-cards/")

    assert [number for number, _visits in page.context["cards"]] == [1, 2]
    assert page.content.decode().count("Round 3") == 2


@pytest.mark.parametrize("name", PAGES)
def test_paper_of_nobody_says_what_to_do(as_user, club, name):
    tournament = make_tournament(club)

    page = as_user("sam").get(f"/tournaments/{tournament.slug}/print/{name}/")

    assert "Nothing is known yet" in page.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_paper_is_for_those_who_work_at_the_event(as_user, club, name):
    tournament = make_tournament(club, pairs=4)

    assert as_user("stranger").get(f"/tournaments/{tournament.slug}/print/{name}/").status_code == 403
