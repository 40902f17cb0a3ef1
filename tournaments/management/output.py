"""Standard output of a command that answers once."""

from __future__ import annotations

import os
import sys


def write_out(text: str) -> None:
    """Write a text and end its last line; a reader who leaves before the end is no error."""
    try:
        sys.stdout.write(text.rstrip("\n") + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads on. What is left in the buffer must not be tried again when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
