"""Nearly everybody wants JSON; who wants something else is heard."""

from __future__ import annotations

import pytest
from django.test import Client

LIVE = "/api/v1/health/live/"


@pytest.mark.parametrize("accept", ["", "*/*", "application/json", "text/html, application/json;q=0.5"])
def test_json_goes_to_those_who_take_it(client: Client, accept: str) -> None:
    answer = client.get(LIVE, headers={"accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


def test_what_is_not_json_is_refused(client: Client) -> None:
    assert client.get(LIVE, headers={"accept": "text/html"}).status_code == 406
    assert client.get(LIVE, {"format": "xml"}).status_code == 404


def test_the_schema_comes_as_yaml_to_those_who_ask(client: Client) -> None:
    answer = client.get("/api/v1/schema/", headers={"accept": "application/yaml"})
    assert answer["Content-Type"].startswith("application/yaml")
