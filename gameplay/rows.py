"""Model instances from statements that were written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


def from_columns(model: type[Row], names: Sequence[str], values: Sequence[Any]) -> Row:
    """Return an instance with the columns ``names`` (attribute names, in any order); the others are deferred.

    Values are as the database gives them: no field converts them.
    """
    given = dict(zip(names, values, strict=True))
    ordered = [field.attname for field in model._meta.concrete_fields if field.attname in given]  # noqa: SLF001
    return model.from_db(None, ordered, [given[name] for name in ordered])
