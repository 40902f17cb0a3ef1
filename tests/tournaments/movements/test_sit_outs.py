"""Sit-outs are counted as facts and go round fairly, also among entrants who share a player."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.sit_outs import conflicts_among, count_sit_outs, count_turns, leave_out


def make_round(number, seated, out=()):
    pairs = zip(seated[::2], seated[1::2], strict=True)
    tables = [TablePlan(table, ((one,), (other,))) for table, (one, other) in enumerate(pairs, start=1)]
    return RoundPlan(number, tuple(tables), tuple(out))


def test_count_sit_outs_counts_only_who_was_there_without_a_table():
    rounds = [make_round(1, [1, 2], [3]), make_round(2, [1, 3], [2]), make_round(3, [1, 2], [3, 4])]

    assert count_sit_outs(rounds) == {3: 2, 2: 1, 4: 1}


def test_count_turns_starts_who_comes_late_with_those_who_have_sat_out_least():
    rounds = [make_round(1, [1, 2], [3]), make_round(2, [3, 2], [1]), make_round(3, [1, 3], [2])]

    assert count_turns(rounds, [1, 2, 3, 9]) == {1: 1, 2: 1, 3: 1, 9: 1}
    assert count_turns(rounds[:2], [1, 2, 3, 9]) == {1: 1, 2: 0, 3: 1, 9: 0}
    assert count_turns([], [1, 2]) == {1: 0, 2: 0}


def test_count_turns_counts_turns_at_anything():
    rounds = [make_round(1, [1, 2], [3]), make_round(2, [3, 2], [1])]

    assert count_turns(rounds, [1, 2, 3, 9], lambda plan: plan.seated) == {1: 1, 2: 2, 3: 1, 9: 1}


def test_count_turns_lifts_who_comes_back_but_never_lowers():
    everybody_once = [make_round(1, [1, 2, 3, 4], [5, 6]), make_round(2, [5, 4], [1, 2, 3])]
    later = [*everybody_once, make_round(3, [1, 2, 3, 5], [4])]

    assert count_turns(later, [1, 2, 3, 4, 5, 6])[6] == 1
    away_from_the_start = [make_round(1, [2, 3], [4]), make_round(2, [2, 3, 4, 5], [1])]
    assert count_turns(away_from_the_start, [1, 2, 3]) == {1: 1, 2: 0, 3: 0}


def test_conflicts_among_leaves_out_who_is_not_there():
    assert conflicts_among([(1, 2), (2, 3), (3, 4)], {1, 2, 3}) == {1: {2}, 2: {1, 3}, 3: {2}}


def test_leave_out_takes_turns_between_two():
    conflicts = conflicts_among([(1, 2)], {1, 2})

    assert leave_out(conflicts, {1: 0, 2: 0}, {1: 5, 2: 4}.get) == {2}
    assert leave_out(conflicts, {1: 0, 2: 1}, {1: 5, 2: 4}.get) == {1}
    assert leave_out({}, {1: 0}, {}.get) == frozenset()


def test_leave_out_spares_who_shares_with_several_once_it_has_sat_out():
    conflicts = conflicts_among([(1, 2), (2, 3)], {1, 2, 3})

    assert leave_out(conflicts, {1: 0, 2: 0, 3: 0}, abs) == {2}
    assert leave_out(conflicts, {1: 0, 2: 1, 3: 0}, abs) == {1, 3}


@pytest.mark.parametrize("size", [3, 6, 12])
def test_leave_out_of_entries_of_one_player_leaves_one(size):
    conflicts = conflicts_among(combinations(range(size), 2), range(size))

    assert len(leave_out(conflicts, dict.fromkeys(range(size), 0), abs)) == size - 1


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=9), st.lists(st.integers(0, 2), min_size=7))
def test_leave_out_is_as_fair_as_the_best_of_all(pairs, counts):
    pairs = [pair for pair in pairs if pair[0] < pair[1]]
    turns = dict(enumerate(counts))
    conflicts = conflicts_among(pairs, range(7))

    chosen = leave_out(conflicts, turns, abs)

    subsets = chain.from_iterable(combinations(range(7), size) for size in range(8))
    covers = [subset for subset in subsets if all(set(pair) & set(subset) for pair in pairs)]
    assert all(set(pair) & chosen for pair in pairs)
    assert burden(chosen, turns) == min(burden(cover, turns) for cover in covers)


def burden(chosen, turns):
    """Return how many of those are chosen who have sat out most, next most, and so on."""
    return [sum(turns[entrant] == count for entrant in chosen) for count in (2, 1, 0)]
