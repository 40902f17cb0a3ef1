"""The shape of what comes in. Sense is for the services and the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from gameplay.rows import LARGEST_ID


class Input(serializers.Serializer[Any]):
    """A body; a field that there is not is refused, since somebody meant something by it."""

    for_others: ClassVar[frozenset[str]] = frozenset()
    """Names that something else reads."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values; raises ValidationError, which names every fault."""
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields and name not in self.for_others]
            if unknown:
                raise serializers.ValidationError({name: [_("There is no such field.")] for name in unknown})
        return super().to_internal_value(data)


def values_of(form: type[Input], data: object) -> dict[str, Any]:
    """Return the values of a body; raises ValidationError, which names every fault.

    For addresses that are asked often: the framework would copy every field of the form for each request.
    """
    values: dict[str, Any] = _only(form).run_validation(data)
    return values


@cache
def _only(form: type[Input]) -> Input:
    """Return the one instance of a form; it keeps nothing of what it reads, so that threads may share it."""
    return form()


class Query(Input):
    """What stands behind the question mark of a list."""

    for_others = frozenset({"page", "page_size"})


class IdField(serializers.IntegerField):
    """A number that the database may know a row by."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, **options)
