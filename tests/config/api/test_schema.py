from __future__ import annotations

import io

import pytest
import yaml
from django.core.management import call_command
from django.test import Client


@pytest.fixture(scope="module")
def schema():
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return yaml.safe_load(out.getvalue())


def test_the_schema_has_every_address_without_a_warning(schema):
    assert schema["openapi"].startswith("3.")
    assert {
        "/api/v1/auth/tokens/",
        "/api/v1/clubs/{slug}/players/import/",
        "/api/v1/tournaments/{slug}/entries/",
        "/api/v1/tables/{table_id}/hands/",
        "/api/v1/rules/{kind}/check/",
        "/api/v1/health/ready/",
    } <= schema["paths"].keys()


def test_every_operation_says_that_it_may_refuse_and_what_it_does(schema):
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert "application/problem+json" in operation["responses"]["4XX"]["content"], (method, path)
            assert operation["description"], (method, path)


def test_the_schema_and_the_reference_are_served_without_anybody_else_s_server():
    client = Client()

    schema = client.get("/api/v1/schema/")
    page = client.get("/api/v1/docs/")
    script = client.get("/api/v1/docs/", {"script": ""})

    assert schema.status_code == 200
    assert page.status_code == 200
    assert "http://" not in page.content.decode()
    assert "https://" not in page.content.decode()
    assert "<script>" not in page.content.decode()
    assert script["Content-Type"].startswith("application/javascript")
