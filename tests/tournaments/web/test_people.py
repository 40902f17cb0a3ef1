"""The pages about one person: merged, apart again, handed over, forgotten."""

from __future__ import annotations

import json

import pytest

from tests.factories import make_entry, make_partnership, make_player, make_tournament
from tests.snapshots import everything
from tournaments.models import Membership, Player, PlayerMerge

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club):
    """Two records, each entered once."""
    kept, merged = make_player(club, "John Smith"), make_player(club, "J Smith")
    for player, partner in ((kept, "Ann"), (merged, "Bob")):
        make_entry(make_tournament(club), make_partnership(club, player, make_player(club, partner)))
    return kept, merged


def test_two_records_are_chosen_shown_side_by_side_merged_and_taken_apart(as_user, club, people):
    kept, merged = people
    browser = as_user("olga")
    path = f"/clubs/{club.slug}/players/{kept.pk}/merge/"

    opened = browser.get(f"/clubs/{club.slug}/players/{kept.pk}/").content.decode()
    asked = browser.get(path).content.decode()
    shown = browser.get(path, {"other": merged.pk}).content.decode()
    done = browser.post(f"{path}?other={merged.pk}", {"reason": "same phone"}, follow=True).content.decode()
    listed = browser.get(f"/clubs/{club.slug}/merges/").content.decode()
    undo = f"/clubs/{club.slug}/merges/{PlayerMerge.objects.get().pk}/undo/"
    apart = browser.post(undo, follow=True).content.decode()

    assert f'href="{path}"' in opened
    assert f'<option value="{merged.pk}">J Smith (#{merged.pk})</option>' in asked
    assert "Ann + John Smith" in shown or "John Smith + Ann" in shown
    assert "J Smith + Bob" in shown or "Bob + J Smith" in shown
    assert "1 entry is shown under the name that stays." in shown
    assert "Merged: both are John Smith now." in done
    assert "J Smith went into John Smith" in listed
    assert "same phone" in listed
    assert f'action="{undo}"' in listed
    assert "The two records are apart again." in apart
    assert f'action="{undo}"' not in apart
    assert Player.objects.get(pk=merged.pk).merged_into_id is None


def test_two_people_are_said_to_be_two_and_not_merged(as_user, club):
    tournament = make_tournament(club)
    one, other = make_player(club), make_player(club)
    make_entry(tournament, make_partnership(club, one, other))
    browser = as_user("olga")
    path = f"/clubs/{club.slug}/players/{one.pk}/merge/?other={other.pk}"
    before = everything()

    shown = browser.get(path).content.decode()
    posted = browser.post(path, {"reason": ""}).content.decode()

    assert "Both are entered in Club night." in shown
    assert "Yes, this is one person" not in shown
    assert "These are two people" in posted
    assert everything() == before


def test_a_person_is_handed_over_as_a_file(as_user, club, people):
    kept, _merged = people

    answer = as_user("olga").post(f"/clubs/{club.slug}/players/{kept.pk}/data/")

    assert answer["Content-Disposition"] == f'attachment; filename="{club.slug}-player-{kept.pk}.json"'
    assert json.loads(answer.content)["clubs"][0]["name"] == "John Smith"


def test_a_person_is_forgotten_after_typing_the_number(as_user, club):
    player = make_player(club, "Ann Lee")
    browser = as_user("olga")
    path = f"/clubs/{club.slug}/players/{player.pk}/anonymise/"

    asked = browser.get(path).content.decode()
    untyped = browser.post(path, {"typed": "1x"}).content.decode()
    done = browser.post(path, {"typed": str(player.pk)}, follow=True).content.decode()

    assert f"The number is {player.pk}." in asked
    assert f"Type the number {player.pk} to confirm it." in untyped
    assert f"What stands in its place is Player {player.pk}." in done
    assert "Ann Lee" not in done
    assert Membership.objects.get().display_name == f"Player {player.pk}"
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("username", ["dan", "sam", "eve", None])
def test_pages_about_people_are_the_organisers(as_user, club, people, username):
    kept, merged = people
    browser = as_user(username)
    base = f"/clubs/{club.slug}/players/{kept.pk}"
    before = everything()

    statuses = [
        browser.post(f"{base}/merge/?other={merged.pk}", {"reason": ""}).status_code,
        browser.post(f"{base}/anonymise/", {"typed": str(kept.pk)}).status_code,
        browser.post(f"{base}/data/").status_code,
        browser.post(f"/clubs/{club.slug}/merges/1/undo/").status_code,
        browser.get(f"/clubs/{club.slug}/merges/").status_code,
    ]

    assert statuses == [403, 403, 403, 403, 403 if username else 302]
    assert everything() == before


def test_a_director_is_offered_the_name_and_nothing_else(as_user, club):
    player = make_player(club, "Ann Lee")

    page = as_user("dan").get(f"/clubs/{club.slug}/players/{player.pk}/").content.decode()

    assert "More about this person" not in page
    assert "/merges/" not in as_user("dan").get(f"/clubs/{club.slug}/players/").content.decode()
