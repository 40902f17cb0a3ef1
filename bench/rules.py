"""``make bench``: full records judged a second on one core, beside a judge written with plain lists, and OpenSpiel.

The peers take turns, many short ones, and each is read at its best turn, so that what else the machine does counts
least. OpenSpiel, where it is installed, replays random games of its own: euchre (in C++) and block dominoes (in
Python). Before each action it is asked whether it is legal. Its games are shorter and simpler than ours; read its
ratio as such.
"""

from __future__ import annotations

import argparse
import datetime as dt
import importlib.metadata
import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.peers import plain_rules
from gameplay.rules.registry import KINDS

try:
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401 - it registers itself
except ImportError:
    pyspiel = None

GOALS = {"five_hundred": 5_000, "fives_threes": 8_000}
PLAIN: dict[str, Callable[[dict[str, Any]], list[int]]] = {
    "five_hundred": plain_rules.five_hundred,
    "fives_threes": plain_rules.fives_threes,
}
LIKE_IT = {"five_hundred": "euchre", "fives_threes": "python_block_dominoes"}


@dataclass
class Peer:
    """Somebody who judges games; ``best`` is how many a second in the best turn."""

    name: str
    judge: Callable[[Any], object]
    games: Sequence[Any]
    best: float = 0.0
    place: int = field(default=0, repr=False)

    def take_turn(self, count: int) -> None:
        """Judge the next games."""
        games = [self.games[(self.place + step) % len(self.games)] for step in range(count)]
        self.place += count
        started = time.perf_counter()
        for game in games:
            self.judge(game)
        self.best = max(self.best, count / (time.perf_counter() - started))


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=2000, help="different records of each game (default: 2000)")
    parser.add_argument("--turns", type=int, default=60, help="turns of each peer (default: 60)")
    parser.add_argument("--games", type=int, default=200, help="games of one turn (default: 200)")
    options = parser.parse_args()
    versions = f", open_spiel {importlib.metadata.version('open_spiel')}" if pyspiel else ", open_spiel not installed"
    print(f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}{versions}")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, best of {options.turns} turns")
    print(f"of {options.games} games out of {options.records}\n")
    print("| game | peer | games/s | us a game | ours against it |")
    print("|---|---|---|---|---|")
    for name in KINDS:
        peers = _peers(name, options.records)
        for _ in range(options.turns):
            for peer in peers:
                peer.take_turn(options.games)
        for peer in peers:
            ratio = peers[0].best / peer.best
            print(f"| {name} | {peer.name} | {peer.best:,.0f} | {1e6 / peer.best:,.0f} | {ratio:.2f} |")
        verdict = "yes" if peers[0].best >= GOALS[name] else "NO"
        print(f"| {name} | at least {GOALS[name]:,} a second | {verdict} | | |")


def _peers(name: str, count: int) -> list[Peer]:
    """Return who takes turns in a game; ours and the plain judge have to agree on every record."""
    kind, rng = KINDS[name], random.Random(61)
    rules = kind.resolve_rules({})
    before = [0] * len(kind.sides(rules))
    records = [kind.random_record(rng, level=3, rules=rules, before=before) for _ in range(count)]
    for record in records:
        answer = kind.check(record)
        if not answer.valid or answer.values["points"] != PLAIN[name](record):
            raise SystemExit(f"the judges differ on {record}")
    peers = [Peer("ours", kind.check, records), Peer("plain lists", PLAIN[name], records)]
    if pyspiel:
        peers.append(_open_spiel(LIKE_IT[name], rng, count))
    return peers


def _open_spiel(name: str, rng: random.Random, count: int) -> Peer:
    game = pyspiel.load_game(name)
    histories = []
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        histories.append(state.history())

    def replay(history: list[int]) -> list[float]:
        state = game.new_initial_state()
        for action in history:
            if action not in state.legal_actions():
                raise SystemExit(f"{name} calls its own action illegal")
            state.apply_action(action)
        return list(state.returns())

    return Peer(f"OpenSpiel {name.removeprefix('python_')}", replay, histories)


if __name__ == "__main__":
    main()
