"""Bodies that no part of the product could keep, sent to an address that reads JSON."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.api import client_of, refusal
from tests.factories import make_user
from tournaments.models import Club

pytestmark = pytest.mark.django_db

CLUBS = "/api/v1/clubs/"
GOOD = b'{"name": "C", "time_zone": "UTC"}'


def post(body, content_type="application/json"):
    return client_of(make_user()).generic("POST", CLUBS, body, content_type=content_type)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="cut off"),
        pytest.param(b"\xff\xfe{}", id="another encoding"),
        pytest.param(b'{"name": "\x00"}', id="a NUL byte"),
        pytest.param(b'{"name": "\\u0000"}', id="a NUL written out"),
        pytest.param(b'{"\\u0000": 1}', id="a NUL in a key"),
        pytest.param(b'{"name": [["\\ud800"]]}', id="half a character"),
        pytest.param(b'{"name": NaN}', id="no number"),
        pytest.param(b'{"name": -Infinity}', id="no end"),
        pytest.param(b'{"name": 1e400}', id="no end, written as a number"),
        pytest.param(b'{"name": ' + b"9" * 5000 + b"}", id="too many digits"),
        pytest.param(b"[" * 40 + b"]" * 40, id="deep"),
        pytest.param(b"[" * 100_000, id="deep without end"),
        pytest.param(b'{"a":' * 5000 + b"1" + b"}" * 5000, id="deep objects"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(body):
    assert refusal(post(body)) == (400, "request.unreadable")
    assert not Club.objects.exists()


def test_a_body_as_deep_as_allowed_is_read():
    assert refusal(post(b'{"name":' + b"[" * 30 + b"]" * 30 + b', "time_zone": "UTC"}')) == (400, "request.invalid")


def test_text_of_every_script_is_read():
    body = '{"name": "Łódź 東京 \\ud83c\\udccf Nguyễn", "time_zone": "UTC"}'.encode()

    assert post(body).json()["name"] == "Łódź 東京 🃏 Nguyễn"


def test_a_body_that_is_too_large_is_refused():
    body = b'{"name": "' + b"x" * 1_000_000 + b'"}'

    assert refusal(post(body)) == (413, "request.too_large")


@pytest.mark.parametrize("charset", ["utf-16", "nonsense", "utf-7"])
def test_the_encoding_is_utf8_whatever_the_header_says(charset):
    assert post(GOOD, f"application/json; charset={charset}").status_code == 201


@pytest.mark.parametrize("content_type", ["text/plain", "application/xml", "nonsense", "multipart/form-data"])
def test_a_body_of_another_type_is_refused(content_type):
    assert refusal(post(GOOD, content_type)) == (415, "request.media_type")


def test_a_form_that_is_too_large_is_refused():
    client = APIClient()
    client.force_authenticate(make_user())

    response = client.generic(
        "POST",
        "/api/v1/clubs/x/players/import/",
        b"",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH="1000001",
    )

    assert refusal(response) == (413, "request.too_large")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"no boundary in it", id="no form"),
        pytest.param(b'--x\r\nContent-Disposition: form-data; name="decisions"\r\n\r\n{"1": NaN}\r\n--x--', id="NaN"),
        pytest.param(b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na\x00b\r\n--x--', id="a NUL"),
        pytest.param(b'--x\r\nContent-Disposition: form-data; name="\x00"\r\n\r\na\r\n--x--', id="a NUL in a name"),
        pytest.param(
            b'--x\r\nContent-Disposition: form-data; name="decisions"\r\n\r\n' + b"[" * 90_000 + b"\r\n--x--", id="deep"
        ),
    ],
)
def test_a_form_that_cannot_be_read_is_refused(body):
    client = client_of(make_user())

    response = client.generic(
        "POST", "/api/v1/clubs/x/players/import/", body, content_type="multipart/form-data; boundary=x"
    )

    assert response.status_code == 400
    assert refusal(response)[1] in {"request.unreadable", "request.invalid"}
