"""Whole evenings through the services, with all that can happen in them; the invariants hold after each step."""

from __future__ import annotations

import pytest

from tests.factories import make_tournament
from tests.simulation.evening import Evening
from tests.simulation.invariants import check_ratings

pytestmark = pytest.mark.django_db


COUNTS = ["director", "leader", "shared", "unplayed"]
"""What counts of games that time breaks off, by the seed of the evening; by the first one no time is called."""


def play(field, seed, *, rounds=3, hands=1, **settings):
    """Play an evening; what happened is shown if something does not hold."""
    rules = {"end": "hands", "hands": hands}
    settings = {"when_time_is_up": COUNTS[seed % len(COUNTS)], **settings}
    tournament = make_tournament(rules=rules, rounds=rounds, seed=seed, **field, **settings)
    evening = Evening(tournament, seed)
    try:
        evening.play(rounds)
    except BaseException:
        print("\n".join(evening.steps))
        raise
    check_ratings(tournament)
    return evening


@pytest.mark.parametrize(("pairs", "seed", "movement"), [(4, 1, "round_robin"), (5, 2, "swiss"), (7, 3, "progressive")])
def test_an_evening_of_pairs(pairs, seed, movement):
    play({"pairs": pairs}, seed, hands=2 if pairs < 6 else 1, movement=movement)


@pytest.mark.parametrize(("people", "seed", "movement"), [(11, 2, "mixed"), (13, 3, "whist"), (20, 5, "individual")])
def test_an_evening_of_people_who_change_partners(people, seed, movement):
    play({"people": people}, seed, movement=movement)


@pytest.mark.parametrize(("seed", "counts"), list(enumerate(COUNTS, 40)))
def test_an_evening_on_which_time_is_called(seed, counts):
    evening = play({"pairs": 6}, seed, hands=3, movement="swiss")

    assert evening.tournament.when_time_is_up == counts
    assert ("time is called" in evening.steps) == (counts != "director")


OF_PAIRS = ["round_robin", "swiss", "monrad", "danish", "progressive", "howell", "mitchell", "double_round_robin"]
OF_PEOPLE = ["individual", "whist", "mixed", "progressive", "pods"]


@pytest.mark.evenings
@pytest.mark.parametrize("people", range(4, 67))
def test_an_evening_of_every_size(people):
    """Every fourth size comes in pairs; large fields play fewer rounds, so that all sizes together take minutes."""
    rounds = 6 if people <= 12 else 3 if people <= 40 else 2
    if people % 4:
        play({"people": people}, seed=people, rounds=rounds, movement=OF_PEOPLE[people % len(OF_PEOPLE)])
    else:
        pairs = people // 2
        play({"pairs": pairs}, seed=100 + pairs, rounds=rounds, movement=OF_PAIRS[people // 4 % len(OF_PAIRS)])


@pytest.mark.all_evenings
@pytest.mark.parametrize("pairs", range(2, 34))
def test_a_long_evening_of_pairs(pairs):
    movement = OF_PAIRS[pairs % len(OF_PAIRS)]
    play({"pairs": pairs}, seed=100 + pairs, rounds=6 + pairs % 5, hands=2, movement=movement)


@pytest.mark.all_evenings
@pytest.mark.parametrize("people", range(4, 67))
def test_a_long_evening_of_people_who_change_partners(people):
    play({"people": people}, seed=people, rounds=6 + people % 5, movement=OF_PEOPLE[people % len(OF_PEOPLE)])
