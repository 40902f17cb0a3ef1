"""``manage.py verify_movement``: judges schedules, ours or somebody else's, without a database."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from tournaments.management.output import write_out
from tournaments.movement_words import fault_words
from tournaments.movements.schedule import ScheduleUnreadable, from_json
from tournaments.movements.verify import measure, verify

EPILOG = """
The file is one schedule in the JSON of docs/movements.md, or an object of several by name. Every fault is named. The
exit status is 0 if there is none, else 1.
"""


class Command(BaseCommand):
    """Reads one file and answers for each schedule in it."""

    help = "Judges a schedule: can it be played, and does it keep its promises? Needs no database."
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser, which also says what is read."""
        return super().create_parser(prog_name, subcommand, epilog=EPILOG, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be asked for."""
        parser.add_argument("file", type=argparse.FileType("rb"), help="- for standard input")
        parser.add_argument("--format", choices=["json", "text"], default="text", help="default: text")

    def handle(self, **options: Any) -> None:
        """Judge the file."""
        with options["file"] as source:
            judged = judge_file(source.read())
        if options["format"] == "json":
            write_out(json.dumps(judged.get("", judged)))
        else:
            write_out("\n".join(_as_text(name, verdict) for name, verdict in judged.items()))
        if not all(verdict["valid"] for verdict in judged.values()):
            sys.exit(1)


def judge_file(text: bytes) -> dict[str, dict[str, Any]]:
    """Return the verdict on each schedule of a file by its name, which is empty for one that stands alone."""
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return {"": _verdict([{"code": "document.unreadable", "detail": "This is not JSON."}])}
    if isinstance(document, dict) and document and all(_is_schedule(value) for value in document.values()):
        return {name: _judge(value) for name, value in document.items()}
    return {"": _judge(document)}


def _is_schedule(value: object) -> bool:
    return isinstance(value, dict) and "rounds" in value


def _judge(document: object) -> dict[str, Any]:
    try:
        schedule = from_json(document)
    except ScheduleUnreadable as error:
        return _verdict([{"code": error.code, "detail": error.detail}])
    faults = verify(schedule)
    told = [{"code": fault.code, "params": dict(fault.params), "detail": fault_words(fault)} for fault in faults]
    can_be_measured = all(fault.code.startswith("schedule.claim") for fault in faults)
    return _verdict(told, measure(schedule) if can_be_measured else {})


def _verdict(faults: list[dict[str, Any]], measures: dict[str, int] | None = None) -> dict[str, Any]:
    return {"valid": not faults, "faults": faults, "measures": measures or {}}


def _as_text(name: str, verdict: dict[str, Any]) -> str:
    lines = [f"{fault['code']}: {fault['detail']}" for fault in verdict["faults"]] or ["No fault."]
    return "\n".join(f"{name}: {line}" if name else line for line in lines)


def _refuse_constant(name: str) -> NoReturn:
    detail = f"{name} is not a number of JSON"
    raise ValueError(detail)
