"""Names of people: tidied, compared and put in order, in any script.

The database has no alphabets of its own, so the order of names is a key computed here, the same everywhere.
"""

from __future__ import annotations

import unicodedata

from tournaments.errors import NameEmpty, NameTooLong

NAME_LENGTH = 120
KEY_LENGTH = 240

# Letters that Unicode does not take apart into a base letter and a mark.
_PLAIN = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)


def tidy_name(text: str) -> str:
    """Return a name with its spaces made single and its letters composed, or an empty string.

    >>> tidy_name("  Bob   O'Brien ")
    "Bob O'Brien"
    """
    printable = "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", text))
    return " ".join(printable.split())


def name_key(name: str) -> str:
    """Return what two writings of one name have in common: letter case and spacing do not count.

    >>> name_key("Ann  LEE") == name_key("ann lee")
    True
    """
    return tidy_name(name).casefold()


def sort_key(name: str) -> str:
    """Return the key that orders names: by plain letters first, then by the marks on them.

    >>> sorted(["Zenon", "Łukasz", "Adam", "Žilvinas", "Ądam"], key=sort_key)
    ['Adam', 'Ądam', 'Łukasz', 'Zenon', 'Žilvinas']
    """
    folded = name_key(name)
    return f"{without_marks(folded)}|{folded}"[:KEY_LENGTH]


def has_letters(name: str, letters: str) -> bool:
    """Whether a name has all words of what somebody types to find it; marks on letters and their case do not count.

    >>> has_letters("Žilvinas Kazys", "zilv"), has_letters("Łukasz Wójcik", "WÓJ luk"), has_letters("Ann Lee", "leo")
    (True, True, False)
    """
    plain = without_marks(name_key(name))
    return all(word in plain for word in without_marks(name_key(letters)).split())


def without_marks(folded: str) -> str:
    """Return a folded name without the marks on its letters."""
    letters = unicodedata.normalize("NFKD", folded.translate(_PLAIN))
    return "".join(char for char in letters if not unicodedata.combining(char))


def checked_name(text: str) -> str:
    """Return a name tidied; raises NameEmpty, NameTooLong."""
    name = tidy_name(text)
    if not name:
        raise NameEmpty
    # Some letters become three when their case is folded, so the key has a limit of its own.
    if len(name) > NAME_LENGTH or len(name_key(name)) > KEY_LENGTH:
        raise NameTooLong(name=f"{name[:30]}…", limit=NAME_LENGTH)
    return name
