"""A pile of score sheets keyed line by line, without a mouse and without seeing what is in the books."""

from __future__ import annotations

import html
import re
import uuid

import pytest
from django.contrib.auth.models import User

from gameplay.models import HandSubmission
from tests.factories import NOW, make_round, make_table, make_tournament
from tests.hands import enter, fh_line
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.models import KeyedHand, KeyingSheet
from tournaments.selectors.tables import get_table
from tournaments.services import results
from tournaments.web.keyed_lines import LineUnreadable, example_of, read_line

pytestmark = pytest.mark.django_db

FIRST = [fh_line(dealer=0, seat=1, bid="10NT", tricks=(0, 10)), fh_line(dealer=1, seat=3, bid="8C", tricks=(1, 9))]


@pytest.fixture
def round_(club):
    round_ = make_round(make_tournament(club, pairs=4, rules={"end": "hands", "hands": 2}))
    for table in round_.tables.all():
        results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=0, now=NOW)
        for number, record in enumerate(FIRST, 1):
            enter(table, record, number=number)
    return round_


def read(answer) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def address(table_number: int = 1) -> str:
    return f"/score-sheets/{KeyingSheet.objects.get(table__number=table_number, given_back_at=None).pk}/"


def type_line(browser, line: str, *, table: int = 1):
    return browser.post(address(table), {"submission_id": str(uuid.uuid4()), "line": line}, follow=True)


def take(browser, round_, tables: str = ""):
    return browser.post(f"/rounds/{round_.pk}/second-keying/take/", {"tables": tables}, follow=True)


def test_pile_is_keyed_by_lines_and_handed_in_by_enter_alone(as_user, round_):
    browser = as_user("sam")
    page = take(browser, round_)
    assert page.request["PATH_INFO"] == address(1)
    assert "Sheet of table 1" in read(page)
    assert "2 sheets left" in read(page)

    assert "Hand 2" in read(type_line(browser, "e 10nt 10"))
    page = type_line(browser, "W 8C 9")
    assert "The sheet is complete" in read(page)
    page = type_line(browser, "")

    assert page.request["PATH_INFO"] == address(2)
    assert "The sheet of table 1 is handed in." in read(page)
    assert [hand.submission.payload for hand in KeyedHand.objects.order_by("pk")] == FIRST
    assert set(HandSubmission.objects.filter(source="second_keying").values_list("outcome", flat=True)) == {"repeated"}
    page = type_line(browser, "done", table=2)
    assert page.request["PATH_INFO"] == f"/rounds/{round_.pk}/second-keying/"
    assert "All sheets of your pile are handed in." in read(page)


def test_words_turn_the_pile_and_a_number_keys_a_hand_again(as_user, round_):
    browser = as_user("sam")
    take(browser, round_)
    type_line(browser, "N 7S 8")
    assert type_line(browser, "skip").request["PATH_INFO"] == address(2)
    assert as_user("sam").post(f"/rounds/{round_.pk}/second-keying/move/", {"to": "next"})["Location"] == address(2)
    assert type_line(browser, "back", table=2).request["PATH_INFO"] == address(1)
    page = type_line(browser, "1: N 7H 8")
    assert "7♥" in read(page)
    assert "7♠" not in read(page)


def test_line_that_says_no_hand_is_kept_and_explained(as_user, round_):
    browser = as_user("sam")
    take(browser, round_)
    before = everything()
    for line, words in (
        ("N 8H", "such as N 8H 9"),
        ("X 8H 9", "There is no seat X at this table, only N E S W."),
        ("N 11H 9", "There is no bid 11H."),
        ("N 8H 12", "12 is no number of tricks."),
    ):
        page = type_line(browser, line)
        assert words in read(page)
        assert f'value="{line}"' in page.content.decode()
    assert everything() == before


def test_pages_of_the_scorer_show_nothing_of_tables_in_the_pile(as_user, round_):
    browser = as_user("sam")
    take(browser, round_, "1")
    table = round_.tables.get(number=1)
    before = everything()
    for path in (
        f"/tables/{table.pk}/desk/",
        f"/rounds/{round_.pk}/desk/",
        f"/tables/{table.pk}/legs/1/hands/1/",
        f"/tables/{table.pk}/legs/1/hands/1/show/",
    ):
        for answer in (browser.get(path), browser.post(path, {"seat": "0", "bid": "7S", "tricks": "8"})):
            assert answer.status_code in (403, 404, 405)
            assert "10NT" not in answer.content.decode()
            assert "+520" not in answer.content.decode()
    for shown in (browser.get(f"/rounds/{round_.pk}/second-keying/"), browser.get(address(1))):
        assert shown.status_code == 200
        for secret in ("+520", "10NT", "8♣"):
            assert secret not in shown.content.decode()
    assert everything() == before


def test_director_sees_what_was_found_and_takes_the_second_version(as_user, round_):
    sam = as_user("sam")
    take(sam, round_, "1")
    for line in ("E 10NT 10", "W 8C 8", ""):
        type_line(sam, line)
    dan = as_user("dan")
    page = read(dan.get(f"/rounds/{round_.pk}/second-keying/"))
    assert "sam 1 1 1 Key anew" in page
    assert "Keyed the second time: 8♣" in read(dan.get(f"/rounds/{round_.pk}/desk/")).replace("\ufe0e", "")
    post = HandSubmission.objects.get(outcome="conflict")
    assert "Take this version" in read(dan.get(f"/posts/{post.pk}/settle/"))
    assert "What was found" not in read(sam.get(f"/rounds/{round_.pk}/second-keying/"))


def test_hand_that_the_books_lack_is_entered_with_a_button(as_user, club):
    table = make_table(club=club, rules={"end": "hands", "hands": 2})
    enter(table, FIRST[0], number=1)
    sam, dan = as_user("sam"), as_user("dan")
    take(sam, table.round)
    for line in ("E 10NT 10", "W 8C 9", ""):
        type_line(sam, line)
    post = HandSubmission.objects.get(outcome="conflict")
    page = dan.get(f"/posts/{post.pk}/settle/")
    assert "Enter this hand" in read(page)
    before = everything()
    assert sam.post(f"/posts/{post.pk}/take/", {"reason": "mine"}).status_code == 403
    assert everything() == before

    dan.post(f"/posts/{post.pk}/take/", {"reason": "It was missing in the books."})

    assert [hand.record for hand in get_table(table.pk).progress.legs[0].game.hands] == FIRST


def test_sheet_is_given_back_by_its_keyer_and_no_other(as_user, round_):
    sam = as_user("sam")
    take(sam, round_, "1")
    path = f"{address(1)}give-back/"
    before = everything()
    assert as_user("stranger").post(path).status_code == 403
    assert as_user("stranger").get(address(1)).status_code == 404
    after = {name: rows for name, rows in everything().items() if name != "auth_user"}
    assert after == before
    sam.post(path)
    assert KeyingSheet.objects.filter(given_back_at=None).count() == 0


def test_own_hands_are_for_somebody_else(as_user, round_):
    table = round_.tables.get(number=1)
    user = User.objects.get(username="sam")
    HandSubmission.objects.filter(game__leg__table=table).update(actor=Actor(user_id=user.pk).label)
    before = everything()
    assert "You have entered hands of table 1 yourself." in read(take(as_user("sam"), round_, "1"))
    assert everything() == before


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("p", {"level": 1, "contract": None}),
        (
            "s 8h 7 sk",
            {"level": 1, "contract": {"seat": 2, "bid": "8H", "sans_kitty": True}, "tricks": [7, 3]},
        ),
        ("e 9n 4", {"level": 1, "contract": {"seat": 1, "bid": "9NT", "sans_kitty": False}, "tricks": [6, 4]}),
        ("W OM 2", {"level": 1, "contract": {"seat": 3, "bid": "OM", "sans_kitty": False}, "tricks": [None, 2]}),
    ],
)
def test_line_of_five_hundred_reads_as_a_record(line, record):
    assert read_line(get_table(make_table().pk), line) == record


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ("21 8 ns", {"level": 1, "points": [21, 8], "end": "out", "out_side": 0}),
        ("0 12 b", {"level": 1, "points": [0, 12], "end": "blocked"}),
        ("3 12 W", {"level": 1, "points": [3, 12], "end": "won"}),
    ],
)
def test_line_of_dominoes_reads_as_a_record(line, record):
    assert read_line(get_table(make_table(kind="fives_threes").pk), line) == record


def test_example_can_be_typed_at_every_table():
    for view in (
        get_table(make_table().pk),
        get_table(make_table(kind="fives_threes").pk),
        get_table(make_round(make_tournament(people=5, table_size=5, rounds=1)).tables.get().pk),
        get_table(make_round(make_tournament(people=3, table_size=3, rounds=1)).tables.get().pk),
    ):
        assert read_line(view, example_of(view))["level"] == 1
    with pytest.raises(LineUnreadable):
        read_line(get_table(make_table(kind="fives_threes").pk), "21 8")


def test_partner_who_was_called_stands_behind_a_c():
    view = get_table(make_round(make_tournament(people=5, table_size=5, rounds=1)).tables.get().pk)
    record = read_line(view, "2 8H 1 6 2 1 0 c3")
    assert (record["contract"]["seat"], record["called"], record["tricks"]) == (1, 2, [1, 6, 2, 1, 0])


def test_desk_says_which_tables_are_not_keyed_twice_and_closes_with_a_reason(as_user, club):
    tournament = make_tournament(club, pairs=2, rules={"end": "hands", "hands": 2}, second_keying="closing")
    table = make_round(tournament).tables.get()
    results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=0, now=NOW)
    for number, record in enumerate(FIRST, 1):
        enter(table, record, number=number)
    browser = as_user("dan")
    path = f"/rounds/{table.round_id}"

    desk = read(browser.get(f"{path}/desk/"))
    browser.post(f"{path}/close/", {"reason": "Nobody is left to key."})

    assert "Not keyed twice yet: table 1." in desk
    assert "Why it is closed without the second keying" in desk
    told = read(as_user().get(f"{path}/"))
    assert "As ruled: closed though table 1 was not agreed, or not keyed twice. Nobody is left to key." in told
