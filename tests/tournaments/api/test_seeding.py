from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from tests.factories import make_tournament, make_user
from tests.tournaments.services.test_seeding import rate, seeds

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    user = make_user()
    tournament = make_tournament(pairs=3, movement="swiss", rounds=3)
    tournament.club.roles.create(user=user, role="director")
    client = APIClient()
    client.force_authenticate(user)
    return tournament, client, f"/api/v1/tournaments/{tournament.slug}/seeding/"


def test_ratings_of_today_are_stored_and_read(night):
    tournament, client, path = night
    rate(tournament, {1: [15_000, 15_000], 3: [15_200, 15_400]})
    assert [one["rating"] for one in client.get(path).json()["seeds"]] == [None, None, None]

    response = client.post(path)

    assert response.status_code == 200
    assert response.json() == client.get(path).json()
    assert response.json()["is_open"] is True
    assert [(one["number"], one["rating"]) for one in response.json()["seeds"]] == [(3, 1530), (1, 1500), (2, None)]


def test_nobody_rated_is_a_problem(night):
    tournament, client, path = night

    response = client.post(path)

    assert (response.status_code, response.json()["code"]) == (409, "seeding.nobody_rated")
    assert seeds(tournament) == [None, None, None]


def test_strangers_neither_read_nor_seed(night):
    tournament, _, path = night
    rate(tournament, {1: [15_000, 15_000]})

    answers = [getattr(APIClient(), method)(path).status_code for method in ("get", "post")]

    assert answers == [401, 401]
    assert seeds(tournament) == [None, None, None]
