"""Tied groups are resolved as groups, in the order of the criteria, and never by chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.standings.criteria import Criterion, Direction, last_resort
from tournaments.standings.meetings import meetings_of
from tournaments.standings.results import (
    Circumstances,
    Decision,
    DecisionKind,
    TableResult,
    TallyKey,
    share_game,
)
from tournaments.standings.rules import StandingRules, TablePointScheme
from tournaments.standings.tie_breaks import Comparison, Separation, Separator, TiedGroup

HEAD_TO_HEAD = Criterion("head_to_head")
WINS = Criterion("wins")
NOTHING_KNOWN = Circumstances()


def make_table(one, other, score):
    games = share_game(2, [side for side in (0, 1) if score[side] == max(score)])
    points = tuple(Fraction(value) for value in score)
    return TableResult(1, ((one,), (other,)), games, points, TablePointScheme().award(games))


def separator_of(*tables, circumstances=NOTHING_KNOWN, **values):
    seated = {entry for table in tables for side in table.sides for entry in side}
    names = sorted({entry for metric in values.values() for entry in metric} | seated)
    by_entry = {entry: {key: Fraction(metric.get(entry, 0)) for key, metric in values.items()} for entry in names}
    return Separator(by_entry, meetings_of(names, tables, (), StandingRules()), circumstances)


def groups(split):
    return [group.entries for group in split]


def test_split_goes_on_to_the_next_criterion_only_inside_a_tie():
    separator = separator_of(wins={1: 2, 2: 1, 3: 2, 4: 1}, points={1: 5, 2: 9, 3: 8, 4: 9})

    split = separator.split([4, 3, 2, 1], [WINS, Criterion("points")])

    assert split == [
        TiedGroup((3,), Separation("points", Fraction(8), Fraction(5), (1, 3))),
        TiedGroup((1,), Separation("wins", Fraction(2), Fraction(1), (1, 2, 3, 4))),
        TiedGroup((2, 4)),
    ]


def test_split_by_fewest_puts_the_least_first():
    separator = separator_of(losses={1: 2, 2: 0, 3: 1})

    assert groups(separator.split([1, 2, 3], [Criterion("losses", Direction.FEWEST)])) == [(2,), (3,), (1,)]


def test_split_without_criteria_is_one_tie():
    assert separator_of(wins={1: 1, 2: 2}).split([2, 1], []) == [TiedGroup((1, 2))]


def test_head_to_head_separates_two_who_met():
    separator = separator_of(make_table(1, 2, (3, 9)), make_table(1, 3, (9, 3)), make_table(2, 3, (1, 9)), wins={})

    split = separator.split([1, 2], [HEAD_TO_HEAD])

    assert split == [
        TiedGroup((2,), Separation("head_to_head", Fraction(2), Fraction(0), (1, 2))),
        TiedGroup((1,)),
    ]


def test_head_to_head_of_a_circle_leaves_the_tie():
    circle = [make_table(1, 2, (9, 1)), make_table(2, 3, (9, 1)), make_table(3, 1, (9, 1))]

    assert groups(separator_of(*circle).split([1, 2, 3], [HEAD_TO_HEAD])) == [(1, 2, 3)]


def test_head_to_head_may_compare_points():
    circle = [make_table(1, 2, (9, 1)), make_table(2, 3, (7, 1)), make_table(3, 1, (8, 1))]
    by_points = Criterion("head_to_head", by=TallyKey.POINTS)

    split = separator_of(*circle).split([1, 2, 3], [by_points])

    assert [(group.entries, group.separation and group.separation.value) for group in split] == [
        ((1,), 10),
        ((3,), 9),
        ((2,), None),
    ]


def test_head_to_head_counts_only_if_all_in_the_group_met_equally_often():
    met_in_part = [make_table(1, 2, (9, 1)), make_table(2, 3, (9, 1))]
    met_twice = [*met_in_part, make_table(1, 3, (9, 1)), make_table(1, 3, (9, 1))]

    assert groups(separator_of(*met_in_part).split([1, 2, 3], [HEAD_TO_HEAD])) == [(1, 2, 3)]
    assert groups(separator_of(*met_twice).split([1, 2, 3], [HEAD_TO_HEAD])) == [(1, 2, 3)]
    assert groups(separator_of(wins={}).split([1, 2], [HEAD_TO_HEAD])) == [(1, 2)]


def test_head_to_head_begins_again_inside_what_is_left():
    # Among four: 1 and 2 win two each, 3 and 4 one each; then 1 beat 2 and 4 beat 3.
    tables = [
        make_table(1, 2, (9, 1)),
        make_table(1, 3, (9, 1)),
        make_table(1, 4, (1, 9)),
        make_table(2, 3, (9, 1)),
        make_table(2, 4, (9, 1)),
        make_table(3, 4, (9, 1)),
    ]

    split = separator_of(*tables).split([1, 2, 3, 4], [HEAD_TO_HEAD])

    assert split == [
        TiedGroup((1,), Separation("head_to_head", Fraction(2), Fraction(0), (1, 2))),
        TiedGroup((2,), Separation("head_to_head", Fraction(4), Fraction(2), (1, 2, 3, 4))),
        TiedGroup((3,), Separation("head_to_head", Fraction(2), Fraction(0), (3, 4))),
        TiedGroup((4,)),
    ]


def test_head_to_head_begins_again_where_a_later_group_is_smaller():
    # 1, 2, 3 in a circle, all of whom beat 4: the circle stays, and points decide it.
    tables = [make_table(one, 4, (9, 1)) for one in (1, 2, 3)]
    tables += [make_table(1, 2, (9, 1)), make_table(2, 3, (9, 1)), make_table(3, 1, (9, 1))]
    separator = separator_of(*tables, points={1: 1, 2: 3, 3: 2, 4: 9})

    assert groups(separator.split([1, 2, 3, 4], [HEAD_TO_HEAD, Criterion("points")])) == [(2,), (3,), (1,), (4,)]


def test_head_to_head_of_individuals_counts_opponents_and_not_partners():
    def pairs(ours, theirs, score):
        table = make_table(0, 0, score)
        return TableResult(1, (ours, theirs), table.games_won, table.points, table.table_points)

    tables = [pairs((1, 9), (2, 8), (9, 1)), pairs((1, 2), (8, 9), (9, 1))]

    split = separator_of(*tables).split([1, 2], [HEAD_TO_HEAD])

    assert split[0] == TiedGroup((1,), Separation("head_to_head", Fraction(2), Fraction(0), (1, 2)))


@pytest.mark.parametrize("order", [[1, 2, 3, 4], [4, 3, 2, 1], [3, 1, 4, 2]])
def test_split_does_not_depend_on_the_order_given(order):
    separator = separator_of(wins={1: 1, 2: 1, 3: 2, 4: 1})

    assert groups(separator.split(order, [WINS])) == [(3,), (1, 2, 4)]


def test_head_to_head_leaves_in_the_book_what_it_compared_and_why_it_could_not():
    separator = separator_of(make_table(1, 2, (9, 1)), make_table(2, 3, (9, 1)))

    separator.split([1, 2, 3], [HEAD_TO_HEAD])
    separator.split([1, 2], [HEAD_TO_HEAD])

    assert separator.comparisons == [
        Comparison(HEAD_TO_HEAD, (1, 2, 3), {}, why_not="not_met_equally"),
        Comparison(HEAD_TO_HEAD, (1, 2), {1: Fraction(2), 2: Fraction(0)}, (1, 2)),
    ]


COMMON = Criterion("common_opponents")


def test_common_opponents_count_the_average_against_each_whom_all_met():
    # 1 and 2 both met 8 and 9; 1 met 8 twice. 7 was met by 1 only.
    tables = [
        make_table(1, 8, (9, 1)),
        make_table(8, 1, (9, 1)),
        make_table(1, 9, (9, 1)),
        make_table(1, 7, (9, 1)),
        make_table(2, 8, (1, 9)),
        make_table(2, 9, (9, 1)),
    ]
    separator = separator_of(*tables)

    split = separator.split([1, 2], [COMMON])

    assert split[0] == TiedGroup((1,), Separation("common_opponents", Fraction(3), Fraction(2), (1, 2)))
    assert separator.comparisons == [Comparison(COMMON, (1, 2), {1: Fraction(3), 2: Fraction(2)}, (8, 9))]


def test_common_opponents_are_not_the_tied_themselves():
    separator = separator_of(make_table(1, 2, (9, 1)))

    assert groups(separator.split([1, 2], [COMMON])) == [(1, 2)]
    assert separator.comparisons == [Comparison(COMMON, (1, 2), {}, why_not="nobody_in_common")]


def test_common_opponents_begin_again_among_those_who_are_left():
    # All three met 9 only; 1 and 2, level there, have 8 in common as well.
    tables = [make_table(one, 9, (9, 1)) for one in (1, 2)] + [make_table(3, 9, (1, 9))]
    tables += [make_table(1, 8, (1, 9)), make_table(2, 8, (9, 1))]

    assert groups(separator_of(*tables).split([1, 2, 3], [COMMON])) == [(2,), (1,), (3,)]


def test_rating_separates_only_where_everybody_has_one():
    rating = Criterion("rating")
    known = Circumstances(ratings={1: 1500, 2: 1620})

    assert groups(separator_of(wins={1: 0, 2: 0}, circumstances=known).split([1, 2], [rating])) == [(2,), (1,)]
    assert groups(separator_of(wins={1: 0, 3: 0}, circumstances=known).split([1, 3], [rating])) == [(1, 3)]


@pytest.mark.parametrize("kind", list(DecisionKind))
def test_decision_settles_a_tie_among_those_who_took_part_in_it(kind):
    decided = Circumstances(decisions=(Decision(kind, (3, 1, 2)),))
    step = last_resort(kind.value)
    level = {1: 0, 2: 0, 3: 0, 4: 0}

    among_two = separator_of(wins=level, circumstances=decided).split([1, 2], [step])
    among_more = separator_of(wins=level, circumstances=decided).split([1, 2, 3, 4], [step])

    assert groups(separator_of(wins=level, circumstances=decided).split([1, 2, 3], [step])) == [(3,), (1,), (2,)]
    assert among_two == [TiedGroup((1,), Separation(kind.value, Fraction(1), Fraction(2), (1, 2))), TiedGroup((2,))]
    assert groups(among_more) == [(1, 2, 3, 4)]


def test_decision_of_another_kind_or_an_earlier_one_counts_for_nothing():
    cuts = (Decision(DecisionKind.CUT, (1, 2)), Decision(DecisionKind.CUT, (2, 1)))
    separator = separator_of(wins={1: 0, 2: 0}, circumstances=Circumstances(decisions=cuts))

    assert groups(separator.split([1, 2], [last_resort("play_off")])) == [(1, 2)]
    assert groups(separator.split([1, 2], [last_resort("cut")])) == [(2,), (1,)]
