"""Every refusal has one body, also those of the framework, and those from before any view."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from django.test import RequestFactory
from rest_framework import exceptions as framework
from rest_framework.test import APIClient

from config.api import exceptions
from config.api.problems import problem_of
from gameplay.errors import RuleViolation
from gameplay.rules.kinds import Violation
from tests.api import client_of, refusal
from tournaments.errors import RightMissing, TablesUnfinished, ThingNotFound, TournamentFinished, ValueRefused


def body_of(error):
    problem = problem_of(error)
    assert problem is not None
    return problem.body()


def test_a_refusal_of_a_service_says_what_and_where():
    assert body_of(ValueRefused(path="legs", reason="from 1 to 9")) == {
        "type": "about:blank",
        "title": "Unprocessable Entity",
        "status": 422,
        "code": "value.refused",
        "detail": "legs: from 1 to 9",
        "errors": [{"code": "value.refused", "path": "legs", "detail": "legs: from 1 to 9"}],
    }


def test_a_refused_record_names_every_fault():
    violations = (
        Violation("hand.rules_mismatch", "rules"),
        Violation("hand.game_mismatch", "game", {"expected": "five_hundred"}),
    )

    body = body_of(RuleViolation(violations))

    assert (body["status"], body["code"]) == (422, "rules.violated")
    assert [(fault["code"], fault["path"]) for fault in body["errors"]] == [
        ("hand.rules_mismatch", "rules"),
        ("hand.game_mismatch", "game"),
    ]
    assert body["detail"] == " ".join(fault["detail"] for fault in body["errors"])


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (TournamentFinished(), 409, "tournament.finished"),
        (RightMissing(right="publish"), 403, "rights.missing"),
        (ThingNotFound(thing="table"), 404, "not_found"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "auth.forbidden"),
        (framework.ParseError(), 400, "request.unreadable"),
        (framework.NotAuthenticated(), 401, "auth.required"),
        (framework.MethodNotAllowed("PUT"), 405, "request.method_not_allowed"),
        (framework.UnsupportedMediaType("text/plain"), 415, "request.media_type"),
        (framework.NotAcceptable(), 406, "request.not_acceptable"),
        (framework.Throttled(3), 429, "request.throttled"),
    ],
)
def test_each_kind_of_refusal_has_its_status(error, status, code):
    body = body_of(error)

    assert (body["status"], body["code"]) == (status, code)
    assert body["errors"] == [{"code": code, "path": "", "detail": body["detail"]}]


@pytest.mark.parametrize(
    ("error", "extra"),
    [
        (TablesUnfinished([2, 5]), {"tables": [2, 5]}),
    ],
    ids=["tables that are missing"],
)
def test_some_refusals_carry_what_a_client_needs_to_go_on(error, extra):
    body = body_of(error)

    assert {name: body[name] for name in extra} == extra


def test_faults_of_shape_are_flattened_to_paths():
    detail = {"names": [{}, {"first": ["Too long."]}], "non_field_errors": ["Send one."], "lines": {"3": ["No."]}}

    body = body_of(framework.ValidationError(detail))

    assert (body["status"], body["code"]) == (400, "request.invalid")
    assert [(fault["path"], fault["detail"]) for fault in body["errors"]] == [
        ("names[1].first", "Too long."),
        ("", "Send one."),
        ("lines.3", "No."),
    ]


def test_a_bug_is_nobody_s_refusal():
    assert problem_of(KeyError("x")) is None
    assert exceptions.refuse(KeyError("x"), {}) is None


def test_a_database_that_is_away_asks_for_patience():
    response = exceptions.refuse(OperationalError("connection refused"), {"view": None})

    assert response is not None
    assert (response.status_code, response.data["code"]) == (503, "server.unavailable")
    assert response["Retry-After"] == "2"


@pytest.mark.parametrize(
    ("view", "more", "status"),
    [
        (exceptions.bad_request, [ValueError()], 400),
        (exceptions.forbidden, [PermissionDenied()], 403),
        (exceptions.csrf_failure, [], 403),
        (exceptions.not_found, [Http404()], 404),
        (exceptions.server_error, [], 500),
    ],
    ids=["bad request", "forbidden", "csrf", "not found", "server error"],
)
def test_what_no_view_saw_is_a_problem_in_the_api_and_a_page_elsewhere(view, more, status):
    api = view(RequestFactory().get("/api/v1/x"), *more)
    page = view(RequestFactory().get("/x"), *more)

    assert refusal_of_plain(api)[0] == status
    assert (page.status_code, page["Content-Type"].split(";")[0]) == (status, "text/html")


def refusal_of_plain(response):
    import json

    assert response["Content-Type"] == "application/problem+json"
    body = json.loads(response.content)
    return body["status"], body["code"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "headers", "expected"),
    [
        pytest.param("GET", "/api/v1/nothing/", {}, (404, "not_found"), id="no such address"),
        pytest.param("GET", "/api/v2/", {}, (404, "not_found"), id="no such version"),
        pytest.param("PUT", "/api/v1/clubs/", {}, (401, "auth.required"), id="a verb, and not logged in"),
        pytest.param("DELETE", "/api/v1/rules/five_hundred/check/", {}, (405, "request.method_not_allowed"), id="verb"),
        pytest.param("GET", "/api/v1/clubs/", {"HTTP_ACCEPT": "text/html"}, (406, "request.not_acceptable"), id="406"),
        pytest.param("GET", "/api/v1/clubs/", {"HTTP_HOST": "evil.example"}, (400, "request.unreadable"), id="host"),
        pytest.param("GET", "/api/v1/clubs/\x00/", {}, (404, "not_found"), id="a NUL in the address"),
    ],
)
def test_whatever_is_asked_for_is_refused_as_a_problem(method, path, headers, expected):
    client = APIClient(raise_request_exception=False)

    assert refusal(client.generic(method, path, **headers)) == expected


@pytest.mark.django_db
def test_refusals_speak_the_language_of_the_browser_where_it_is_known():
    response = client_of().get("/api/v1/clubs/nowhere/", HTTP_ACCEPT_LANGUAGE="en-gb")

    assert response.json()["detail"] == "There is no such club."
