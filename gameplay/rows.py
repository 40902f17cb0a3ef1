"""Model instances from statements that were written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, models
from django.db.models.base import ModelState

Row = TypeVar("Row", bound=models.Model)


def from_columns(model: type[Row], names: Sequence[str], values: Sequence[Any]) -> Row:
    """Return an instance with the columns ``names`` (attribute names, in any order); the others are deferred.

    Values are as the database gives them: no field converts them. The instance is laid out as ``Model.from_db`` does
    it, but without its loop over all fields and its signals, which nobody here listens to: seven instances stand on
    the way of every hand.
    """
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    row._state = ModelState()  # noqa: SLF001
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001
    return row
