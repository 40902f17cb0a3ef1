"""``manage.py plan_movement``: prints the schedule of a whole event, as JSON or as a chart, without a database."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gameplay.errors import DomainError
from tournaments.chart_text import cards, wall_chart
from tournaments.management.output import write_out
from tournaments.movement_words import fault_words, plan_words
from tournaments.movements.howell import Sides
from tournaments.movements.planned import MovementNotPossible, Planned
from tournaments.movements.schedule import to_json
from tournaments.movements.verify import Fault, verify
from tournaments.movements.whole_event import MOST_ENTRIES, MOST_ROUNDS, PLANNERS, Request, plan_event

MOST_BOARDS = 12

ONLY_FOR = {
    "boards": ("mitchell", "howell", "reduced_howell"),
    "sides": ("howell",),
    "arrow_switch": ("mitchell",),
}
"""The movements that an option has a meaning in."""

EPILOG = """
The entries are called 1 to N. The JSON is that of docs/movements.md, with "remarks" in words; verify_movement reads it.
What cannot be is named in "errors" with what comes nearest, and the exit status is 1.
"""


class Command(BaseCommand):
    """Asks the generators, lets the judge look at the answer, and prints it."""

    help = "Plans a whole event: who sits where in which round. Needs no database."
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser, which also says what is printed."""
        return super().create_parser(prog_name, subcommand, epilog=EPILOG, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be asked for."""
        parser.add_argument("--movement", required=True, choices=list(PLANNERS))
        parser.add_argument("--entries", required=True, type=_number(1, MOST_ENTRIES), help="how many take part")
        parser.add_argument("--rounds", type=_number(1, MOST_ROUNDS), help="default: what the movement usually has")
        parser.add_argument("--seed", type=_number(0, 2**53 - 1), help="give the places by this lot; default: in order")
        parser.add_argument(
            "--stationary", nargs="+", type=int, default=[], metavar="ENTRY", help="entries that keep their table"
        )
        parser.add_argument(
            "--boards",
            type=_number(0, MOST_BOARDS),
            help="shared boards that a table plays in a round (mitchell, howell, reduced_howell; default 2; 0: none)",
        )
        parser.add_argument(
            "--sides",
            choices=get_args(Sides),
            help="howell: level for all (the default), or still: the pair that stays keeps its side, so that shared "
            "boards compare alike",
        )
        parser.add_argument(
            "--arrow-switch", action="store_true", help="mitchell: turn all tables round in the last round"
        )
        parser.add_argument("--cards", action="store_true", help="with --format text: also a card for each table")
        parser.add_argument("--format", choices=["json", "text"], default="json", help="default: json")

    def handle(self, **options: Any) -> None:
        """Print the schedule, or why there is none."""
        _check_options(options)
        request = Request(
            movement=options["movement"],
            entrants=tuple(range(1, options["entries"] + 1)),
            rounds=options["rounds"],
            seed=options["seed"],
            stationary=tuple(options["stationary"]),
            boards=options["boards"],
            sides=options["sides"] or "level",
            arrow_switch=options["arrow_switch"],
        )
        try:
            planned = plan_event(request)
        except DomainError as error:
            self._refuse([refusal_of(error)], options["format"])
            sys.exit(1)
        if faults := verify(planned.schedule):
            self._refuse([_broken(fault) for fault in faults], options["format"])
            sys.exit(1)
        if options["format"] == "json":
            write_out(_as_json(planned))
        else:
            write_out(_as_text(request, planned) + (f"\n{cards(planned.schedule)}" if options["cards"] else ""))

    def _refuse(self, errors: list[dict[str, Any]], form: str) -> None:
        if form == "json":
            write_out(json.dumps({"errors": errors}))
        else:
            for error in errors:
                self.stderr.write(f"{error['code']}: {error['detail']}")


def _check_options(options: dict[str, Any]) -> None:
    """Refuse what would be left out without a word."""
    for name, movements in ONLY_FOR.items():
        is_given = options[name] is not None and options[name] is not False
        if is_given and options["movement"] not in movements:
            message = f"--{name.replace('_', '-')} has a meaning in {', '.join(movements)} only"
            raise CommandError(message, returncode=2)
    if options["cards"] and options["format"] != "text":
        message = "--cards are printed with --format text only"
        raise CommandError(message, returncode=2)


def refusal_of(error: DomainError) -> dict[str, Any]:
    """Return why something cannot be planned, and what comes nearest, if that is known."""
    told: dict[str, Any] = {"code": error.code, "detail": error.detail}
    if isinstance(error, MovementNotPossible):
        name, number = error.nearest
        told["nearest"] = {"movement": name, error.counts: number}
    return told


def _broken(fault: Fault) -> dict[str, Any]:
    return {"code": fault.code, "detail": fault_words(fault)}


def _as_json(planned: Planned) -> str:
    remarks = [
        {"code": remark.code, "params": dict(remark.params), "detail": plan_words(remark)} for remark in planned.remarks
    ]
    return json.dumps({**to_json(planned.schedule), "remarks": remarks})


def _as_text(request: Request, planned: Planned) -> str:
    name = request.movement.replace("_", " ").title()
    rounds = len(planned.schedule.rounds)
    return wall_chart(planned, f"{name}: {len(request.entrants)} entries, {rounds} rounds")


def _number(least: int, most: int) -> Any:
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            message = f"{number} is not from {least} to {most}"
            raise argparse.ArgumentTypeError(message)
        return number

    read.__name__ = "whole number"
    return read
