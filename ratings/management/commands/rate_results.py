"""``manage.py rate_results``: rates results from standard input, JSON lines in and out, without a database."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.engine.explain import Explained, explain_period
from ratings.engine.lines import LineRefused, NamedResults, read_results
from ratings.engine.params import Params, ParamsRefused
from ratings.engine.partnerships import partners_of
from ratings.engine.replay import State, replay
from ratings.engine.results import compare, in_order

EPILOG = """
Each line of the input is {"period": "2026-03-01", "table": "...", "sides": [["p1", "p2"], ["p3", "p4"]], "outcome":
[1, 0]}, in any order; of the outcome, points or otherwise, only which is higher counts, unless the parameters count
margins: then it is the sides' points. Each line of the output is what is believed of a player after a period of play.
With --explain it also says what each table added; the points of the parts sum to the change exactly. Where partnerships
have a bonus (bonus_sigma), there are lines of theirs too, with "partnership": ["p1", "p2"] in the place of "player".
"""


class Command(BaseCommand):
    """Reads all results first, because their order must not matter."""

    help = "Rates results: JSON lines in, the states after each period as JSON lines out. Needs no database."
    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser, which also says what the lines are."""
        return super().create_parser(prog_name, subcommand, epilog=EPILOG, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what may be asked for."""
        defaults = json.dumps(Params().as_mapping())
        parser.add_argument("--params", type=Path, help=f"a file with other parameters than {defaults}")
        parser.add_argument("--explain", action="store_true", help="say what each table added")

    def handle(self, **options: Any) -> None:
        """Rate the lines of standard input."""
        try:
            params = _params(options["params"])
            named = read_results(sys.stdin.buffer)
        except (LineRefused, ParamsRefused) as error:
            raise CommandError(str(error)) from error
        answers = _explained(named, params) if options["explain"] else _states(named, params)
        for answer in answers:
            self.stdout.write(json.dumps(answer, ensure_ascii=False))


def _params(path: Path | None) -> Params:
    if path is None:
        return Params()
    try:
        values = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from error
    if not isinstance(values, dict):
        raise CommandError(f"{path} holds no parameters")
    return Params.from_mapping(values)


def _states(named: NamedResults, params: Params) -> Iterator[dict[str, Any]]:
    for state in replay(compare(named.results), params=params, before={}).states():
        yield _state(named, state)


def _state(named: NamedResults, state: State) -> dict[str, Any]:
    return {
        "period": state.period.isoformat(),
        **_whose(named, state.player),
        "mu": state.mu / 10,
        "sigma": state.sigma / 100,
        "tables": state.tables,
    }


def _whose(named: NamedResults, key: int) -> dict[str, Any]:
    if key < 0:
        return {"partnership": [named.players[player] for player in partners_of(key)]}
    return {"player": named.players[key]}


def _explained(named: NamedResults, params: Params) -> Iterator[dict[str, Any]]:
    known: dict[int, State] = {}
    for _period, results in groupby(in_order(named.results), key=lambda result: result.period):
        for one in explain_period(results, params=params, before=known):
            yield {**_state(named, one.after), **_reasons(named, one)}
            known[one.player] = one.after


def _reasons(named: NamedResults, one: Explained) -> dict[str, Any]:
    return {
        "mu_before": one.mu_before / 10,
        "sigma_grown": one.sigma_grown / 100,
        "change": (one.after.mu - one.mu_before) / 10,
        "parts": [
            {
                "table": named.tables[part.table[0]],
                "with": [named.players[player] for player in part.partners],
                "against": [named.players[player] for player in part.opponents],
                "expected": round(part.expected, 4),
                "actual": round(part.actual, 4),
                "weight": round(part.weight, 4),
                "points": part.hundredths / 100,
                "by_margin": part.by_margin,
                "is_held": part.is_held,
            }
            for part in one.parts
        ],
    }
