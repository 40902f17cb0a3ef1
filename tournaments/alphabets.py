"""The order of letters in the languages of the product; the database knows no alphabets.

Polish has nine letters that come after the one they look like: Łukasz stands behind Lucyna. Lithuanian has three of the
kind, and takes į and y for i, ą for a and so on while anything else tells two names apart: Ieva, Yla, Indrė.
Marks on letters that are not the language's own count last. Other scripts come in the order of Unicode.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Mapping

from tournaments.names import name_key, without_marks

OWN_LETTERS = {"pl": "ąćęłńóśźż", "lt": "čšž"}
"""Letters with a place of their own, in the order of the alphabet."""

READ_AS = {"lt": {"y": "i"}}

# In front of it stands the letter that an own letter follows; so high that nothing comes between the two.
_BEHIND = 0x10FF00

_LATIN_WITH_MARKS = [*range(0xDF, 0x250), *range(0x1E00, 0x1F00)]


def order_key(name: str, language: str) -> tuple[str, str]:
    """Return the key that orders names in a language, pl-pl being the same as pl.

    >>> sorted(["Łukasz", "Zenon", "Luiza", "Ludwik", "Mat"], key=lambda name: order_key(name, "pl"))
    ['Ludwik', 'Luiza', 'Łukasz', 'Mat', 'Zenon']
    >>> sorted(["Jonas", "Yla", "Irena", "Ilona", "Čepas", "Cvirka"], key=lambda name: order_key(name, "lt"))
    ['Cvirka', 'Čepas', 'Yla', 'Ilona', 'Irena', 'Jonas']
    """
    folded = name_key(name)
    return folded.translate({ord(letter): text for letter, text in letters_of(language).items()}), folded


@functools.cache
def letters_of(language: str) -> Mapping[str, str]:
    """Return what stands for each letter in the order of a language, by letter; others stand for themselves."""
    code = language.partition("-")[0]
    read_as = READ_AS.get(code, {})
    marked = (char for char in map(chr, _LATIN_WITH_MARKS) if unicodedata.category(char) == "Ll")
    plain = {char: without_marks(char) for char in marked}
    found = {char: read_as.get(text, text) for char, text in plain.items() if text != char}
    own = OWN_LETTERS.get(code, "")
    behind = {letter: without_marks(letter) + chr(_BEHIND + place) for place, letter in enumerate(own)}
    return {**found, **read_as, **behind}
