"""Addresses made of names."""

from __future__ import annotations

from django.db import models
from django.utils.text import slugify

from tournaments.errors import SlugTaken
from tournaments.integrity import refused_as
from tournaments.models import Club, Series, Tournament
from tournaments.names import sort_key

ROOM_FOR_NUMBER = 7
TRIES = 8


def save_under_free_slug(row: Club | Series | Tournament, text: str) -> None:
    """Save a new row under an address of its own: the text in plain letters, with a number if that is taken.

    Somebody else may take the address at the same moment; then the next one is tried. Raises SlugTaken if that happens
    again and again.
    """
    for left in reversed(range(TRIES)):
        row.slug = _free_slug(type(row), text)
        try:
            with refused_as({f"{row._meta.db_table}_slug_key": SlugTaken(slug=row.slug)}):  # noqa: SLF001
                row.save(force_insert=True)
        except SlugTaken:
            if not left:
                raise
        else:
            return


def _free_slug(model: type[models.Model], text: str) -> str:
    field = model._meta.get_field("slug")  # noqa: SLF001
    assert isinstance(field, models.SlugField)
    plain = sort_key(text).split("|")[0]
    base = slugify(plain)[: (field.max_length or 0) - ROOM_FOR_NUMBER].strip("-") or model.__name__.lower()
    taken = set(model._default_manager.filter(slug__startswith=base).values_list("slug", flat=True))  # noqa: SLF001
    number = 1
    slug = base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug
