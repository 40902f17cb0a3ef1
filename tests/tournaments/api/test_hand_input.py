"""How the post of a hand is read: at a glance where nothing is odd, else by its form; both say the same."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError
from rest_framework.test import APIClient

from gameplay.api.inputs import values_of
from gameplay.models import HandSubmission
from tests.api import client_of, faults, refusal
from tests.factories import make_table, make_user
from tests.hands import fh_line
from tournaments.api.hands import HandInput, read_hand
from tournaments.models import AuditEntry

KEY = "0b2c8f9e-5d1f-4c7a-9a35-2f4f1f0f9a11"
PLAIN: dict[str, Any] = {"submission_id": KEY, "leg": 2, "number": 3, "record": {"level": 1}}


def without(*names: str) -> dict[str, Any]:
    return {name: value for name, value in PLAIN.items() if name not in names}


@pytest.mark.parametrize(
    "data",
    [
        PLAIN,
        without("leg"),
        without("number"),
        without("record"),
        without("submission_id"),
        {},
        [],
        None,
        "text",
        {**PLAIN, "more": 1},
        {**PLAIN, "leg": 0},
        {**PLAIN, "leg": 9},
        {**PLAIN, "leg": 10},
        {**PLAIN, "leg": True},
        {**PLAIN, "leg": None},
        {**PLAIN, "number": 500},
        {**PLAIN, "number": 501},
        {**PLAIN, "number": -1},
        {**PLAIN, "number": True},
        {**PLAIN, "number": "3"},
        {**PLAIN, "number": 3.0},
        {**PLAIN, "number": 3.5},
        {**PLAIN, "number": 10**30},
        {**PLAIN, "submission_id": KEY.upper()},
        {**PLAIN, "submission_id": KEY.replace("-", "")},
        {**PLAIN, "submission_id": f"urn:uuid:{KEY}"},
        {**PLAIN, "submission_id": f"{{{KEY}}}"},
        {**PLAIN, "submission_id": f"{KEY}\n"},
        {**PLAIN, "submission_id": KEY.replace("0b2c8f9e", "\u0660b2c8f9e")},
        {**PLAIN, "submission_id": KEY[:-1]},
        {**PLAIN, "submission_id": 7},
        {**PLAIN, "submission_id": None},
        {**PLAIN, "record": None},
        {**PLAIN, "record": []},
        {**PLAIN, "record": "8S"},
        {**PLAIN, "record": {}},
        {**PLAIN, "side": 0},
        {**PLAIN, "side": 5},
        {**PLAIN, "side": 6},
        {**PLAIN, "side": -1},
        {**PLAIN, "side": None},
    ],
    ids=repr,
)
def test_a_glance_finds_what_the_form_finds(data: Any) -> None:
    assert outcome(read_hand, data) == outcome(lambda given: values_of(HandInput, given), data)


def outcome(read: Any, data: Any) -> Any:
    try:
        return read(data)
    except ValidationError as error:
        return error.get_full_details()


def post(client: APIClient, body: bytes, content_type: str = "application/json", **headers: str) -> Any:
    table = make_table()
    path = f"/api/v1/tables/{table.pk}/hands/"
    return client.generic("POST", path, body, content_type=content_type, **headers)


def good_body() -> bytes:
    return json.dumps({"submission_id": str(uuid.uuid4()), "number": 1, "record": fh_line(dealer=0)}).encode()


@pytest.mark.django_db
@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_json_is_read_however_its_type_is_written(content_type: str) -> None:
    assert post(client_of(make_user(is_superuser=True)), good_body(), content_type).status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "content_type", "refused"),
    [
        (good_body(), "text/plain", (415, "request.media_type")),
        (good_body(), "application/x-www-form-urlencoded", (415, "request.media_type")),
        (b'{"record": "' + b"x" * 65_536 + b'"}', "application/json", (413, "request.too_large")),
        (b'{"record": "' + b"x" * 65_536 + b'"}', "application/json; charset=utf-8", (413, "request.too_large")),
        (b'{"number": 1', "application/json", (400, "request.unreadable")),
        (b"", "application/json", (400, "request.invalid")),
    ],
    ids=["no JSON", "a form", "large", "large, with a charset", "cut off", "empty"],
)
def test_what_is_no_post_is_refused_and_leaves_nothing(
    body: bytes, content_type: str, refused: tuple[int, str]
) -> None:
    assert refusal(post(client_of(make_user(is_superuser=True)), body, content_type)) == refused
    assert not HandSubmission.objects.exists()


@pytest.mark.django_db
def test_an_empty_post_is_told_every_field_that_is_missing() -> None:
    answer = post(client_of(make_user(is_superuser=True)), b"")
    assert [path for path, _code in faults(answer)] == ["submission_id", "number", "record"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, "127.0.0.1"),
        (0, "192.0.2.9", "127.0.0.1"),
        (1, None, "127.0.0.1"),
        (1, "198.51.100.1, 192.0.2.9", "192.0.2.9"),
        (1, "nobody", None),
    ],
)
def test_the_log_names_the_address_that_as_many_proxies_saw_as_there_are(
    settings: Any, proxies: int, forwarded: str | None, address: str | None
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded is not None else {}

    answer = post(client_of(make_user(is_superuser=True)), good_body(), **headers)

    assert answer.status_code == 201
    assert AuditEntry.objects.get(action="hand.recorded").address == address
