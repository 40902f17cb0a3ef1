"""``manage.py compute_standings``: ranks what it reads, JSON in and JSON out, without a database."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from gameplay.errors import Invalid
from tournaments.management.output import write_answer
from tournaments.standings.documents import ranked

EPILOG = """
The input is one object: entries, tables, and what else docs/standings.md describes (sit_outs, adjustments, decisions,
rules or a preset). The output has the criteria and a row for each entry, best first, with every value and its working.
What makes no sense is named in "errors", and the exit status is 1.
"""


class Command(BaseCommand):
    """Reads one document and answers with one."""

    help = "Works out standings with every value and its working: JSON in, JSON out. Needs no database."
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser, which also says what is read."""
        return super().create_parser(prog_name, subcommand, epilog=EPILOG, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be asked for."""
        parser.add_argument("file", nargs="?", type=argparse.FileType("rb"), help="default: standard input")

    def handle(self, **options: Any) -> None:
        """Rank the document."""
        source = options["file"] or sys.stdin.buffer
        answer = answered(source.read())
        write_answer(answer)
        if "errors" in answer:
            sys.exit(1)


def answered(text: bytes) -> dict[str, Any]:
    """Return the standings of a document, or what is wrong with it."""
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        return _refusal("document.unreadable", "", f"This is not JSON: {error}")
    try:
        return ranked(document)
    except Invalid as error:
        return _refusal(error.code, str(error.params.get("path", "")), error.detail)


def _refusal(code: str, path: str, detail: str) -> dict[str, Any]:
    return {"errors": [{"code": code, "path": path, "detail": detail}]}


def _refuse_constant(name: str) -> NoReturn:
    detail = f"{name} is not a number of JSON"
    raise ValueError(detail)
