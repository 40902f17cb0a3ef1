import datetime as dt

import pytest

from ratings.models import RatingPool
from ratings.selectors.corrected_days import corrected_days
from ratings.services.drain import drain
from tests.ratings.factories import DAY, NOW, correct_hand, make_club, make_players, play_round, tables_of

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(days=7)


@pytest.mark.parametrize("weeks", [1, 3])
def test_corrected_days_have_each_table_with_its_reasons_in_four_queries(weeks, django_assert_num_queries):
    club = make_club()
    players = make_players(club, 4)
    rounds = [play_round(club, [(players[:2], players[2:], "won")], day=DAY + week * WEEK) for week in range(weeks)]
    drain(now=NOW)
    later = NOW + 5 * WEEK
    for round_ in rounds:
        correct_hand(tables_of(round_)[0], "lost", now=later)
    drain(now=later)
    pool = RatingPool.objects.get()

    with django_assert_num_queries(4):
        days = corrected_days(pool, players[0].pk)

    assert sorted(days) == [DAY + week * WEEK for week in range(weeks)]
    assert [[table.table_id for table in days[DAY + week * WEEK]] for week in range(weeks)] == [
        [tables_of(round_)[0].pk] for round_ in rounds
    ]
    [table] = days[DAY]
    assert table.corrected_at == later
    assert [(one.kind, one.reason, one.made_at) for one in table.corrections] == [
        ("hand_corrected", "wrong sheet", later)
    ]


def test_corrected_days_of_somebody_nothing_was_corrected_for_are_none(django_assert_num_queries):
    club = make_club()
    players = make_players(club, 8)
    round_ = play_round(club, [(players[:2], players[2:4], "won"), (players[4:6], players[6:], "won")])
    drain(now=NOW)
    correct_hand(tables_of(round_)[0], "lost", now=NOW + WEEK)
    drain(now=NOW + WEEK)
    pool = RatingPool.objects.get()

    with django_assert_num_queries(1):
        assert corrected_days(pool, players[4].pk) == {}
