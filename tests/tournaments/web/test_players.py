"""Players and pairs of a club: pasted, uploaded, asked about, renamed."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import make_player
from tournaments.models import Membership, Partnership

pytestmark = pytest.mark.django_db

LONG = "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop"


def names() -> list[str]:
    return list(Membership.objects.order_by("sort_key", "pk").values_list("display_name", flat=True))


def test_players_pasted_are_added_in_any_script(as_user, club):
    text = f"Žilvinas Łukas\r\nNguyễn Thị Hoa\r\nBob O'Brien\r\nSmith, Jr\r\n{LONG}\r\n"

    page = as_user("dan").post(f"/clubs/{club.slug}/players/", {"text": text}, follow=True)

    assert names() == [LONG, "Bob O'Brien", "Nguyễn Thị Hoa", "Smith, Jr", "Žilvinas Łukas"]
    assert "5 players added." in page.content.decode()
    assert "Bob O&#x27;Brien" in page.content.decode()


def test_players_with_a_name_twice_are_asked_about_and_nothing_is_lost(as_user, club):
    browser = as_user("dan")
    text = "Ann Lee\nBob Fox\nann lee"

    asked = browser.post(f"/clubs/{club.slug}/players/", {"text": text})

    assert asked.templates[0].name == "tournaments/lists/namesakes.html"
    assert text in asked.content.decode()
    assert names() == []

    browser.post(f"/clubs/{club.slug}/players/", {"text": text, "decision-3": "new"})

    assert names() == ["Ann Lee", "ann lee", "Bob Fox"]


def test_players_who_are_there_already_can_be_meant(as_user, club):
    ann = make_player(club, "Ann Lee")
    browser = as_user("dan")
    asked = browser.post(f"/clubs/{club.slug}/players/", {"text": "Ann Lee\nBob Fox"})

    browser.post(f"/clubs/{club.slug}/players/", {"text": "Ann Lee\nBob Fox", "decision-1": str(ann.pk)})

    assert f'name="decision-1" value="{ann.pk}"' in asked.content.decode()
    assert names() == ["Ann Lee", "Bob Fox"]


def test_players_list_can_be_changed_instead_of_answering(as_user, club):
    page = as_user("dan").post(f"/clubs/{club.slug}/players/", {"text": "Ann Lee\nAnn Lee", "change": "1"})

    assert page.templates[0].name == "tournaments/lists/players.html"
    assert "Ann Lee\nAnn Lee</textarea>" in page.content.decode()
    assert names() == []


def test_players_name_that_is_markup_is_only_a_name(as_user, club):
    browser = as_user("dan")

    browser.post(f"/clubs/{club.slug}/players/", {"text": "<script>alert(1)</script>"})
    body = browser.get(f"/clubs/{club.slug}/players/").content.decode()

    assert "<script>alert" not in body
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in body


def test_players_uploaded_as_csv_are_added(as_user, club):
    file = SimpleUploadedFile("names.csv", '\ufeffname,since\n"Smith, Jr",2020\nŽilvinas Łukas,2021\n'.encode())

    as_user("dan").post(f"/clubs/{club.slug}/players/upload/", {"file": file})

    assert names() == ["Smith, Jr", "Žilvinas Łukas"]


def test_players_uploaded_with_namesakes_are_asked_about_without_uploading_again(as_user, club):
    browser = as_user("dan")
    text = "name\nAnn Lee\nAnn Lee\n"

    asked = browser.post(
        f"/clubs/{club.slug}/players/upload/", {"file": SimpleUploadedFile("names.csv", text.encode())}
    )
    browser.post(f"/clubs/{club.slug}/players/", {"text": text, "form_of_text": "csv", "decision-3": "same"})

    assert f'action="/clubs/{club.slug}/players/"' in asked.content.decode()
    assert '<input type="hidden" name="form_of_text" value="csv">' in asked.content.decode()
    assert names() == ["Ann Lee"]


def test_players_file_of_another_encoding_is_refused_in_words(as_user, club):
    file = SimpleUploadedFile("names.csv", "Łukasz".encode("cp1250"))

    page = as_user("dan").post(f"/clubs/{club.slug}/players/upload/", {"file": file})

    assert "Line 1: It is not UTF-8." in page.content.decode()
    assert names() == []


def test_player_renamed(as_user, club):
    ann = make_player(club, "Ann Lee")

    as_user("dan").post(f"/clubs/{club.slug}/players/{ann.pk}/", {"name": "Anna Lee"})

    assert names() == ["Anna Lee"]


def test_player_renamed_to_somebody_elses_name_is_refused_until_they_are_two(as_user, club):
    ann = make_player(club, "Ann Lee")
    make_player(club, "Bob Fox")
    browser = as_user("dan")

    refused = browser.post(f"/clubs/{club.slug}/players/{ann.pk}/", {"name": "Bob Fox"})

    assert 'value="Bob Fox"' in refused.content.decode()
    assert names() == ["Ann Lee", "Bob Fox"]

    browser.post(f"/clubs/{club.slug}/players/{ann.pk}/", {"name": "Bob Fox", "is_new": "on"})

    assert names() == ["Bob Fox", "Bob Fox"]


def test_pairs_pasted_form_partnerships(as_user, club):
    make_player(club, "Ann Lee")

    as_user("dan").post(f"/clubs/{club.slug}/partnerships/", {"text": "Ann Lee + Bob O'Brien", "add_unknown": "on"})

    assert Partnership.objects.count() == 1
    assert names() == ["Ann Lee", "Bob O'Brien"]


def test_pairs_with_unknown_names_are_refused_line_by_line(as_user, club):
    page = as_user("dan").post(f"/clubs/{club.slug}/partnerships/", {"text": "Ann Lee + Bob Fox"})

    body = page.content.decode()
    assert "Line 1: Ann Lee is not at the club." in body
    assert "Line 1: Bob Fox is not at the club." in body
    assert "Ann Lee + Bob Fox</textarea>" in body
    assert not Partnership.objects.exists()


@pytest.mark.parametrize("people", [1, 3])
def test_players_page_asks_the_database_as_often_for_many_people(as_user, club, django_assert_num_queries, people):
    for number in range(people):
        make_player(club, f"Player {number}")
    browser = as_user("dan")

    with django_assert_num_queries(9):
        browser.get(f"/clubs/{club.slug}/players/")


@pytest.mark.parametrize("path", ["players/", "partnerships/", "players/upload/"])
@pytest.mark.parametrize("username", ["sam", "stranger"])
def test_players_are_taken_from_directors_only(as_user, club, path, username):
    answer = as_user(username).post(f"/clubs/{club.slug}/{path}", {"text": "Ann Lee + Bob Fox", "add_unknown": "on"})

    assert answer.status_code == 403
    assert names() == []


def test_players_page_asks_the_public_to_log_in(as_user, club):
    assert as_user().get(f"/clubs/{club.slug}/players/")["Location"] == f"/login/?next=/clubs/{club.slug}/players/"
