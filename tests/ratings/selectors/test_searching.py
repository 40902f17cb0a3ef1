import datetime as dt

import pytest

from ratings.models import RatingState
from ratings.selectors.players import rating_list
from ratings.selectors.searching import Search, found
from tests.ratings.factories import DAY, NOW, make_club, make_player, make_pool

pytestmark = pytest.mark.django_db
LONG_AGO = DAY - dt.timedelta(weeks=27)
PEOPLE = [
    ("Žilvinas Kazlauskas", 15_300, 40, DAY),
    ("Łukasz Wójcik", 15_200, 19, DAY),
    ("Nguyễn Thị Hoa", 15_100, 20, LONG_AGO),
    ("Siobhán Ní Dhomhnaill", 15_000, 3, LONG_AGO),
]


def make_list():
    club = make_club()
    pool = make_pool(club)
    for name, mu, tables, day in PEOPLE:
        RatingState.objects.create(
            pool=pool, generation=1, player=make_player(club, name), period=day, mu=mu, sigma=7_000, tables=tables
        )
    return rating_list(pool, now=NOW)


@pytest.mark.parametrize(
    ("search", "ranks"),
    [
        pytest.param(Search(), [1, 2, 3, 4], id="everybody"),
        pytest.param(Search(name="zilv"), [1], id="without the marks"),
        pytest.param(Search(name="ŽILV"), [1], id="in capitals"),
        pytest.param(Search(name="  wojcik  luk "), [2], id="words in any order"),
        pytest.param(Search(name="hoa dhomhnaill"), [], id="words of two names"),
        pytest.param(Search(name="\0"), [1, 2, 3, 4], id="nothing that can be read"),
        pytest.param(Search(name="%"), [], id="a sign that means something to databases"),
        pytest.param(Search(tables=20), [1, 3], id="tables at the least"),
        pytest.param(Search(active=True), [1, 2], id="without the inactive"),
        pytest.param(Search(name="i", tables=4, active=True), [1, 2], id="all at once"),
    ],
)
def test_found_keeps_the_ranks_of_the_whole_list(search, ranks):
    assert [line.rank for line in found(make_list(), search)] == ranks
