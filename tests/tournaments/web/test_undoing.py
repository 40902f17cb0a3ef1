"""Undo as the pages offer it: after a list was taken, in the log, and back to before a draw."""

from __future__ import annotations

import pytest

from tests.factories import make_round, make_tournament
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.models import BulkAct, Entry, Membership, Partnership, Round
from tournaments.selectors.losses import restore_points

pytestmark = pytest.mark.django_db


def act_path():
    return f"/acts/{BulkAct.objects.latest('pk').pk}/undo/"


def test_players_that_were_added_can_be_undone_from_the_next_page(as_user, club):
    browser = as_user("dan")

    page = browser.post(f"/clubs/{club.slug}/players/", {"text": "Ann Lee\nBob O'Brien"}, follow=True)
    path = act_path()
    asked = browser.get(path).content.decode()
    there = Membership.objects.count()
    done = browser.post(path, follow=True)

    assert f'2 players added. <a href="{path}">Undo</a>' in page.content.decode()
    assert "Bob O&#x27;Brien" in asked
    assert "Undone: 2 players added." in done.content.decode()
    assert done.templates[0].name == "tournaments/lists/players.html"
    assert (there, Membership.objects.count()) == (2, 0)
    assert "This was undone on" in browser.get(path).content.decode()
    assert path not in browser.get(f"/clubs/{club.slug}/players/").content.decode()


def test_pairs_entries_and_groups_offer_their_undo(as_user, club):
    browser = as_user("dan")
    tournament = make_tournament(club, movement="swiss", rounds=3)
    entries = f"/tournaments/{tournament.slug}/entries/"

    pairs = browser.post(
        f"/clubs/{club.slug}/partnerships/", {"text": "Ann + Bob", "add_unknown": "on"}, follow=True
    ).content.decode()
    pairs_path = act_path()
    entered = browser.post(entries, {"text": "Ann + Bob\nCid + Dot", "add_unknown": "on"}, follow=True)
    entered_path = act_path()
    browser.post(f"/tournaments/{tournament.slug}/groups/", {"text": "1: Rome\n2: Rome"})
    groups_path = act_path()
    arranged = browser.get(f"/tournaments/{tournament.slug}/arrangements/").content.decode()
    back = [browser.post(path, follow=True) for path in (groups_path, entered_path, pairs_path)]

    assert f'<a href="{pairs_path}">Undo</a>' in pairs
    assert f'<a href="{entered_path}">Undo</a>' in entered.content.decode()
    assert f'href="{groups_path}"' in arranged
    assert [page.templates[0].name for page in back] == [
        "tournaments/manage/arrangements.html",
        "tournaments/entries/entries.html",
        "tournaments/lists/partnerships.html",
    ]
    assert (Entry.objects.count(), Partnership.objects.count(), Membership.objects.count()) == (0, 0, 0)


def test_what_was_built_on_an_act_is_named_and_nothing_is_undone(as_user, club):
    browser = as_user("dan")
    tournament = make_tournament(club)
    browser.post(f"/tournaments/{tournament.slug}/entries/", {"text": "Ann + Bob\nCid + Dot", "add_unknown": "on"})
    path = act_path()
    make_round(tournament)
    before = everything()

    asked = browser.get(path).content.decode()
    refused = browser.post(path)

    assert "Ann + Bob, Cid + Dot: seated in a round that was published." in asked
    assert "Yes, undo it" not in asked
    assert "This cannot be undone any more" in refused.content.decode()
    assert everything() == before


def test_the_log_offers_to_undo_what_can_be(as_user, club):
    browser = as_user("dan")
    tournament = make_tournament(club)
    browser.post(f"/tournaments/{tournament.slug}/entries/", {"text": "Ann + Bob", "add_unknown": "on"})
    path = act_path()
    log = f"/tournaments/{tournament.slug}/log/"

    before = browser.get(log).content.decode()
    browser.post(path)
    after = browser.get(log).content.decode()

    assert f'href="{path}"' in before
    assert f'href="{path}"' not in after
    assert "act.undone" in after


def test_a_tournament_goes_back_to_before_a_draw_and_forward_again(as_user, club):
    browser = as_user("dan")
    tournament = make_tournament(club, pairs=4, rounds=3, rules={"end": "hands", "hands": 1})
    play_round(make_round(tournament))
    play_round(make_round(tournament))
    path = f"/tournaments/{tournament.slug}/back/"

    listed = browser.get(path).content.decode()
    asked = browser.get(f"{path}1/")
    sent = {"version": asked.context["losses"].version, "reason": "wrong list"}
    untyped = browser.post(f"{path}1/", sent).content.decode()
    standing = len(restore_points(tournament))
    gone = browser.post(f"{path}1/", {**sent, "typed": "1"}, follow=True).content.decode()
    undo = act_path()
    back = browser.post(undo, follow=True).content.decode()

    assert f'href="{path}2/"' in listed
    assert "The draws of rounds 1, 2." in asked.content.decode()
    assert "Round 2, Table 1:" in asked.content.decode()
    assert "Type the number of the round, 1, to confirm that." in untyped
    assert standing == 2
    assert f'Round 1 is taken back and can be drawn again. <a href="{undo}">Undo</a>' in gone
    assert "Undone: 2 rounds taken back." in back
    assert [round_.status for round_ in Round.objects.order_by("number")] == ["closed", "closed"]


def test_a_draft_is_thrown_away_from_its_page(as_user, club):
    browser = as_user("dan")
    tournament = make_tournament(club, pairs=4, rounds=3)
    browser.post(f"/tournaments/{tournament.slug}/draw/")
    draft = Round.objects.get()
    path = f"/tournaments/{tournament.slug}/back/1/"

    page = browser.get(f"/rounds/{draft.pk}/desk/").content.decode()
    version = browser.get(path).context["losses"].version
    browser.post(path, {"version": version})

    assert f'href="{path}"' in page
    assert Round.objects.get().status == "taken_back"


def test_a_published_round_is_offered_to_be_undone_at_once(as_user, club):
    browser = as_user("dan")
    tournament = make_tournament(club, pairs=4, rounds=3)
    browser.post(f"/tournaments/{tournament.slug}/draw/")
    round_ = Round.objects.get()

    page = browser.post(f"/rounds/{round_.pk}/draws/{round_.draws.get().pk}/publish/", follow=True)

    assert f'<a href="/rounds/{round_.pk}/take-back/">Undo</a>' in page.content.decode()


@pytest.mark.parametrize("username", ["sam", "eve", None])
def test_undoing_and_going_back_are_the_directors(as_user, club, username):
    tournament = make_tournament(club, pairs=2)
    make_round(tournament)
    path = act_path()
    browser = as_user(username)
    before = everything()

    statuses = [
        browser.post(path).status_code,
        browser.post(f"/tournaments/{tournament.slug}/back/1/", {"version": 1}).status_code,
        browser.get(f"/tournaments/{tournament.slug}/back/").status_code,
    ]

    assert statuses == [403, 403, 403 if username else 302]
    assert everything() == before
