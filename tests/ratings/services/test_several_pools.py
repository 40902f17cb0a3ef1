"""One result, several pools: each sees what is of its club and format, and of a change only what counts for it."""

import datetime as dt

import pytest

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.models import RatedResult, RatingPool, RatingState
from ratings.selectors.known import ratings_of
from ratings.selectors.ledger import counted_results, is_of_format, outcome_of_row, result_of
from ratings.selectors.players import rating_list
from ratings.services.drain import drain
from ratings.services.rebuild import rebuild_pool, reread_results
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import verify_pool
from tests.ratings.engine import reference
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_player,
    make_players,
    make_pool,
    play_pairs_of,
    play_round,
    tables_of,
    tell_again,
)
from tournaments.models import Membership, Round, Tournament

pytestmark = pytest.mark.django_db
MARGIN = default_params("five_hundred", by_margin=True)


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def dirty(pool):
    pool.refresh_from_db()
    return pool.dirty_from


def states_of(pool):
    return {
        (player, period): (mu, sigma, tables)
        for player, period, mu, sigma, tables in pool.states.values_list("player_id", "period", "mu", "sigma", "tables")
    }


def test_result_is_kept_once_and_rated_in_every_pool_that_it_belongs_to():
    hearts, spades = make_club("hearts"), make_club("spades")
    everywhere, partners, single = (
        make_pool(None),
        make_pool(hearts, format="partners"),
        make_pool(hearts, format="single"),
    )
    _, at_hearts = play_pairs_of(hearts, 1)
    _, at_spades = play_pairs_of(spades, 1)

    bring_up_to_date()

    assert RatedResult.objects.count() == 2
    own = {pool.club.slug: pool for pool in RatingPool.objects.filter(format="", club__isnull=False)}
    rated = {pool: {player for player, _ in states_of(pool)} for pool in (everywhere, partners, single, *own.values())}
    ids = {player.pk for player in at_hearts}, {player.pk for player in at_spades}
    assert rated == {
        everywhere: ids[0] | ids[1],
        partners: ids[0],
        single: set(),
        own["hearts"]: ids[0],
        own["spades"]: ids[1],
    }
    assert dirty(single) is None


def test_pool_of_all_clubs_rates_whoever_plays_at_two_of_them_as_one():
    hearts, spades = make_club("hearts"), make_club("spades")
    everywhere = make_pool(None)
    players = make_players(hearts, 4)
    for week, club in enumerate((hearts, spades, hearts)):
        play_round(club, [(players[:2], players[2:], "won")], day=DAY + dt.timedelta(days=7 * week))

    bring_up_to_date()

    last = DAY + dt.timedelta(days=14)
    assert states_of(everywhere)[players[0].pk, last][2] == 3
    assert [pool.states.filter(player=players[0]).count() for pool in RatingPool.objects.order_by("pk")] == [3, 2, 1]


@pytest.mark.parametrize(
    ("format_", "entry_kind", "belongs"),
    [
        pytest.param("", "partnership", True, id="all"),
        pytest.param("partners", "partnership", True, id="partners"),
        pytest.param("partners", "player", True, id="partners who change are partners too"),
        pytest.param("single", "partnership", False, id="nobody alone"),
        pytest.param("fixed_pairs", "partnership", True, id="pairs"),
        pytest.param("fixed_pairs", "player", False, id="partners who change are no pairs"),
        pytest.param("changing", "partnership", False, id="pairs do not change"),
        pytest.param("changing", "player", True, id="partners who change"),
    ],
)
def test_tables_of_four_belong_to_a_pool_by_its_format(format_, entry_kind, belongs):
    club = make_club()
    play_pairs_of(club, 1, entry_kind=entry_kind)
    drain(now=NOW)
    row = RatedResult.objects.get()

    assert is_of_format(outcome_of_row(row), format_) is belongs
    assert list(counted_results(make_pool(club, format=format_) if format_ else RatingPool.objects.get())) == (
        [row] if belongs else []
    )


@pytest.mark.parametrize(
    ("sizes", "belongs"),
    [([1, 1], ["", "single"]), ([1, 1, 1], ["", "single"]), ([2, 1], ["", "changing", "partners"])],
)
def test_tables_of_other_shapes_belong_by_whether_anybody_has_a_partner(sizes, belongs):
    club = make_club()
    play_pairs_of(club, 1, entry_kind="player")
    drain(now=NOW)
    places = list(range(1, 1 + len(sizes)))
    RatedResult.objects.update(players=[9, 8, 7][: sum(sizes)], side_sizes=sizes, places=places, points=None)
    row = RatedResult.objects.get()

    found = [one for one in RatingPool.Format.values if is_of_format(outcome_of_row(row), one)]

    pools = [RatingPool(kind="five_hundred", club=club, format=one) for one in RatingPool.Format.values]
    assert sorted(found) == belongs
    assert sorted(pool.format for pool in pools if counted_results(pool).exists()) == belongs


def test_correction_of_the_points_alone_marks_only_pools_in_which_they_count():
    club = make_club()
    by_margin = make_pool(club, format="partners", params=MARGIN.as_mapping())
    round_, players = play_pairs_of(club, 1)
    bring_up_to_date()
    by_winner = RatingPool.objects.get(format="")
    before = states_of(by_margin)
    correct_hand(tables_of(round_)[0], "won by more")

    drain(now=NOW)

    assert [(row.revision, row.points) for row in RatedResult.objects.order_by("revision")] == [
        (1, [40, 30]),
        (2, [40, 10]),
    ]
    assert (dirty(by_winner), dirty(by_margin)) == (None, DAY)
    refresh_dirty_pools(now=NOW)
    assert states_of(by_margin)[players[0].pk, DAY][0] > before[players[0].pk, DAY][0]


def test_pool_by_margin_equals_the_slow_reference():
    club = make_club()
    by_margin = make_pool(club, format="partners", params=MARGIN.as_mapping())
    players = make_players(club, 8)
    for week, outcome in enumerate(["won", "won by more", "lost"]):
        night = [(players[:2], players[2 + week : 4 + week], outcome)]
        play_round(club, night, day=DAY + dt.timedelta(days=7 * week))

    bring_up_to_date()

    results = [result_of(row.table_id, outcome_of_row(row)) for row in RatedResult.objects.order_by("period")]
    assert states_of(by_margin) == reference.replay(results, MARGIN)
    assert states_of(RatingPool.objects.get(format="")) == reference.replay(results, Params())


def test_night_that_counts_no_more_leaves_every_pool_it_belonged_to():
    club = make_club()
    everywhere, single = make_pool(None), make_pool(club, format="single")
    round_, _ = play_pairs_of(club, 1)
    bring_up_to_date()
    Tournament.objects.update(is_rated=False)
    tell_again(round_)

    drain(now=NOW)

    assert (dirty(everywhere), dirty(single), dirty(RatingPool.objects.get(club=club, format=""))) == (DAY, None, DAY)
    refresh_dirty_pools(now=NOW)
    assert not RatingState.objects.exists()


def test_every_pool_is_verified_and_rebuilt_from_what_belongs_to_it():
    hearts, spades = make_club("hearts"), make_club("spades")
    pools = [
        make_pool(None, params=MARGIN.as_mapping()),
        make_pool(None, format="single"),
        make_pool(hearts, format="fixed_pairs"),
    ]
    for club in (hearts, spades):
        play_pairs_of(club, 2)
    bring_up_to_date()
    pools += RatingPool.objects.filter(format="", club__isnull=False).order_by("pk")
    before = [states_of(pool) for pool in pools]

    found = [verify_pool(pool_id=pool.pk) for pool in pools]
    made = [rebuild_pool(pool_id=pool.pk, now=NOW) for pool in pools]

    assert all(one.is_clean for one in found)
    assert [one.results for one in found] == [4, 0, 2, 2, 2]
    assert made == [16, 0, 8, 8, 8]
    assert [states_of(pool) for pool in pools] == before


def test_results_from_before_points_were_kept_differ_only_where_points_count_and_are_filled_in_by_reading_again():
    club = make_club()
    by_margin = make_pool(club, format="partners", params=MARGIN.as_mapping())
    play_pairs_of(club, 1)
    bring_up_to_date()
    by_winner = RatingPool.objects.get(format="")
    RatedResult.objects.update(points=None)

    assert verify_pool(pool_id=by_winner.pk).results_differ == 0
    assert verify_pool(pool_id=by_margin.pk).results_differ == 1
    assert reread_results(pool_id=by_winner.pk, now=NOW) is True

    assert [(row.revision, row.points) for row in RatedResult.objects.order_by("revision")] == [
        (1, None),
        (2, [40, 30]),
    ]
    assert (dirty(by_winner), dirty(by_margin)) == (None, DAY)
    assert reread_results(pool_id=by_winner.pk, now=NOW) is False


def test_reading_again_for_all_clubs_heals_the_ledger_of_each():
    everywhere = make_pool(None)
    for slug in ("hearts", "spades"):
        play_pairs_of(make_club(slug), 1)
    bring_up_to_date()
    moved = DAY + dt.timedelta(days=1)
    Round.objects.update(session_date=moved)
    assert verify_pool(pool_id=everywhere.pk).results_differ == 2

    assert reread_results(pool_id=everywhere.pk, now=NOW) is True

    assert [dirty(pool) for pool in RatingPool.objects.order_by("pk")] == [DAY, DAY, DAY]
    assert set(RatedResult.objects.filter(is_current=True).values_list("period", flat=True)) == {moved}


def test_drafts_and_previews_ask_the_pool_of_all_tables():
    club = make_club()
    make_pool(None)
    make_pool(club, format="partners", params=Params(prior_mu=10_000).as_mapping())
    _, players = play_pairs_of(club, 1)
    bring_up_to_date()

    assert ratings_of("five_hundred", club.pk, [player.pk for player in players]) == dict(
        zip((player.pk for player in players), (1512, 1512, 1488, 1488), strict=True)
    )


def test_list_of_all_clubs_shows_the_name_at_the_club_where_a_player_was_first():
    hearts, spades = make_club("hearts"), make_club("spades")
    everywhere = make_pool(None)
    players = make_players(hearts, 3)
    both = make_player(spades, "Name at Spades")
    Membership.objects.create(
        club=hearts, player=both, display_name="Name at Hearts", sort_key="x", name_key="x", joined_date=DAY
    )
    play_round(hearts, [([both, players[0]], players[1:], "won")])
    bring_up_to_date()

    assert [line.name for line in rating_list(everywhere, now=NOW)] == [
        "Player 01",
        "Name at Spades",
        "Player 02",
        "Player 03",
    ]
