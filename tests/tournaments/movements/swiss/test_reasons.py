"""Each round says why it is so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.movements.swiss.evening import Evening, codes, remarks_of
from tournaments.movements.swiss.draw import draw_danish, draw_gathering, draw_swiss
from tournaments.movements.swiss.field import DOWN, UP, Contender, Field
from tournaments.movements.swiss.history import Gathering
from tournaments.movements.swiss.levels import LEVELS
from tournaments.movements.swiss.reasons import explain_swiss
from tournaments.movements.swiss.rules import SWISS


def explain(contenders, rounds=9, **field):
    turns = {one.entrant: one.sit_outs for one in contenders}
    gathering = Gathering(Field(3, tuple(contenders), **field), turns, {}, Fraction(0))
    return explain_swiss(draw_gathering(gathering, SWISS, rounds, 5))


def said(remarks, code):
    return [dict(remark.params) for remark in remarks if remark.code == code]


def test_first_round_says_how_it_was_drawn_and_that_there_are_many():
    drawn = Evening([1, 2, 3, 4], 3).draw()

    first, many = drawn.remarks[:2]
    assert (first.code, first.params) == (
        "draw.swiss_first_round",
        {"movement": "swiss", "round": 1, "rounds": 3, "pattern": "random", "tables": 2},
    )
    assert (many.code, many.params) == ("draw.swiss_many_rounds", {"rounds": 3, "present": 4, "most": 2})
    assert drawn.outlook == ()


@pytest.mark.parametrize(("count", "rounds", "warned"), [(8, 4, False), (8, 5, True), (9, 4, False), (9, 5, True)])
def test_more_rounds_than_half_the_entries_are_warned_of(count, rounds, warned):
    ids = list(range(1, count + 1))

    assert ("draw.swiss_many_rounds" in codes(Evening(ids, rounds).draw())) is warned
    assert "draw.swiss_many_rounds" not in codes(Evening(ids, rounds, draws=draw_danish).draw())


def test_every_table_is_explained_and_the_costs_add_up():
    evening = Evening(list(range(1, 12)), 5)
    for _ in range(5):
        drawn = evening.draw()
        tables = [*remarks_of(drawn, "draw.swiss_alike"), *remarks_of(drawn, "draw.swiss_apart")]

        assert sorted(params["entrants"] for params in tables) == sorted(
            list(table.entrants) for table in drawn.plan.tables
        )
        (cost,) = remarks_of(drawn, "draw.swiss_cost")
        (out,) = [*remarks_of(drawn, "draw.swiss_sits_out"), *remarks_of(drawn, "draw.swiss_sits_out_above")]
        assert out["entrant"] == drawn.plan.out[0]
        at_tables = [sum(params["costs"][level] for params in tables) for level in range(len(LEVELS) - 1)]
        at_tables[LEVELS.index("sit_out")] = cost["costs"][LEVELS.index("sit_out")]
        assert at_tables == cost["costs"][:-1]
        assert all((params["scores"][0] == params["scores"][1]) for params in remarks_of(drawn, "draw.swiss_alike"))


def test_rematch_is_said_to_be_needed_and_how_often_they_have_met():
    contenders = [Contender(1, met={2: 2}), Contender(2, met={1: 2})]

    remarks = explain(contenders)

    assert said(remarks, "draw.swiss_rematches_needed") == [{"rematches": 1}]
    assert said(remarks, "draw.rematch_needed") == [{"entrants": [1, 2], "times": 2}]


def test_meeting_again_as_the_movement_allows_is_said():
    contenders = [Contender(1, met={2: 1}), Contender(2, met={1: 1})]

    remarks = explain(contenders, again=True)

    assert said(remarks, "draw.swiss_met_before") == [{"entrants": [1, 2], "times": 1}]
    assert said(remarks, "draw.swiss_rematches_needed") == []


def test_same_club_same_side_and_sides_apart_are_said():
    contenders = [Contender(1, club="A", balance=1), Contender(2, club="A", balance=2)]

    remarks = explain(contenders)

    assert said(remarks, "draw.swiss_same_club") == [{"entrants": [1, 2]}]
    assert said(remarks, "draw.swiss_same_side") == [{"entrants": [1, 2]}]
    assert said(remarks, "draw.sides_apart") == [{"entrant": 1, "apart": 2}]


def test_floats_in_the_same_direction_as_before_are_said():
    contenders = [Contender(1, Fraction(5, 2), floated=DOWN), Contender(2, Fraction(1), floated=UP)]

    remarks = explain(contenders)

    assert said(remarks, "draw.swiss_floats_again") == [
        {"entrant": 1, "others": [2], "up": 0},
        {"entrant": 2, "others": [1], "up": 1},
    ]
    assert said(remarks, "draw.swiss_gaps") == [{"squares": "9/4", "least": "9/4"}]


def test_gaps_are_said_beside_the_least_that_could_be():
    contenders = [
        Contender(1, Fraction(4), met={2: 1}),
        Contender(2, Fraction(4), met={1: 1}),
        Contender(3, Fraction(2), met={4: 1}),
        Contender(4, Fraction(2), met={3: 1}),
    ]

    assert said(explain(contenders), "draw.swiss_gaps") == [{"squares": "8", "least": "0"}]
    assert said(explain([Contender(1), Contender(2)]), "draw.swiss_gaps") == []


def test_sit_out_of_somebody_who_is_not_the_lowest_names_those_below():
    # Were 3 out, the two others would have to meet again.
    contenders = [
        Contender(1, Fraction(4), met={2: 1}),
        Contender(2, Fraction(2), met={1: 1}),
        Contender(3, sit_outs=0),
    ]

    remarks = explain(contenders)

    assert said(remarks, "draw.swiss_sits_out_above") == [{"entrant": 2, "before": 0, "others": [3], "score": "2"}]


def test_sit_out_of_the_lowest_whose_turn_it_is_says_how_often_before():
    contenders = [Contender(1, Fraction(4), sit_outs=1), Contender(2, sit_outs=1), Contender(3, sit_outs=2)]

    assert said(explain(contenders), "draw.swiss_sits_out") == [
        {"entrant": 2, "before": 1, "score": "0", "fewest": 1},
    ]


def test_standings_of_an_earlier_round_are_named_from_the_second_round_on():
    evening = Evening(list(range(1, 9)), 3, options={"standings": "round_before"})

    said_in = [remarks_of(evening.draw(), "draw.swiss_standings_before") for _ in range(3)]

    assert said_in == [[], [{"round": 0}], [{"round": 1}]]


def test_remarks_are_ready_for_json():
    evening = Evening(list(range(1, 8)), 4, draws=draw_swiss, conflicts=((1, 2),), fixed=((3, 4),))
    for _ in range(3):
        for remark in evening.draw().remarks:
            for value in remark.params.values():
                items = value if isinstance(value, list) else [value]
                assert all(type(item) in (int, str) for item in items)
