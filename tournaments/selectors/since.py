"""What happened since an act and stands on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model, QuerySet
from django.utils.translation import gettext

NAMED = 5
"""How many names stand in one sentence."""


@dataclass(frozen=True, slots=True)
class Since:
    """Something that happened since an act and stands on it."""

    code: str
    template: str
    params: Mapping[str, Any]

    @property
    def detail(self) -> str:
        """The sentence, in the reader's language."""
        return gettext(self.template) % self.params


def since_of(code: str, template: str, names: list[str]) -> Since:
    """Return what happened to those named; of many only the first few are."""
    shown = ", ".join(names[:NAMED]) + (f" … ({len(names)})" if len(names) > NAMED else "")
    return Since(code, template, {"names": shown, "count": len(names)})


def references_to(
    model: type[Model], ids: Iterable[int], *, but_for: Mapping[str, Collection[int]]
) -> Iterator[tuple[str, set[int]]]:
    """Yield by the name of another model which rows of this one it refers to: every foreign key that there is.

    ``but_for`` are the rows, by model, whose references do not matter.
    """
    for other in apps.get_models():
        name = other.__name__.lower()
        keys = [
            key.name
            for key in other._meta.get_fields()  # noqa: SLF001 - the only way to ask a model for its fields
            if isinstance(key, ForeignKey) and key.related_model is model
        ]
        on: set[int] = set()
        for key in keys:
            rows: QuerySet[Any] = QuerySet(other).filter(**{f"{key}__in": ids})
            on |= set(rows.exclude(pk__in=but_for.get(name, [])).values_list(f"{key}_id", flat=True))
        if on:
            yield name, on
