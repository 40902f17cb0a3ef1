"""Standard output of a command that answers once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping

import orjson


def write_out(text: str) -> None:
    """Write a text and end its last line; a reader who leaves before the end is no error."""
    try:
        sys.stdout.write(text.rstrip("\n") + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_unread()


def write_answer(answer: Mapping[str, object]) -> None:
    """Write an object as one line of JSON, in UTF-8 whatever the terminal; a reader may leave before the end."""
    try:
        sys.stdout.buffer.write(_encoded(answer))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _leave_unread()


def _encoded(answer: Mapping[str, object]) -> bytes:
    try:
        return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        # A number of more than 64 bits, or a name with half a character in it.
        return json.dumps(answer).encode() + b"\n"


def _leave_unread() -> None:
    """Let go of what nobody reads: what is left in the buffer must not be tried again when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
