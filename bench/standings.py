"""``make bench``: CPU seconds to rank 1,000 entries after 12 rounds by every criterion there is, and of each alone.

What is read from a database is not part of it. Every run begins from scratch, and the best of a few counts, so that
what else the machine does counts least.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import random
import time
from fractions import Fraction

from tournaments.standings.criteria import LAST_RESORTS, MEASURES
from tournaments.standings.presets import PRESETS
from tournaments.standings.ranking import Book
from tournaments.standings.results import Circumstances, SitOut, TableResult, share_game
from tournaments.standings.rules import StandingRules, TablePointScheme, rules_from_json
from tournaments.standings.workings import work_out

GOAL = 1.0
SCHEME = TablePointScheme()
EVERY = "every criterion"


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=1000, help="default: 1000")
    parser.add_argument("--rounds", type=int, default=12, help="default: 12")
    parser.add_argument("--runs", type=int, default=5, help="of each order; the best counts (default: 5)")
    options = parser.parse_args()
    tables, outs = _event(options.entries, options.rounds)
    ratings = {entry: 1500 + entry % 7 for entry in range(options.entries)}
    print(f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, best of {options.runs} runs")
    print(f"{options.entries:,} entries, {options.rounds} rounds, {len(tables):,} tables, {len(outs)} sit-outs\n")
    print("| order | CPU s | tied at the end |")
    print("|---|---|---|")
    figures = {}
    for name, rules in _orders().items():
        for _ in range(options.runs):
            started = time.process_time()
            book = Book(range(options.entries), tables, outs, (), rules, Circumstances(ratings=ratings))
            spent = time.process_time() - started
            figures[name] = min(spent, figures.get(name, spent))
        print(f"| {name} | {figures[name]:.2f} | {sum(row.shared for row in book.rows)} |")
    started = time.process_time()
    for criterion in book.criteria:
        work_out(book, 0, criterion)
    print(f"| the workings of one entry | {time.process_time() - started:.4f} | |")
    print(f"| {EVERY} in less than {GOAL:.0f} s | {'yes' if figures[EVERY] < GOAL else 'NO'} | |")


def _orders() -> dict[str, StandingRules]:
    """Return the presets, and last an order of everything that can be worked out."""
    orders = {f"preset {preset.key}": StandingRules(preset.criteria) for preset in PRESETS.values()}
    every = [{"key": key} for key in MEASURES if key not in LAST_RESORTS]
    every += [{"key": "points", "average": True}]
    return {**orders, EVERY: rules_from_json({"criteria": every})}


def _event(entries: int, rounds: int) -> tuple[list[TableResult], list[SitOut]]:
    """Return random rounds in which four entries sit out."""
    chance = random.Random(1)
    tables, outs = [], []
    for number in range(1, rounds + 1):
        order = chance.sample(range(entries), entries)
        outs += [SitOut(number, order.pop()) for _ in range(4)]
        while len(order) > 1:
            tables.append(_table(number, order.pop(), order.pop(), chance))
    return tables, outs


def _table(number: int, one: int, other: int, chance: random.Random) -> TableResult:
    score = (chance.randint(0, 20) * 10, chance.randint(0, 20) * 10)
    games = share_game(2, [side for side in (0, 1) if score[side] == max(score)])
    points = (Fraction(score[0]), Fraction(score[1]))
    return TableResult(number, ((one,), (other,)), games, points, SCHEME.award(games))


if __name__ == "__main__":
    main()
