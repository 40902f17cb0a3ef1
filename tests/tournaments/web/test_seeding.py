from __future__ import annotations

import pytest

from tests.factories import make_tournament, make_user
from tests.tournaments.services.test_seeding import rate, seeds
from tournaments.models import BulkAct

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(client):
    user = make_user()
    tournament = make_tournament(pairs=3, movement="swiss", rounds=3)
    tournament.club.roles.create(user=user, role="director")
    client.force_login(user)
    return tournament, f"/tournaments/{tournament.slug}/"


def test_director_takes_the_ratings_of_today_and_undoes_it(client, night):
    tournament, home = night
    rate(tournament, {1: [15_000, 15_000]})
    assert "Nobody has a rating here yet" in client.get(f"{home}arrangements/").content.decode()

    page = client.post(f"{home}seeding/", follow=True).content.decode()

    act = BulkAct.objects.get(kind="seeded")
    assert "The entries have the ratings of today." in page
    assert '<span class="number">1500</span>' in page
    assert page.count('<span class="number">not rated</span>') == 2
    assert "1 entry seeded by rating" in page
    assert seeds(tournament) == [1500, None, None]
    undo = f"/acts/{act.pk}/undo/"
    assert "These entries have the rating that they had before:" in client.get(undo).content.decode()
    assert client.post(undo).url == f"{home}arrangements/"
    assert seeds(tournament) == [None, None, None]


def test_director_is_told_that_nobody_is_rated(client, night):
    tournament, home = night

    page = client.post(f"{home}seeding/", follow=True).content.decode()

    assert "None of the entries has a rating in this game at the club yet." in page
    assert seeds(tournament) == [None, None, None]
