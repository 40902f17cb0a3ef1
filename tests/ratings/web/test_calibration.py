import datetime as dt

import pytest
from django.core.cache import cache

from ratings.engine.calibration import Bin
from ratings.models import RatingPool
from ratings.selectors.calibration import calibration_of
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from ratings.web.calibration_plot import draw_calibration
from tests.ratings.factories import DAY, NOW, make_club, make_players, make_pool, play_round


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.mark.django_db
def test_calibration_page_has_the_table_beside_the_plot(client):
    club = make_club()
    players = make_players(club, 4)
    for week, outcome in enumerate(["won", "won", "lost", "won"]):
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + dt.timedelta(weeks=week))
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    home = f"/ratings/{RatingPool.objects.get().pk}/"

    page = client.get(f"{home}calibration/").content.decode()

    assert "Of 4 tables the later 2, each foretold from the days before it." in page
    assert page.count('<circle class="plot-dot"') == 2
    low, high = page.partition('<th scope="row">55\N{EN DASH}60</th>')[::2]
    assert '<th scope="row">50\N{EN DASH}55</th>' in low
    first, second = calibration_of(RatingPool.objects.get()).bins
    for part, one, won in ((low, first, "100.0"), (high, second, "0.0")):
        assert f'<td class="cell-number">{100 * one.expected:.1f}</td>' in part
        assert f'<td class="cell-number">{won} ± {100 * one.error:.1f}</td>' in part
    assert "There are too few tables yet to tell whether the expectations are honest." in page
    assert "whoever tosses a coin has 0.6931" in page
    assert "The ratings are behind the coin by " in page
    assert " style=" not in page
    assert f'<a href="{home}calibration/">' in client.get(f"{home}settings/").content.decode()


@pytest.mark.django_db
def test_calibration_page_of_a_pool_without_results_says_so(client):
    response = client.get(f"/ratings/{make_pool(make_club()).pk}/calibration/")

    assert response.status_code == 200
    assert "Nobody is rated yet." in response.content.decode()


def test_plot_puts_what_was_foretold_to_the_right_and_what_happened_upwards():
    plot = draw_calibration([Bin(0.5, 0.55, 40, 0.5, 0.5, 0.1), Bin(0.55, 0.6, 10, 0.6, 0.7, 0.1)])

    assert [(line.y, line.label) for line in plot.lines] == [
        ("246.0", 40),
        ("187.5", 50),
        ("129.0", 60),
        ("70.5", 70),
        ("12.0", 80),
    ]
    assert plot.honest == "M52.0 187.5L464.0 129.0"
    assert [(spot.x, spot.y, spot.low, spot.high) for spot in plot.spots] == [
        ("52.0", "187.5", "246.0", "129.0"),
        ("464.0", "70.5", "129.0", "12.0"),
    ]
    assert [(mark.x, mark.label) for mark in plot.marks] == [("52.0", 50), ("258.0", 55), ("464.0", 60)]


def test_plot_cuts_off_where_luck_reaches_beyond_all_or_nothing():
    [spot] = draw_calibration([Bin(0.95, 1.0, 1, 0.99, 0.0, 0.1)]).spots

    assert float(spot.low) == float(spot.y) == 246.0
