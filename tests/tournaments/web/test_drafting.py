"""Drafts changed by hand on the page of the draw."""

from __future__ import annotations

from html import unescape

import pytest

from tests.factories import NOW, make_round, make_tournament
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Draw, Round
from tournaments.services import forbidden, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(club) -> Draw:
    """The draft of the second round of four pairs."""
    tournament = make_tournament(club, pairs=4, rounds=3, rules={"end": "hands", "hands": 1})
    play_round(make_round(tournament))
    return rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def seats(draw):
    return [(table["seats"]["NS"], table["seats"]["EW"]) for table in draw.plan["tables"]]


def rematch(draft):
    """Return two who have to change places so that some meet again."""
    [first] = Draw.objects.filter(round__number=1, round__tournament=draft.round.tournament)
    (one, met), _ = seats(first)
    return met, next(entry for pair in seats(draft) if one in pair for entry in pair if entry != one)


def change(browser, draft, one, other, act, **more):
    path = f"/rounds/{draft.round_id}/draws/{draft.pk}/change/"
    return browser.post(path, {"one": one, "other": other, "act": act, "reason": "", **more}, follow=True)


def test_two_change_places_and_the_page_says_who_did_it(as_user, draft):
    browser = as_user("dan")
    one, other = rematch(draft)

    page = change(browser, draft, one, other, "swap", reason="they asked for it")

    shown = unescape(page.content.decode())
    instead = {one: other, other: one}
    moved = [tuple(instead.get(entry, entry) for entry in pair) for pair in seats(draft)]
    assert seats(Draw.objects.get(number=2, round=draft.round)) == moved
    assert "Here is the changed draw." in shown
    assert "Changed by dan." in shown
    assert "Changed by hand from draw 1. they asked for it" in shown
    assert "have changed places." in shown
    assert "they have met 1 time before." in shown


def test_what_makes_it_worse_is_named_and_asked_about(as_user, draft):
    browser = as_user("dan")
    one, other = rematch(draft)
    before = everything()

    page = change(browser, draft, one, other, "swap")

    shown = unescape(page.content.decode())
    assert "they have met 1 time before." in shown
    assert "Say why it is to be so all the same." in shown
    assert page.context["form"]["one"].value() == str(one)
    assert everything() == before


def test_what_was_ruled_stands_on_every_page_of_the_round_for_ever(as_user, draft):
    browser = as_user("dan")
    one, other = rematch(draft)
    change(browser, draft, one, other, "swap", reason="They have <travelled> together.")
    changed = Draw.objects.get(number=2, round=draft.round)
    on_the_draft = browser.get(f"/rounds/{draft.round_id}/desk/").content.decode()

    browser.post(f"/rounds/{draft.round_id}/draws/{changed.pk}/publish/")

    slug = draft.round.tournament.slug
    said = "<strong>As ruled:</strong> They have &lt;travelled&gt; together."
    assert said in on_the_draft
    pages = (f"/rounds/{draft.round_id}/", f"/tournaments/{slug}/seating/")
    for shown in [browser.get(f"/rounds/{draft.round_id}/desk/"), *(as_user(None).get(path) for path in pages)]:
        assert said in shown.content.decode()
        assert "they have met 1 time before." in unescape(shown.content.decode())


def test_draft_of_two_who_must_not_meet_any_more_is_published_with_a_reason(as_user, draft):
    browser = as_user("dan")
    [pair, _] = seats(draft)
    forbidden.forbid_meeting(actor=SYSTEM, tournament_id=draft.round.tournament_id, entries=pair, now=NOW)
    path = f"/rounds/{draft.round_id}/draws/{draft.pk}/publish/"
    asked = unescape(browser.get(f"/rounds/{draft.round_id}/desk/").content.decode())
    before = everything()

    refused = browser.post(path, follow=True).content.decode()
    assert everything() == before
    browser.post(path, {"reason": "The hall has one table."})

    assert "are at one table, though they must not meet." in asked
    assert "Why it is to be so" in asked
    assert "Say why it is to be so all the same." in refused
    on_the_desk = browser.get(f"/rounds/{draft.round_id}/desk/").content.decode()
    for_everybody = as_user(None).get(f"/rounds/{draft.round_id}/").content.decode()
    assert "are at one table, though they must not meet." in unescape(on_the_desk)
    assert "must not meet" not in for_everybody
    assert "<strong>As ruled:</strong> The hall has one table." in for_everybody


def test_two_are_drawn_together(as_user, draft):
    (a, _), (c, _) = seats(draft)

    page = change(as_user("dan"), draft, a, c, "together")

    assert {a, c} in [set(pair) for pair in seats(Draw.objects.get(number=2, round=draft.round))]
    assert "Here is the changed draw." in page.content.decode()


def test_two_are_kept_apart_and_let_meet_again(as_user, draft):
    browser = as_user("dan")
    (a, b), _ = seats(draft)

    page = change(browser, draft, a, b, "apart", reason="one household")
    again = change(browser, draft, a, b, "apart")
    back = browser.post(f"/tournaments/{draft.round.tournament.slug}/apart/{a}/{b}/allow/", follow=True)

    second = Draw.objects.get(number=2, round=draft.round)
    assert not any({a, b} == set(pair) for pair in seats(second))
    assert "Who must not meet" in page.content.decode()
    assert "These two must not meet already." in again.content.decode()
    assert "They may meet again" in back.content.decode()
    assert "Who must not meet" not in back.content.decode()


def test_nobody_chosen_is_asked_for_again(as_user, draft):
    before = everything()

    page = change(as_user("dan"), draft, "", "", "swap")

    assert page.context["form"].errors.keys() == {"one", "other"}
    assert everything() == before


def test_who_must_not_meet_is_said_before_the_first_draw(as_user, club):
    tournament = make_tournament(club, pairs=4)
    one, other = tournament.entries.filter(number__lte=2).order_by("number").values_list("pk", flat=True)
    browser = as_user("dan")
    page = f"/tournaments/{tournament.slug}/arrangements/"

    said = browser.post(
        f"/tournaments/{tournament.slug}/apart/", {"one": one, "other": other, "reason": ""}, follow=True
    )
    empty = browser.post(f"/tournaments/{tournament.slug}/apart/", {"one": one, "other": ""}, follow=True)
    shown = browser.get(page).content.decode()
    browser.post(f"/tournaments/{tournament.slug}/apart/{one}/{other}/allow/")

    assert "Saved. It holds from the next draw on." in said.content.decode()
    assert "Choose two." in empty.content.decode()
    assert f'action="/tournaments/{tournament.slug}/apart/{one}/{other}/allow/"' in shown
    assert "/allow/" not in browser.get(page).content.decode()


@pytest.mark.parametrize("username", ["sam", "stranger", None])
def test_drafts_are_changed_by_directors_only(as_user, draft, username):
    browser = as_user(username)
    (a, b), _ = seats(draft)
    slug = draft.round.tournament.slug
    before = everything()

    answers = [
        browser.post(f"/rounds/{draft.round_id}/draws/{draft.pk}/change/", {"one": a, "other": b, "act": act})
        for act in ("swap", "together", "apart")
    ]
    answers += [
        browser.post(f"/tournaments/{slug}/apart/", {"one": a, "other": b}),
        browser.post(f"/tournaments/{slug}/apart/{a}/{b}/allow/"),
    ]

    assert [answer.status_code for answer in answers] == [403] * 5
    assert everything() == before


def test_who_only_enters_hands_sees_no_buttons_to_change_a_draft(as_user, draft):
    page = as_user("sam").get(f"/rounds/{draft.round_id}/desk/").content.decode()

    assert "Change it by hand" not in page
    assert Round.objects.filter(status="draft").count() == 1


def test_who_must_not_meet_is_for_those_who_run_the_rounds(as_user, draft):
    pair = seats(draft)[0]
    tournament_id = draft.round.tournament_id
    forbidden.forbid_meeting(actor=SYSTEM, tournament_id=tournament_id, entries=pair, now=NOW)

    for_director, for_scorer = (as_user(who).get(f"/rounds/{draft.round_id}/desk/") for who in ("dan", "sam"))

    said = "are at one table, though they must not meet."
    assert said in for_director.content.decode()
    assert said not in for_scorer.content.decode()
    assert (for_director.context["not_ruled"] != [], for_scorer.context["not_ruled"]) == (True, [])
