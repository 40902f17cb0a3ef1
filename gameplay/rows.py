"""Model instances from statements that were written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models.base import ModelState

LARGEST_ID = 2**63 - 1
"""A number beyond it is the key of no row, and not one that the database can be asked for."""

Row = TypeVar("Row", bound=models.Model)


def from_columns(model: type[Row], names: Sequence[str], values: Sequence[Any], **related: models.Model) -> Row:
    """Return an instance with the columns ``names`` (attribute names, in any order); the others are deferred.

    ``related`` are the rows that its foreign keys point to, where they were read too.

    Values are as the database gives them: no field converts them. The instance is laid out as ``Model.from_db`` does
    it, but without its loop over all fields and its signals, which nobody here listens to: seven instances stand on
    the way of every hand.
    """
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    row._state = ModelState()  # noqa: SLF001
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001
    row._state.fields_cache = related  # noqa: SLF001
    return row
