"""``python -m bench.ratings_quality``: how well ratings foretell simulated clubs, beside other programs.

Strengths of players, in logits, are drawn and stray from week to week; a table is won by the sum of a pair's, and by
much luck. Five Hundred is a normal difference of scores, of which one logit is worth 300 points and luck 475; Fives and
Threes is a race to exactly 61 by placements that score or do not. Pairs are fixed, mixed (three evenings of four with
the same partner) or rotating. Every method foretells each table from what came before, and the later half is judged:

* by logarithmic loss, as far as it is above that of somebody who knows the strengths, in thousandths of a nat, the mean
  over the seeds; and ours less the best tuned other's, club by club, with its standard error;
* by its calibration slope, the factor on the logits told that fits what happened best: 1 is honest, less too sure;
* by the rank correlation (Spearman) of what it holds everybody's strength to be in the end with what that is.

The other programs are described in ``peers/rating_programs.py``. openskill and TrueSkill may use what an evening
brought from one table to the next, which our days do not.
"""

from __future__ import annotations

import argparse
import datetime as dt
import itertools
import math
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from bench.peers.rating_programs import Told, check_closed_form, installed_programs
from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.engine.replay import foresee, replay
from ratings.engine.results import Result, compare

Floats = npt.NDArray[np.float64]
FIRST_DAY = dt.date(2024, 1, 1)
SPREAD = 0.27
"""Deviation of players' strengths in logits: 94 points."""
STRAY = 0.03 * SPREAD
"""How far a strength strays in a week."""
TABLES_A_NIGHT = 10
UNIT, LUCK = 300, 475
PER_LOGIT, BASE = 0.446, 0.42
"""How far a logit tilts the odds of a placement to score, found by simulation; the chance between equals."""
SCORES = (1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8)
KINDS = ("five_hundred", "fives_threes")
PAIRINGS = ("fixed", "mixed", "rotating")


@dataclass(frozen=True)
class Club:
    """A history: results of pairs in the order of play, and the first pair's true chance at each."""

    kind: str
    results: list[Result]
    chances: Floats
    strengths: list[float]

    @property
    def won(self) -> Floats:
        """By table of the later half: 1 where the first pair won."""
        return np.array([result.places[0] == 1 for result in self.results[len(self.results) // 2 :]], dtype=float)


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[200, 2_000])
    parser.add_argument("--seeds", type=int, nargs="+", default=[6], help="for each number of tables")
    parser.add_argument("--games", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--pairs", nargs="+", choices=PAIRINGS, default=PAIRINGS)
    options = parser.parse_args()
    print(f"closed form of two pairs against openskill: largest difference {check_closed_form():.1e}\n")
    seeds = dict(zip(options.tables, itertools.cycle(options.seeds), strict=False))
    measured = {}
    for tables, kind, pairing in itertools.product(options.tables, options.games, options.pairs):
        measured[kind, tables, pairing] = cell = Cell(kind, tables, pairing, seeds[tables])
        ours, error = cell.beside_best()
        print(f"{cell.title}: ours {ours:+.1f} +- {error:.1f} from the best tuned", file=sys.stderr, flush=True)
    for title, show in SHOWN.items():
        names = next(iter(measured.values())).methods
        print(f"{title}\n\n| game | tables | seeds | pairs | {' | '.join(names)} |\n|{'---|' * (len(names) + 4)}")
        for cell in measured.values():
            print(f"| {cell.title} | {' | '.join(show(cell, name) for name in names)} |")
        print()
    print("ours, who won, less the best tuned other\n")
    for cell in measured.values():
        print(f"| {cell.title} | {{:+.1f}} +- {{:.1f}} |".format(*cell.beside_best()))


def play(kind: str, tables: int, pairing: str, seed: int) -> Club:
    """Return a club's history; the same seed gives the same one."""
    chance = random.Random(f"{kind} {tables} {pairing} {seed}")
    players = 48 if tables < 1_000 else 80
    strength = [chance.gauss(0, SPREAD) for _ in range(players)]
    results, chances = [], []
    for number, (one, other) in enumerate(_meetings(chance, players, tables, pairing)):
        if number and number % TABLES_A_NIGHT == 0:
            strength = [value + chance.gauss(0, STRAY) for value in strength]
        lead = sum(strength[player] for player in one) - sum(strength[player] for player in other)
        scores = _normal_game(chance, lead) if kind == "five_hundred" else _race(chance, lead)
        chances.append(_normal(lead * UNIT / LUCK) if kind == "five_hundred" else 1 / (1 + math.exp(-lead)))
        day = FIRST_DAY + dt.timedelta(weeks=number // TABLES_A_NIGHT)
        places = (1, 2) if scores[0] > scores[1] else (2, 1)
        results.append(Result(day, (number,), (one, other), places, scores))
    return Club(kind, results, np.array(chances), strength)


def _meetings(chance: random.Random, players: int, tables: int, pairing: str) -> Iterator[tuple[tuple[int, int], ...]]:
    made = 0
    while made < tables:
        changes = pairing == "rotating" or (pairing == "mixed" and chance.random() < 0.25)
        seats = chance.sample(range(players), players) if changes else list(range(players))
        pairs = [(seats[at], seats[at + 1]) for at in range(0, players, 2)]
        chance.shuffle(pairs)
        night = [(pairs[at], pairs[at + 1]) for at in range(0, 2 * TABLES_A_NIGHT, 2)][: tables - made]
        made += len(night)
        yield from night


def _normal_game(chance: random.Random, lead: float) -> tuple[int, int]:
    difference = round(chance.gauss(UNIT * lead, LUCK)) or 1
    return (500, 500 - difference) if difference > 0 else (500 + difference, 500)


def _race(chance: random.Random, lead: float) -> tuple[int, int]:
    odds = math.log(BASE / (1 - BASE))
    likely = [1 / (1 + math.exp(-(odds + sign * PER_LOGIT * lead / 2))) for sign in (1, -1)]
    scores, turn = [0, 0], chance.randrange(2)
    while 61 not in scores:
        if chance.random() < likely[turn]:
            score = chance.choice(SCORES)
            scores[turn] += score if scores[turn] + score <= 61 else 0
        turn = 1 - turn
    return scores[0], scores[1]


def _by_engine(club: Club, params: Params) -> Told:
    comparisons = compare(club.results)
    expected = foresee(comparisons, params=params)
    # The engine has the side with the smaller player first.
    turned = np.array([min(one.sides[0]) > min(one.sides[1]) for one in club.results])
    history = replay(comparisons, params=params, before={})
    # By day and player: the last row of each stays.
    strengths = dict(zip(history.player.tolist(), history.mu.tolist(), strict=True))
    return Told(np.where(turned, 1 - expected, expected).tolist(), strengths)


def _by_program(rate: Callable[[list[Result]], Told], club: Club) -> Told:
    return rate(club.results)


METHODS: dict[str, Callable[[Club], Told]] = {
    "coin": lambda club: Told([0.5] * len(club.results), {}),
    "ours, who won": lambda club: _by_engine(club, default_params(club.kind)),
    "ours, margins": lambda club: _by_engine(club, default_params(club.kind, by_margin=True)),
}


class Cell:
    """What every method made of some clubs of one kind."""

    def __init__(self, kind: str, tables: int, pairing: str, seeds: int) -> None:
        self.title = f"{kind} | {tables:,} | {seeds} | {pairing}"
        self.methods = list(METHODS)
        self.excess: dict[str, Floats] = {}
        self.slopes: dict[str, float] = {}
        self.ranks: dict[str, float] = {}
        clubs = [play(kind, tables, pairing, seed) for seed in range(seeds)]
        known = np.array([_loss(club, club.chances) for club in clubs])
        others = {name: partial(_by_program, rate) for name, rate in installed_programs().items()}
        for name, method in {**METHODS, **others}.items():
            told = [method(club) for club in clubs]
            losses = np.array([_loss(club, np.array(one.chances)) for club, one in zip(clubs, told, strict=True)])
            self.excess[name] = 1_000 * (losses - known)
            self.slopes[name] = _slope(clubs, told)
            self.ranks[name] = float(
                np.mean(
                    [_rank_correlation(club.strengths, one.strengths) for club, one in zip(clubs, told, strict=True)]
                )
            )
        self.methods = list(self.excess)

    def beside_best(self) -> tuple[float, float]:
        """Return the mean of ours by who won less the tuned other that did best, and its standard error."""
        tuned = min((name for name in self.methods if "tuned" in name), key=lambda name: self.excess[name].mean())
        differences = self.excess["ours, who won"] - self.excess[tuned]
        return float(differences.mean()), float(differences.std(ddof=1) / math.sqrt(len(differences)))


SHOWN: dict[str, Callable[[Cell, str], str]] = {
    "logarithmic loss above the least possible, thousandths of a nat": lambda cell, name: (
        f"{cell.excess[name].mean():.1f}"
    ),
    "calibration slope": lambda cell, name: "-" if name == "coin" else f"{cell.slopes[name]:.2f}",
    "rank correlation with the true strengths": lambda cell, name: "-" if name == "coin" else f"{cell.ranks[name]:.2f}",
}


def _loss(club: Club, told: Floats) -> float:
    later = np.clip(told[len(told) // 2 :], 1e-9, 1 - 1e-9)
    return float(-np.log(np.where(club.won, later, 1 - later)).mean())


def _slope(clubs: list[Club], told: list[Told]) -> float:
    """Return the factor on the logits told that fits what happened best."""
    chances = np.concatenate([np.array(one.chances[len(one.chances) // 2 :]) for one in told])
    logits = np.log(np.clip(chances, 1e-9, 1 - 1e-9) / np.clip(1 - chances, 1e-9, 1))
    won = np.concatenate([club.won for club in clubs])
    if not logits.any():
        return math.nan
    slope = 0.5
    for _ in range(50):
        likely = 1 / (1 + np.exp(-slope * logits))
        slope += float((logits * (won - likely)).sum() / (logits**2 * likely * (1 - likely)).sum())
    return slope


def _rank_correlation(true: list[float], held: dict[int, float]) -> float:
    """Return Spearman's coefficient over those who played."""
    if not held:
        return math.nan
    players = sorted(held)
    ranks = [np.argsort(np.argsort([of[player] for player in players])) for of in (true, held)]
    return float(np.corrcoef(*ranks)[0, 1])


def _normal(value: float) -> float:
    return (1 + math.erf(value / math.sqrt(2))) / 2


if __name__ == "__main__":
    main()
