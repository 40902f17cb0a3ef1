"""Taking a club or a tournament along, and bringing a file in: looked at first, then confirmed."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import NOW, make_entry, make_tournament
from tests.files import empty_the_database
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import BulkAct, Club, ClubRole, Tournament
from tournaments.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club):
    return make_tournament(club, pairs=2, name="Zoë's <Night>")


@pytest.fixture
def content(night, as_user):
    """The file of a club that is not here any more."""
    taken = as_user("olga").get(f"/clubs/{night.club.slug}/file/").content
    empty_the_database()
    return taken


def look(client, content):
    file = SimpleUploadedFile("taken.json", content, content_type="application/json")
    return client.post("/files/bring/", {"file": file})


def confirm_path(response):
    return f"/files/bring/{response.context['sha256']}/"


def test_the_organiser_finds_the_way_and_gets_the_file(night, as_user):
    olga = as_user("olga")
    for page, path in (
        (f"/clubs/{night.club.slug}/", f"/clubs/{night.club.slug}/file/"),
        (f"/tournaments/{night.slug}/manage/", f"/tournaments/{night.slug}/file/"),
    ):
        assert f'href="{path}"' in olga.get(page).content.decode()
        response = olga.get(path)
        assert response["Content-Disposition"].startswith('attachment; filename="')
        assert json.loads(response.content)["header"]["format"] == "card-club-file"


def test_a_director_neither_finds_nor_gets_it_and_a_stranger_is_asked_to_log_in(night, as_user):
    before = everything()
    page = as_user("dan").get(f"/tournaments/{night.slug}/manage/").content.decode()
    assert "/file/" not in page
    assert as_user("dan").get(f"/tournaments/{night.slug}/file/").status_code == 403
    assert as_user("dan").get(f"/clubs/{night.club.slug}/file/").status_code == 403
    assert as_user().get(f"/clubs/{night.club.slug}/file/").status_code == 302
    assert everything() == before


def test_a_file_is_looked_at_before_anything_comes(content, as_user):
    ann = as_user("ann")
    before = everything()
    response = look(ann, content)
    page = response.content.decode()
    assert everything() == before
    assert "Zoë&#x27;s &lt;Night&gt;" in page
    assert "4 new here, 4 new at the club" in page
    assert "entries: 2, rounds: 0, hands: 0" in page

    done = ann.post(confirm_path(response), follow=True)

    assert done.redirect_chain == [("/clubs/hearts-club/", 302)]
    assert "Everything is there." in done.content.decode()
    assert Tournament.objects.get().name == "Zoë's <Night>"
    assert list(ClubRole.objects.values_list("user__username", "role")) == [("ann", "organiser")]


def test_a_file_that_is_here_already_has_nothing_to_confirm(content, as_user):
    ann = as_user("ann")
    ann.post(confirm_path(look(ann, content)))
    before = everything()
    page = look(ann, content).content.decode()
    assert "All of this is here already." in page
    assert "Bring it in" not in page
    assert everything() == before


def test_what_is_refused_is_said_at_once_with_the_line(content, as_user):
    ann = as_user("ann")
    before = everything()
    page = look(ann, content[:-100]).content.decode()
    assert "The file is damaged" in page
    assert "seen at line" in page
    assert "not a file of a club" in look(ann, b"{}").content.decode()
    assert everything() == before


def test_what_has_changed_since_the_look_is_refused_at_the_confirmation(content, as_user):
    ann, bob = as_user("ann"), as_user("bob")
    seen, seen_by_bob = look(ann, content), look(bob, content)
    ann.post(confirm_path(seen))
    before = everything()
    # The club is Ann's now.
    assert bob.post(confirm_path(seen_by_bob)).status_code == 403
    assert everything() == before


def test_a_look_is_for_whoever_looked_and_for_a_while(content, as_user):
    ann, bob = as_user("ann"), as_user("bob")
    seen = look(ann, content)
    assert bob.post(confirm_path(seen), follow=True).redirect_chain == [("/files/bring/", 302)]
    cache.clear()
    late = ann.post(confirm_path(seen), follow=True)
    assert "Choose the file once more." in late.content.decode()
    assert Club.objects.count() == 0


def test_bringing_in_asks_to_log_in(as_user):
    assert as_user().get("/files/bring/")["Location"] == "/login/?next=/files/bring/"
    assert as_user().post("/files/bring/" + "0" * 64 + "/").status_code == 302


def test_a_file_brought_in_by_mistake_is_undone_from_the_next_page(content, as_user):
    ann = as_user("ann")
    came = ann.post(confirm_path(look(ann, content)), follow=True).content.decode()
    act = BulkAct.objects.get()
    path = f"/acts/{act.pk}/undo/"
    club = Club.objects.get()

    asked = ann.get(path).content.decode()
    gone = ann.post(path, follow=True)

    assert f'Everything is there. <a href="{path}">Undo</a>' in came
    assert "1 file brought in" in came
    assert "Zoë&#x27;s &lt;Night&gt;" in asked
    assert gone.redirect_chain == [(f"/clubs/{club.slug}/", 302)]
    page = gone.content.decode()
    assert "Undone: 1 file brought in." in page
    assert "No tournament yet." in page
    assert path not in page


def test_a_file_is_not_undone_from_a_page_after_something_was_done(content, as_user):
    ann = as_user("ann")
    ann.post(confirm_path(look(ann, content)))
    make_entry(Tournament.objects.get())
    path = f"/acts/{BulkAct.objects.order_by('pk').first().pk}/undo/"
    entries.withdraw_entry(actor=SYSTEM, entry_id=Tournament.objects.get().entries.latest("pk").pk, now=NOW)
    before = everything()

    page = ann.get(path).content.decode()
    refused = ann.post(path).content.decode()

    assert "This cannot be undone any more" in page
    assert "something was done there since" in page
    assert "because of what was done since" in refused
    assert everything() == before
