"""Turns what a named constraint of the database refuses into what the services refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import psycopg
from django.db import IntegrityError, transaction

from gameplay.errors import DomainError


@contextmanager
def refused_as(refusals: Mapping[str, DomainError]) -> Iterator[None]:
    """Raise, for a constraint that is broken inside, the refusal under its name; any other IntegrityError passes.

    What is written inside stands behind a savepoint, so that the caller's transaction stays usable.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        refusal = refusals.get(broken_constraint(error))
        if refusal is None:
            raise
        raise refusal from error


def broken_constraint(error: IntegrityError) -> str:
    """Return the name of the constraint that the database found broken."""
    cause = error.__cause__
    return (cause.diag.constraint_name or "") if isinstance(cause, psycopg.Error) else ""
