"""``manage.py draw_swiss``: draws the round that follows a state, JSON in and JSON out, without a database."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from gameplay.errors import DomainError
from tournaments.management.output import write_answer
from tournaments.movements.swiss.documents import drawn

EPILOG = """
The input is one object: the entries with their points, opponents, sides and sit-outs, and what else docs/movements.md
describes (movement, pattern, forbidden, fixed, seed). The output has the tables with what each of them costs, who sits
out, and why. The same state and seed give the same round, whatever the order of the entries. What makes no sense is
named in "errors", and the exit status is 1.
"""


class Command(BaseCommand):
    """Reads one document and answers with one."""

    help = "Draws the next round of a Swiss, Monrad or Danish: JSON in, JSON out. Needs no database."
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser, which also says what is read."""
        return super().create_parser(prog_name, subcommand, epilog=EPILOG, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be asked for."""
        parser.add_argument("file", nargs="?", type=argparse.FileType("rb"), help="default: standard input")

    def handle(self, **options: Any) -> None:
        """Draw the round of the document."""
        source = options["file"] or sys.stdin.buffer
        answer = answered(source.read())
        write_answer(answer)
        if "errors" in answer:
            sys.exit(1)


def answered(text: bytes) -> dict[str, Any]:
    """Return the next round of a document, or what is wrong with it."""
    try:
        # Decimals stay text, so that nothing is rounded.
        document = json.loads(text, parse_float=str, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        return _refusal("document.unreadable", "", f"This is not JSON: {error}")
    try:
        return drawn(document)
    except DomainError as error:
        return _refusal(error.code, str(error.params.get("path", "")), error.detail)


def _refusal(code: str, path: str, detail: str) -> dict[str, Any]:
    return {"errors": [{"code": code, "path": path, "detail": detail}]}


def _refuse_constant(name: str) -> NoReturn:
    detail = f"{name} is not a number of JSON"
    raise ValueError(detail)
