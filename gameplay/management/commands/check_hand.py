"""``manage.py check_hand``: judges hands from standard input, JSON lines in and JSON lines out, without a database."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NoReturn

import orjson
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from gameplay.messages import answered, told
from gameplay.rules.kinds import Answer, Violation
from gameplay.rules.registry import KINDS

LONGEST_LINE = 1_000_000
"""Bytes; a hand of six players with all that it may claim has about three thousand."""

EPILOG = """
Each line of the input is a record, or {"id": ..., "record": {...}}; an "id" may also stand beside the record's own
fields. Each line of the output answers one line of the input, in the same order, and repeats its id. Blank lines have
no answer. A line that cannot be read gets an error of its own and the run goes on. The exit status is 0 if every hand
stands, else 1.
"""


class Command(BaseCommand):
    """Answers line by line, so that a file may be as long as it likes."""

    help = "Judges hands of Five Hundred and of Fives and Threes: JSON lines in, JSON lines out. Needs no database."
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser, which also says what the lines are."""
        return super().create_parser(prog_name, subcommand, epilog=EPILOG, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be asked for."""
        languages = [code for code, _ in settings.LANGUAGES]
        parser.add_argument("--explain", action="store_true", help="tell each hand in words as well")
        parser.add_argument("--language", choices=languages, default=languages[0], help="of all sentences")

    def handle(self, **options: Any) -> None:
        """Judge the lines of standard input."""
        all_valid = True
        out = sys.stdout.buffer
        try:
            with translation.override(options["language"]):
                for answer in judge_lines(_lines_of(sys.stdin.buffer), explained=options["explain"]):
                    all_valid = all_valid and answer["valid"]
                    out.write(_json(answer))
                    # Another program may be waiting for this answer before it sends the next hand.
                    out.flush()
        except BrokenPipeError:
            # Nobody reads on. What is left in the buffer must not be tried again when the process ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            all_valid = False
        if not all_valid:
            sys.exit(1)


def judge_lines(lines: Iterable[bytes | None], *, explained: bool) -> Iterator[dict[str, Any]]:
    """Judge each line that is not blank; None stands for one that was too long to be kept."""
    for line in lines:
        if line is None:
            yield _refusal(None, "line.too_long", longest=LONGEST_LINE)
        elif not line.isspace():
            yield _judge(line, explained=explained)


def _lines_of(source: BinaryIO) -> Iterator[bytes | None]:
    """Yield line after line; of one that is too long nothing is kept."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)
        yield None


def _judge(line: bytes, *, explained: bool) -> dict[str, Any]:
    name = None
    try:
        document = _DECODER.decode(line.decode("utf-8").lstrip("\ufeff"))
        name, record, unknown = _opened(document)
        if type(name) not in _PLAIN:
            return _refusal(None, "line.id")
        if unknown:
            return _refusal(name, "line.unknown_field", field=unknown)
        game = record.get("game") if type(record) is dict else None
        if type(game) is not str or game not in KINDS:
            return _refusal(name, "line.game_unknown", known=", ".join(KINDS))
        kind = KINDS[game]
        answer = {"id": name, **answered(kind.check(record))}
        if explained:
            answer["explanation"] = [told(line) for line in kind.explain(record)]
    except (ValueError, RecursionError):
        # Not UTF-8, not JSON, or brackets without end.
        return _refusal(name, "line.unreadable")
    return answer


def _opened(document: Any) -> tuple[Any, Any, str]:
    """Return the id of a line, its record, and the name of a field that belongs to neither."""
    if type(document) is not dict:
        return None, document, ""
    name = document.pop("id", None)
    if "record" not in document:
        return name, document, ""
    record = document.pop("record")
    return name, record, next(iter(document), "")


def _refusal(name: Any, code: str, **params: object) -> dict[str, Any]:
    return {"id": name, **answered(Answer((Violation(code, "", params),)))}


def _refuse_constant(name: str) -> NoReturn:
    detail = f"{name} is not JSON"
    raise ValueError(detail)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)
_PLAIN = frozenset({str, int, float, bool, type(None)})


def _json(answer: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(answer, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        # An id that is a number of more than 64 bits, or a text with half a character in it.
        return json.dumps(answer).encode() + b"\n"
