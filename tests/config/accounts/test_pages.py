"""Accounts as their owners see them: made by invitation only, passwords guessed in vain."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from tests.accounts import PASSWORD, switch_on
from tests.factories import make_user

pytestmark = pytest.mark.django_db

CREDENTIALS = {"username": "olga", "password": PASSWORD}


def test_nobody_signs_up_by_themselves():
    client = Client()

    assert "Accounts are made by invitation" in client.get("/account/signup/").content.decode()
    body = {"username": "eve", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/account/signup/", body)
    assert not User.objects.exists()


def test_who_guesses_a_password_waits_and_its_owner_comes_in_from_elsewhere():
    make_user("olga", password=PASSWORD)
    client = Client()
    for _ in range(10):
        client.post("/login/", {**CREDENTIALS, "password": "guess"})

    held_up = client.post("/login/", CREDENTIALS)
    assert (held_up.status_code, "_auth_user_id" in client.session) == (200, False)

    elsewhere = Client(REMOTE_ADDR="192.0.2.1")
    assert elsewhere.post("/login/", CREDENTIALS)["Location"] == "/"


@pytest.mark.parametrize(
    "path",
    [
        "second-factor/",
        "second-factor/totp/activate/",
        "second-factor/totp/deactivate/",
        "second-factor/recovery-codes/",
        "second-factor/recovery-codes/generate/",
        "password/change/",
        "email/",
        "reauthenticate/",
        "logout/",
    ],
)
def test_pages_of_an_account_carry_nothing_inline(path):
    olga = make_user("olga", password=PASSWORD)
    if "deactivate" in path or "recovery" in path:
        switch_on(olga)
    client = Client()
    client.post("/login/", CREDENTIALS)
    if "deactivate" in path or "recovery" in path:
        client.force_login(olga)
        session = client.session
        session["account_authentication_methods"] = [{"method": "password", "at": 4e9}]
        session["account_authentication_methods_user"] = str(olga.pk)
        session.save()

    page = client.get(f"/account/{path}")

    assert page.status_code == 200
    text = page.content.decode()
    assert " style=" not in text
    assert " onclick=" not in text
    assert "<style" not in text


def test_a_forgotten_password_is_set_anew_by_mail():
    olga = make_user("olga", password=PASSWORD)
    EmailAddress.objects.create(user=olga, email="olga@example.org", verified=True, primary=True)
    client = Client()

    client.post("/account/password/reset/", {"email": "olga@example.org"})

    [letter] = mail.outbox
    [link] = [word for word in letter.body.split() if "/account/password/reset/key/" in word]
    form = client.get(link.removeprefix("http://testserver"), follow=True)
    new = "another long one"
    client.post(form.redirect_chain[-1][0], {"password1": new, "password2": new})
    assert Client().post("/login/", {"username": "olga", "password": new})["Location"] == "/"


def test_nobody_learns_whether_an_address_is_known():
    client = Client()

    unknown = client.post("/account/password/reset/", {"email": "eve@example.org"})

    assert unknown["Location"] == "/account/password/reset/done/"
