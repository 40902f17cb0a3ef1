"""``manage.py tune_ratings``: better parameters from a pool's own results, or from JSON lines; reports first."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from ratings.engine.columns import Comparisons, compare_tables
from ratings.engine.defaults import default_params
from ratings.engine.lines import read_results
from ratings.engine.params import Params
from ratings.engine.results import compare
from ratings.engine.tuning import Judged, TooFewResults, Tuned, tune
from ratings.errors import PoolNotFound
from ratings.selectors.ledger import tables_since
from ratings.selectors.pools import get_pool
from ratings.services.pool_settings import change_pool
from tournaments.actors import SYSTEM

EXPLAINED = """\
The later half of the tables was foretold from the days before each. Loss is the mean of minus the natural logarithm of
the chance that was given to what happened, in thousandths: 693 for a coin, less is better. The refit was chosen on the
same tables, so the next ones will gain a little less; a gain below twice its error may be luck. A bonus of partners
that is off (bonus_sigma 0) is taken up only where it gains more than that.
"""


class Command(BaseCommand):
    help = "Refit the parameters of a rating list to its own results, and report; nothing changes without --apply."

    def add_arguments(self, parser: ArgumentParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--pool", type=int, help="the number of a rating list")
        source.add_argument("--lines", action="store_true", help="JSON lines as rate_results takes them, from stdin")
        parser.add_argument("--params", type=Path, help="with --lines: a file with the present parameters")
        parser.add_argument("--apply", action="store_true", help="with --pool: set what was found")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["lines"] and options["apply"]:
            raise CommandError("There is no list to set: --apply goes with --pool.")
        comparisons, present, defaults = _of_lines(options["params"]) if options["lines"] else _of_pool(options["pool"])
        try:
            tuned = tune(comparisons, present=present, defaults=defaults)
        except TooFewResults as error:
            raise CommandError(f"Nothing is fitted: {error}.") from error
        self._report(tuned)
        if options["apply"]:
            self._apply(options["pool"], tuned)
        else:
            self.stdout.write("Nothing was changed.")

    def _report(self, tuned: Tuned) -> None:
        self.stdout.write(f"{tuned.tables} tables, of which the last {tuned.judged} were judged.\n{EXPLAINED}")
        self.stdout.write(f"{'':10}{'loss':>8}  gain on present")
        for name in ("defaults", "present", "refit"):
            self.stdout.write(_row(name, getattr(tuned, name)))
        self.stdout.write(json.dumps(tuned.refit.params.as_mapping()))

    def _apply(self, pool_id: int, tuned: Tuned) -> None:
        if tuned.refit.gain <= 0:
            self.stdout.write("The present parameters are the best that were found; nothing was changed.")
            return
        found = {name: value for name, value in tuned.refit.params.as_mapping().items() if name != "version"}
        pool = change_pool(actor=SYSTEM, pool_id=pool_id, params=found, now=timezone.now())
        self.stdout.write(f"{pool} is computed by version {pool.params['version']} from the next refresh on.")


def _row(name: str, judged: Judged) -> str:
    gain = "" if name == "present" else f"{1000 * judged.gain:+10.2f} ± {1000 * judged.error:.2f}"
    return f"{name:10}{1000 * judged.loss:8.2f}{gain}"


def _of_pool(pool_id: int) -> tuple[Comparisons, Params, Params]:
    try:
        pool = get_pool(pool_id)
    except PoolNotFound as error:
        raise CommandError(f"There is no rating pool {pool_id}.") from error
    present = Params.from_mapping(pool.params)
    defaults = default_params(pool.kind, by_margin=present.counts_margin)
    return compare_tables(tables_since(pool, None)), present, defaults


def _of_lines(path: Path | None) -> tuple[Comparisons, Params, Params]:
    try:
        present = Params() if path is None else Params.from_mapping(json.loads(path.read_text("utf-8")))
        named = read_results(sys.stdin.buffer)
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from error
    return compare(named.results), present, Params()
