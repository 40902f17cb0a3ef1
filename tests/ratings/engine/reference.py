"""The formulas of the ratings once more: slowly, in 60 decimal digits, and by another road.

Each comparison is a Kalman step of its own, whose posterior is turned into what it added in natural parameters; nothing
is shared with the engine but the meaning of the stored numbers.
"""

from decimal import ROUND_FLOOR, Decimal, localcontext
from itertools import combinations

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def replay(results, params, before=None):
    """Return {(player, day): (mu, sigma, tables)} for results in any order."""
    with localcontext() as context:
        context.prec = 60
        logit = 800 / Decimal(10).ln()
        known = {p: (s.mu, s.sigma, s.tables, s.period) for p, s in (before or {}).items()}
        rows = {}
        for day in sorted({result.period for result in results}):
            of_day = [result for result in results if result.period == day]
            met = {player for result in of_day for side in result.sides for player in side}
            belief = {player: _before(known.get(player), day, params, logit) for player in met}
            gained = {player: [Decimal(0), Decimal(0)] for player in met}
            for result in of_day:
                _add(result, belief, gained, params, known)
            for player in met:
                mu, sigma = _after(belief[player], gained[player], params, logit)
                played = sum(player in side for result in of_day for side in result.sides)
                tables = (known[player][2] if player in known else 0) + played
                known[player] = (mu, sigma, tables, day)
                rows[player, day] = (mu, sigma, tables)
        return rows


def _before(state, day, params, logit):
    largest = Decimal(params.prior_sigma) / 100 / logit
    if state is None:
        return Decimal(params.prior_mu) / 10 / logit, largest**2
    mu, sigma, _, last = state
    weeks = Decimal((day - last).days) / 7
    variance = (Decimal(sigma) / 100 / logit) ** 2 + (Decimal(params.drift) / 100 / logit) ** 2 * weeks
    return Decimal(mu) / 10 / logit, min(variance, largest**2)


def _add(result, belief, gained, params, known):
    for one, other in combinations(range(len(result.sides)), 2):
        a, b = result.sides[one], result.sides[other]
        share = {player: Decimal(2) / len(a) for player in a} | {player: -Decimal(2) / len(b) for player in b}
        total = sum(share[player] ** 2 * belief[player][1] for player in share)
        lead = sum(share[player] * belief[player][0] for player in share)
        surprise, noise = _seen(result, one, other, lead, total, params)
        weight = Decimal(1) / (len(result.sides) - 1)
        for player, coefficient in share.items():
            partners = [partner for partner in (a if player in a else b) if partner != player]
            if not _is_novice(player, params, known) and any(_is_novice(p, params, known) for p in partners):
                continue
            variance = belief[player][1]
            gain = coefficient * variance / (total + noise)
            posterior_mean = gain * surprise
            posterior_variance = variance - gain * coefficient * variance
            gained[player][0] += weight * (1 / posterior_variance - 1 / variance)
            gained[player][1] += weight * posterior_mean / posterior_variance


def _seen(result, one, other, lead, total, params):
    """Return how far what was seen lies from what was expected, in logits, and its variance."""
    if params.margin_unit and result.points is not None:
        difference = (Decimal(result.points[one]) - Decimal(result.points[other])) / result.games
        capped = max(min(difference, Decimal(params.margin_cap)), Decimal(-params.margin_cap))
        return capped / params.margin_unit - lead, (Decimal(params.margin_noise) / params.margin_unit) ** 2
    lead /= (1 + PI * total / 8).sqrt()
    lead = max(min(lead, Decimal(30)), Decimal(-30))
    expected = 1 / (1 + (-lead).exp())
    spread = max(expected * (1 - expected), Decimal("1e-9"))
    place, other_place = result.places[one], result.places[other]
    score = Decimal("0.5") if place == other_place else Decimal(place < other_place)
    return (score - expected) / spread, 1 / spread


def _is_novice(player, params, known):
    return (known[player][2] if player in known else 0) < params.novice_tables


def _after(belief, gained, params, logit):
    mean, variance = belief
    variance = 1 / (1 / variance + gained[0])
    mu = _half_up((mean + variance * gained[1]) * logit * 10)
    sigma = _half_up(variance.sqrt() * logit * 100)
    return mu, max(params.least_sigma, min(params.prior_sigma, sigma))


def _half_up(value):
    return int((value + Decimal("0.5")).to_integral_value(ROUND_FLOOR))
