"""Addresses made of names."""

from __future__ import annotations

from django.db import models
from django.utils.text import slugify

from tournaments.names import sort_key


def free_slug(model: type[models.Model], text: str, *, limit: int) -> str:
    """Return an address that no row of the model has: the name in plain letters, with a number if it is taken.

    Somebody else may take it before the row is written; the constraint then says so.
    """
    plain = sort_key(text).split("|")[0]
    base = slugify(plain)[: limit - 7].strip("-") or model.__name__.lower()
    taken = set(model._default_manager.filter(slug__startswith=base).values_list("slug", flat=True))  # noqa: SLF001
    number = 1
    slug = base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
