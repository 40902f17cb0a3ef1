"""What the product refuses, as exceptions that carry a stable code and the words for it.

Four kinds, which the API maps to 422, 409, 403 and 404. An error class names what is wrong; its ``template`` is the
English sentence, translated only where it is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from gameplay.rules.kinds import Violation


class DomainError(Exception):
    """Something anticipated that was refused; nothing was written."""

    code: ClassVar[str]
    template: ClassVar[str]

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.template % params)

    @property
    def detail(self) -> str:
        """The sentence in English."""
        return self.template % self.params


class StateConflict(DomainError):
    """Right in itself, but not in the state that things are in (409)."""


class NotPermitted(DomainError):
    """Not for this person or this link (403)."""


class NotFound(DomainError):
    """No such thing, or none that the caller may know of (404)."""


class Invalid(DomainError):
    """The values make no sense, whatever the state (422)."""


class RuleViolation(Invalid):
    """A record that breaks the form or the rules of its game; names every fault of the first stage that fails."""

    code = "rules.violated"
    template = "The record breaks the rules: %(codes)s."

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        self.violations = violations
        super().__init__(codes=", ".join(violation.code for violation in violations))
