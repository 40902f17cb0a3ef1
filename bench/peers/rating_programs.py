"""Programs that rate, each asked for the first pair's chance before it is told how a table ended, tuned and by default.

What is common to all tuned ones: a newcomer's deviation of about a quarter of a logit and 0.0055 logits of drift for
each root of a week, on the program's own scale. The drift is added by hand where the program knows no calendar. No
volatility, which needs more tables a week than anybody plays.
"""

from __future__ import annotations

import datetime as dt
import itertools
import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module, util
from typing import Any

from openskill.models import PlackettLuce

from bench.peers.glicko_2 import UNIT, Glicko, Met, rated, shrink_of
from ratings.engine.results import Result

OPENSKILL_TUNED = {"mu": 1500.0, "sigma": 89.0, "beta": 246.0, "tau": 0.0}
TRUESKILL_TUNED = {"mu": 1500.0, "sigma": 89.0, "beta": 296.0, "tau": 0.0, "draw_probability": 0.0}
DRIFT = 1.9
"""Of the tuned deviations, for each root of a week."""


@dataclass(frozen=True)
class Told:
    """The first pair's chance at each table, and how strong everybody was held to be at the end."""

    chances: list[float]
    strengths: dict[int, float]


def by_openskill(
    results: Iterable[Result], model: PlackettLuce, *, drift: float, ask: Callable[[Any, Any], float]
) -> Told:
    """Rate by openskill, table after table, so that a table may use what the evening has brought so far."""

    def rate(teams: list[list[Any]], places: tuple[int, ...]) -> Any:
        return model.rate(teams, ranks=list(places))

    return _one_by_one(
        results,
        newcomer=lambda player: model.rating(name=str(player)),
        age=lambda rating, weeks: _aged(model, rating, drift, weeks),
        ask=lambda teams: ask(model, teams),
        rate=rate,
    )


def _aged(model: PlackettLuce, rating: Any, drift: float, weeks: float) -> Any:
    rating.sigma = min(math.hypot(rating.sigma, drift * math.sqrt(weeks)), model.sigma)
    return rating


def by_trueskill(results: Iterable[Result], world: Any, *, drift: float) -> Told:
    """Rate by TrueSkill, table after table; the chance is that of the difference of the two performances."""

    def ask(teams: list[list[Any]]) -> float:
        lead = sum(rating.mu for rating in teams[0]) - sum(rating.mu for rating in teams[1])
        everybody = [*teams[0], *teams[1]]
        spread = math.sqrt(sum(rating.sigma**2 for rating in everybody) + len(everybody) * world.beta**2)
        return (1 + math.erf(lead / spread / math.sqrt(2))) / 2

    def age(rating: Any, weeks: float) -> Any:
        return world.create_rating(rating.mu, min(math.hypot(rating.sigma, drift * math.sqrt(weeks)), world.sigma))

    return _one_by_one(
        results,
        newcomer=lambda _: world.create_rating(),
        age=age,
        ask=ask,
        rate=lambda teams, places: world.rate(teams, ranks=list(places)),
    )


def _one_by_one(
    results: Iterable[Result],
    *,
    newcomer: Callable[[int], Any],
    age: Callable[[Any, float], Any],
    ask: Callable[[list[list[Any]]], float],
    rate: Callable[[list[list[Any]], tuple[int, ...]], Any],
) -> Told:
    ratings: dict[int, Any] = {}
    last: dict[int, dt.date] = {}
    chances = []
    for result in results:
        teams = []
        for side in result.sides:
            team = []
            for player in side:
                weeks = (result.period - last.get(player, result.period)).days / 7
                last[player] = result.period
                team.append(age(ratings[player] if player in ratings else newcomer(player), weeks))
            teams.append(team)
        chances.append(ask(teams))
        for side, team in zip(result.sides, rate(teams, result.places), strict=True):
            ratings.update(zip(side, team, strict=True))
    return Told(chances, {player: rating.mu for player, rating in ratings.items()})


def by_glicko(results: Iterable[Result], newcomer: Glicko, *, tau: float | None) -> Told:
    """Rate by Glicko-2, evening by evening.

    It knows two players only. A player meets everybody else at the table as one opponent: as strong as makes the
    difference that of the two sides, as uncertain as the other three together.
    """
    players: dict[int, Glicko] = {}
    seen: dict[int, dt.date] = {}
    chances = []
    for day, evening in itertools.groupby(results, key=lambda result: result.period):
        met: dict[int, list[Met]] = {}
        for result in evening:
            for player in itertools.chain(*result.sides):
                one = players.get(player, newcomer)
                for _ in range((day - seen.get(player, day)).days // 7 - 1):
                    one = one.aged()
                players[player], seen[player] = one, day
            sums = [sum(players[player].rating for player in side) for side in result.sides]
            variance = sum(players[player].deviation ** 2 for side in result.sides for player in side)
            chances.append(1 / (1 + math.exp(-shrink_of(variance) * (sums[0] - sums[1]) / UNIT)))
            for side, members in enumerate(result.sides):
                lead = sums[side] - sums[1 - side]
                for player in members:
                    one = players[player]
                    others = math.sqrt(variance - one.deviation**2)
                    met.setdefault(player, []).append((one.rating - lead, others, float(result.places[side] == 1)))
        players.update({player: rated(players[player], games, tau=tau) for player, games in met.items()})
    return Told(chances, {player: one.rating for player, one in players.items()})


def logistic(model: PlackettLuce, teams: list[list[Any]]) -> float:
    """Return the first side's chance with the link that openskill's own updates have."""
    mu = [sum(rating.mu for rating in team) for team in teams]
    variance = sum(rating.sigma**2 for team in teams for rating in team)
    return 1 / (1 + math.exp(-(mu[0] - mu[1]) / math.sqrt(variance + 2 * model.beta**2)))


def predict_win(model: PlackettLuce, teams: list[list[Any]]) -> float:
    """Return the first side's chance as openskill tells it."""
    return float(model.predict_win(teams)[0])


def installed_programs() -> dict[str, Callable[[Iterable[Result]], Told]]:
    """Return the programs that are here, tuned ones first."""
    tuned: dict[str, Callable[[Iterable[Result]], Told]] = {
        "openskill tuned": lambda results: by_openskill(
            results, PlackettLuce(**OPENSKILL_TUNED), drift=DRIFT, ask=logistic
        )
    }
    defaults: dict[str, Callable[[Iterable[Result]], Told]] = {
        "openskill, predict_win": lambda results: by_openskill(results, PlackettLuce(), drift=0, ask=predict_win),
        "openskill, logistic": lambda results: by_openskill(results, PlackettLuce(), drift=0, ask=logistic),
    }
    if util.find_spec("trueskill"):
        world = import_module("trueskill").TrueSkill
        tuned["TrueSkill tuned"] = lambda results: by_trueskill(results, world(**TRUESKILL_TUNED), drift=DRIFT)
        defaults["TrueSkill"] = lambda results: by_trueskill(results, world(draw_probability=0), drift=0)
    tuned["Glicko-2 tuned"] = lambda results: by_glicko(results, Glicko(1500, 45, 0.0055), tau=None)
    defaults["Glicko-2"] = lambda results: by_glicko(results, Glicko(), tau=0.5)
    return tuned | {f"{name} by default": rate for name, rate in defaults.items()}


def check_closed_form(tables: int = 2_000) -> float:
    """Rate tables by openskill and by the closed form of two pairs; return the largest difference of a number."""
    chance, model, worst = random.Random(1), PlackettLuce(**OPENSKILL_TUNED), 0.0
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
