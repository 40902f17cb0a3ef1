"""The stream: a small process that tells pages when a tournament has another version. It loads no Django."""

from typing import Final

NAME: Final = "tournaments-live"
"""How its connection to the database calls itself, so that others can see that a stream is at work."""
