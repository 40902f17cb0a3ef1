"""A club with somebody in each role, and browsers logged in as them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories import make_club, make_user
from tournaments.models import Club, TableLink
from tournaments.selectors.rights import link_token


@pytest.fixture
def club() -> Club:
    return make_club(
        "Hearts Club",
        organiser=make_user("olga"),
        director=make_user("dan"),
        scorer=make_user("sam"),
    )


@pytest.fixture
def as_user():
    """Return what gives a browser logged in as a user, or as nobody."""

    def browser(username: str | None = None) -> Client:
        client = Client()
        if username is not None:
            client.force_login(User.objects.filter(username=username).first() or make_user(username))
        return client

    return browser


@pytest.fixture
def link_path():
    """Return what gives the address in a table's link, alive for the real clock that pages go by."""

    def path(number: int = 1) -> str:
        TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
        return f"/t/{link_token(TableLink.objects.get(table_number=number))}/"

    return path
