"""``python -m bench.ratings_quality``: how well ratings foretell simulated clubs, beside openskill.

Strengths of players, in logits, are drawn once; a table is won by the sum of a pair's, and by much luck. Five Hundred
is a normal difference of scores, of which one logit is worth 300 points and luck 475; Fives and Threes is a race to
exactly 61 by placements that score or do not. Pairs are fixed, mixed (three evenings of four with the same partner) or
rotating. Every method foretells each table from what came before, the later half is judged by logarithmic loss, and
what counts is by how much it is above that of somebody who knows the strengths: in thousandths of a nat, the mean over
the seeds.

openskill (PlackettLuce) rates table after table in the order of play, with its defaults or tuned: a newcomer's
deviation of 89 on a scale where 246 is luck, 1.9 added by hand for each root of a week. Its defaults are also asked
with the logistic link that its own updates have in the place of ``predict_win``. It may use what an evening brought
from one table to the next, which our days do not.
"""

from __future__ import annotations

import argparse
import datetime as dt
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from openskill.models import PlackettLuce

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.engine.replay import foresee
from ratings.engine.results import Result, compare

Floats = npt.NDArray[np.float64]
FIRST_DAY = dt.date(2024, 1, 1)
SPREAD = 0.27
"""Deviation of players' strengths in logits: 94 points."""
TABLES_A_NIGHT = 10
UNIT, LUCK = 300, 475
PER_LOGIT, BASE = 0.446, 0.42
"""How far a logit tilts the odds of a placement to score, found by simulation; the chance between equals."""
SCORES = (1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 8)
TUNED = {"mu": 1500.0, "sigma": 89.0, "beta": 246.0, "tau": 0.0}
DRIFT = 1.9
PAIRINGS = ("fixed", "mixed", "rotating")


@dataclass(frozen=True)
class Club:
    """A history: results of pairs in the order of play, and the first pair's true chance at each."""

    kind: str
    results: list[Result]
    chances: Floats


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[200, 2_000])
    parser.add_argument("--seeds", type=int, default=6)
    options = parser.parse_args()
    print(f"closed form of two pairs against openskill: largest difference {check_closed_form():.1e}\n")
    print(f"| game | tables | pairs | {' | '.join(METHODS)} | slope |\n|---|---|---|{'---|' * (len(METHODS) + 1)}")
    for kind in ("five_hundred", "fives_threes"):
        for tables in options.tables:
            for pairing in PAIRINGS:
                clubs = [play(kind, tables, pairing, seed) for seed in range(options.seeds)]
                cells = " | ".join(f"{_excess(clubs, method):.1f}" for method in METHODS.values())
                print(f"| {kind} | {tables:,} | {pairing} | {cells} | {_slope(clubs):.2f} |", flush=True)


def play(kind: str, tables: int, pairing: str, seed: int) -> Club:
    """Return a club's history; the same seed gives the same one."""
    chance = random.Random(f"{kind} {tables} {pairing} {seed}")
    players = 48 if tables < 1_000 else 80
    strength = [chance.gauss(0, SPREAD) for _ in range(players)]
    results, chances = [], []
    for number, (one, other) in enumerate(_meetings(chance, players, tables, pairing)):
        lead = sum(strength[player] for player in one) - sum(strength[player] for player in other)
        scores = _normal_game(chance, lead) if kind == "five_hundred" else _race(chance, lead)
        chances.append(_normal(lead * UNIT / LUCK) if kind == "five_hundred" else 1 / (1 + math.exp(-lead)))
        day = FIRST_DAY + dt.timedelta(weeks=number // TABLES_A_NIGHT)
        places = (1, 2) if scores[0] > scores[1] else (2, 1)
        results.append(Result(day, (number,), (one, other), places, scores))
    return Club(kind, results, np.array(chances))


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


def _by_engine(club: Club, params: Params) -> Floats:
    comparisons = compare(club.results)
    expected = foresee(comparisons, params=params)
    # The engine has the side with the smaller player first.
    turned = np.array([min(one.sides[0]) > min(one.sides[1]) for one in club.results])
    return np.where(turned, 1 - expected, expected)


def _by_openskill(club: Club, model: PlackettLuce, *, drift: float, ask: Callable[..., float]) -> Floats:
    ratings: dict[int, object] = {}
    last: dict[int, dt.date] = {}
    told = []
    for result in club.results:
        teams = [[ratings.get(player) or model.rating(name=str(player)) for player in side] for side in result.sides]
        for side, team in zip(result.sides, teams, strict=True):
            for player, rating in zip(side, team, strict=True):
                weeks = (result.period - last.get(player, result.period)).days / 7
                rating.sigma = min(math.hypot(rating.sigma, drift * math.sqrt(weeks)), model.sigma)
                last[player] = result.period
        told.append(ask(model, teams))
        after = model.rate(teams, ranks=list(result.places))
        for side, team in zip(result.sides, after, strict=True):
            ratings.update(zip(side, team, strict=True))
    return np.array(told)


def _logistic(model: PlackettLuce, teams: list[list[object]]) -> float:
    mu, variance = ([sum(value(r) for r in team) for team in teams] for value in (lambda r: r.mu, lambda r: r.sigma**2))
    return 1 / (1 + math.exp(-(mu[0] - mu[1]) / math.sqrt(sum(variance) + 2 * model.beta**2)))


def _predict_win(model: PlackettLuce, teams: list[list[object]]) -> float:
    return float(model.predict_win(teams)[0])


METHODS: dict[str, Callable[[Club], Floats]] = {
    "coin": lambda club: np.full(len(club.results), 0.5),
    "ours, who won": lambda club: _by_engine(club, default_params(club.kind)),
    "ours, margins": lambda club: _by_engine(club, default_params(club.kind, by_margin=True)),
    "openskill tuned": lambda club: _by_openskill(club, PlackettLuce(**TUNED), drift=DRIFT, ask=_logistic),
    "openskill defaults, logistic": lambda club: _by_openskill(club, PlackettLuce(), drift=0, ask=_logistic),
    "openskill defaults, predict_win": lambda club: _by_openskill(club, PlackettLuce(), drift=0, ask=_predict_win),
}


def check_closed_form(tables: int = 2_000) -> float:
    """Rate tables by openskill and by the closed form of two pairs; return the largest difference of a number."""
    chance, model, worst = random.Random(1), PlackettLuce(**TUNED), 0.0
    for _ in range(tables):
        before = [[(chance.gauss(1500, 90), chance.uniform(30, 90)) for _ in range(2)] for _ in range(2)]
        teams = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in before]
        c = math.sqrt(sum(sigma**2 for team in before for _, sigma in team) + 2 * model.beta**2)
        lead = (sum(mu for mu, _ in before[0]) - sum(mu for mu, _ in before[1])) / c
        likely = 1 / (1 + math.exp(-lead))
        for sign, team, after in zip((1, -1), before, model.rate(teams, ranks=[1, 2]), strict=True):
            gamma = math.sqrt(sum(sigma**2 for _, sigma in team)) / c
            for (mu, sigma), rating in zip(team, after, strict=True):
                expected_mu = mu + sign * sigma**2 / c * (1 - likely)
                expected_sigma = sigma * math.sqrt(1 - gamma * sigma**2 / c**2 * likely * (1 - likely))
                worst = max(worst, abs(rating.mu - expected_mu), abs(rating.sigma - expected_sigma))
    assert worst < 1e-10
    return worst


def _excess(clubs: list[Club], method: Callable[[Club], Floats]) -> float:
    return float(np.mean([1_000 * (_loss(club, method(club)) - _loss(club, club.chances)) for club in clubs]))


def _loss(club: Club, told: Floats) -> float:
    won = np.array([result.places[0] == 1 for result in club.results])
    likely = np.clip(np.where(won, told, 1 - told), 1e-9, 1)
    return float(-np.log(likely[len(likely) // 2 :]).mean())


def _slope(clubs: list[Club]) -> float:
    """Return the calibration slope of ours: the factor on the logits told that fits what happened best; 1 is honest."""
    told = [_by_engine(club, default_params(club.kind)) for club in clubs]
    logits = np.concatenate([np.log(one / (1 - one))[len(one) // 2 :] for one in told])
    won = np.concatenate(
        [[result.places[0] == 1 for result in club.results][len(club.results) // 2 :] for club in clubs]
    ).astype(float)
    slope = 1.0
    for _ in range(20):
        likely = 1 / (1 + np.exp(-slope * logits))
        slope += float((logits * (won - likely)).sum() / (logits**2 * likely * (1 - likely)).sum())
    return slope


def _normal(value: float) -> float:
    return (1 + math.erf(value / math.sqrt(2))) / 2


if __name__ == "__main__":
    main()
