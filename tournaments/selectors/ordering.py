"""Names in the order of the reader's language, in the database and out of it."""

from __future__ import annotations

from django.db.models import F, Func, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Collate, Replace
from django.utils import translation

from tournaments.alphabets import letters_of, order_key


def name_order(name: str) -> tuple[str, str]:
    """Return the key of a name for ``sorted``."""
    return order_key(name, _language())


def names_in_order(field: str = "name_key") -> list[Combinable]:
    """Return what ``order_by`` takes to order rows by folded names as ``name_order`` does; equal names stay equal."""
    letters = letters_of(_language())
    single = {letter: text for letter, text in letters.items() if len(text) == 1}
    expression: Combinable = Func(
        F(field), Value("".join(single)), Value("".join(single.values())), function="translate"
    )
    for letter, text in letters.items():
        if letter not in single:
            expression = Replace(expression, Value(letter), Value(text))
    return [Collate(expression, "C"), Collate(field, "C")]


def _language() -> str:
    return translation.get_language() or "en"
