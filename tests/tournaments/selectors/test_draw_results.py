"""What the results so far tell a movement that follows them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.cache import cache

from tests.factories import make_round, make_tournament
from tests.hands import play_out, play_round
from tournaments.models import Entry, Round
from tournaments.movements.course import DrawState
from tournaments.selectors import played_cache
from tournaments.selectors.book import rules_of
from tournaments.selectors.draw_results import with_results
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.played import sides_of
from tournaments.selectors.versions import versions_of

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def before_the_next_round(tournament):
    entrants = tuple(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    return with_results(DrawState(entrants, 3, rounds=rounds_so_far(tournament)), tournament)


def test_results_before_the_first_round_leave_everybody_level_in_entry_order():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)

    state = before_the_next_round(tournament)

    assert state.order == state.entrants
    assert state.scores == dict.fromkeys(state.entrants, Fraction(0))
    assert state.winners == {}


def test_results_give_scores_order_and_winners_of_closed_rounds():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)
    round_ = play_round(make_round(tournament), winner=1)
    tables = list(round_.tables.order_by("number"))
    sides = sides_of([table.pk for table in tables])
    won = {entry for sitting in sides.values() for entry in sitting[1]}

    state = before_the_next_round(tournament)

    assert state.scores == {entry: Fraction(2 if entry in won else 0) for entry in state.entrants}
    assert state.order == tuple(sorted(state.entrants, key=lambda entry: (entry not in won, entry)))
    assert state.winners == {(1, table.number): (1,) for table in tables}
    assert {where: max(points) == points[1] > points[0] for where, points in state.points.items()} == {
        (1, table.number): True for table in tables
    }


def test_results_of_a_round_in_play_do_not_count_yet():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)
    play_out(make_round(tournament).tables.get(number=1))

    state = before_the_next_round(tournament)

    assert set(state.scores.values()) == {Fraction(0)}
    assert state.winners == {}


def test_results_of_the_last_round_do_not_rank_where_the_standings_of_the_round_before_are_followed():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)
    play_round(make_round(tournament), winner=1)
    state = before_the_next_round(tournament)
    lagging = replace(state, rounds=rounds_so_far(tournament), options={"standings": "round_before"})

    lagged = with_results(lagging, tournament)
    latest = with_results(replace(lagging, options={"standings": "latest"}), tournament)

    assert set(lagged.scores.values()) == {Fraction(0)}
    assert lagged.order == state.entrants
    assert lagged.winners == state.winners
    assert (latest.scores, latest.order) == (state.scores, state.order)


def test_results_that_may_be_rolled_back_leave_nothing_in_the_cache():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)
    play_round(make_round(tournament), winner=1)
    cache.clear()
    entrants = tuple(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    state = DrawState(entrants, 3, rounds=rounds_so_far(tournament))
    before = cache.get_many(keys_of(tournament))

    unkept = with_results(state, tournament, kept=False)

    assert cache.get_many(keys_of(tournament)) == before == {}
    assert unkept == with_results(state, tournament)
    assert len(cache.get_many(keys_of(tournament))) == 1


def keys_of(tournament):
    """Return the names under which the rounds of a tournament are kept."""
    scheme, versions = rules_of(tournament).table_points, versions_of(tournament.pk)
    return [
        played_cache._key(tournament, round_, scheme, versions, {})
        for round_ in Round.objects.filter(tournament=tournament)
    ]
