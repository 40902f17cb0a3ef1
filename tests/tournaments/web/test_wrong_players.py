"""An entry put under the right person at the desk, and what everybody reads of it."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Membership, Occupancy
from tournaments.selectors.names import entry_names
from tournaments.services import entries, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(club):
    """The first of two pairs after two rounds: Anna Nowak, who was another one of that name, and Bob Fox."""
    tournament = make_tournament(club, name="Spring Night", rounds=3, rules={"end": "hands", "hands": 1})
    wrong = make_player(club, "Anna Nowak")
    entry = make_entry(tournament, make_partnership(club, wrong, make_player(club, "Bob Fox")))
    make_entry(tournament)
    for _ in range(2):
        play_round(make_round(tournament))
    return entry


def answers(entry, **more):
    return {
        "player_out_id": wrong_of(entry),
        "player_in_id": "",
        "new_name": "",
        "from_round": "1",
        "reason": "a slip",
        **more,
    }


def wrong_of(entry):
    return Membership.objects.filter(club=entry.tournament.club, display_name="Anna Nowak").earliest("pk").player_id


def named(entry):
    return entry_names(entry.tournament_id, entry.tournament.club_id)[entry.pk]


def test_right_person_is_chosen_looked_at_and_put_in(as_user, entry, club):
    right = make_player(club, "Ada Moss")
    browser, path = as_user("dan"), f"/entries/{entry.pk}/wrong-player/"
    said = answers(entry, player_in_id=right.pk)

    linked = browser.get(f"/tournaments/{entry.tournament.slug}/entries/").content.decode()
    looked = browser.post(path, {**said, "look": ""})
    unchanged = named(entry)
    done = browser.post(path, {**said, "version": looked.context["consequences"].version})
    told = as_user().get(f"/tournaments/{entry.tournament.slug}/corrections/").content.decode()

    assert f'<a href="{path}">Wrong person' in linked
    shown = looked.content.decode()
    for where in ("Entered as number 1", "Plays from round 1 on", "Round 1, table 1", "Round 2, table 1"):
        assert where in " ".join(shown.split())
    assert "Nothing changes in the standings." in shown
    assert set(unchanged.split(" + ")) == {"Anna Nowak", "Bob Fox"}
    assert done.status_code == 302
    assert set(named(entry).split(" + ")) == {"Ada Moss", "Bob Fox"}
    assert told.count("The wrong person had been entered".lower()) == 1
    assert "rounds 1, 2" in told
    assert "Anna Nowak</del>" in told
    assert "Ada Moss</ins>" in told
    assert "a slip" in told


def test_namesakes_are_told_apart_at_the_desk_and_not_in_public(as_user, entry, club):
    right = make_player(club, "Anna Nowak")
    browser, path = as_user("dan"), f"/entries/{entry.pk}/wrong-player/"
    said = answers(entry, player_in_id=right.pk)

    form = browser.get(path).context["form"]
    looked = browser.post(path, {**said, "look": ""})
    browser.post(path, {**said, "version": looked.context["consequences"].version})
    told = as_user().get(f"/tournaments/{entry.tournament.slug}/corrections/").content.decode()

    assert (wrong_of(entry), f"Anna Nowak (#{wrong_of(entry)})") in form.fields["player_out_id"].choices
    assert (right.pk, f"Anna Nowak (#{right.pk})") in form.fields["player_in_id"].choices
    assert "another Anna Nowak</ins>" in told
    assert "#" + str(right.pk) not in told


def test_somebody_new_is_put_in_by_name_and_asked_about_where_the_name_is_known(as_user, entry, club):
    make_player(club, "Ada Moss")
    browser, path = as_user("dan"), f"/entries/{entry.pk}/wrong-player/"
    said = answers(entry, new_name="Ada Moss")

    asked = browser.post(path, {**said, "look": ""})
    looked = browser.post(path, {**said, "is_new": "on", "look": ""})
    browser.post(path, {**said, "is_new": "on", "version": looked.context["consequences"].version})

    assert asked.context["consequences"] is None
    assert "Ada Moss" in str(asked.context["form"].non_field_errors())
    assert Membership.objects.filter(display_name="Ada Moss").count() == 2
    assert set(named(entry).split(" + ")) == {"Ada Moss", "Bob Fox"}


def test_right_person_who_sat_elsewhere_is_refused_in_words(as_user, entry):
    other = entry.tournament.entries.exclude(pk=entry.pk).get().partnership
    before = everything()

    page = as_user("dan").post(
        f"/entries/{entry.pk}/wrong-player/",
        {**answers(entry, player_in_id=other.first_id), "look": ""},
    )

    assert "sat at table 1 in round 1, so they cannot have been here too." in page.content.decode()
    assert everything() == before


def test_draft_that_has_to_be_drawn_again_is_mentioned(as_user, entry):
    rounds.draw_next_round(actor=SYSTEM, tournament_id=entry.tournament_id, now=NOW)

    page = as_user("dan").get(f"/entries/{entry.pk}/wrong-player/").content.decode()

    assert "Round 3 is drawn already and not published: draw it again afterwards." in page


def test_what_was_taken_from_the_rating_of_the_wrong_person_is_mentioned_where_there_is_something(as_user, entry):
    browser, path = as_user("dan"), f"/entries/{entry.pk}/wrong-player/"
    said = "What was taken from the rating of the wrong person, to draw by or as a handicap, stays as it was."

    before = browser.get(path).content.decode()
    entry.seed_rating = 1520
    entry.save(update_fields=["seed_rating"])
    after = browser.get(path).content.decode()

    assert (said in before, said in after) == (False, True)


@pytest.mark.parametrize("username", [None, "stranger", "sam"])
def test_page_is_the_directors(as_user, entry, username):
    browser, path = as_user(username), f"/entries/{entry.pk}/wrong-player/"

    read = browser.get(path)
    posted = browser.post(path, answers(entry))

    assert read.status_code == (302 if username is None else 403)
    assert posted.status_code == 403
    assert set(named(entry).split(" + ")) == {"Anna Nowak", "Bob Fox"}


def test_who_already_plays_in_their_place_is_among_those_who_it_may_have_been(as_user, entry, club):
    right = make_player(club, "Ada Moss")
    entries.replace_player(
        actor=SYSTEM, entry_id=entry.pk, player_out_id=wrong_of(entry), player_in_id=right.pk, now=NOW
    )
    browser, path = as_user("dan"), f"/entries/{entry.pk}/wrong-player/"
    said = answers(entry, player_in_id=right.pk)

    looked = browser.post(path, {**said, "look": ""})
    done = browser.post(path, {**said, "version": looked.context["consequences"].version})

    assert done.status_code == 302
    assert not Occupancy.objects.filter(round__tournament=entry.tournament, player_id=wrong_of(entry)).exists()
    assert Membership.objects.filter(club=club, display_name="Ada Moss").count() == 1
