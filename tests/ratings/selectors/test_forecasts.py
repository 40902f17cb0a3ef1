import datetime as dt

import pytest

from ratings.engine.expecting import believed, expected_scores
from ratings.engine.params import Params
from ratings.engine.replay import State
from ratings.errors import PlayerNotRated, RoundNotRated, SidesRefused
from ratings.models import RatingState
from ratings.selectors.forecasts import expected_round, expected_table
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import (
    DAY,
    NOW,
    make_club,
    make_player,
    make_players,
    make_pool,
    play_pairs_of,
    play_round,
)
from tournaments.models import Round

pytestmark = pytest.mark.django_db
WEEK = DAY + dt.timedelta(weeks=1)
MEANS = (15_812, 14_733, 15_390, 14_001, 15_000)


@pytest.fixture
def pool():
    club = make_club()
    pool = make_pool(club)
    for player, mu in zip(make_players(club, 5), MEANS, strict=True):
        RatingState.objects.create(pool=pool, generation=1, player=player, period=DAY, mu=mu, sigma=6_000, tables=30)
    return pool


def ids(pool):
    return list(pool.states.order_by("player_id").values_list("player_id", flat=True))


def beliefs(pool, players, day):
    known = {state.player_id: state for state in pool.states.all()}
    return [believed(State(player, DAY, known[player].mu, 6_000, 30), day, Params()) for player in sorted(players)]


def test_expected_table_is_foretold_from_what_is_believed_on_the_day_at_the_club(pool):
    a, b, c, d, _ = ids(pool)
    later = NOW + dt.timedelta(weeks=10)

    table = expected_table(pool, [[b, a], [c, d]], now=later)

    day = DAY + dt.timedelta(weeks=10)
    (score,) = expected_scores([(beliefs(pool, [a, b], day), beliefs(pool, [c, d], day))])
    assert table.day == day
    assert [side.expected for side in table.sides] == [score, pytest.approx(1 - score, abs=1e-15)]
    assert score > 0.5
    assert [(side.name, [(one.rating, one.margin) for one in side.members]) for side in table.sides] == [
        ("Player 02 + Player 01", [(1473, 60), (1581, 60)]),
        ("Player 03 + Player 04", [(1539, 60), (1400, 60)]),
    ]
    assert [(one.side, one.other, one.expected) for one in table.meetings] == [(1, 2, score)]


def test_expected_table_of_five_has_each_against_each(pool):
    table = expected_table(pool, [[player] for player in ids(pool)], now=NOW)

    assert len(table.meetings) == 10
    assert sum(side.expected for side in table.sides) == pytest.approx(2.5, abs=1e-12)
    in_order = sorted(zip(MEANS, (side.expected for side in table.sides), strict=True))
    assert [score for _, score in in_order] == sorted(side.expected for side in table.sides)


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param([[0]], id="one side"),
        pytest.param([[0], []], id="an empty side"),
        pytest.param([[0, 1], [1, 2]], id="somebody twice"),
        pytest.param([[0, 1, 2, 3], [4]], id="a side of four"),
        pytest.param([[0], [1], [2], [3], [4], [5]], id="six sides"),
    ],
)
def test_a_table_that_there_cannot_be_is_refused(pool, sides):
    known = [*ids(pool), 10**9]

    with pytest.raises(SidesRefused):
        expected_table(pool, [[known[number] for number in side] for side in sides], now=NOW)


def test_somebody_who_is_not_on_the_list_is_refused(pool):
    with pytest.raises(PlayerNotRated):
        expected_table(pool, [ids(pool)[:1], [10**9]], now=NOW)


def test_expected_table_takes_two_queries(pool, django_assert_num_queries):
    a, b, c, d, _ = ids(pool)

    with django_assert_num_queries(2):
        expected_table(pool, [[a, b], [c, d]], now=NOW)


def test_round_is_foretold_from_the_days_before_it_whatever_came_of_it():
    club = make_club()
    a, b, c, d = make_players(club, 4)
    play_round(club, [([a, b], [c, d], "won")])
    later = play_round(club, [([a, c], [b, d], "won")], day=WEEK)
    before = expected_round(later.pk)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)

    told = expected_round(later.pk)

    [(table, expected)] = told.tables
    assert (told.round, table.number, expected.day) == (later, 1, WEEK)
    assert [side.expected for side in before.tables[0][1].sides] == [0.5, 0.5]
    assert [[one.player_id for one in side.members] for side in expected.sides] == [[a.pk, c.pk], [b.pk, d.pk]]
    assert [[one.rating for one in side.members] for side in expected.sides] == [[1512, 1488], [1512, 1488]]
    assert [side.expected for side in expected.sides] == [0.5, 0.5]


def test_round_has_newcomers_and_unequal_sides():
    club = make_club()
    a, b, c, d = make_players(club, 4)
    play_round(club, [([a, b], [c, d], "won")])
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    new = make_player(club, "Newcomer")
    later = play_round(club, [([a, b], [c, new], "tied")], day=WEEK)

    [(_, expected)] = expected_round(later.pk).tables

    assert [one.is_new for side in expected.sides for one in side.members] == [False, False, False, True]
    assert expected.sides[1].members[1].rating == 1500
    assert expected.sides[0].expected > 0.5


def test_round_in_a_draft_or_of_an_unrated_tournament_is_refused():
    round_, _ = play_pairs_of(make_club(), 1)

    Round.objects.filter(pk=round_.pk).update(status="draft", published_at=None, closed_at=None)
    with pytest.raises(RoundNotRated):
        expected_round(round_.pk)

    unrated, _ = play_pairs_of(make_club("spades"), 1, is_rated=False)
    with pytest.raises(RoundNotRated):
        expected_round(unrated.pk)


@pytest.mark.parametrize("tables", [1, 3])
def test_round_takes_the_same_number_of_queries_whatever_its_tables(tables, django_assert_num_queries):
    round_, _ = play_pairs_of(make_club(), tables)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)

    with django_assert_num_queries(9):
        expected_round(round_.pk)
