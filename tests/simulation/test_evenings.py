"""Whole evenings through the services, with all that can happen in them; the invariants hold after each step."""

from __future__ import annotations

import pytest

from tests.factories import make_tournament
from tests.simulation.evening import Evening
from tests.simulation.invariants import check_ratings

pytestmark = pytest.mark.django_db


def play(field, seed, *, rounds=3, hands=1, **settings):
    """Play an evening; what happened is shown if something does not hold."""
    rules = {"end": "hands", "hands": hands}
    tournament = make_tournament(rules=rules, rounds=rounds, seed=seed, **field, **settings)
    evening = Evening(tournament, seed)
    try:
        evening.play(rounds)
    except BaseException:
        print("\n".join(evening.steps))
        raise
    check_ratings(tournament)


@pytest.mark.parametrize(("pairs", "seed", "movement"), [(4, 1, "round_robin"), (5, 2, "swiss"), (7, 3, "progressive")])
def test_an_evening_of_pairs(pairs, seed, movement):
    play({"pairs": pairs}, seed, hands=2 if pairs < 6 else 1, movement=movement)


@pytest.mark.parametrize(("people", "seed", "movement"), [(11, 2, "mixed"), (13, 3, "whist"), (20, 5, "individual")])
def test_an_evening_of_people_who_change_partners(people, seed, movement):
    play({"people": people}, seed, movement=movement)


@pytest.mark.evenings
@pytest.mark.parametrize("pairs", range(4, 34))
def test_a_long_evening_of_pairs(pairs):
    movements = ["round_robin", "swiss", "monrad", "danish", "progressive", "howell", "mitchell", "double_round_robin"]
    play({"pairs": pairs}, seed=100 + pairs, rounds=6 + pairs % 5, hands=2, movement=movements[pairs % len(movements)])


@pytest.mark.evenings
@pytest.mark.parametrize("people", range(8, 67))
def test_a_long_evening_of_people_who_change_partners(people):
    movements = ["individual", "whist", "mixed", "progressive", "pods"]
    play({"people": people}, seed=people, rounds=6 + people % 5, movement=movements[people % len(movements)])
