"""Why a rating moved: whoever follows the figures with a calculator comes to the change, to its last digit."""

import datetime as dt
import math
from decimal import ROUND_HALF_UP, Decimal

import pytest

from ratings.engine.params import Params
from ratings.errors import NotPlayedThatDay
from ratings.models import RatedResult, RatingPool, RatingState
from ratings.selectors.days import explain_day, read_day
from ratings.services.drain import drain
from ratings.services.rebuild import rebuild_pool
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, make_pool, play_round, tables_of
from tournaments.models import Occupancy

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(days=7)


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.get()


def to(unit, value):
    return Decimal(value).quantize(Decimal(unit), ROUND_HALF_UP)


def believed(side):
    """Return the people of a side, and the bonus if it has one."""
    return [*side.people, *([side.bonus] if side.bonus is not None else [])]


def calculate(told):
    """Work a day out again from the figures that are given; return the change that they come to."""
    most = told.most_deviation
    if told.last_day is None:
        assert told.grown == told.deviation_before == most
    else:
        grown = math.sqrt(told.deviation_before**2 + told.drift**2 * told.days_without / 7)
        assert told.grown == to("0.01", min(grown, most))
    total = Decimal(0)
    for meeting in (meeting for table in told.tables for meeting in table.meetings):
        for side in (meeting.own, meeting.other):
            assert side.rating == to("0.01", sum(one.rating for one in believed(side)) / len(side.people))
        assert meeting.lead == meeting.own.rating - meeting.other.rating
        if meeting.by_margin:
            assert meeting.expected == to("0.1", meeting.lead * told.margin_unit / Decimal("173.7178"))
        else:
            unsure = sum(
                (Decimal(2) / len(side.people) * one.deviation) ** 2
                for side in (meeting.own, meeting.other)
                for one in believed(side)
            )
            assert meeting.divisor == to("0.1", 400 * math.sqrt(1 + 0.3927 * float(unsure) / 120_711))
            assert meeting.expected == to("0.0001", 1 / (1 + 10 ** float(-meeting.lead / meeting.divisor)))
            assert meeting.actual == {"won": 1, "tied": Decimal("0.5"), "lost": 0}[meeting.outcome]
        assert meeting.moved == to("0.001", meeting.weight * (meeting.actual - meeting.expected))
        total += meeting.moved
    assert told.total == total
    assert abs(told.rounding) <= Decimal("0.05") + Decimal("0.005") * sum(len(table.meetings) for table in told.tables)
    assert told.rating_before + told.total + told.rounding == told.rating_after
    return told.total + told.rounding


def test_day_of_newcomers_is_what_the_decision_works_out_by_hand():
    club = make_club()
    players = make_players(club, 4)
    round_ = play_round(club, [(players[:2], players[2:], "won")])
    pool = bring_up_to_date()

    told = explain_day(pool, players[0].pk, DAY)

    assert (told.name, told.last_day, told.days_without) == ("Player 01", None, 0)
    assert (str(told.rating_before), str(told.grown)) == ("1500.0", "94.00")
    [table] = told.tables
    assert (table.table_id, table.table, table.round_id) == (tables_of(round_)[0].pk, 1, round_.pk)
    assert (table.tournament, table.had_substitute) == (round_.tournament.name, False)
    [meeting] = table.meetings
    assert [person.name for person in meeting.own.people] == ["Player 01", "Player 02"]
    assert [person.name for person in meeting.other.people] == ["Player 03", "Player 04"]
    assert (str(meeting.lead), str(meeting.divisor), str(meeting.expected)) == ("0.00", "422.4", "0.5000")
    assert (str(meeting.actual), meeting.outcome) == ("1", "won")
    assert (str(meeting.weight), str(meeting.moved)) == ("23.697", "11.849")
    assert (str(told.total), str(told.rounding), str(told.change)) == ("11.849", "-0.049", "11.8")
    assert (str(told.rating_after), str(told.deviation_after)) == ("1511.8", "93.20")
    assert calculate(told) == Decimal("11.8")


@pytest.mark.parametrize("bonus", [0, 5_000])
def test_days_of_a_season_come_to_the_changes_that_are_stored(bonus):
    club = make_club()
    players = make_players(club, 8)
    make_pool(club, params=Params(bonus_sigma=bonus).as_mapping(), format="")
    outcomes = ["won", "lost", "tied"]
    for week in range(5):
        for turn in range(3):
            people = players[turn + week :] + players[: turn + week]
            tables = [
                (people[:2], people[2:4], outcomes[(week + turn) % 3]),
                (people[4:6], people[6:], outcomes[(2 * week + turn) % 3]),
            ]
            play_round(club, tables, day=DAY + week * week * WEEK)
    pool = bring_up_to_date()

    seen = 0
    for player in players:
        before = 15_000
        for state in RatingState.objects.filter(pool=pool, player=player).order_by("period"):
            told = explain_day(pool, player.pk, state.period)
            assert 10 * calculate(told) == state.mu - before
            assert (10 * told.rating_after, 100 * told.deviation_after) == (state.mu, state.sigma)
            assert len(told.tables) == 3
            assert told.has_bonuses is (bonus > 0)
            before = state.mu
            seen += 1
    assert seen == RatingState.objects.count() == 40


def test_table_of_three_sides_has_a_meeting_with_each_of_the_others():
    club = make_club()
    players = make_players(club, 6)
    round_ = play_round(club, [(players[:2], players[2:4], "won")])
    bring_up_to_date()
    ids = [player.pk for player in players[:3]]
    RatedResult.objects.filter(table__round=round_).update(
        players=ids, side_sizes=[1, 1, 1], places=[1, 2, 2], points=None
    )
    pool = bring_up_to_date()
    rebuild_pool(pool_id=pool.pk, now=NOW)
    pool.refresh_from_db()

    first, second = (explain_day(pool, player, DAY) for player in ids[:2])

    assert [[one.other.name for one in table.meetings] for table in first.tables] == [["Player 02", "Player 03"]]
    assert [one.outcome for one in first.tables[0].meetings] == ["won", "won"]
    assert [one.outcome for one in second.tables[0].meetings] == ["lost", "tied"]
    assert 10 * calculate(first) == RatingState.objects.get(pool=pool, player_id=ids[0]).mu - 15_000
    assert 10 * calculate(second) == RatingState.objects.get(pool=pool, player_id=ids[1]).mu - 15_000


def test_table_at_which_somebody_sat_in_says_so():
    club = make_club()
    players = make_players(club, 5)
    round_ = play_round(club, [(players[:2], players[2:4], "won")])
    seat = Occupancy.objects.get(round=round_, player=players[1])
    Occupancy.objects.create(seat=seat.seat, round=round_, player=players[4], from_leg=1, from_hand=2, is_current=False)
    pool = bring_up_to_date()

    told = explain_day(pool, players[0].pk, DAY)

    assert told.tables[0].had_substitute is True
    assert [person.name for person in told.tables[0].meetings[0].own.people] == ["Player 01", "Player 02"]


def test_margins_are_worked_out_in_the_points_of_the_game():
    club = make_club()
    players = make_players(club, 4)
    for week, outcome in enumerate(["won", "lost", "tied"]):
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + week * WEEK)
    pool = bring_up_to_date()
    pool.params |= {"margin_cap": 1_000, "margin_unit": 300, "margin_noise": 475}
    pool.save()
    rebuild_pool(pool_id=pool.pk, now=NOW)
    pool.refresh_from_db()

    days = [explain_day(pool, players[0].pk, DAY + week * WEEK) for week in range(3)]

    assert [str(day.tables[0].meetings[0].actual) for day in days] == ["10.0", "-90.0", "0.0"]
    assert [day.tables[0].meetings[0].outcome for day in days] == ["won", "lost", "tied"]
    states = RatingState.objects.filter(pool=pool, generation=pool.live_generation, player=players[0])
    assert [10 * day.rating_after for day in days] == list(states.order_by("period").values_list("mu", flat=True))
    assert all(day.has_margins and not day.has_scores for day in days)
    for day in days:
        calculate(day)


def test_mature_player_is_told_that_a_novice_partner_moved_nothing():
    club = make_club()
    players = make_players(club, 5)
    play_round(club, [(players[:2], players[2:4], "won")])
    play_round(club, [([players[0], players[4]], players[2:4], "lost")], day=DAY + WEEK)
    pool = bring_up_to_date()
    pool.params |= {"novice_tables": 1}
    pool.save()
    rebuild_pool(pool_id=pool.pk, now=NOW)
    pool.refresh_from_db()

    told = explain_day(pool, players[0].pk, DAY + WEEK)

    [meeting] = told.tables[0].meetings
    assert meeting.is_held is True
    assert (meeting.moved, told.change) == (0, 0)


@pytest.mark.parametrize("day", ["2026-03-15", "2026-3-14", "20260314", "2026-W11-6", "yesterday", "", "2026-13-01"])
def test_day_without_a_rated_table_is_refused(day):
    club = make_club()
    players = make_players(club, 4)
    play_round(club, [(players[:2], players[2:], "won")])
    pool = bring_up_to_date()

    with pytest.raises(NotPlayedThatDay):
        explain_day(pool, players[0].pk, read_day(day))


def test_day_of_somebody_who_did_not_play_is_refused():
    club = make_club()
    players = make_players(club, 5)
    play_round(club, [(players[:2], players[2:4], "won")])
    pool = bring_up_to_date()

    with pytest.raises(NotPlayedThatDay):
        explain_day(pool, players[4].pk, DAY)


@pytest.mark.parametrize("rounds", [1, 4])
def test_day_takes_the_same_number_of_queries_however_many_tables(rounds, django_assert_num_queries):
    club = make_club()
    players = make_players(club, 8)
    for turn in range(rounds):
        play_round(club, [(players[:2], players[2 + turn : 4 + turn], "won")])
    pool = bring_up_to_date()

    with django_assert_num_queries(5):
        told = explain_day(pool, players[0].pk, DAY)

    assert len(told.tables) == rounds
