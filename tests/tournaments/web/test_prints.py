"""Pages made for paper."""

from __future__ import annotations

import re

import pytest

from tests.factories import make_round, make_table, make_tournament
from tournaments.models import TableLink

pytestmark = pytest.mark.django_db


def test_seating_list_names_table_and_seat(as_user, club):
    round_ = make_round(make_tournament(club, pairs=2))

    body = as_user().get(f"/rounds/{round_.pk}/print/seating/").content.decode()

    assert body.count("Table 1, ") == 4
    assert "Table 1, East" in body


def test_table_sheets_carry_the_absolute_link(as_user, club, link_path):
    tournament = make_tournament(club, pairs=4)
    make_round(tournament)
    path = link_path(2)

    page = as_user("dan").get(f"/tournaments/{tournament.slug}/print/tables/")

    first, second = page.context["sheets"]
    assert (first.number, second.number) == (1, 2)
    assert second.address == f"http://testserver{path}"
    assert second.picture.startswith("data:image/svg+xml")
    assert second.picture in page.content.decode().replace("&#x27;", "'")


def test_score_sheet_has_a_row_for_each_hand_with_its_dealer(as_user, club):
    table = make_table(club=club, first=2, rules={"end": "hands", "hands": 6})

    page = as_user("sam").get(f"/rounds/{table.round_id}/print/score-sheets/")

    [sheet] = page.context["sheets"]
    assert sheet.rows == ((1, "S"), (2, "W"), (3, "N"), (4, "E"), (5, "S"), (6, "W"))
    assert page.content.decode().count('class="box"') == 6


def test_score_sheet_of_a_race_has_rows_enough(as_user, club):
    table = make_table("fives_threes", club=club)

    [sheet] = as_user("sam").get(f"/rounds/{table.round_id}/print/score-sheets/").context["sheets"]

    assert len(sheet.rows) == 16


def columns(body: str) -> tuple[list[str], list[str]]:
    """Return the heads of a score sheet's columns: those for the table, and those that each side has."""
    head = body.partition("<thead>")[2].partition("</thead>")[0]
    first, second = re.findall(r"<tr>(.*?)</tr>", head, re.DOTALL)
    return re.findall(r">([^<]+)</th>", first), re.findall(r">([^<]+)</th>", second)


@pytest.mark.parametrize(
    ("settings", "heads", "sides"),
    [
        pytest.param({"pairs": 2}, ["By", "Tricks", "Points", "Score"], ["NS", "EW"] * 2, id="two pairs"),
        pytest.param(
            {"people": 3, "table_size": 3}, ["By", "Tricks", "Points", "Score"], ["1", "2", "3"] * 3, id="three"
        ),
        pytest.param(
            {"people": 5, "table_size": 5},
            ["By", "With", "Tricks", "Points", "Score"],
            ["1", "2", "3", "4", "5"] * 3,
            id="five",
        ),
        pytest.param(
            {"people": 6, "table_size": 6}, ["By", "Tricks", "Points", "Score"], ["1-3-5", "2-4-6"] * 2, id="two teams"
        ),
        pytest.param(
            {"people": 6, "table_size": 6, "teams": "three_pairs"},
            ["By", "Tricks", "Points", "Score"],
            ["1-4", "2-5", "3-6"] * 3,
            id="three pairs",
        ),
    ],
)
def test_score_sheet_of_cards_has_the_columns_that_its_sides_need(as_user, club, settings, heads, sides):
    round_ = make_round(make_tournament(club, rules={"end": "hands", "hands": 3}, **settings))

    body = as_user("sam").get(f"/rounds/{round_.pk}/print/score-sheets/").content.decode()

    assert columns(body) == (["No.", "Deals", "Bid", *heads, "Agreed"], sides)
    rows = body.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")[:-1]
    by_table = len(heads) + 4 - (2 if len(sides) < 6 else 3)
    assert [row.count("<td") for row in rows] == [by_table + len(sides)] * 3
    assert ("With" in heads) is ("wide" in re.search(r'class="sheet ([^"]*)"', body)[1].split())


def test_score_sheet_of_dominoes_for_three(as_user, club):
    round_ = make_round(make_tournament(club, kind="fives_threes", people=3, table_size=3))

    body = as_user("sam").get(f"/rounds/{round_.pk}/print/score-sheets/").content.decode()

    heads = ["No.", "Opens", "Out / blocked", "Points", "Score", "Agreed"]
    assert columns(body) == (heads, ["1", "2", "3"] * 2)
    assert "Signed for seat 3" in body


def test_standings_print(as_user, club):
    tournament = make_tournament(club, pairs=2)

    body = as_user().get(f"/tournaments/{tournament.slug}/print/standings/").content.decode()

    assert "provisional" in body
    assert "version 2" in body


def test_table_link_is_renewed(as_user, club, link_path):
    tournament = make_tournament(club, pairs=2)
    make_round(tournament)
    old = link_path()

    as_user("dan").post(f"/tournaments/{tournament.slug}/links/1/renew/")

    assert as_user().get(old).status_code == 403
    assert TableLink.objects.filter(revoked_at=None).count() == 1


@pytest.mark.parametrize("username", ["stranger", "sam"])
def test_table_links_are_the_directors(as_user, club, username):
    tournament = make_tournament(club, pairs=2)
    make_round(tournament)
    browser = as_user(username)

    answers = [
        browser.get(f"/tournaments/{tournament.slug}/links/"),
        browser.get(f"/tournaments/{tournament.slug}/print/tables/"),
        browser.post(f"/tournaments/{tournament.slug}/links/1/renew/"),
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert TableLink.objects.filter(revoked_at=None).count() == 1
    assert not TableLink.objects.exclude(revoked_at=None).exists()
