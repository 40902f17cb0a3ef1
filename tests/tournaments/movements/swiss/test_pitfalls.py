"""What went wrong elsewhere: each test is a fault that people reported of another program."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.movements.swiss.evening import Evening, pairs_of, remarks_of
from tournaments.errors import TooFewEntries
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.swiss.draw import draw_danish, draw_monrad, draw_swiss, usual_length
from tournaments.movements.swiss.history import gather
from tournaments.movements.swiss.rules import SWISS

DRAWS = [draw_swiss, draw_monrad, draw_danish]


def evening_of(count, rounds=None, **options):
    return Evening(list(range(1, count + 1)), rounds or usual_length(count), **options)


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("worth", [Fraction(0), Fraction(1), Fraction(2), Fraction(5, 3)], ids=str)
def test_second_sit_out_because_the_first_was_worth_less_than_a_win(draws, worth):
    evening = evening_of(7, 7, out_worth=worth, draws=draws).draw_on()

    assert set(evening.outs.values()) == {1}
    assert len(evening.outs) == 7


def test_second_sit_out_because_the_first_was_taken_for_a_forfeit():
    evening = evening_of(5, 4)
    evening.draw()
    out = evening.rounds[0].out[0]
    # Its score is that of somebody who lost a table by default; what counts is the round it sat out.
    evening.scores[out] = Fraction(0)
    for _ in range(3):
        assert out not in evening.draw().plan.out


def test_absence_known_in_advance_makes_the_round_look_played():
    evening = evening_of(8, 3)
    evening.away = {2}

    plan = evening.draw().plan

    assert (plan.number, len(plan.tables), len(plan.out)) == (1, 3, 1)
    evening.away = set()
    assert evening.draw().plan.number == 2


def test_score_that_already_contains_the_sit_out_counts_it_twice():
    evening = evening_of(7, 4)
    for _ in range(2):
        evening.draw()
    field = gather(evening.state, SWISS, evening.seed).field

    assert all(one.score == evening.scores[one.entrant] for one in field.contenders)
    assert len(field.contenders) == 7


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("away", [{1}, {2, 3}, {1, 4, 8}])
def test_sides_of_the_first_round_go_wrong_with_absentees(draws, away):
    evening = evening_of(13, away=away, draws=draws)

    evening.draw()

    assert Counter(evening.balance.values()) == {1: (13 - len(away)) // 2, -1: (13 - len(away)) // 2}


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("count", range(3, 16, 2))
def test_several_sit_outs_for_one_player(draws, count):
    evening = evening_of(count, count, draws=draws).draw_on()

    assert set(evening.outs.values()) == {1}


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("count", [2, 4, 5, 10, 15])
def test_two_games_for_one_pairing(draws, count):
    evening = evening_of(count, draws=draws)
    for _ in range(evening.rounds_planned):
        plan = evening.draw().plan
        assert len(pairs_of(plan)) == len(plan.tables)
        assert set(Counter((*plan.seated, *plan.out)).values()) == {1}


@pytest.mark.parametrize("draws", DRAWS)
def test_round_paired_though_all_have_withdrawn(draws):
    evening = evening_of(6, 4, draws=draws)
    evening.draw()
    evening.away = set(evening.entrants)

    with pytest.raises(TooFewEntries):
        evening.draw()


def test_sit_out_given_to_the_wrong_player_because_the_top_was_paired_first():
    # Paired from the top, 1-2 and 3-4 leave 5 alone, who has sat out already.
    evening = evening_of(5, 3)
    evening.scores.update({1: Fraction(2), 2: Fraction(2)})
    evening.rounds = (RoundPlan(1, (TablePlan(1, ((1,), (3,))), TablePlan(2, ((2,), (4,)))), (5,)),)

    plan = evening.draw().plan

    assert plan.out == (4,)
    assert pairs_of(plan) == {frozenset({1, 2}), frozenset({3, 5})}


@pytest.mark.parametrize("draws", DRAWS)
def test_sit_out_to_the_leader_again_and_again(draws):
    evening = evening_of(9, 5, draws=draws)
    for number in range(5):
        leader = evening.state.order[0]
        (out,) = evening.draw().plan.out
        assert number == 0 or out != leader


def test_those_who_sat_out_are_paired_with_each_other():
    evening = evening_of(9, 6)
    evening.draw_on()
    taken_out = set()
    together = 0
    for plan in evening.rounds:
        together += sum(taken_out.issuperset(table.entrants) for table in plan.tables)
        taken_out.update(plan.out)
    field = gather(replace(evening.state, rounds_planned=7), SWISS, evening.seed).field

    # A sit-out is no opponent: nobody is counted as met but those whom one has met.
    assert all(set(one.met) <= set(evening.entrants) - {one.entrant} for one in field.contenders)
    assert {one.entrant: sum(one.met.values()) for one in field.contenders} == {
        entrant: 6 - evening.outs[entrant] for entrant in evening.entrants
    }
    assert together <= 3


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("gone", [1, 4, 7])
def test_who_leaves_after_a_result_is_paired_with_itself(draws, gone):
    evening = evening_of(8, 4, draws=draws)
    evening.draw()
    evening.away = {gone}
    evening.draw_on()

    for plan in evening.rounds[1:]:
        assert gone not in plan.present
        assert plan.absent == (gone,)
        assert all(len(set(table.entrants)) == 2 for table in plan.tables)


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("count", range(2, 13))
def test_more_sit_outs_than_the_number_asks_for(draws, count):
    evening = evening_of(count, count + 2, draws=draws).draw_on()

    assert {len(plan.out) for plan in evening.rounds} == {count % 2}


def test_odd_field_with_fixed_meetings_gets_a_third_sit_out():
    evening = evening_of(9, 3)
    evening.draw()
    evening.fixed = ((1, 2), (3, 4), (5, 6))

    plan = evening.draw().plan

    assert len(plan.out) == 1
    assert len(plan.tables) == 4


def test_fixed_meetings_leave_only_those_who_have_sat_out():
    evening = evening_of(5, 4)
    evening.rounds = (RoundPlan(1, (), (5,), ()),)
    evening.fixed = ((1, 2), (3, 4))

    drawn = evening.draw()

    assert drawn.plan.out == (5,)
    assert remarks_of(drawn, "draw.swiss_sits_out") == [
        {"entrant": 5, "before": 1, "score": "0", "fewest": 1},
    ]


@pytest.mark.parametrize("count", range(2, 41))
def test_no_round_for_some_number_of_entries(count):
    plan = evening_of(count, 1).draw().plan

    assert 2 * len(plan.tables) + len(plan.out) == count


def test_rule_for_whom_to_pull_up_cannot_be_chosen():
    rounds = {
        pattern: pairs_of(evening_of(16, 2, options={"pattern": pattern, "first_round": "slide"}).draw_on().rounds[1])
        for pattern in ("slide", "fold", "adjacent")
    }

    assert rounds["slide"] != rounds["fold"] != rounds["adjacent"] != rounds["slide"]
