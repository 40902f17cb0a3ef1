import datetime as dt

import pytest

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    club = make_club()
    players = make_players(club, 4)
    a, b, c, d = players
    play_round(club, [([a, b], [c, d], "won")])
    play_round(club, [([a, c], [b, d], "tied")], day=DAY + dt.timedelta(weeks=1))
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return f"/ratings/{RatingPool.objects.get().pk}/", [player.pk for player in players]


def shown(client, path):
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_company_has_the_season_partners_and_opponents(client, season):
    home, (a, b, c, d) = season

    page = shown(client, f"{home}players/{a}/company/?since=2026-03-15")

    assert 'value="2026-03-15"' in page
    assert 'went from 1511.8 to 1511.8: <strong class="number">±0.0</strong>.' in page
    assert "Since 15 Mar 2026" in page
    partners, opponents = page.index("Partners</caption>"), page.index("Opponents</caption>")
    link = f'<a href="{home}partnerships/{a}/{b}/">Player 02</a>'
    assert partners < page.index(link) < opponents < page.index(f'<a href="{home}players/{b}/">Player 02</a>')
    row = page[page.index(link) :].partition("</tr>")[0]
    assert row.count('<td class="cell-number">1</td>') == 2
    assert '<td class="cell-number">0.5</td> <td class="cell-number">1.0</td> <td class="cell-number">+0.5</td>' in row
    assert f'<a href="{home}players/{d}/">Player 04</a>' in page[opponents:]
    assert f'<a href="{home}partnerships/{a}/{c}/">Player 03</a>' in page[partners:opponents]


def test_company_says_which_day_it_cannot_read(client, season):
    home, (a, *_) = season

    assert "Enter a valid date." in shown(client, f"{home}players/{a}/company/?since=yesterday")


def test_player_page_links_to_the_company(client, season):
    home, (a, *_) = season

    assert f'<a href="{home}players/{a}/company/">' in shown(client, f"{home}players/{a}/")


def test_partnership_list_links_to_each_pair_and_its_page_has_the_days(client, season):
    home, (a, b, *_) = season
    assert f'<a href="{home}partnerships/{a}/{b}/">Player 01 + Player 02</a>' in shown(client, f"{home}partnerships/")

    page = shown(client, f"{home}partnerships/{b}/{a}/")

    assert "<h1>Player 01 + Player 02</h1>" in page
    assert page.count('<circle class="plot-dot"') == 1
    assert '<th scope="row">14 Mar 2026</th>' in page
    assert "1512 ± 66" in page
    assert "+11.8" in page
    assert page.count("tag-warn") == 3


def test_pair_that_never_sat_together_is_a_page_that_says_so(client, season):
    home, (a, _, _, d) = season

    response = client.get(f"{home}partnerships/{a}/{d}/")

    assert response.status_code == 404
    assert "These two have no rated table together." in response.content.decode()
