"""The JSON of a schedule: read, written, and refused with the place of the fault."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.movements.schedule import (
    RoundPlan,
    Schedule,
    ScheduleUnreadable,
    Shape,
    TablePlan,
    from_json,
    round_from_json,
    round_to_json,
    seat_names,
    to_json,
)
from tournaments.movements.verify import verify

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "movements_published.json").read_text())


def make_document(**changes):
    table = {"table": 1, "seats": {"EW": 7, "NS": 3}, "first": "S", "boards": [1, 2]}
    document = {
        "kind": "pairs",
        "entrants": [3, 7, 11, 15],
        "rounds": [{"round": 1, "tables": [table], "out": [11], "absent": [15]}],
        "claims": {"meet_max": 1, "out_once_first": True},
        "conflicts": [[3, 11]],
    }
    return document | changes


def with_table(**changes):
    table = {"table": 1, "seats": {"NS": 3, "EW": 7}} | changes
    return make_document(rounds=[{"round": 1, "tables": [table], "out": [11]}])


def test_from_json_reads_sides_in_their_order_around_the_table():
    schedule = from_json(make_document())

    table = TablePlan(1, ((3,), (7,)), first=2, boards=(1, 2))
    assert schedule == Schedule(
        kind="pairs",
        entrants=(3, 7, 11, 15),
        rounds=(RoundPlan(1, (table,), out=(11,), absent=(15,)),),
        claims={"meet_max": 1, "out_once_first": True},
        conflicts=((3, 11),),
    )


def test_to_json_gives_the_document_again():
    document = make_document()

    assert to_json(from_json(document)) == document


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_from_json_reads_every_published_movement(name):
    document = PUBLISHED[name]

    assert to_json(from_json(document)) == document


@pytest.mark.parametrize(
    ("kind", "seats", "first", "sides", "seat"),
    [
        pytest.param("pairs", {"NS": 1, "EW": 2}, "EW", ((1,), (2,)), 1, id="a side deals from its first seat"),
        pytest.param("pairs", {"NS": 1, "EW": 2, "UD": 3}, "W", ((1,), (2,), (3,)), 4, id="three pairs"),
        pytest.param("individual", {"N": 1, "E": 2, "S": 3, "W": 4}, "S", ((1, 3), (2, 4)), 2, id="four people"),
        pytest.param("individual", {"A": 1, "B": 2, "C": 3}, "C", ((1,), (2,), (3,)), 2, id="three without partners"),
        pytest.param(
            "individual",
            {"N": 1, "E": 2, "U": 3, "S": 4, "W": 5, "D": 6},
            "UD",
            ((1, 4), (2, 5), (3, 6)),
            2,
            id="six people in three pairs",
        ),
        pytest.param(
            "individual",
            {"A1": 1, "B1": 2, "A2": 3, "B2": 4, "A3": 5, "B3": 6},
            "B2",
            ((1, 3, 5), (2, 4, 6)),
            3,
            id="six people in two teams",
        ),
        pytest.param(
            "individual",
            {"A1": 1, "B1": 2, "A2": 3, "B2": 4, "A3": 5, "B3": 6},
            "B",
            ((1, 3, 5), (2, 4, 6)),
            1,
            id="a team deals from its first seat",
        ),
    ],
)
def test_round_from_json_reads_every_kind_of_table(kind, seats, first, sides, seat):
    table = {"table": 4, "seats": seats, "first": first}

    plan = round_from_json(kind, {"round": 2, "tables": [table]})

    assert plan == RoundPlan(2, (TablePlan(4, sides, first=seat),))
    written = round_to_json(kind, plan)["tables"][0]
    assert written["seats"] == seats
    assert written["first"] == seat_names(kind, plan.tables[0])[seat]
    assert round_from_json(kind, {"round": 2, "tables": [written]}) == plan


def test_round_plan_knows_who_is_there():
    plan = from_json(make_document()).rounds[0]

    assert plan.seated == (3, 7)
    assert plan.present == {3, 7, 11}
    assert plan.tables[0].first_side == 0
    assert TablePlan(1, ((3,), (7,))).first_side is None


@pytest.mark.parametrize(
    ("document", "path"),
    [
        pytest.param([], "schedule", id="not an object"),
        pytest.param({1: 2}, "schedule", id="a key that is no text"),
        pytest.param(make_document(kind="teams"), "kind", id="unknown kind"),
        pytest.param(make_document(entrants=None), "entrants", id="no entrants"),
        pytest.param(make_document(entrants=[1, "2"]), "entrants[1]", id="an entrant that is text"),
        pytest.param(make_document(entrants=[True]), "entrants[0]", id="an entrant that is a truth value"),
        pytest.param(make_document(rounds={}), "rounds", id="rounds that are no list"),
        pytest.param(make_document(rounds=[{"round": "1", "tables": []}]), "rounds[0].round", id="a round's number"),
        pytest.param(make_document(rounds=[{"round": 1}]), "rounds[0].tables", id="no tables"),
        pytest.param(make_document(claims=[]), "claims", id="claims that are a list"),
        pytest.param(make_document(claims={"meet_max": 1.5}), "claims.meet_max", id="a claim of one and a half"),
        pytest.param(make_document(conflicts=[[1, 2, 3]]), "conflicts[0]", id="a conflict of three"),
        pytest.param(make_document(stationary=3), "stationary", id="one who stays, not in a list"),
        pytest.param(make_document(fixed_tables=[[3]]), "fixed_tables[0]", id="a fixed table without its number"),
        pytest.param(make_document(forbidden=[[3, "7"]]), "forbidden[0][1]", id="a forbidden meeting with a name"),
        pytest.param(with_table(seats={"NS": 1}), "rounds[0].tables[0].seats", id="one side"),
        pytest.param(with_table(seats={}), "rounds[0].tables[0].seats", id="nobody at the table"),
        pytest.param(with_table(seats={"N": 1, "S": 2}), "rounds[0].tables[0].seats", id="people in an event of pairs"),
        pytest.param(with_table(seats={"NS": 1, "EW": None}), "rounds[0].tables[0].seats.EW", id="an empty seat"),
        pytest.param(make_document(shape=[2, 1]), "shape", id="a shape that is a list"),
        pytest.param(make_document(shapes={"sides": 2, "side_size": 1}), "shapes", id="shapes that are one"),
        pytest.param(make_document(shapes=[{"sides": 2}]), "shapes[0].side_size", id="one of the shapes unfinished"),
        pytest.param(make_document(shape={"sides": 2}), "shape.side_size", id="a shape without the size of a side"),
        pytest.param(with_table(first="U"), "rounds[0].tables[0].first", id="a seat that is not there"),
        pytest.param(with_table(first=[]), "rounds[0].tables[0].first", id="a seat that is no text"),
    ],
)
def test_from_json_refuses_and_says_where(document, path):
    with pytest.raises(ScheduleUnreadable) as refusal:
        from_json(document)

    assert refusal.value.params["path"] == path
    assert refusal.value.code == "movements.schedule_unreadable"


@pytest.mark.parametrize(
    ("seats", "first"),
    [
        pytest.param({"A1": 1, "B1": 2, "A2": 3, "B2": 4, "A3": 5, "B3": 6}, "NS", id="a pair's side for a team"),
        pytest.param({"N": 1, "E": 2, "S": 3, "W": 4}, "A", id="a team's side for a pair"),
    ],
)
def test_from_json_takes_the_side_names_of_the_table_only(seats, first):
    with pytest.raises(ScheduleUnreadable) as refusal:
        round_from_json("individual", {"round": 1, "tables": [{"table": 1, "seats": seats, "first": first}]})

    assert refusal.value.params["path"] == "round.tables[0].first"


def test_from_json_reads_the_shapes_that_tables_may_have():
    document = make_document(shapes=[{"sides": 2, "side_size": 1}, {"sides": 3, "side_size": 1}])

    schedule = from_json(document)

    assert schedule.shapes == (Shape(2, 1), Shape(3, 1))
    assert to_json(schedule)["shapes"] == document["shapes"]
    assert verify(schedule) == ()
    assert [fault.code for fault in verify(replace(schedule, shapes=(Shape(3, 1),)))] == [
        "schedule.table_sides" for plan in schedule.rounds for _table in plan.tables
    ]


def test_from_json_reads_the_shape_of_the_tables():
    document = make_document(shape={"sides": 2, "side_size": 1})

    schedule = from_json(document)

    assert schedule.shape == Shape(2, 1)
    assert schedule.shape.entrants == 2
    assert to_json(schedule) == document


def test_from_json_reads_what_was_asked_for():
    document = make_document(stationary=[7], fixed_tables=[[3, 1], [7, 1]], forbidden=[[7, 11]])

    schedule = from_json(document)

    assert (schedule.stationary, schedule.fixed_tables, schedule.forbidden) == ((7,), ((3, 1), (7, 1)), ((7, 11),))
    assert to_json(schedule) == document


def test_from_json_takes_no_side_name_where_nobody_has_a_partner():
    table = {"table": 1, "seats": {"A": 1, "B": 2}, "first": "NS"}

    with pytest.raises(ScheduleUnreadable) as refusal:
        round_from_json("individual", {"round": 1, "tables": [table]})

    assert refusal.value.detail == "This is not a schedule: round.tables[0].first must be one of A, B."
