import datetime as dt

import pytest

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_players,
    play_pairs_of,
    play_round,
    tables_of,
)
from tournaments.models import Membership

pytestmark = pytest.mark.django_db


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.order_by("pk").first()


def shown(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_pool_list_links_to_each_list(client):
    for slug in ("hearts", "spades"):
        play_pairs_of(make_club(slug), 1)
    bring_up_to_date()

    page = shown(client, "/ratings/")

    for pool in RatingPool.objects.all():
        assert f'<a href="/ratings/{pool.pk}/">{pool.club.name}: Five Hundred</a>' in page
    assert "Spades: Five Hundred" not in shown(client, "/ratings/?club=hearts")


def test_pool_list_says_that_nobody_is_rated(client):
    assert "Nobody is rated yet." in shown(client, "/ratings/")


def test_player_list_shows_rating_margin_and_mark(client):
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/")

    assert f'<a href="/ratings/{pool.pk}/players/{players[0].pk}/">Player 01</a>' in page
    assert page.count("1512 ± 93") == 2
    assert page.count("1488 ± 93") == 2
    assert page.count("tag-warn") == 4


def test_player_list_escapes_names(client):
    play_pairs_of(make_club(), 1)
    Membership.objects.update(display_name="<script>alert(1)</script> O'Brien")
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/")

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; O&#x27;Brien" in page


def test_player_list_says_that_a_correction_is_being_worked_in(client):
    round_, _ = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    notice = "Results from 14 March 2026 on are still being worked in."
    assert notice not in shown(client, f"/ratings/{pool.pk}/")
    correct_hand(tables_of(round_)[0], "lost")
    drain(now=NOW)

    assert notice in shown(client, f"/ratings/{pool.pk}/")


def test_player_page_has_the_curve_and_the_numbers(client):
    club = make_club()
    players = make_players(club, 4)
    for week, outcome in enumerate(["won", "lost", "won"]):
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + dt.timedelta(days=7 * week))
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/players/{players[0].pk}/")

    assert page.count('<circle class="plot-dot"') == 3
    assert "<h1>Player 01</h1>" in page
    assert page.index("28 Mar 2026</a>") < page.index("21 Mar 2026</a>") < page.index("14 Mar 2026</a>")
    assert "+11.8" in page
    assert " style=" not in page


def test_player_page_shows_the_pair_first_where_the_two_never_played_apart(client):
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/players/{players[0].pk}/")

    pair = 'Player 01 + Player 02: <strong class="number">1512 ± 66</strong>, rank 1 of the partnerships'
    assert page.index(pair) < page.index("Five Hundred: <strong")
    assert page.count('">as a pair</span>') == 1
    assert shown(client, f"/ratings/{pool.pk}/").count('">as a pair</span>') == 4


def test_player_page_in_a_language_with_decimal_commas_draws_the_same_curve(client):
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    path = f"/ratings/{pool.pk}/players/{players[0].pk}/"

    page = client.get(path, headers={"accept-language": "pl"}).content.decode()

    assert 'viewBox="0 0 480 280"' in page
    assert 'cx="258.0"' in page


def test_partnerships_are_shown_as_the_mean(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/partnerships/")

    assert "Player 01 + Player 02" in page
    assert "1512 ± 66" in page


def test_long_lists_come_by_the_page(client):
    play_pairs_of(make_club(), 26)
    pool = bring_up_to_date()

    first, second = shown(client, f"/ratings/{pool.pk}/"), shown(client, f"/ratings/{pool.pk}/?page=2")

    assert "Page 1 of 2" in first
    assert 'href="?page=2"' in first
    assert (first.count('scope="row"'), second.count('scope="row"')) == (100, 4)


@pytest.mark.parametrize(
    "path",
    ["/ratings/999999999/", "/ratings/999999999/partnerships/", "/ratings/999999999/players/1/", f"/ratings/{10**30}/"],
)
def test_a_list_that_is_not_there_is_a_page_that_says_so(client, path):
    response = client.get(path)

    assert response.status_code == 404
    assert "There is no such rating list." in response.content.decode()


def test_pages_cannot_be_posted_to(client):
    assert client.post("/ratings/").status_code == 405


def test_player_list_finds_by_letters_and_says_how_many(client):
    play_pairs_of(make_club(), 1)
    Membership.objects.filter(display_name="Player 03").update(display_name="Žilvinas Kazlauskas")
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/?name=zilv&tables=1")

    assert "Žilvinas Kazlauskas</a>" in page
    assert page.count('scope="row"') == 1
    assert "1 of 4; the ranks are those of the whole list." in page
    assert 'value="zilv"' in page
    assert f'<a class="button" href="/ratings/{pool.pk}/">Show everybody</a>' in page


def test_player_list_says_that_nobody_was_found(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/?tables=2")

    assert "Nobody on this list is like that." in page
    assert "0 of 4;" in page


def test_player_list_keeps_what_is_looked_for_from_page_to_page(client):
    play_pairs_of(make_club(), 26)
    pool = bring_up_to_date()

    assert 'href="?name=player&amp;page=2"' in shown(client, f"/ratings/{pool.pk}/?name=player")


def test_player_list_says_which_question_it_cannot_read_and_shows_everybody(client):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    page = shown(client, f"/ratings/{pool.pk}/?tables=many")

    assert "Enter a whole number." in page
    assert page.count('scope="row"') == 4
