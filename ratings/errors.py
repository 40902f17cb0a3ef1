"""What the ratings refuse, and what counts as a fault of an event."""

from django.core.exceptions import ObjectDoesNotExist
from django.db import DataError, IntegrityError

from gameplay.errors import DomainError, Invalid, NotFound, StateConflict, gettext_noop


class PoolNotFound(NotFound):
    code = "ratings.pool_not_found"
    template = gettext_noop("There is no such rating list.")


class PoolExists(StateConflict):
    code = "ratings.pool_exists"
    template = gettext_noop("There is such a rating list already: %(name)s.")


class PlayerNotRated(NotFound):
    code = "ratings.player_not_rated"
    template = gettext_noop("This player is not on the rating list.")


class NotPartners(NotFound):
    code = "ratings.not_partners"
    template = gettext_noop("These two have no rated table together.")


class RoundNotRated(NotFound):
    code = "ratings.round_not_rated"
    template = gettext_noop("There is no such round, or its tournament is not rated.")


class SidesRefused(Invalid):
    code = "ratings.sides_refused"
    template = gettext_noop("A table has two to five sides of one to three players, and nobody sits twice.")


class RebuildRunning(StateConflict):
    code = "ratings.rebuild_running"
    template = gettext_noop("These ratings are being made anew already.")


class RebuildNotFound(NotFound):
    code = "ratings.rebuild_not_found"
    template = gettext_noop("There is no such rebuild.")


class NotPlayedThatDay(NotFound):
    code = "ratings.not_played_that_day"
    template = gettext_noop("This player has no rated table on that day.")


class ListNotFound(NotFound):
    code = "ratings.list_not_found"
    template = gettext_noop("There is no published list of that number.")


class NobodyRated(StateConflict):
    code = "ratings.nobody_rated"
    template = gettext_noop("Nobody is rated yet, so there is nothing to publish.")


class EventUnreadable(ValueError):
    """An event of the outbox that says nothing the ratings can act on."""


FAULTS: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    ObjectDoesNotExist,
    DataError,
    IntegrityError,
    DomainError,
)
"""What an event or a pool itself can be at fault for. A database that is away is not among them: that passes."""
