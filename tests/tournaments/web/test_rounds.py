"""The director's desk: draws, the clock, what is missing, closing."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from gameplay.models import HandSubmission
from tests.factories import NOW, make_entry, make_round, make_tournament
from tests.hands import enter, fh_line, keep_all, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Draw, Round
from tournaments.services import reseating, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club):
    return make_tournament(club, pairs=3, rules={"end": "hands", "hands": 2}, rounds=3)


def draft(browser, tournament) -> Round:
    browser.post(f"/tournaments/{tournament.slug}/draw/")
    return tournament.rounds.get(status="draft")


def test_draw_is_explained_in_words(as_user, tournament):
    browser = as_user("dan")
    round_ = draft(browser, tournament)

    page = browser.get(f"/rounds/{round_.pk}/desk/")

    reasons = page.context["draft"].reasons
    assert reasons[0] == "Round 1 of 3 of the round robin, as planned."
    assert reasons[1].startswith("The number of pairs is odd: Player")
    assert reasons[1].endswith("sits out, for the first time.")
    assert len(page.context["draft"].tables) == 1
    assert len(page.context["draft"].out) == 1


def test_draw_again_keeps_the_first_to_choose_from(as_user, tournament):
    browser = as_user("dan")
    round_ = draft(browser, tournament)

    browser.post(f"/rounds/{round_.pk}/redraw/")

    newest = browser.get(f"/rounds/{round_.pk}/desk/").context["draft"].draw.number
    first = browser.get(f"/rounds/{round_.pk}/desk/?draw=1").context["draft"].draw.number
    assert (newest, first) == (2, 1)


def test_draft_is_nothing_for_the_public(as_user, tournament):
    round_ = draft(as_user("dan"), tournament)
    browser = as_user()

    assert browser.get(f"/rounds/{round_.pk}/").status_code == 404
    assert browser.get(f"/rounds/{round_.pk}/desk/").status_code == 302
    assert "No round has been published yet" in browser.get(f"/tournaments/{tournament.slug}/seating/").content.decode()


def test_draw_published_puts_the_round_into_play(as_user, tournament):
    browser = as_user("dan")
    round_ = draft(browser, tournament)

    browser.post(f"/rounds/{round_.pk}/draws/{round_.draws.get().pk}/publish/")

    round_.refresh_from_db()
    assert round_.status == Round.Status.PUBLISHED
    assert round_.tables.count() == 1


def test_draw_published_after_the_entries_changed_is_refused_in_words(as_user, tournament):
    browser = as_user("dan")
    round_ = draft(browser, tournament)
    make_entry(tournament)

    page = browser.post(f"/rounds/{round_.pk}/draws/{round_.draws.get().pk}/publish/", follow=True)

    round_.refresh_from_db()
    assert "The entries have changed since this draw was made. Draw again." in page.content.decode()
    assert round_.status == Round.Status.DRAFT


def test_desk_says_what_is_missing_and_refuses_to_close(as_user, tournament):
    round_ = make_round(tournament)
    enter(round_.tables.get(), fh_line(dealer=round_.tables.get().legs.get().game.starters[0]), number=1)
    browser = as_user("dan")

    desk = browser.get(f"/rounds/{round_.pk}/desk/").content.decode()
    refused = browser.post(f"/rounds/{round_.pk}/close/", follow=True).content.decode()

    round_.refresh_from_db()
    assert "table 1 from hand 2" in desk
    assert "The round cannot be closed, these tables are not complete: 1." in refused
    assert round_.status == Round.Status.PUBLISHED


def test_round_is_closed_over_a_table_in_play_and_everybody_reads_why(as_user, tournament):
    round_ = make_round(tournament)
    browser = as_user("dan")
    desk, path = f"/rounds/{round_.pk}/desk/", f"/rounds/{round_.pk}/close/"
    offered = browser.get(desk).content.decode()
    before = everything()
    unsaid = browser.post(path, {"unfinished": "void"}, follow=True).content.decode()
    untimed = browser.post(path, {"unfinished": "time", "reason": "late"}, follow=True).content.decode()
    assert everything() == before

    browser.post(path, {"unfinished": "void", "reason": "The hall <closes>"})

    assert "Close it all the same" in offered
    assert 'value="time"' not in offered
    assert "Say why: whoever looks at the round later will ask." in unsaid
    assert "This game is not played by the clock" in untimed
    assert Round.objects.get(pk=round_.pk).status == Round.Status.CLOSED
    said = "<strong>As ruled:</strong> closed while table 1 was in play. The hall &lt;closes&gt;"
    assert said in " ".join(browser.get(desk).content.decode().split())
    assert said in " ".join(as_user(None).get(f"/rounds/{round_.pk}/").content.decode().split())


def test_round_closed_when_all_is_in(as_user, tournament):
    round_ = make_round(tournament)
    play_out(round_.tables.get())

    as_user("dan").post(f"/rounds/{round_.pk}/close/")

    round_.refresh_from_db()
    assert round_.status == Round.Status.CLOSED


def test_desk_lists_two_answers_for_one_hand(as_user, tournament):
    table = make_round(tournament).tables.get()
    dealer = table.legs.get().game.starters[0]
    enter(table, fh_line(dealer=dealer, tricks=(8, 2)), number=1)
    with pytest.raises(Exception, match="Hand 1 is entered already"):
        enter(table, fh_line(dealer=dealer, tricks=(7, 3)), number=1)

    page = as_user("dan").get(f"/rounds/{table.round_id}/desk/")

    [conflict] = page.context["conflicts"]
    assert conflict.kept == "7♠\ufe0e by North, tricks: 8"
    assert conflict.posted == "7♠\ufe0e by North, tricks: 7"
    assert f'href="/posts/{conflict.key}/settle/"' in page.content.decode()


def test_draft_made_on_seats_that_were_mended_since_says_so(as_user, tournament):
    played = play_round(make_round(tournament))
    browser = as_user("dan")
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    path = f"/rounds/{draft.round_id}/desk/"
    fresh = browser.get(path).content.decode()
    one, other = played.tables.get().seats.filter(index__in=(0, 1)).values_list("entry_id", flat=True)

    swap = {"actor": SYSTEM, "round_id": played.pk, "entries": [(one, other)], "now": NOW}
    reseating.reseat(**swap, reason="x", confirmation=keep_all(reseating.preview_reseating(**swap)))

    assert "Keep it, or draw again." not in fresh
    assert "Keep it, or draw again." in browser.get(path).content.decode()


def test_clock_is_started_and_shown(as_user, tournament):
    round_ = make_round(tournament)
    browser = as_user("dan")

    page = browser.post(f"/rounds/{round_.pk}/clock/", {"minutes": "40"}, follow=True)

    round_.refresh_from_db()
    assert round_.clock_minutes == 40
    assert "data-ends-at=" in page.content.decode()


def test_clock_without_minutes_is_refused(as_user, tournament):
    round_ = make_round(tournament)

    page = as_user("dan").post(f"/rounds/{round_.pk}/clock/", {"minutes": ""}, follow=True)

    round_.refresh_from_db()
    assert "Give the clock a number of minutes." in page.content.decode()
    assert round_.clock_started_at is None


@pytest.mark.parametrize("pairs", [2, 6])
def test_desk_asks_the_database_as_often_for_many_tables(as_user, club, django_assert_num_queries, pairs):
    round_ = make_round(make_tournament(club, pairs=pairs, rounds=1))
    browser = as_user("dan")

    with django_assert_num_queries(23):
        browser.get(f"/rounds/{round_.pk}/desk/")


@pytest.mark.parametrize("username", ["sam", "stranger", None])
def test_rounds_are_run_by_directors_only(as_user, tournament, username):
    round_ = draft(as_user("dan"), tournament)
    browser = as_user(username)

    answers = [
        browser.post(f"/rounds/{round_.pk}/redraw/"),
        browser.post(f"/rounds/{round_.pk}/draws/{round_.draws.get().pk}/publish/"),
        browser.post(f"/rounds/{round_.pk}/clock/", {"minutes": "5"}),
        browser.post(f"/rounds/{round_.pk}/close/"),
        browser.post(f"/tournaments/{tournament.slug}/draw/"),
    ]

    round_.refresh_from_db()
    assert [answer.status_code for answer in answers] == [403] * 5
    assert (round_.status, round_.clock_started_at, Draw.objects.count()) == (Round.Status.DRAFT, None, 1)


@pytest.mark.parametrize(
    ("settings", "labels", "people_a_side"),
    [
        pytest.param({"people": 5, "table_size": 5}, ["1", "2", "3", "4", "5"], 1, id="five"),
        pytest.param({"people": 9, "table_size": 4}, ["NS", "EW"], 2, id="changing partners"),
        pytest.param({"people": 6, "table_size": 6}, ["1-3-5", "2-4-6"], 3, id="two teams"),
        pytest.param({"pairs": 3, "table_size": 6, "teams": "three_pairs"}, ["1-4", "2-5", "3-6"], 1, id="three pairs"),
        pytest.param(
            {"people": 6, "table_size": 6, "teams": "three_pairs"},
            ["1-4", "2-5", "3-6"],
            2,
            id="three pairs that change",
        ),
    ],
)
def test_draft_names_the_sides_of_every_kind_of_table(as_user, club, settings, labels, people_a_side):
    tournament = make_tournament(club, **settings)
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    page = as_user("dan").get(f"/rounds/{draw.round_id}/desk/")

    draft = page.context["draft"]
    assert all([label for label, _ in table.sides] == labels for table in draft.tables)
    assert {len(names.split(", ")) for table in draft.tables for _, names in table.sides} == {people_a_side}
    assert draft.reasons[0].startswith("Round 1 of ")


def test_round_is_drawn_ahead_from_the_page_and_waits_to_be_published(as_user, club):
    options = {"standings": "round_before"}
    tournament = make_tournament(
        club, pairs=6, rules={"end": "hands", "hands": 2}, rounds=3, movement="swiss", movement_options=options
    )
    first = make_round(tournament)
    browser = as_user("dan")
    assert b"Draw round 2 already" in browser.get(f"/tournaments/{tournament.slug}/manage/").content

    ahead = draft(browser, tournament)

    manage = browser.get(f"/tournaments/{tournament.slug}/manage/").content
    assert b"Look at the draw of round 2" in manage
    assert b"Draw round 3 already" not in manage
    page = browser.get(f"/rounds/{ahead.pk}/desk/")
    assert b"It can be published once round 1 is closed." in page.content
    assert b"Publish it" not in page.content
    for table in first.tables.all():
        play_out(table)
    assert browser.get(f"/rounds/{ahead.pk}/desk/").context["is_stale"] is False
    rounds.close_round(actor=SYSTEM, round_id=first.pk, now=NOW)
    assert b"Publish it" in browser.get(f"/rounds/{ahead.pk}/desk/").content


def test_round_is_not_drawn_ahead_where_the_latest_standings_count(as_user, tournament):
    make_round(tournament)

    assert b"Draw round 2 already" not in as_user("dan").get(f"/tournaments/{tournament.slug}/manage/").content


def test_desk_marks_tables_that_are_silent_or_disputed(as_user, tournament):
    round_ = make_round(tournament)
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now() - dt.timedelta(minutes=40, seconds=30))
    path = f"/rounds/{round_.pk}/desk/"

    page = as_user("dan").get(path).content.decode()
    assert "silent for 40 minutes" in page
    assert "disputed" not in page

    table = round_.tables.get()
    dealer = table.legs.get().game.starters[0]
    enter(table, fh_line(dealer=dealer), number=1)
    with pytest.raises(Exception, match="entered already"):
        enter(table, fh_line(dealer=dealer, tricks=(7, 3)), number=1)
    HandSubmission.objects.update(received_at=timezone.now())
    page = as_user("dan").get(path).content.decode()
    assert "silent for" not in page
    assert '<span class="tag tag-bad">disputed</span>' in page


def test_desk_says_what_comes_next_until_the_clock_runs_or_a_hand_is_in(as_user, club):
    tournament = make_tournament(club, pairs=4)
    row = make_round(tournament)
    browser = as_user("dan")

    assert "Print who sits where" in browser.get(f"/rounds/{row.pk}/desk/").content.decode()
    rounds.start_clock(actor=SYSTEM, round_id=row.pk, minutes=30, now=timezone.now())
    assert "Print who sits where" not in browser.get(f"/rounds/{row.pk}/desk/").content.decode()


def test_desk_of_a_round_in_which_a_hand_is_in_asks_for_no_paper(as_user, club):
    row = make_round(make_tournament(club, pairs=4))
    table = row.tables.order_by("number").first()
    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)

    assert "Print who sits where" not in as_user("dan").get(f"/rounds/{row.pk}/desk/").content.decode()
