"""Every refusal as ``application/problem+json``: what was refused, with a stable code and a sentence for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import exceptions

from gameplay.errors import (
    DomainError,
    HandNumberTaken,
    Invalid,
    NotFound,
    NotPermitted,
    RuleViolation,
    StateConflict,
)
from gameplay.messages import detail_of
from tournaments.agreement_errors import RoundNotAgreed
from tournaments.api.consequences import consequences
from tournaments.api.outputs import hand
from tournaments.archive_errors import ArchiveRefused
from tournaments.correction_errors import ConsequencesChanged
from tournaments.errors import LinesUnreadable, NamesakesUndecided, TablesUnfinished
from tournaments.keying_errors import RoundNotKeyed
from tournaments.people_errors import MergeImpossible
from tournaments.round_errors import PromisesBroken
from tournaments.undo_errors import BuiltOn

MEDIA_TYPE = "application/problem+json"

_STATUSES: tuple[tuple[type[DomainError], int], ...] = (
    (Invalid, 422),
    (StateConflict, 409),
    (NotPermitted, 403),
    (NotFound, 404),
)
_CODES = {
    "parse_error": "request.unreadable",
    "invalid": "request.invalid",
    "not_authenticated": "auth.required",
    "authentication_failed": "auth.failed",
    "permission_denied": "auth.forbidden",
    "not_found": "not_found",
    "method_not_allowed": "request.method_not_allowed",
    "not_acceptable": "request.not_acceptable",
    "unsupported_media_type": "request.media_type",
    "throttled": "request.throttled",
    "too_large": "request.too_large",
}
"""The framework's codes in our words; these are permanent, theirs need not be."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One of the things that are wrong. ``path`` is where in the request; empty for the request as a whole."""

    code: str
    path: str
    detail: str


@dataclass(frozen=True, slots=True)
class Problem:
    """The body of a refusal. ``extra`` has members of its own that a certain code promises."""

    status: int
    code: str
    detail: str
    errors: tuple[Fault, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        """Return the JSON."""
        errors = self.errors or (Fault(self.code, "", self.detail),)
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "errors": [asdict(fault) for fault in errors],
            **self.extra,
        }


def problem_of(error: Exception) -> Problem | None:
    """Return the problem that an exception stands for; None if nobody anticipated it."""
    if isinstance(error, DomainError):
        return _of_domain(error)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    if isinstance(error, Http404):
        return _of_framework(exceptions.NotFound())
    if isinstance(error, PermissionDenied):
        return _of_framework(exceptions.PermissionDenied())
    return None


def _of_domain(error: DomainError) -> Problem:
    status = next(status for kind, status in _STATUSES if isinstance(error, kind))
    if isinstance(error, RuleViolation):
        faults = tuple(Fault(one.code, one.path, detail_of(one)) for one in error.violations)
        return Problem(status, error.code, " ".join(fault.detail for fault in faults), faults)
    detail = gettext(error.template) % error.params
    faults = (Fault(error.code, str(error.params.get("path", "")), detail),)
    if isinstance(error, ArchiveRefused):
        return _of_archive(status, error, detail)
    if isinstance(error, LinesUnreadable):
        faults = tuple(Fault("import.line", f"line {number}", reason) for number, reason in error.lines)
    return Problem(status, error.code, detail, faults, _extra(error))


def _of_archive(status: int, error: ArchiveRefused, detail: str) -> Problem:
    """Name every line with the engine's own code, or with ours, and where on the line."""
    faults = tuple(
        Fault(
            fault.code,
            f"line {fault.line}" + (f": {fault.path}" if fault.path else ""),
            gettext(fault.template) % fault.params if fault.violation is None else detail_of(fault.violation),
        )
        for fault in error.faults
    )
    return Problem(status, error.code, detail, faults)


def _extra(error: DomainError) -> dict[str, Any]:
    """Return what a client needs beside the sentence, to go on."""
    return next((extra(error) for kinds, extra in _EXTRAS if isinstance(error, kinds)), {})


_EXTRAS: tuple[tuple[Any, Callable[[Any], dict[str, Any]]], ...] = (
    (NamesakesUndecided, lambda error: {"namesakes": error.namesakes}),
    (HandNumberTaken, lambda error: {"stored": hand(error.stored), "same": error.same}),
    (TablesUnfinished | RoundNotAgreed | RoundNotKeyed, lambda error: {"tables": error.numbers}),
    (PromisesBroken, lambda error: {"promises": error.remarks}),
    (BuiltOn, lambda error: {"since": error.since}),
    (MergeImpossible, lambda error: {"reasons": error.reasons}),
    (ConsequencesChanged, lambda error: {"preview": consequences(error.consequences)}),
)


def _of_framework(error: exceptions.APIException) -> Problem:
    if isinstance(error, exceptions.ValidationError):
        faults = tuple(_faults(error.detail, ""))
        return Problem(error.status_code, "request.invalid", _sentence(faults), faults)
    detail = str(error.detail)
    own = error.get_codes()
    code = _CODES.get(str(own), str(own))
    return Problem(error.status_code, code, detail)


def _faults(detail: Any, path: str) -> Iterator[Fault]:
    """Flatten what the serializers found, with paths that read like ``decisions[3].name``."""
    if isinstance(detail, Mapping):
        for name, below in detail.items():
            # An item of a list is named by its index.
            step = f"[{name}]" if isinstance(name, int) else (f".{name}" if path else str(name))
            yield from _faults(below, path if name == "non_field_errors" else f"{path}{step}")
    elif isinstance(detail, list):
        for index, below in enumerate(detail):
            inner = f"{path}[{index}]" if isinstance(below, Mapping | list) else path
            yield from _faults(below, inner)
    else:
        yield Fault(f"request.{getattr(detail, 'code', 'invalid')}", path, str(detail))


def _sentence(faults: tuple[Fault, ...]) -> str:
    return " ".join(f"{fault.path}: {fault.detail}" if fault.path else fault.detail for fault in faults)
