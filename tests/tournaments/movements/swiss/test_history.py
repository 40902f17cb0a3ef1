"""What everybody brings along into a round."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.movements.swiss.evening import Evening
from tournaments.movements.course import DrawState
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.swiss.field import DOWN, EW, NS, UP
from tournaments.movements.swiss.history import gather
from tournaments.movements.swiss.rules import DANISH, MONRAD, MONRAD_OPTIONS, SWISS, SWISS_OPTIONS

SEED = 7


def table(number, north, east):
    return TablePlan(number, ((north,), (east,)))


TWO_ROUNDS = (
    RoundPlan(1, (table(1, 1, 2), table(2, 3, 4)), (5,)),
    RoundPlan(2, (table(1, 1, 3), table(2, 5, 2)), (4,)),
)
WINNERS = {(1, 1): (0,), (1, 2): (0, 1), (2, 1): (1,), (2, 2): (0,)}


def state(**changes):
    return DrawState(**{"entrants": (1, 2, 3, 4, 5), "rounds_planned": 5, "rounds": TWO_ROUNDS, **changes})


def contenders(given, rules=SWISS):
    return gather(given, rules, SEED).field.by_entrant


def test_gather_counts_meetings_sides_and_sit_outs():
    field = contenders(state())

    assert {one: dict(field[one].met) for one in field} == {
        1: {2: 1, 3: 1},
        2: {1: 1, 5: 1},
        3: {4: 1, 1: 1},
        4: {3: 1},
        5: {2: 1},
    }
    assert {one: field[one].balance for one in field} == {1: 2, 2: -2, 3: 0, 4: -1, 5: 1}
    assert {one: field[one].last_side for one in field} == {1: NS, 2: EW, 3: EW, 4: EW, 5: NS}
    assert {one: field[one].sit_outs for one in field} == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1}


def test_gather_orders_by_score_and_then_by_standing():
    scores = {1: Fraction(2), 2: Fraction(4), 3: Fraction(2), 4: Fraction(0), 5: Fraction(2)}

    field = gather(state(scores=scores, order=(2, 5, 3, 1, 4)), SWISS, SEED).field

    assert [one.entrant for one in field.contenders] == [2, 5, 3, 1, 4]
    assert [one.score for one in field.contenders] == [4, 2, 2, 2, 0]


def test_gather_puts_the_fewest_first_where_the_tournament_ranks_by_fewest():
    scores = {1: Fraction(30), 2: Fraction(10), 3: Fraction(20), 4: Fraction(20), 5: Fraction(0)}

    field = gather(state(scores=scores, order=(5, 2, 3, 4, 1)), SWISS, SEED).field

    assert [one.entrant for one in field.contenders] == [5, 2, 3, 4, 1]


def test_gather_says_who_floated_by_the_tables_won_before():
    field = contenders(state(winners=WINNERS))

    # Before round 2 entry 1 had won a table, 3 half of one; 5, which sat out, none as yet, like 2.
    assert {one: field[one].floated for one in field} == {1: DOWN, 2: 0, 3: UP, 4: 0, 5: 0}


def test_gather_with_standings_of_the_round_before_knows_floats_from_then():
    rules = SWISS.with_options({"standings": "round_before"})

    field = contenders(state(winners=WINNERS), rules)

    assert {field[one].floated for one in field} == {0}


def test_gather_counts_a_sit_out_as_the_own_average_when_it_says_who_floated():
    rounds = (*TWO_ROUNDS, RoundPlan(3, (table(1, 4, 5), table(2, 1, 2)), (3,)))

    field = contenders(state(rounds=rounds, winners={**WINNERS, (2, 2): (0,), (3, 1): (1,)}))

    # 5 had won its one table of two rounds, 4 half of its one: two against one.
    assert (field[5].floated, field[4].floated) == (DOWN, UP)
    assert (field[1].floated, field[2].floated) == (DOWN, UP)


def test_gather_says_who_was_not_there_in_the_round_before():
    rounds = (TWO_ROUNDS[0], RoundPlan(2, (table(1, 1, 3),), (), (2, 4, 5)))

    field = contenders(state(rounds=rounds, entrants=(1, 2, 3, 4, 5, 6)))

    assert {one for one in field if field[one].fresh} == {2, 4, 5, 6}


@pytest.mark.parametrize(("apart", "recent"), [(0, {}), (1, {3}), (2, {2, 3})])
def test_gather_for_danish_says_who_was_met_lately(apart, recent):
    gathering = gather(state(), DANISH.with_options({"rounds_apart": apart}), SEED)

    assert gathering.field.again
    assert gathering.field.by_entrant[1].recent == frozenset(recent)


def test_gather_adds_virtual_points_for_the_stronger_half_of_those_who_began():
    ratings = {1: 900, 2: 1500, 3: 1400, 5: 1300}
    scores = {1: Fraction(4), 2: Fraction(2), 3: Fraction(2), 4: Fraction(0), 5: Fraction(0), 6: Fraction(0)}
    rules = MONRAD.with_options({"accelerated_rounds": 3})

    gathering = gather(state(entrants=(1, 2, 3, 4, 5, 6), ratings=ratings, scores=scores), rules, SEED)

    assert gathering.virtual == 2
    assert {one.entrant: one.score for one in gathering.field.contenders} == {2: 4, 3: 4, 5: 2, 1: 4, 4: 0, 6: 0}


def test_gather_gives_virtual_points_also_when_nobody_has_a_point_yet():
    rules = SWISS.with_options({"accelerated_rounds": 3})

    assert gather(state(), rules, SEED).virtual == 1
    assert gather(state(), SWISS, SEED).virtual == 0


def test_gather_forbids_only_in_the_first_rounds_where_that_is_chosen():
    rules = SWISS.with_options({"forbidden_rounds": 2})

    assert gather(state(forbidden=((4, 1),), rounds=TWO_ROUNDS[:1]), rules, SEED).field.forbidden == {frozenset({1, 4})}
    assert gather(state(forbidden=((4, 1),)), rules, SEED).field.forbidden == frozenset()
    assert gather(state(forbidden=((4, 1),)), SWISS, SEED).field.forbidden == {frozenset({1, 4})}


def test_first_round_by_lot_does_not_depend_on_who_entered_first():
    one, other = (gather(Evening(list(ids), 3).state, SWISS, SEED).field for ids in ((1, 2, 3, 4, 5), (5, 3, 1, 4, 2)))

    assert one.contenders == other.contenders
    assert one.pattern == "random"


def test_rules_take_options_over_what_the_movement_has():
    chosen = SWISS.with_options({name: values[-1] for name, values in SWISS_OPTIONS.items()})

    assert (chosen.pattern, chosen.first_round, chosen.accelerated) == ("random", "adjacent", 3)
    assert (chosen.forbidden_rounds, chosen.lag, chosen.rounds_apart) == (4, True, None)
    assert SWISS.with_options({}) == SWISS
    assert MONRAD.with_options({name: values[0] for name, values in MONRAD_OPTIONS.items()}) == MONRAD
