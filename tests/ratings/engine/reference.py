"""The formulas of the ratings once more: slowly, in 60 decimal digits, and by another road.

Each comparison is a Kalman step of its own, whose posterior is turned into what it added in natural parameters; nothing
is shared with the engine but the meaning of the stored numbers.
"""

from decimal import ROUND_FLOOR, Decimal, localcontext
from itertools import combinations

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def replay(results, params, before=None):
    """Return {(player, day): (mu, sigma, tables)} for results in any order.

    Where partnerships have a bonus, likewise {((low, high), day): ...}; in ``before`` too they go by their two players.
    """
    with localcontext() as context:
        context.prec = 60
        logit = 800 / Decimal(10).ln()
        known = {one: (s.mu, s.sigma, s.tables, s.period) for one, s in (before or {}).items()}
        rows = {}
        for day in sorted({result.period for result in results}):
            of_day = [result for result in results if result.period == day]
            teams = [_members(side, params) for result in of_day for side in result.sides]
            met = set().union(*teams)
            belief = {one: _before(one, known.get(one), day, params, logit) for one in met}
            gained = {one: [Decimal(0), Decimal(0)] for one in met}
            for result in of_day:
                _add(result, belief, gained, params, known)
            for one in met:
                mu, sigma = _after(one, belief[one], gained[one], params, logit)
                tables = (known[one][2] if one in known else 0) + sum(one in team for team in teams)
                known[one] = (mu, sigma, tables, day)
                rows[one, day] = (mu, sigma, tables)
        return rows


def _members(side, params):
    """Return who makes up a side with the share of each in it: a pair has its bonus in the same measure as a player."""
    share = dict.fromkeys(side, Decimal(2) / len(side))
    if params.bonus_sigma and len(side) == 2:
        share[min(side), max(side)] = Decimal(1)
    return share


def _before(one, state, day, params, logit):
    is_pair = isinstance(one, tuple)
    largest = Decimal(params.bonus_sigma if is_pair else params.prior_sigma) / 100 / logit
    drift = Decimal(params.bonus_drift if is_pair else params.drift) / 100 / logit
    if state is None:
        return Decimal(0 if is_pair else params.prior_mu) / 10 / logit, largest**2
    mu, sigma, _, last = state
    weeks = Decimal((day - last).days) / 7
    variance = (Decimal(sigma) / 100 / logit) ** 2 + drift**2 * weeks
    return Decimal(mu) / 10 / logit, min(variance, largest**2)


def _add(result, belief, gained, params, known):
    for one, other in combinations(range(len(result.sides)), 2):
        a, b = result.sides[one], result.sides[other]
        share = _members(a, params) | {member: -part for member, part in _members(b, params).items()}
        total = sum(share[player] ** 2 * belief[player][1] for player in share)
        lead = sum(share[player] * belief[player][0] for player in share)
        surprise, noise = _seen(result, one, other, lead, total, params)
        weight = Decimal(1) / (len(result.sides) - 1)
        for member, coefficient in share.items():
            if member in (*a, *b):
                partners = [partner for partner in (a if member in a else b) if partner != member]
                if not _is_novice(member, params, known) and any(_is_novice(p, params, known) for p in partners):
                    continue
            variance = belief[member][1]
            gain = coefficient * variance / (total + noise)
            posterior_mean = gain * surprise
            posterior_variance = variance - gain * coefficient * variance
            gained[member][0] += weight * (1 / posterior_variance - 1 / variance)
            gained[member][1] += weight * posterior_mean / posterior_variance


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


def _after(one, belief, gained, params, logit):
    mean, variance = belief
    variance = 1 / (1 / variance + gained[0])
    mu = _half_up((mean + variance * gained[1]) * logit * 10)
    sigma = _half_up(variance.sqrt() * logit * 100)
    if isinstance(one, tuple):
        return mu, max(min(params.least_sigma, params.bonus_sigma), min(params.bonus_sigma, sigma))
    return mu, max(params.least_sigma, min(params.prior_sigma, sigma))


def _half_up(value):
    return int((value + Decimal("0.5")).to_integral_value(ROUND_FLOOR))
