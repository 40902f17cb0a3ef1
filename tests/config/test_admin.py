"""Support staff read and search everything in the admin, and change nothing that a service would have to log."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from knox.models import AuthToken

from tests.accounts import switch_on
from tests.factories import make_club, make_entry, make_player, make_table, make_user
from tests.hands import enter, fh_line

pytestmark = pytest.mark.django_db

MODELS = [
    pytest.param(model, id=model._meta.label_lower)
    for model in (
        *(
            model
            for label in ("gameplay", "tournaments", "ratings")
            for model in apps.get_app_config(label).get_models()
            # The admin knows no key of several columns; states are computed, and their pages show them.
            if len(model._meta.pk_fields) == 1
        ),
        # Of the libraries, what opens somebody's account.
        AuthToken,
        Authenticator,
        EmailAddress,
    )
]


def staff_client():
    client = Client()
    client.force_login(make_user(is_superuser=True))
    return client


def play():
    table = make_table(first=2)
    enter(table, fh_line(dealer=2), number=1)
    make_entry(table.round.tournament)
    organiser = make_user()
    make_club(organiser=organiser)
    AuthToken.objects.create(user=organiser)
    switch_on(organiser)
    EmailAddress.objects.create(user=organiser, email="olga@example.org")
    return table


def url(model, view, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}", args=args)


@pytest.mark.parametrize("model", MODELS)
def test_everything_is_registered_listed_and_searched(model):
    play()
    client = staff_client()

    assert admin.site.is_registered(model)
    assert client.get(url(model, "changelist")).status_code == 200
    assert client.get(url(model, "changelist"), {"q": "12 Łukasz' OR"}).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_changed_or_deleted(model):
    play()
    client = staff_client()
    count = model.objects.count()
    row = model.objects.order_by("pk").first()

    assert client.get(url(model, "add")).status_code == 403
    if row is not None:
        before = model.objects.filter(pk=row.pk).values().get()
        assert client.get(url(model, "change", row.pk)).status_code == 200
        assert client.post(url(model, "change", row.pk), {}).status_code == 403
        assert client.post(url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert model.objects.filter(pk=row.pk).values().get() == before
    assert model.objects.count() == count


def test_a_person_is_found_by_name():
    club = make_club()
    make_player(club, "Łukasz Žak")
    make_player(club, "Ann Lee")

    page = staff_client().get("/admin/tournaments/membership/", {"q": "žak"}).content.decode()

    assert "Łukasz Žak" in page
    assert "Ann Lee" not in page


def test_the_secret_of_a_table_link_is_not_shown():
    table = play()
    link = table.round.tournament.table_links.get()

    page = staff_client().get(f"/admin/tournaments/tablelink/{link.pk}/change/").content.decode()

    assert link.nonce not in page


@pytest.mark.parametrize("tables", [1, 3])
def test_the_list_of_tables_takes_four_queries(tables, django_assert_num_queries):
    for _ in range(tables):
        make_table()
    client = staff_client()

    with django_assert_num_queries(4):
        client.get("/admin/tournaments/table/")


def test_the_admin_is_for_staff():
    client = Client()
    client.force_login(make_user())

    response = client.get("/admin/tournaments/club/")

    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")


def test_the_secret_of_a_second_factor_is_not_shown_even_encrypted():
    play()
    row = Authenticator.objects.get(type="totp")

    page = staff_client().get(url(Authenticator, "change", row.pk)).content.decode()

    assert row.data["secret"] not in page
