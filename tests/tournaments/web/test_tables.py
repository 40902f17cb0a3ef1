"""One table as scorer and director see it."""

from __future__ import annotations

import uuid

import pytest

from gameplay.models import HandRecord
from tests.factories import NOW, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, ft_line, opened_again_and_published, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import AuditEntry, BulkAct
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    return make_table(club=club)


@pytest.fixture
def dominoes(club):
    return make_table("fives_threes", club=club, legs=3, legs_mode="best_of")


def line(**fields: str) -> dict[str, str]:
    return {"submission_id": str(uuid.uuid4()), "seat": "0", "bid": "8H", "tricks": "9", **fields}


def scores(table) -> tuple[int, ...]:
    return get_table(table.pk).progress.legs[0].game.state.scores


def test_hand_entered_from_paper_by_the_scorer(as_user, table):
    page = as_user("sam").post(f"/tables/{table.pk}/legs/1/hands/1/", line(), follow=True)

    assert scores(table) == (300, 10)
    assert "Hand 1 is in." in page.content.decode()
    assert "8♥\ufe0e by North, tricks: 9" in page.content.decode()


def test_hand_passed_in_needs_neither_bid_nor_tricks(as_user, table):
    as_user("sam").post(f"/tables/{table.pk}/legs/1/hands/1/", line(seat="passed-in", bid="", tricks=""))

    assert scores(table) == (0, 0)
    assert HandRecord.objects.count() == 1


def test_hand_that_is_a_lost_misere_leaves_the_others_open(as_user, table):
    as_user("sam").post(f"/tables/{table.pk}/legs/1/hands/1/", line(seat="1", bid="M", tricks="2"))

    assert scores(table) == (0, -250)
    assert HandRecord.objects.get().submission.payload["tricks"] == [None, 2]


def test_hand_without_a_bid_is_asked_for(as_user, table):
    page = as_user("sam").post(f"/tables/{table.pk}/legs/1/hands/1/", line(bid=""))

    assert page.context["form"].errors == {"bid": ["Choose the bid."]}
    assert '<option value="9" selected>' in page.content.decode()
    assert not HandRecord.objects.exists()


def test_hand_sent_twice_is_kept_once(as_user, table):
    browser = as_user("sam")
    hand = line()

    browser.post(f"/tables/{table.pk}/legs/1/hands/1/", hand)
    browser.post(f"/tables/{table.pk}/legs/1/hands/1/", hand)

    assert HandRecord.objects.count() == 1


def test_hand_of_dominoes_that_passes_61_is_refused_and_kept_in_the_form(as_user, dominoes):
    page = as_user("sam").post(
        f"/tables/{dominoes.pk}/legs/1/hands/1/",
        {"submission_id": str(uuid.uuid4()), "points_0": "62", "points_1": "3", "end": "out-0"},
    )

    assert "Nothing that you typed is lost" in page.content.decode()
    assert 'value="62"' in page.content.decode()
    assert not HandRecord.objects.exists()


def test_hand_of_dominoes_entered(as_user, dominoes):
    as_user("sam").post(
        f"/tables/{dominoes.pk}/legs/1/hands/1/",
        {"submission_id": str(uuid.uuid4()), "points_0": "12", "points_1": "7", "end": "out-1"},
    )

    assert HandRecord.objects.get().submission.payload == ft_line(opener=0, points=(12, 7), out_side=1)
    assert scores(dominoes) == (12, 7)


def test_hand_corrected_with_a_reason(as_user, table):
    enter(table, fh_line(dealer=0), number=1)
    browser = as_user("dan")

    form = browser.get(f"/tables/{table.pk}/legs/1/hands/1/correct/").context["form"]
    path = f"/tables/{table.pk}/legs/1/hands/1/correct/"
    seen = browser.post(path, line(reason="NS had nine", look=""))
    before = scores(table)
    version = seen.context["consequences"].version
    page = browser.post(path, line(reason="NS had nine", version=version), follow=True)

    assert "What changes" in seen.content.decode()
    assert before == (140, 20)
    assert {name: form[name].value() for name in ("seat", "bid", "tricks")} == {"seat": "0", "bid": "7S", "tricks": 8}
    assert "corrected: NS had nine" in page.content.decode()
    assert scores(table) == (300, 10)


def test_hand_corrected_without_a_reason_is_refused(as_user, table):
    enter(table, fh_line(dealer=0), number=1)

    page = as_user("dan").post(f"/tables/{table.pk}/legs/1/hands/1/correct/", line())

    assert page.context["why"].errors.keys() == {"reason"}
    assert scores(table) == (140, 20)


def test_hand_that_is_not_there_cannot_be_corrected(as_user, table):
    page = as_user("dan").get(f"/tables/{table.pk}/legs/1/hands/1/correct/")

    assert page.status_code == 409
    assert "Hand 1 has not been entered." in page.content.decode()


def test_time_called_ends_a_timed_game(as_user, club):
    table = make_table(club=club, rules={"end": "timed"}, round_minutes=40)
    enter(table, fh_line(dealer=0), number=1)

    page = as_user("dan").post(f"/tables/{table.pk}/time/", follow=True)

    assert "Time is called at this table." in page.content.decode()
    assert get_table(table.pk).progress.is_complete


def test_time_is_not_called_at_a_game_without_a_clock(as_user, table):
    page = as_user("dan").post(f"/tables/{table.pk}/time/", follow=True)

    assert "This game is not played by the clock, and the tournament does not say what counts" in page.content.decode()
    assert not get_table(table.pk).progress.is_complete


@pytest.mark.parametrize(
    ("counts", "asked", "said", "marked"),
    [
        ("leader", "the higher total wins", "goes to the side ahead; level sides share it", "as counted by time"),
        ("shared", "the sides share the game that is on", "is shared by all sides", "as counted by time"),
        ("unplayed", "counts for nobody", "so this table counts for nobody", "broken off by time, counts for nobody"),
    ],
)
def test_time_breaks_a_game_off_as_the_tournament_says_and_is_taken_back(as_user, club, counts, asked, said, marked):
    table = make_table(club=club, rules={}, when_time_is_up=counts)
    enter(table, fh_line(dealer=0), number=1)
    director = as_user("dan")
    assert asked in director.get(f"/tables/{table.pk}/desk/").content.decode()

    page = director.post(f"/tables/{table.pk}/time/", follow=True).content.decode()

    assert "Time is called at this table." in page
    assert said in page
    assert marked in page
    for public in (f"/rounds/{table.round_id}/", f"/rounds/{table.round_id}/desk/"):
        assert said in director.get(public).content.decode(), public
    page = director.post(f"/tables/{table.pk}/time/take-back/", follow=True).content.decode()
    assert "The table goes on where its hands are." in page
    assert marked not in page
    assert get_table(table.pk).next_hand.number == 2


def test_time_is_called_at_all_tables_once_each_has_been_looked_at(as_user, club):
    round_ = make_round(make_tournament(club, pairs=4, rules={}, when_time_is_up="shared"))
    browser = as_user("dan")
    desk, path = f"/rounds/{round_.pk}/desk/", f"/rounds/{round_.pk}/time/"
    offered = browser.get(desk).content.decode()

    asked = browser.get(path).content.decode()
    looked = browser.post(path, {"look": ""})
    untouched = round_.tables.filter(time_called_at=None).count()
    version = looked.context["consequences"].version
    done = browser.post(path, {"version": version, "reason": "the hall closes"}, follow=True).content.decode()
    act = BulkAct.objects.latest("pk")
    undo = f"/acts/{act.pk}/undo/"
    what_goes = browser.get(undo).content.decode()
    listed = browser.get(f"/tournaments/{round_.tournament.slug}/back/").content.decode()
    called = round_.tables.filter(time_called_at=None).count()
    back = browser.post(undo, follow=True)

    assert f'href="{path}"' in offered
    assert "the sides share the game that is on" in asked
    assert "What changes at table 2" in looked.content.decode()
    assert (untouched, called) == (2, 0)
    assert f'Time is called at all tables. <a href="{undo}">Undo</a>' in done
    assert path not in done
    assert "These tables go on where their hands are:" in what_goes
    assert "<li>Table 2</li>" in what_goes
    assert f'href="{undo}"' in listed
    assert back.redirect_chain == [(desk, 302)]
    assert "Undone: time called at 2 tables." in back.content.decode()
    assert round_.tables.filter(time_called_at=None).count() == 2


def test_time_is_not_called_at_all_tables_where_the_director_rules_or_by_a_scorer(as_user, club):
    round_ = make_round(make_tournament(club, pairs=4, rules={}))
    path = f"/rounds/{round_.pk}/time/"
    before = everything()

    assert path not in as_user("dan").get(f"/rounds/{round_.pk}/desk/").content.decode()
    page = as_user("dan").post(path, {"look": ""}).content.decode()
    assert "This game is not played by the clock, and the tournament does not say what counts" in page
    assert as_user("sam").post(path, {"version": "1"}).status_code == 403
    assert everything() == before


def test_call_that_was_not_made_is_not_taken_back_on_the_page(as_user, table):
    page = as_user("dan").post(f"/tables/{table.pk}/time/take-back/", follow=True)

    assert "Time has not been called at table 1." in page.content.decode()


def test_tables_own_cut_is_recorded(as_user, table):
    as_user("sam").post(f"/tables/{table.pk}/first/", {"seat": "2"})

    assert get_table(table.pk).next_hand.starter == 2


@pytest.mark.parametrize(
    ("username", "entering", "correcting"),
    [
        pytest.param("stranger", 403, 403, id="stranger"),
        pytest.param("sam", 302, 403, id="scorer"),
        pytest.param("dan", 302, 200, id="director"),
        pytest.param("olga", 302, 200, id="organiser"),
    ],
)
def test_entering_and_correcting_are_two_rights(as_user, table, username, entering, correcting):
    enter(table, fh_line(dealer=0), number=1)
    browser = as_user(username)

    entered = browser.post(f"/tables/{table.pk}/legs/1/hands/2/", line())
    looked = browser.post(f"/tables/{table.pk}/legs/1/hands/1/correct/", line(reason="wrong", look=""))

    assert (entered.status_code, looked.status_code) == (entering, correcting)
    assert HandRecord.objects.count() == 1 + (entering == 302)


def test_organisers_of_one_club_have_no_rights_in_another(as_user, club):
    other = make_table()
    browser = as_user("olga")

    answer = browser.post(f"/tables/{other.pk}/legs/1/hands/1/", line())

    assert browser.get(f"/clubs/{club.slug}/players/").status_code == 200
    assert browser.get(f"/tables/{other.pk}/desk/").status_code == 403
    assert answer.status_code == 403
    assert not HandRecord.objects.exists()


def made_table(kind="five_hundred", *, people=0, pairs=0, **settings):
    """Return the only table of a round of people, or of three pairs."""
    rules = {"end": "hands", "hands": 4} if kind == "five_hundred" else {}
    return make_round(make_tournament(kind=kind, people=people, pairs=pairs, rules=rules, **settings)).tables.get()


def many(**fields: str) -> dict[str, str]:
    return {"submission_id": str(uuid.uuid4()), "seat": "0", "bid": "7S", **fields}


def post(as_user, table, fields):
    return as_user("root").post(f"/tables/{table.pk}/legs/1/hands/1/", fields)


@pytest.fixture(autouse=True)
def _root():
    make_user("root", is_superuser=True)


def test_hand_of_three_takes_the_tricks_of_each_side(as_user):
    table = made_table(people=3, table_size=3)

    post(as_user, table, many(seat="1", tricks_0="1", tricks_1="7", tricks_2="2"))

    assert scores(table) == (10, 140, 20)


def test_hand_of_three_whose_tricks_are_not_ten_is_refused(as_user):
    table = made_table(people=3, table_size=3)

    page = post(as_user, table, many(tricks_0="8", tricks_1="7", tricks_2="2"))

    assert page.context["form"].errors
    assert not HandRecord.objects.exists()


def test_hand_of_three_asks_for_every_side(as_user):
    table = made_table(people=3, table_size=3)

    page = post(as_user, table, many(tricks_0="8", tricks_1="2", tricks_2=""))

    assert page.context["form"].errors == {"tricks_2": ["Choose the number of tricks."]}
    assert not HandRecord.objects.exists()


def test_hand_of_three_with_a_lost_misere_asks_for_the_contractors_tricks_only(as_user):
    table = made_table(people=3, table_size=3)

    post(as_user, table, many(bid="M", tricks_0="2", tricks_1="", tricks_2=""))

    assert scores(table)[0] == -250
    assert HandRecord.objects.get().submission.payload["tricks"] == [2, None, None]


def test_hand_of_five_names_the_partner_who_was_called(as_user):
    table = made_table(people=5, table_size=5)

    page = as_user("root").get(f"/tables/{table.pk}/desk/")
    post(as_user, table, many(called="3", tricks_0="4", tricks_1="1", tricks_2="1", tricks_3="4", tricks_4="0"))

    assert len(page.context["form"].tricks_by_side) == 5
    assert HandRecord.objects.get().submission.payload["called"] == 3
    words = as_user("root").get(f"/tables/{table.pk}/desk/").content.decode()
    assert "7♠\ufe0e by seat 1 with seat 4, tricks: 8" in words
    correct = as_user("root").get(f"/tables/{table.pk}/legs/1/hands/1/correct/").context["form"]
    assert [correct[f"tricks_{side}"].value() for side in range(5)] == [4, 1, 1, 4, 0]
    assert correct["called"].value() == 3


@pytest.mark.parametrize(
    ("settings", "labels"),
    [
        pytest.param({"people": 2, "table_size": 2}, ["1", "2"], id="two"),
        pytest.param({"people": 6, "table_size": 6}, ["1-3-5", "2-4-6"], id="six in two teams"),
        pytest.param({"pairs": 3, "table_size": 6, "teams": "three_pairs"}, ["1-4", "2-5", "3-6"], id="three pairs"),
    ],
)
def test_sides_of_numbered_seats_are_named_by_their_numbers(settings, labels):
    view = get_table(made_table(**settings).pk)

    assert [side.label for side in view.sides] == labels


def test_hand_of_two_needs_the_tricks_of_the_bidder_only(as_user):
    table = made_table(people=2, table_size=2)

    post(as_user, table, many(seat="1", tricks="8"))

    assert scores(table) == (20, 140)


@pytest.mark.parametrize("field", [{"pairs": 3}, {"people": 6}], ids=["fixed", "changing"])
def test_hand_of_three_pairs_scores_each_pair(as_user, field):
    table = made_table(table_size=6, teams="three_pairs", **field)

    post(as_user, table, many(seat="4", tricks_0="1", tricks_1="7", tricks_2="2"))

    assert scores(table) == (10, 140, 20)


def test_hand_of_dominoes_for_three_takes_the_points_of_each(as_user):
    table = made_table("fives_threes", people=3, table_size=3)
    fields = {"submission_id": str(uuid.uuid4()), "points_0": "3", "points_1": "8", "points_2": "0", "end": "out-1"}

    post(as_user, table, fields)

    assert scores(table) == (3, 8, 0)


@pytest.mark.parametrize(("who", "offered"), [("sam", False), ("dan", True)])
def test_hand_missing_since_a_correction_in_a_closed_round_is_for_the_director_to_enter(as_user, club, who, offered):
    table = play_round(make_round(make_tournament(club, kind="fives_threes", pairs=2))).tables.get()
    last = get_table(table.pk).progress.legs[0].game.hands[-1]
    correct_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=last.number,
        submission_id=uuid.uuid4(),
        record={**last.record, "points": [0, 0], "end": "blocked"},
        reason="nobody was out",
        now=NOW,
    )

    page = as_user(who).get(f"/tables/{table.pk}/desk/").content.decode()

    assert (f"/tables/{table.pk}/legs/1/hands/{last.number + 1}/" in page) is offered


def test_hand_that_comes_late_is_shown_with_what_it_moves_before_it_is_entered(as_user, club):
    table, record, number = opened_again_and_published(club)
    browser, address = as_user("dan"), f"/tables/{table.pk}/legs/1/hands/{number}/"
    sides = {f"points_{side}": str(points) for side, points in enumerate(record["points"])}
    fields = {"submission_id": str(uuid.uuid4()), **sides, "end": "won"}
    before = everything()

    asked = browser.post(address, fields)

    assert "entered late" in asked.content.decode()
    assert everything() == before

    done = browser.post(address, {**dict(asked.context["sent"]), "version": asked.context["consequences"].version})

    assert done.status_code == 302
    assert get_table(table.pk).progress.is_complete


def test_hand_that_was_dealt_again_is_noted_with_its_reason_from_the_desk(as_user, club):
    table = make_table(club=club)

    page = as_user("sam").post(
        f"/tables/{table.pk}/legs/1/hands/1/redealt/", {"reason": "five cards each"}, follow=True
    )

    assert "Noted in the log. Hand 1 is still to be entered." in page.content.decode()
    assert AuditEntry.objects.get(action="hand.redealt").reason == "five cards each"
    assert not HandRecord.objects.exists()
