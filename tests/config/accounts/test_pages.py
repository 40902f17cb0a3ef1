"""Accounts as their owners see them: made by invitation only, passwords guessed in vain."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client

from config.embedded import paths
from tests.accounts import PASSWORD, switch_on
from tests.factories import make_user
from tournaments.models import AuditEntry

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


def test_whoever_finds_an_open_session_names_no_address_and_sets_no_second_factor_up():
    olga = make_user("olga", password=PASSWORD)
    client = Client()
    client.force_login(olga)

    named = client.post("/account/email/", {"action_add": "", "email": "eve@example.org"})

    assert named["Location"].startswith("/account/reauthenticate/")
    assert client.get("/account/second-factor/totp/activate/")["Location"].startswith("/account/reauthenticate/")
    assert not EmailAddress.objects.exists()
    client.post(named["Location"], {"password": PASSWORD})
    assert EmailAddress.objects.get().email == "eve@example.org"
    assert AuditEntry.objects.get().action == "account.email_added"


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
@pytest.mark.parametrize("page", ["/login/", "/logout/"])
def test_nobody_is_sent_elsewhere_after_logging_in_or_out(page, address):
    make_user("olga", password=PASSWORD)
    client = Client()
    if page == "/logout/":
        client.post("/login/", CREDENTIALS)

    assert client.post(page, {**CREDENTIALS, "next": address})["Location"] == "/"


GUESSES = """
import django
django.setup()
from django.test import Client
from django.test.utils import setup_test_environment
setup_test_environment()
body = {"username": "olga", "password": "guess"}
for number in range(4):
    page = Client().post("/login/", body).content.decode()
    print("held up" if "Too many" in page else "heard")
    answer = Client().post("/api/v1/auth/tokens/", body, content_type="application/json")
    print({401: "heard", 429: "held up"}[answer.status_code])
"""


@pytest.mark.django_db(transaction=True)
def test_guesses_are_counted_over_processes_and_over_pages_and_api_together():
    make_user("olga", password=PASSWORD)
    where = connection.settings_dict
    url = f"postgresql://{where['USER']}:{where['PASSWORD']}@/{where['NAME']}?host={where['HOST']}&port={where['PORT']}"
    environment = {**os.environ, "DATABASE_URL": url}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", GUESSES], cwd=paths.CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]

    said = [line for process in running for line in process.communicate(timeout=60)[0].splitlines()]

    assert [process.returncode for process in running] == [0, 0]
    assert (said.count("heard"), said.count("held up")) == (10, 6)
