import datetime as dt

import pytest

from ratings.engine.explain import explain_period
from ratings.engine.params import Params
from ratings.errors import NotPartners, PlayerNotRated
from ratings.models import RatingPool
from ratings.selectors.ledger import results_since
from ratings.selectors.pairs import pair_record
from ratings.selectors.records import player_record
from ratings.selectors.states import latest_states
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_round
from tournaments.models import Club, Player

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(weeks=1)


@pytest.fixture
def season():
    """Four players: on two days A and B win and lose against C and D, on a third A and C tie with B and D."""
    club = make_club()
    players = make_players(club, 4)
    a, b, c, d = players
    play_round(club, [([a, b], [c, d], "won")], day=DAY - 13 * WEEK)
    play_round(club, [([c, d], [a, b], "won")])
    play_round(club, [([a, c], [b, d], "tied")])
    play_round(club, [([a, b], [c, d], "won")], day=DAY + WEEK)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.get(), [player.pk for player in players]


def told_of(pool, player_id):
    """Return by day and table what the explanations of all days say was expected of a player."""
    results = results_since(pool, None)
    found = {}
    for day in {result.period for result in results}:
        told = explain_period(
            [result for result in results if result.period == day],
            params=Params.from_mapping(pool.params),
            before=latest_states(pool, before=day),
        )
        for part in next(one for one in told if one.player == player_id).parts:
            found[day, part.table] = part
    return found


def outcome(tally):
    return tally.tables, tally.won, tally.tied, tally.lost, tally.actual


def test_record_adds_up_what_the_explanations_of_the_days_say(season):
    pool, (a, *_) = season

    record = player_record(pool, a, since=None, now=NOW)

    parts = told_of(pool, a).values()
    assert outcome(record.ever) == (4, 2, 1, 1, 2.5)
    assert record.ever.expected == pytest.approx(sum(part.expected for part in parts), abs=1e-12)
    assert record.latest == record.ever


def test_record_tells_partners_from_opponents_the_most_met_first(season):
    pool, (a, b, c, d) = season

    record = player_record(pool, a, since=None, now=NOW)

    assert [(one.player_id, outcome(one.tally)) for one in record.partners] == [
        (b, (3, 2, 0, 1, 2.0)),
        (c, (1, 0, 1, 0, 0.5)),
    ]
    assert [(one.player_id, outcome(one.tally)) for one in record.opponents] == [
        (d, (4, 2, 1, 1, 2.5)),
        (c, (3, 2, 0, 1, 2.0)),
        (b, (1, 0, 1, 0, 0.5)),
    ]
    assert [one.is_pair for one in (*record.partners, *record.opponents)] == [True, True, False, False, False]
    tied = next(part for part in told_of(pool, a).values() if part.partners == (c,))
    assert record.partners[1].tally.expected == pytest.approx(tied.expected, abs=1e-12)
    assert [one.name for one in record.partners] == ["Player 02", "Player 03"]


def test_season_begins_with_the_year_at_the_club_or_when_it_is_said_to(season):
    pool, (a, *_) = season
    mu = {state.period: state.mu for state in pool.states.filter(player_id=a)}

    this_year = player_record(pool, a, since=None, now=NOW).season
    whole = player_record(pool, a, since=DAY - 13 * WEEK, now=NOW).season
    later = player_record(pool, a, since=DAY + 2 * WEEK, now=NOW).season

    assert (this_year.since, outcome(this_year.tally)) == (dt.date(2026, 1, 1), (3, 1, 1, 1, 1.5))
    assert (this_year.mu_before, this_year.mu_after) == (mu[DAY - 13 * WEEK], mu[DAY + WEEK])
    assert this_year.change == mu[DAY + WEEK] - mu[DAY - 13 * WEEK]
    assert (whole.mu_before, outcome(whole.tally)) == (15_000, (4, 2, 1, 1, 2.5))
    assert (later.change, later.tally.tables) == (0, 0)


def test_new_year_is_that_of_the_clubs_time_zone():
    club = make_club(time_zone="Pacific/Auckland")
    players = make_players(club, 4)
    play_round(club, [(players[:2], players[2:], "won")])
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    silvester = dt.datetime(2026, 12, 31, 11, 0, tzinfo=dt.UTC)

    record = player_record(RatingPool.objects.get(), players[0].pk, since=None, now=silvester)

    assert record.season.since == dt.date(2027, 1, 1)


def test_record_of_somebody_unrated_is_refused(season):
    pool, _ = season

    with pytest.raises(PlayerNotRated):
        player_record(pool, 10**9, since=None, now=NOW)


def test_pair_record_goes_day_by_day_and_adds_up(season):
    pool, (a, b, *_) = season
    mu = {(state.player_id, state.period): state.mu for state in pool.states.filter(player_id__in=[a, b])}
    days = [DAY - 13 * WEEK, DAY, DAY + WEEK]

    pair = pair_record(pool, b, a, now=NOW)

    assert [member.player_id for member in pair.members] == [a, b]
    assert pair.name == "Player 01 + Player 02"
    assert [(day.day, outcome(day.tally)) for day in pair.days] == [
        (days[0], (1, 1, 0, 0, 1.0)),
        (days[1], (1, 0, 0, 1, 0.0)),
        (days[2], (1, 1, 0, 0, 1.0)),
    ]
    assert pair.days[0].change == (mu[a, days[0]] + mu[b, days[0]] - 30_000 + 1) // 2
    assert pair.days[2].rating == pair.rating == (mu[a, days[2]] + mu[b, days[2]] + 10) // 20
    assert pair.tally.expected == pytest.approx(sum(day.tally.expected for day in pair.days), abs=1e-12)
    assert pair.tally.expected == pytest.approx(
        sum(part.expected for part in told_of(pool, a).values() if part.partners == (b,)), abs=1e-12
    )
    assert (pair.is_provisional, pair.is_inactive) == (True, False)


def test_pair_is_inactive_26_weeks_after_its_last_table_together(season):
    pool, (a, _, c, _) = season

    assert pair_record(pool, a, c, now=NOW + 26 * WEEK).is_inactive is False
    assert pair_record(pool, a, c, now=NOW + 26 * WEEK + dt.timedelta(days=1)).is_inactive is True


@pytest.mark.parametrize(("one", "other"), [(0, 3), (0, 0), (0, None)], ids=["opponents", "the same", "a stranger"])
def test_pair_that_never_sat_together_is_refused(season, one, other):
    pool, players = season

    with pytest.raises(NotPartners):
        pair_record(pool, players[one], 10**9 if other is None else players[other], now=NOW)


@pytest.mark.parametrize("evenings", [0, 3])
def test_records_take_the_same_number_of_queries_whatever_their_length(season, evenings, django_assert_num_queries):
    pool, (a, b, *_) = season
    for number in range(evenings):
        play_round(pool.club, [_people(a, b)], day=DAY + (2 + number) * WEEK)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool = RatingPool.objects.select_related("club").get()

    with django_assert_num_queries(4):
        player_record(pool, a, since=None, now=NOW)
    with django_assert_num_queries(4):
        pair_record(pool, a, b, now=NOW)


def _people(a, b):
    return [Player.objects.get(pk=a), Player.objects.get(pk=b)], make_players(Club.objects.get(), 2), "won"
