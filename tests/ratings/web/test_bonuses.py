"""Pages and API of a list whose partners have a bonus of their own."""

from __future__ import annotations

import pytest

from ratings.engine.params import Params
from ratings.models import PairState, RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import make_user
from tests.ratings.factories import DAY, NOW, make_club, make_players, make_pool, play_round
from tournaments.models import ClubRole

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """The first two of four players have won against the others: each pair has a bonus of 4.8 ± 59.79 now, or −4.8."""
    club = make_club()
    players = make_players(club, 4)
    pool = make_pool(club, params=Params(bonus_sigma=6_000).as_mapping(), format="")
    play_round(club, [(players[:2], players[2:], "won")])
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return pool, [player.pk for player in players]


def shown(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_list_of_partnerships_has_the_bonus_of_each(client, night):
    pool, (a, b, *_) = night

    page = shown(client, f"/ratings/{pool.pk}/partnerships/")
    listed = client.get(f"/api/v1/ratings/pools/{pool.pk}/partnerships/").json()["results"]

    assert "half of the sum of its two players and its bonus" in page
    assert '<td class="cell-number">+4.8 ± 60</td>' in page
    assert '<td class="cell-number">\N{MINUS SIGN}4.8 ± 60</td>' in page
    assert (listed[0]["player_ids"], listed[0]["rating"]) == ([a, b], 1514)
    assert [line["bonus"] for line in listed] == [
        {"mu": 48, "sigma": 5_979, "tables": 1},
        {"mu": -48, "sigma": 5_979, "tables": 1},
    ]


def test_page_of_a_pair_has_its_bonus_and_how_it_came(client, night):
    pool, (a, b, *_) = night

    page = shown(client, f"/ratings/{pool.pk}/partnerships/{a}/{b}/")
    body = client.get(f"/api/v1/ratings/pools/{pool.pk}/partnerships/{a}/{b}/").json()

    assert "half of the sum of both and their bonus" in page
    assert '<span>Their bonus</span> <span class="number">+4.8 ± 60</span>' in page
    assert '<td class="cell-number">+4.8 ± 60</td>' in page
    assert body["bonus"] == {"mu": 48, "sigma": 5_979, "tables": 1}
    # (1511.7 + 1511.7 + 4.8) / 2, and half of what the three have gained.
    assert [(day["rating"], day["change"], day["bonus"]) for day in body["days"]] == [(1514, 141, body["bonus"])]


def test_day_names_the_bonus_that_the_lead_was_worked_out_with(client, night):
    pool, (a, *_) = night
    PairState.objects.update(period=DAY.replace(month=1), mu=1_000)
    path = f"/ratings/{pool.pk}/players/{a}/days/{DAY}/"

    page, text = shown(client, path), client.get(f"{path}text/").content.decode()
    [table] = client.get(f"/api/v1/ratings/pools/{pool.pk}/players/{a}/history/{DAY}/").json()["tables"]

    assert page.count("their bonus +100.0 ± 59.79") == 2
    assert "(one + other + bonus) ÷ 2" in page
    assert text.count("their bonus +100.0 ± 59.79\n") == 2
    assert text.count("together 1550.00\n") == 2
    assert table["meetings"][0]["own"]["bonus"] == {"rating": "100.0", "deviation": "59.79"}
    assert table["meetings"][0]["own"]["rating"] == "1550.00"


def test_what_if_says_which_bonus_was_counted(client, night):
    pool, (a, b, c, d) = night

    path = f"/api/v1/ratings/pools/{pool.pk}/forecast/?side={a},{b}&side={c},{d}"
    sides = client.get(path).json()["sides"]
    names = "&".join(f"{field}=Player+0{at}" for at, field in enumerate(("one", "one_partner", "other"), start=1))
    page = shown(client, f"/ratings/{pool.pk}/what-if/?{names}&other_partner=Player+04")

    assert [side["bonus"]["mu"] for side in sides] == [48, -48]
    assert "bonus +4.8 ± 60" in page


def test_organiser_looks_at_a_bonus_and_sets_it(client):
    club = make_club()
    players = make_players(club, 4)
    play_round(club, [(players[:2], players[2:], "won")])
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool = RatingPool.objects.get()
    ClubRole.objects.create(club=club, user=(olga := make_user()), role="organiser")
    client.force_login(olga)
    path = f"/ratings/{pool.pk}/settings/"
    form = {
        "name": "Five Hundred",
        "prior_mu": "1500",
        "prior_sigma": "94",
        "least_sigma": "20",
        "drift": "2.8",
        "novice_tables": "0",
        "bonus_sigma": "60",
        "bonus_drift": "1.5",
        "margin_unit": "0",
        "margin_noise": "0",
        "margin_cap": "0",
    }

    looked = client.post(path, {**form, "look": ""}).content.decode()
    pool.refresh_from_db()
    assert not pool.rates_pairs
    client.post(path, {**form, "set": ""})

    assert "4 of 4 ratings would be others." in looked
    pool.refresh_from_db()
    assert (pool.params["bonus_sigma"], pool.params["bonus_drift"], pool.params["version"]) == (6_000, 150, 2)
    refresh_dirty_pools(now=NOW)
    assert list(PairState.objects.order_by("mu").values_list("mu", flat=True)) == [-48, 48]
    assert "at first 0 ± 60" in shown(client, path)
