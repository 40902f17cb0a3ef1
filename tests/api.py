"""Clients of the API, and what they get back."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient


def client_of(user: User | None = None, *, link: str | None = None) -> APIClient:
    """Return a client for a user, for a table link's token, or for nobody in particular."""
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    if link is not None:
        client.credentials(HTTP_AUTHORIZATION=f"TableLink {link}")
    return client


def refusal(response: Any) -> tuple[int, str]:
    """Return status and code of a refusal, having checked that its body is what every refusal has."""
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == response.status_code
    assert body.keys() >= {"type", "title", "status", "code", "detail", "errors"}
    assert body["detail"]
    assert all(fault.keys() == {"code", "path", "detail"} for fault in body["errors"])
    return response.status_code, body["code"]


def faults(response: Any) -> list[tuple[str, str]]:
    """Return path and code of everything that was wrong."""
    return [(fault["path"], fault["code"]) for fault in response.json()["errors"]]
