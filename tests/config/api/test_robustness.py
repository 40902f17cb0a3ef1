"""Whatever is sent to any address of the API, it is answered or refused; nothing ends in a fault of ours."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.api import client_of, refusal
from tests.factories import make_user
from tests.schema import GOOD, NUMBERED, READS, SCHEMA, WRITES, fields_of, fill, make_night
from tournaments.models import KeyingSheet

pytestmark = pytest.mark.django_db

ODD: list[Any] = [
    None,
    True,
    -1,
    2**31,
    2**63,
    10**300,
    1.5,
    "",
    "\u202e" + "x" * 600,
    "9" * 5000,
    [None],
    {"": {"x": [10**300]}},
]


def assert_no_fault_of_ours(response, sent):
    assert response.status_code < 500, sent
    if response.status_code >= 400:
        refusal(response)


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_odd_bodies_are_answered_or_refused(method, path):
    values = {**GOOD, **make_night()}
    user = make_user(is_superuser=True)
    client = client_of(user)
    client.raise_request_exception = False
    if "sheet_id" in path:
        KeyingSheet.objects.update(keyer=user)
    properties, required = fields_of(method, path)
    good = {name: values[name] for name in required if name in values}
    bodies = [good, *ODD, *({**good, name: odd} for name in properties for odd in ODD)]

    for body in bodies:
        sent = json.dumps(body)
        response = client.generic(method.upper(), fill(path, values), sent, content_type="application/json")
        assert_no_fault_of_ours(response, sent[:200])


@pytest.mark.parametrize("path", READS)
def test_odd_addresses_and_queries_are_answered_or_refused(path):
    values = make_night()
    client = client_of(make_user(is_superuser=True))
    client.raise_request_exception = False
    good = fill(path, values)
    numbers = ["0", "1", str(2**31), str(2**63), str(10**300)]
    others = [fill(path, {**values, **dict.fromkeys(NUMBERED, number)}) for number in numbers]
    queries = ["?page=0", "?page=" + "9" * 5000, "?page_size=-1", "?page=%00&name=%00", "?name=%FF", "?x[]=1&&="]

    for address in [good, *others, *(f"{good}{query}" for query in queries)]:
        assert_no_fault_of_ours(client.get(address), address[:200])


def test_options_are_refused_everywhere_like_any_other_verb_that_is_not_offered():
    client = client_of(make_user(is_superuser=True))
    client.raise_request_exception = False
    paths = [path for path in SCHEMA["paths"] if "schema" not in path]

    refusals = {path: refusal(client.options(re.sub(r"{(\w+)}", "1", path))) for path in paths}

    assert set(refusals.values()) == {(405, "request.method_not_allowed")}
