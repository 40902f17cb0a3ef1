"""Data in, PDF out: one paper is set at a time, so that a pile of them never takes the whole server.

What is printed goes in as JSON and is shown as text. No name can be read as markup, and no layout opens a file or an
address: Typst is given nothing but this folder.
"""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import typst

FOLDER = Path(__file__).parent
MOST_AT_ONCE = 2
"""One paper is being set and one waits for it; whoever comes then is told to come back, and keeps no thread waiting."""
WAIT_SECONDS = 20.0
"""So long somebody waits for the paper of another before being told to come back as well."""
MOST_LETTERS_LOOKED_UP = 400
_OWN_LETTERS = ((0x0020, 0x024F), (0x0370, 0x03FF), (0x0400, 0x04FF), (0x1E00, 0x1EFF), (0x2010, 0x2044))
"""Latin, Greek, Cyrillic, and the marks between words: the fonts that come with Typst have them all."""

_room = threading.BoundedSemaphore(MOST_AT_ONCE)
_turn = threading.Lock()


class TypesetterBusy(Exception):
    """Others are having their papers set, so that this one was not begun."""


@functools.cache
def fonts(*, of_the_machine: bool = True) -> typst.Fonts:
    """Return the fonts that come with Typst, and after them those of this machine, for other scripts."""
    return typst.Fonts(include_system_fonts=of_the_machine)


def typeset(
    paper: str,
    data: Mapping[str, Any],
    *,
    wait_seconds: float = WAIT_SECONDS,
    of_the_machine: bool = True,
    form: Literal["pdf", "png"] = "pdf",
) -> list[bytes]:
    """Return a paper as one PDF, or as a PNG a page.

    ``paper`` is the name of a layout in this folder; ``data`` what it prints, with ``words`` in the reader's language.
    Raises TypesetterBusy.
    """
    whole = {**data, "rare": rare_letters(data)}
    with in_turn(wait_seconds=wait_seconds):
        made = typst.compile(
            FOLDER / f"{paper}.typ",
            root=FOLDER,
            font_paths=fonts(of_the_machine=of_the_machine),
            format=form,
            ppi=96,
            sys_inputs={"data": json.dumps(whole)},
        )
    return made if isinstance(made, list) else [made]


@contextmanager
def in_turn(*, wait_seconds: float) -> Iterator[None]:
    """Hold the only typesetter of this process; raises TypesetterBusy if too many want it, or one has it for long."""
    if not _room.acquire(blocking=False):
        raise TypesetterBusy
    try:
        if not _turn.acquire(timeout=wait_seconds):
            raise TypesetterBusy
        try:
            yield
        finally:
            _turn.release()
    finally:
        _room.release()


def rare_letters(data: object) -> str:
    """Return the letters of which it is not known beforehand that a font has them, each once.

    >>> rare_letters({"names": ["Žilvinas", "王小明", "Ann 王"]})
    '小明王'
    """
    found = {letter for text in _texts(data) for letter in text if not _is_own(letter) and not letter.isspace()}
    return "".join(sorted(found)[:MOST_LETTERS_LOOKED_UP])


def _is_own(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in _OWN_LETTERS)


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)
