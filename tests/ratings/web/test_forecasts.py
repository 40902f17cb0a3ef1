import pytest

from ratings.models import RatingPool, RatingState
from tests.ratings.factories import DAY, make_club, make_player, make_pool, play_pairs_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NAMES = ("Ann Lee", "Žilvinas Kazys", "Bob Lee", "Cy Ng", "Cy Ng", "Ann Leeson")


@pytest.fixture
def pool():
    club = make_club()
    pool = make_pool(club)
    for name in NAMES:
        RatingState.objects.create(
            pool=pool, generation=1, player=make_player(club, name), period=DAY, mu=15_000, sigma=7_000, tables=30
        )
    return pool


def shown(client, pool, **query):
    response = client.get(f"/ratings/{pool.pk}/what-if/", query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_what_if_asks_and_offers_the_names_of_the_list(client, pool):
    page = shown(client, pool)

    last = RatingPool.objects.get().states.order_by("player_id")[4].player_id
    assert page.count('list="rated-players"') == 4
    assert '<option value="Ann Lee"></option>' in page
    assert f'<option value="Cy Ng #{last}"></option>' in page
    assert "Of 100 tables" not in page
    assert "This field is required" not in page


def test_what_if_finds_people_by_the_whole_name_before_parts_and_tells(client, pool):
    page = shown(client, pool, one="ann lee", one_partner="zilv", other="Bob")

    assert "<strong>Ann Lee + Žilvinas Kazys</strong>" in page
    assert "<strong>Bob Lee</strong>" in page
    assert page.count('<strong class="number">50</strong>') == 2
    assert 'value="zilv"' in page


def test_what_if_finds_a_namesake_by_the_number(client, pool):
    last = pool.states.order_by("player_id")[4].player_id

    page = shown(client, pool, one=f"Cy Ng #{last}", other="Bob")

    assert "<strong>Cy Ng</strong>" in page


@pytest.mark.parametrize(
    ("query", "said"),
    [
        pytest.param({"one": "Cy", "other": "Bob"}, "Several on this list are called so: Cy Ng #", id="several"),
        pytest.param({"one": "Dee", "other": "Bob"}, "Nobody on this list is called so.", id="nobody"),
        pytest.param({"one": "Bob"}, "This field is required.", id="one side"),
        pytest.param({"one": "Bob", "other": "bob lee"}, "nobody sits twice", id="the same"),
    ],
)
def test_what_if_says_what_is_wrong_and_keeps_what_was_typed(client, pool, query, said):
    page = shown(client, pool, **query)

    assert said in page
    assert f'value="{query["one"]}"' in page
    assert "Of 100 tables" not in page


def test_page_of_a_round_links_to_what_the_ratings_expect_of_its_tables(client):
    round_, _ = play_pairs_of(make_club("spades"), 1)

    page = client.get(f"/ratings/rounds/{round_.pk}/").content.decode()

    assert "<h1>What the ratings expect of round 1</h1>" in page
    assert "<strong>Player 01 + Player 02</strong>" in page
    assert page.count('<strong class="number">50</strong>') == 2
    link = f'<a href="/ratings/rounds/{round_.pk}/">What the ratings expect</a>'
    assert link in client.get(f"/rounds/{round_.pk}/").content.decode()
    Tournament.objects.update(is_rated=False)
    assert link not in client.get(f"/rounds/{round_.pk}/").content.decode()
    assert client.get(f"/ratings/rounds/{round_.pk}/").status_code == 404
