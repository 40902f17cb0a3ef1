"""An invitation from the organiser's page to the first page of whoever was invited."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import switch_on
from tournaments.models import ClubRole, Invitation

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough one"


def made_link(browser, club, role="director"):
    browser.post(f"/clubs/{club.slug}/invitations/", {"invite-note": "Ona", "invite-role": role})
    page = browser.get(f"/clubs/{club.slug}/roles/").content.decode()
    return re.search(r"http://testserver(/invitations/[^/]+/)", page)[1]


def test_invited_by_link_somebody_makes_an_account_and_is_in(as_user, club):
    link = made_link(as_user("olga"), club)
    ona = Client()
    assert "Hearts Club invites you" in ona.get(link).content.decode()

    entered = ona.post(link, {"username": "ona", "password": PASSWORD, "again": PASSWORD})

    assert entered["Location"] == f"/clubs/{club.slug}/"
    assert ClubRole.objects.get(user__username="ona").role == "director"
    assert ona.session["_auth_user_id"] == str(User.objects.get(username="ona").pk)
    again = Client().get(link)
    assert again.status_code == 403
    assert "Ask for a new one" in again.content.decode()


def test_whoever_has_an_account_accepts_with_it(as_user, club):
    link = made_link(as_user("olga"), club, role="organiser")

    as_user("ona").post(link)

    assert ClubRole.objects.get(user__username="ona").role == "organiser"


def test_a_password_typed_differently_makes_nothing(as_user, club):
    link = made_link(as_user("olga"), club)

    page = Client().post(link, {"username": "ona", "password": PASSWORD, "again": "another long one"})

    assert "The two passwords differ." in page.content.decode()
    assert not User.objects.filter(username="ona").exists()


def test_an_invitation_is_withdrawn_on_the_page(as_user, club):
    olga = as_user("olga")
    link = made_link(olga, club)

    olga.post(f"/clubs/{club.slug}/invitations/{Invitation.objects.get().pk}/withdraw/")

    assert Client().get(link).status_code == 403


@pytest.mark.parametrize("who", [None, "dan", "sam", "eve"])
def test_others_neither_invite_nor_withdraw(as_user, club, who):
    made_link(as_user("olga"), club)
    invitation = Invitation.objects.get()
    browser = as_user(who)

    refused = browser.post(f"/clubs/{club.slug}/invitations/", {"invite-note": "x", "invite-role": "organiser"})
    kept = browser.post(f"/clubs/{club.slug}/invitations/{invitation.pk}/withdraw/")

    assert (refused.status_code, kept.status_code) == (403, 403)
    invitation.refresh_from_db()
    assert (Invitation.objects.count(), invitation.withdrawn_at) == (1, None)


def test_roles_say_who_has_a_second_factor(as_user, club):
    browser = as_user("olga")
    assert "password only" in browser.get(f"/clubs/{club.slug}/roles/").content.decode()

    switch_on(User.objects.get(username="olga"))

    page = browser.get(f"/clubs/{club.slug}/roles/").content.decode()
    assert "password only" not in page
    assert page.count("second factor</span>") == 1
