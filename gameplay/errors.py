"""What the product refuses, as exceptions that carry a stable code and the words for it.

Four kinds, which the API maps to 422, 409, 403 and 404. An error class names what is wrong; its ``template`` is the
English sentence, translated only where it is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from gameplay.rules.kinds import Violation
    from gameplay.selectors import PlayedHand


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown, and this module stays pure."""
    return sentence


class DomainError(Exception):
    """Something anticipated that was refused; nothing was written."""

    code: ClassVar[str]
    template: str

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


class KindUnknown(NotFound):
    """No game of that name."""

    code = "game.unknown"
    template = gettext_noop("There is no game %(kind)s; there are %(known)s.")


class RuleViolation(Invalid):
    """A record that breaks the form or the rules of its game; names every fault of the first stage that fails."""

    code = "rules.violated"
    template = gettext_noop("The record breaks the rules: %(codes)s.")

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        self.violations = violations
        super().__init__(codes=", ".join(violation.code for violation in violations))


class SubmissionReused(StateConflict):
    """The same submission id came before with another hand."""

    code = "hand.submission_reused"
    template = gettext_noop(
        "This submission was sent before with another hand. Send the new hand under an id of its own."
    )


class HandNumberTaken(StateConflict):
    """The hand is entered already; ``stored`` is the one that counts, ``same`` whether the two agree."""

    code = "hand.number_taken"
    template = gettext_noop("Hand %(number)s is entered already.")

    def __init__(self, *, number: int, stored: PlayedHand, same: bool) -> None:
        super().__init__(number=number)
        self.stored = stored
        self.same = same


class HandOutOfOrder(StateConflict):
    """A hand before this one is missing."""

    code = "hand.out_of_order"
    template = gettext_noop("Hand %(expected)s comes next, not hand %(number)s.")


class HandNotThere(StateConflict):
    """Nothing to replace."""

    code = "hand.not_there"
    template = gettext_noop("Hand %(number)s has not been entered.")


class HandVoid(StateConflict):
    """The submission was kept once, and a correction has made its hand void since."""

    code = "hand.void"
    template = gettext_noop(
        "Hand %(number)s was made void when an earlier one was corrected. If it counts, send it under an id of its own."
    )


class ReasonMissing(Invalid):
    """A correction without a reason."""

    code = "hand.reason_missing"
    template = gettext_noop("A correction needs a reason.")
