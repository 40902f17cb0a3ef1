"""A whole event on paper."""

from __future__ import annotations

import pytest

from tests.factories import make_round, make_tournament
from tournaments.web import guides

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


def test_paper_of_a_cup_speaks_of_byes(as_user, club):
    tournament = make_tournament(club, pairs=3, movement="knockout")
    make_round(tournament)

    cards, chart = (
        as_user("sam").get(f"/tournaments/{tournament.slug}/print/{name}/").content.decode() for name in PAGES[1::-1]
    )

    assert (cards.count(">bye<"), cards.count("sits out")) == (1, 0)
    assert (chart.count(">Bye<"), chart.count("Sits out")) == (1, 0)


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


@pytest.mark.parametrize(("path", "cards"), [("guide-cards", (128, 2)), ("table-cards", (65,)), ("wall-chart", ())])
def test_prints_of_a_large_event_come_in_parts(as_user, club, path, cards):
    tournament = make_tournament(club, people=130, rounds=2, table_size=2, kind="fives_threes", movement="round_robin")
    browser = as_user("dan")

    parts = [browser.get(f"/tournaments/{tournament.slug}/print/{path}/", {"part": part}) for part in (1, 2)]

    assert [len(page.context["cards"]) for page in parts[: len(cards)]] == list(cards)
    assert [page.status_code for page in parts] == [200, 200]
    assert parts[0].context["part"].paginator.per_page == guides.PART


def test_prints_of_an_evening_are_in_one_part(as_user, club):
    tournament = make_tournament(club, pairs=16, rounds=3)

    page = as_user("dan").get(f"/tournaments/{tournament.slug}/print/guide-cards/", {"part": "nonsense"})

    assert len(page.context["cards"]) == 16
    assert 'href="?part=' not in page.content.decode()
