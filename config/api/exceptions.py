"""Answers requests that went wrong: in the API as problems, elsewhere as pages."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.translation import gettext
from django.views import csrf, defaults
from rest_framework.exceptions import APIException
from rest_framework.response import Response

from config.api.problems import MEDIA_TYPE, Problem, problem_of

logger = logging.getLogger(__name__)

API = "/api/"
RETRY_SECONDS = "2"


def refuse(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Answer an exception from a view of the API; None leaves it to Django, which logs it."""
    problem = problem_of(error)
    headers = _headers(error)
    if problem is None and isinstance(error, OperationalError | InterfaceError):
        # The database is away or broke a deadlock; the same request may well succeed in a moment.
        logger.error("The database refused %s: %s", context["view"].__class__.__name__, error)
        problem = Problem(503, "server.unavailable", gettext("The database is not available. Try again in a moment."))
        headers = {"Retry-After": RETRY_SECONDS}
    if problem is None:
        return None
    return Response(problem.body(), status=problem.status, headers=headers, content_type=MEDIA_TYPE)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer what Django found suspicious before any view saw it."""
    if not request.path.startswith(API):
        return defaults.bad_request(request, exception)
    return _answer(Problem(400, "request.unreadable", gettext("The request cannot be read.")))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer a refusal from outside the API's views."""
    if not request.path.startswith(API):
        return defaults.permission_denied(request, exception)
    return _answer(Problem(403, "auth.forbidden", gettext("You may not do this.")))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that does not come from our own pages."""
    if not request.path.startswith(API):
        return csrf.csrf_failure(request, reason)
    return _answer(Problem(403, "auth.forbidden", gettext("The request does not come from our own pages.")))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """Answer an address that there is not."""
    if not request.path.startswith(API):
        return defaults.page_not_found(request, exception)
    return _answer(Problem(404, "not_found", gettext("There is nothing at this address.")))


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer a bug of ours, which Django has logged."""
    if not request.path.startswith(API):
        return defaults.server_error(request)
    return _answer(Problem(500, "server.error", gettext("Something went wrong on our side. It has been logged.")))


def _headers(error: Exception) -> dict[str, str]:
    """Return the headers that the framework's own handler would set."""
    headers = {}
    if isinstance(error, APIException):
        if header := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = header
        if (wait := getattr(error, "wait", None)) is not None:
            headers["Retry-After"] = str(int(wait))
    return headers


def _answer(problem: Problem) -> JsonResponse:
    return JsonResponse(
        problem.body(), status=problem.status, content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False}
    )
