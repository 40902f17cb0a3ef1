"""What a browser shows has a policy; JSON loads nothing and needs none."""

from __future__ import annotations

import pytest
from django.test import Client

POLICY = "Content-Security-Policy"


@pytest.mark.django_db
def test_a_page_says_that_nothing_comes_from_elsewhere(client: Client) -> None:
    assert "default-src 'self'" in client.get("/")[POLICY]


def test_an_answer_of_the_api_has_no_policy(client: Client) -> None:
    assert POLICY not in client.get("/api/v1/health/live/")


def test_the_reference_of_the_api_has_one(client: Client) -> None:
    assert "style-src" in client.get("/api/v1/docs/")[POLICY]
