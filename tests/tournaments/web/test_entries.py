"""Pairs of a tournament: entered, late, withdrawn, back, replaced."""

from __future__ import annotations

import pytest

from tests.factories import make_entry, make_partnership, make_player, make_round, make_tournament
from tournaments.models import Entry, LineUp, RoundEntry
from tournaments.selectors.names import entry_names

pytestmark = pytest.mark.django_db

PAIRS = "Ann Lee + Bob O'Brien\nŽilvinas Łukas + Nguyễn Thị Hoa"


@pytest.fixture
def tournament(club):
    return make_tournament(club)


def entered(tournament) -> list[str]:
    return list(entry_names(tournament.pk, tournament.club_id).values())


def test_entries_pasted_are_numbered_in_order(as_user, tournament):
    page = as_user("dan").post(
        f"/tournaments/{tournament.slug}/entries/", {"text": PAIRS, "add_unknown": "on"}, follow=True
    )

    assert entered(tournament) == ["Ann Lee + Bob O'Brien", "Žilvinas Łukas + Nguyễn Thị Hoa"]
    assert "2 pairs entered." in page.content.decode()


def test_entries_that_cannot_be_read_are_refused_with_their_lines(as_user, tournament):
    page = as_user("dan").post(
        f"/tournaments/{tournament.slug}/entries/", {"text": "Ann Lee\nBob Fox + Cy Dee", "add_unknown": "on"}
    )

    assert "Line 1: Write two names with + between them." in page.content.decode()
    assert "Ann Lee\nBob Fox + Cy Dee</textarea>" in page.content.decode()
    assert entered(tournament) == []


def test_entries_with_two_people_of_a_name_are_asked_about(as_user, tournament):
    one = make_player(tournament.club, "Ann Lee")
    two = make_player(tournament.club, "Ann Lee")
    browser = as_user("dan")

    asked = browser.post(f"/tournaments/{tournament.slug}/entries/", {"text": "Ann Lee + Bob Fox", "add_unknown": "on"})
    browser.post(
        f"/tournaments/{tournament.slug}/entries/",
        {"text": "Ann Lee + Bob Fox", "add_unknown": "on", "decision-1.1": str(two.pk)},
    )

    assert '<input type="hidden" name="add_unknown" value="on">' in asked.content.decode()
    assert f'name="decision-1.1" value="{one.pk}"' in asked.content.decode()
    assert Entry.objects.get().line_up.filter(player=two).exists()


def test_entries_of_individuals_are_names_one_a_line(as_user, club):
    tournament = make_tournament(club, entry_kind="player")

    page = as_user("dan").post(
        f"/tournaments/{tournament.slug}/entries/", {"text": "Ann Lee\nBob O'Brien", "add_unknown": "on"}, follow=True
    )

    assert entered(tournament) == ["Ann Lee", "Bob O'Brien"]
    assert "2 players entered." in page.content.decode()
    assert "One name a line" in page.content.decode()


def test_entries_of_individuals_are_ticked_from_those_not_entered_yet(as_user, club):
    tournament = make_tournament(club, entry_kind="player")
    people = [make_player(club) for _ in range(3)]
    browser = as_user("dan")

    browser.post(f"/tournaments/{tournament.slug}/entries/known/", {"player_ids": [people[0].pk, people[2].pk]})
    page = browser.get(f"/tournaments/{tournament.slug}/entries/")

    assert {entry.player_id for entry in Entry.objects.all()} == {people[0].pk, people[2].pk}
    assert [choice for choice, _ in page.context["known"].fields["player_ids"].choices] == [people[1].pk]


def test_entries_ticked_from_known_pairs(as_user, tournament):
    pairs = [make_partnership(tournament.club) for _ in range(3)]

    as_user("dan").post(
        f"/tournaments/{tournament.slug}/entries/known/", {"partnership_ids": [pairs[0].pk, pairs[2].pk]}
    )

    assert {entry.partnership_id for entry in Entry.objects.all()} == {pairs[0].pk, pairs[2].pk}


def test_entries_ticked_that_are_not_of_the_club_are_refused(as_user, tournament):
    page = as_user("dan").post(f"/tournaments/{tournament.slug}/entries/known/", {"partnership_ids": ["9999"]})

    assert page.status_code == 200
    assert not Entry.objects.exists()


def test_entry_that_comes_late_is_marked(as_user, tournament):
    make_entry(tournament)
    make_entry(tournament)
    make_round(tournament)
    browser = as_user("dan")

    browser.post(f"/tournaments/{tournament.slug}/entries/", {"text": PAIRS, "add_unknown": "on"})

    assert [entry.first_round for entry in Entry.objects.order_by("number")] == [1, 1, 2, 2]
    assert "from round 2" in browser.get(f"/tournaments/{tournament.slug}/entries/").content.decode()


def test_entry_withdrawn_and_back(as_user, tournament):
    entry = make_entry(tournament)
    browser = as_user("dan")

    browser.post(f"/entries/{entry.pk}/withdraw/", {"reason": "a cold"})
    entry.refresh_from_db()
    withdrawn = entry.status
    browser.post(f"/entries/{entry.pk}/withdraw/", {"reason": ""})
    entry.refresh_from_db()

    assert (withdrawn, entry.status) == ("withdrawn", "active")


def test_player_replaced_from_the_next_round_on(as_user, tournament):
    entry = make_entry(tournament)
    out = entry.line_up.get(place=1).player
    new = make_player(tournament.club, "Zoë Clarke")
    browser = as_user("dan")

    page = browser.post(
        f"/entries/{entry.pk}/replace/",
        {"player_out_id": str(out.pk), "player_in_id": str(new.pk), "reason": ""},
        follow=True,
    )

    assert "Replaced from round 1 on." in page.content.decode()
    assert LineUp.objects.get(entry=entry, place=1, is_current=True).player == new


def test_player_replaced_needs_somebody_new(as_user, tournament):
    entry = make_entry(tournament)
    out = entry.line_up.get(place=1).player

    page = as_user("dan").post(
        f"/entries/{entry.pk}/replace/", {"player_out_id": str(out.pk), "player_in_id": "", "reason": "gone"}
    )

    assert page.context["form"].errors.keys() == {"player_in_id"}
    assert 'value="gone"' in page.content.decode()
    assert LineUp.objects.filter(entry=entry).count() == 2


@pytest.mark.parametrize("pairs", [1, 3])
def test_entries_page_asks_the_database_as_often_for_many_pairs(as_user, tournament, django_assert_num_queries, pairs):
    for _ in range(pairs):
        make_entry(tournament)
        make_partnership(tournament.club)
    browser = as_user("dan")

    with django_assert_num_queries(22):
        browser.get(f"/tournaments/{tournament.slug}/entries/")


@pytest.mark.parametrize("username", ["sam", "stranger"])
def test_entries_are_the_directors(as_user, tournament, username):
    entry = make_entry(tournament)
    browser = as_user(username)

    answers = [
        browser.post(f"/tournaments/{tournament.slug}/entries/", {"text": PAIRS, "add_unknown": "on"}),
        browser.post(f"/tournaments/{tournament.slug}/entries/known/", {"partnership_ids": []}),
        browser.post(f"/entries/{entry.pk}/withdraw/", {"reason": ""}),
        browser.post(f"/entries/{entry.pk}/replace/", {}),
    ]

    entry.refresh_from_db()
    assert [answer.status_code for answer in answers] == [403, 403, 403, 403]
    assert (Entry.objects.count(), entry.status, entry.line_up.count()) == (1, "active", 2)


def test_who_is_entered_late_is_asked_about_and_the_answer_counts(as_user, club):
    tournament = make_tournament(club, pairs=4)
    path = f"/tournaments/{tournament.slug}/entries/"
    browser = as_user("dan")
    question = "What are the rounds worth that they missed?"
    assert question not in browser.get(path).content.decode()
    make_round(tournament)
    make_player(club, "Ann Lee")
    two = make_player(club, "Ann Lee")
    assert question in browser.get(path).content.decode()

    values = {"text": "Ann Lee + Bob Fox", "add_unknown": "on", "missed_like_sit_out": "yes"}
    asked = browser.post(path, values)
    assert '<input type="hidden" name="missed_like_sit_out" value="yes">' in asked.content.decode()
    browser.post(path, {**values, "decision-1.1": str(two.pk)})
    browser.post(path, {"text": "Cy Dee + Di Eff", "add_unknown": "on", "missed_like_sit_out": "no"})
    pair = make_partnership(club)
    browser.post(f"{path}known/", {"partnership_ids": [pair.pk], "missed_like_sit_out": "yes"})

    rows = RoundEntry.objects.filter(entry__number__gt=4).values_list("entry__number", "role", "like_sit_out")
    assert sorted(rows) == [(5, "absent", True), (7, "absent", True)]
    assert Entry.objects.count() == 7


def test_all_players_of_the_club_are_entered_by_one_button(as_user, club):
    tournament = make_tournament(club, entry_kind="player")
    people = [make_player(club) for _ in range(3)]
    browser = as_user("dan")

    assert (
        "All 3 players of the club are here" in browser.get(f"/tournaments/{tournament.slug}/entries/").content.decode()
    )
    browser.post(f"/tournaments/{tournament.slug}/entries/known/", {"all": "yes"})

    assert {entry.player_id for entry in Entry.objects.all()} == {person.pk for person in people}
    make_player(club)
    assert "of the club are here" not in browser.get(f"/tournaments/{tournament.slug}/entries/").content.decode()
