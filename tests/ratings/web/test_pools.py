"""Pages on which lists are opened and set."""

import pytest

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import make_user
from tests.ratings.factories import NOW, make_club, make_pool, play_pairs_of
from tests.snapshots import everything
from tournaments.models import ClubRole

pytestmark = pytest.mark.django_db
AS_IT_IS = {
    "name": "Five Hundred",
    "prior_mu": "1500",
    "prior_sigma": "94",
    "least_sigma": "20",
    "drift": "2.8",
    "novice_tables": "0",
    "bonus_sigma": "0",
    "bonus_drift": "0",
    "margin_unit": "0",
    "margin_noise": "0",
    "margin_cap": "0",
}


def rated_pool():
    play_pairs_of(make_club(), 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.get()


def log_in_organiser(client, club, role="organiser"):
    client.force_login(ClubRole.objects.create(club=club, user=make_user(), role=role).user)


def test_everybody_reads_how_a_list_is_computed(client):
    pool = rated_pool()

    page = client.get(f"/ratings/{pool.pk}/settings/").content.decode()

    assert "Of Hearts: all tables" in page
    assert "Newcomers start with 1500 ± 94." in page
    assert "Only who won counts, not by how much." in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]


def test_page_says_what_margins_and_novices_do(client):
    options = {"margin_unit": 300, "margin_noise": 475, "margin_cap": 1_000, "novice_tables": 10}
    pool = make_pool(None)
    RatingPool.objects.update(params={**pool.params, **options})

    page = client.get(f"/ratings/{pool.pk}/settings/").content.decode()

    assert "Of all clubs: all tables" in page
    assert "The difference of the scores counts, up to 1000" in page
    assert "Whoever has fewer than 10 tables is a novice" in page


def test_organiser_looks_at_what_changes_and_then_sets_it(client):
    pool = rated_pool()
    log_in_organiser(client, pool.club)
    path = f"/ratings/{pool.pk}/settings/"
    before = everything()

    seen = client.post(path, {**AS_IT_IS, "prior_mu": "1350.5", "look": ""}).content.decode()
    assert everything() == before
    done = client.post(path, {**AS_IT_IS, "prior_mu": "1350.5", "name": "Thursdays", "set": ""})

    assert "4 of 4 ratings would be others." in seen
    assert seen.count("\N{MINUS SIGN}149.5") == 4
    assert done["Location"] == path
    pool.refresh_from_db()
    assert (pool.name, pool.params["prior_mu"], pool.params["version"]) == ("Thursdays", 13_505, 2)
    assert "Newcomers start with 1350.5 ± 94." in client.get(path).content.decode()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"drift": "-1"}, "greater than or equal to 0", id="below what is possible"),
        pytest.param(
            {"margin_unit": "300"}, "Must be above 0 with all three about differences of scores", id="half a margin"
        ),
        pytest.param({"bonus_drift": "2"}, "Must be 0 where partnerships have no bonus", id="a drift of no bonus"),
        pytest.param({"least_sigma": "95"}, "Must not be above what newcomers start with", id="least above the start"),
    ],
)
@pytest.mark.parametrize("button", ["look", "set"])
def test_parameters_of_no_sense_are_refused_where_they_stand(client, changes, said, button):
    pool = rated_pool()
    log_in_organiser(client, pool.club)
    before = everything()

    page = client.post(f"/ratings/{pool.pk}/settings/", {**AS_IT_IS, **changes, button: ""}).content.decode()

    assert said in page
    assert everything() == before


def test_lists_are_set_by_organisers_only(client):
    pool = rated_pool()
    log_in_organiser(client, pool.club, role="director")
    before = everything()

    assert client.post(f"/ratings/{pool.pk}/settings/", {**AS_IT_IS, "drift": "1", "set": ""}).status_code == 403

    assert everything() == before
    assert client.get("/ratings/open/?club=hearts").status_code == 403


def test_organiser_opens_a_list_of_their_club(client):
    pool = rated_pool()
    log_in_organiser(client, pool.club)
    assert 'href="/ratings/open/?club=hearts"' in client.get("/ratings/?club=hearts").content.decode()
    assert "/ratings/open/" not in client.get("/ratings/").content.decode()

    response = client.post(
        "/ratings/open/?club=hearts", {"kind": "five_hundred", "format": "partners", "name": "Pairs"}
    )

    opened = RatingPool.objects.get(format="partners")
    assert response["Location"] == f"/ratings/{opened.pk}/settings/"
    assert (opened.club, opened.name) == (pool.club, "Pairs")
    again = client.post("/ratings/open/?club=hearts", {"kind": "five_hundred", "format": "partners", "name": "Pairs"})
    assert "There is such a rating list already: Pairs." in again.content.decode()


def test_admin_opens_a_list_of_all_clubs(client, admin_user):
    client.force_login(admin_user)
    assert 'href="/ratings/open/"' in client.get("/ratings/").content.decode()

    client.post("/ratings/open/", {"kind": "fives_threes", "format": "", "name": "Everybody"})

    pool = RatingPool.objects.get()
    assert (pool.club, pool.kind, pool.format, pool.name) == (None, "fives_threes", "", "Everybody")
    for path in ("", "partnerships/", "lists/", "settings/"):
        assert client.get(f"/ratings/{pool.pk}/{path}").status_code == 200
    assert "All clubs: Everybody" in client.get("/ratings/").content.decode()


def test_rebuild_page_of_a_list_of_all_clubs_is_shown(client, admin_user):
    client.force_login(admin_user)
    pool = make_pool(None)

    response = client.post(f"/ratings/{pool.pk}/rebuild/", follow=True)

    assert response.status_code == 200
    assert "Another list" in response.content.decode()
