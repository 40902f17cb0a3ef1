"""The log says who did what, to those who run the tournament; it can be searched and taken along."""

from __future__ import annotations

import csv
import io

import pytest

from tests.api import client_of
from tests.factories import NOW, make_round, make_tournament
from tests.hands import correct_hand, enter, fh_line
from tournaments.actors import Actor
from tournaments.selectors.log import LogQuery, log_rows
from tournaments.selectors.tables import get_table
from tournaments.services import adjustments

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club, django_user_model):
    """An evening with a hand entered by sam, corrected by dan with a formula for a reason, and a penalty."""
    tournament = make_tournament(club, pairs=4, rounds=3)
    first, second = make_round(tournament).tables.order_by("number")
    sam, dan = (Actor(user_id=django_user_model.objects.get(username=name).pk) for name in ("sam", "dan"))
    for table in (first, second):
        enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1, actor=sam)
    record = get_table(first.pk).progress.legs[0].game.hands[0].record
    correct_hand(table_id=first.pk, number=1, record={**record, "tricks": [6, 4]}, actor=dan, reason="=HYPERLINK(1)")
    adjustments.add_adjustment(
        actor=dan,
        tournament_id=tournament.pk,
        entry_id=tournament.entries.get(number=1).pk,
        metric="points",
        amount=-10,
        reason="late",
        now=NOW,
    )
    return tournament


def found(tournament, **query):
    return [(row.action, row.subject) for row in log_rows(tournament, LogQuery(**query))]


def test_log_is_searched_by_what_was_done_where_and_by_whom(evening, django_user_model):
    sam = django_user_model.objects.get(username="sam").pk
    hand, corrected = ("hand.recorded", "hand 1 of leg 1"), ("hand.corrected", "hand 1 of leg 1")

    assert found(evening, action="hand.") == [corrected, hand, hand]
    assert found(evening, action="hand.corrected") == [corrected]
    assert found(evening, user=sam) == [hand, hand]
    assert found(evening, round=1, table=1) == [corrected, hand]
    assert found(evening, round=2) == []
    assert len(found(evening)) > len(found(evening, action="hand."))


def test_log_is_searched_by_whom_it_is_about(evening):
    table = evening.rounds.get().tables.get(number=1)
    seat = get_table(table.pk).seats[0]
    penalised = evening.entries.get(number=1).pk
    hands = [("hand.corrected", "hand 1 of leg 1"), ("hand.recorded", "hand 1 of leg 1")]

    assert [line for line in found(evening, entry=seat.entry_id) if line[0].startswith("hand.")] == hands
    assert [line for line in found(evening, player=seat.player_id) if line[0].startswith("hand.")] == hands
    assert "adjustment.added" in [action for action, _subject in found(evening, entry=penalised)]


def test_log_page_shows_old_and_new_and_asks_as_often_for_many_lines(as_user, evening, django_assert_max_num_queries):
    browser = as_user("dan")

    with django_assert_max_num_queries(15):
        page = browser.get(f"/tournaments/{evening.slug}/log/", {"action": "hand."})

    body = page.content.decode()
    assert "3 lines" in body
    assert "=HYPERLINK(1)" in body
    assert [line.who for line in page.context["lines"]] == ["dan", "sam", "sam"]


def test_log_page_looks_for_everything_that_it_can_read(as_user, evening):
    page = as_user("dan").get(f"/tournaments/{evening.slug}/log/", {"action": "nonsense", "table": "x", "page": "99"})

    assert page.status_code == 200
    assert len(page.context["lines"]) == log_rows(evening, LogQuery()).count()


def test_log_is_taken_along_as_csv_without_formulas(as_user, evening):
    answer = as_user("dan").get(f"/tournaments/{evening.slug}/log.csv", {"action": "hand.corrected"})

    text = b"".join(answer.streaming_content).decode()
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert text.startswith("\ufeffat,who,action")
    [row] = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert (row["who"], row["action"], row["table"], row["reason"]) == ("dan", "hand.corrected", "1", "'=HYPERLINK(1)")
    assert '"tricks": [6, 4]' in row["after"]


@pytest.mark.parametrize("username", ["sam", "stranger", None])
def test_log_is_for_directors_only(as_user, evening, username):
    browser = as_user(username)

    pages = [browser.get(f"/tournaments/{evening.slug}/log{end}") for end in ("/", ".csv")]

    assert [page.status_code for page in pages] == [302 if username is None else 403] * 2


def test_log_through_the_api(evening, django_user_model):
    dan, sam = (django_user_model.objects.get(username=name) for name in ("dan", "sam"))
    path = f"/api/v1/tournaments/{evening.slug}/log/"

    listed = client_of(dan).get(path, {"action": "hand.", "table": 2})
    refused = client_of(sam).get(path)
    unread = client_of(dan).get(path, {"table": "x"})

    assert [(row["action"], row["round"], row["table"], row["who"]) for row in listed.json()["results"]] == [
        ("hand.recorded", 1, 2, "sam")
    ]
    assert (refused.status_code, client_of().get(path).status_code, unread.status_code) == (403, 401, 400)
