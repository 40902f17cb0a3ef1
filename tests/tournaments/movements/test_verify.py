"""The judge: names every fault of a schedule, finds every corruption, and reads what others have published."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.movements.course import DrawState
from tournaments.movements.individual import draw_individual_round
from tournaments.movements.measures import MEASURES
from tournaments.movements.next_round import event_so_far
from tournaments.movements.round_robin import round_robin
from tournaments.movements.schedule import RoundPlan, Schedule, Shape, TablePlan, from_json
from tournaments.movements.verify import FAULT_CODES, measure, verify

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "movements_published.json").read_text())


def make_schedule(*rounds, entrants=(1, 2, 3, 4), **changes):
    return Schedule("pairs", entrants, rounds, **changes)


def make_round(number, *pairs, out=(), absent=(), first=None):
    tables = [TablePlan(table, ((one,), (other,)), first) for table, (one, other) in enumerate(pairs, start=1)]
    return RoundPlan(number, tuple(tables), out, absent)


def told(schedule):
    return [(fault.code.removeprefix("schedule."), dict(fault.params)) for fault in verify(schedule)]


def make_table(number, *sides, first=None):
    return RoundPlan(1, (TablePlan(number, sides, first),))


@pytest.mark.parametrize(
    ("schedule", "faults"),
    [
        pytest.param(
            make_schedule(make_round(2, (1, 2), (3, 4))),
            [("round_number", {"round": 2, "expected": 1})],
            id="rounds not from 1",
        ),
        pytest.param(
            make_schedule(make_round(1, (1, 2), (3, 4)), entrants=(1, 2, 3, 4, 4)),
            [("entrant_repeated", {"entrant": 4})],
            id="an entrant listed twice",
        ),
        pytest.param(
            make_schedule(make_round(1, (1, 2), (3, 1))),
            [
                ("entrant_twice", {"round": 1, "entrant": 1}),
                ("entrant_missing", {"round": 1, "entrant": 4}),
            ],
            id="one at two tables, one forgotten",
        ),
        pytest.param(
            make_schedule(make_round(1, (1, 2), (3, 4), out=(4,))),
            [("entrant_twice", {"round": 1, "entrant": 4})],
            id="at a table and out",
        ),
        pytest.param(
            make_schedule(make_round(1, (1, 2), (3, 9), absent=(4,))),
            [("entrant_unknown", {"round": 1, "entrant": 9})],
            id="a stranger",
        ),
        pytest.param(
            make_schedule(make_round(1, (1, 1)), entrants=(1,)),
            [("entrant_twice", {"round": 1, "entrant": 1})],
            id="against itself",
        ),
        pytest.param(
            make_schedule(RoundPlan(1, (TablePlan(1, ((1,), (2,))), TablePlan(1, ((3,), (4,)))))),
            [("table_twice", {"round": 1, "table": 1})],
            id="a table twice",
        ),
        pytest.param(
            make_schedule(make_table(7, (1,)), entrants=(1,)),
            [("table_sides", {"round": 1, "table": 7})],
            id="one side",
        ),
        pytest.param(
            make_schedule(make_table(7, (1,), ()), entrants=(1,)),
            [("table_sides", {"round": 1, "table": 7})],
            id="an empty side",
        ),
        pytest.param(
            make_schedule(make_table(7, (1, 2), (3,)), entrants=(1, 2, 3)),
            [("table_sides", {"round": 1, "table": 7})],
            id="two against one",
        ),
        pytest.param(
            Schedule("individual", (1, 2, 3, 4), (make_table(3, (1, 2), (3, 4)),), shape=Shape(2, 3)),
            [("table_sides", {"round": 1, "table": 3})],
            id="pairs where teams of three play",
        ),
        pytest.param(
            make_schedule(make_table(2, (1,), (2,), first=4), entrants=(1, 2)),
            [("first_seat", {"round": 1, "table": 2, "seat": 4})],
            id="a fifth seat starts",
        ),
        pytest.param(
            make_schedule(make_round(1, (1, 2), (3, 4)), conflicts=((4, 1), (3, 9))),
            [("shared_player", {"round": 1, "entrants": [4, 1]})],
            id="a player in two seats",
        ),
        pytest.param(
            make_schedule(make_round(1, (1, 2), (3, 4)), claims={"fun": 1}),
            [("claim_unknown", {"claim": "fun"})],
            id="a promise nobody can measure",
        ),
    ],
)
def test_verify_names_what_cannot_be_played(schedule, faults):
    assert told(schedule) == faults
    assert {fault.code for fault in verify(schedule)} <= set(FAULT_CODES)


def test_verify_takes_any_of_the_seats_to_start():
    assert told(make_schedule(make_table(1, (1,), (2,), first=3), entrants=(1, 2))) == []
    singles = Schedule("individual", (1, 2, 3), (make_table(1, (1,), (2,), (3,), first=2),))
    assert told(singles) == []
    assert told(replace(singles, rounds=(make_table(1, (1,), (2,), (3,), first=3),)))[0][0] == "first_seat"


TWICE = (make_round(1, (1, 2), (3, 4), first=0), make_round(2, (1, 2), (4, 3), first=0))
OUT_AGAIN = (make_round(1, (1, 2), out=(3,)), make_round(2, (2, 1), out=(3,)))


@pytest.mark.parametrize(
    ("schedule", "claim", "broken"),
    [
        pytest.param(make_schedule(*TWICE), {"meet_max": 1}, (2, [1, 2]), id="a rematch"),
        pytest.param(make_schedule(*TWICE), {"meet_min": 1}, (0, [1, 3]), id="two who never meet"),
        pytest.param(make_schedule(*TWICE), {"seat_balance": 1}, (2, [1]), id="NS twice"),
        pytest.param(make_schedule(*TWICE), {"seat_running": 1}, (2, [1]), id="NS twice in a row"),
        pytest.param(make_schedule(*TWICE), {"first_balance": 1}, (2, [1]), id="first twice"),
        pytest.param(make_schedule(*TWICE), {"first_seat_balance": 1}, (2, [1]), id="first from one seat"),
        pytest.param(make_schedule(*OUT_AGAIN, entrants=(1, 2, 3)), {"out_spread": 1}, (2, [3]), id="out too often"),
        pytest.param(
            make_schedule(*OUT_AGAIN, entrants=(1, 2, 3)), {"out_once_first": True}, (0, [3]), id="out again too early"
        ),
    ],
)
def test_verify_names_the_broken_promise_and_by_whom(schedule, claim, broken):
    ((name, promised),) = claim.items()

    faults = told(replace(schedule, claims=claim))

    params = {"claim": name, "promised": promised, "measured": broken[0], "entrants": broken[1]}
    assert faults == [("claim_broken", params)]
    assert told(replace(schedule, claims={name: promised if promised is not True else False})) == (
        faults if promised is not True else []
    )


PEOPLE = (
    RoundPlan(1, (TablePlan(1, ((1, 2), (3, 4)), first=0),), out=(5,)),
    RoundPlan(2, (TablePlan(1, ((2, 1), (4, 5)), first=1),), out=(3,)),
    RoundPlan(3, (TablePlan(1, ((1, 5), (2, 3)), first=0),), out=(4,)),
)


@pytest.mark.parametrize(
    ("claim", "broken"),
    [
        pytest.param({"partner_max": 1}, (2, [1, 2]), id="partners twice"),
        pytest.param({"partner_repeats": 0}, (1, [1, 2]), id="partners again"),
        pytest.param({"together_max": 2}, (3, [1, 2]), id="at one table three times"),
        pytest.param({"together_repeats": 7}, (8, [1, 2, 3, 4, 5]), id="at one table again"),
        pytest.param({"first_spread": 1}, (2, [1]), id="first twice, others never"),
        pytest.param({"out_max": 0}, (1, [5]), id="somebody out"),
    ],
)
def test_verify_judges_people_who_change_partners(claim, broken):
    schedule = Schedule("individual", (1, 2, 3, 4, 5), PEOPLE, claims=claim, shape=Shape(2, 2))
    ((name, promised),) = claim.items()

    params = {"claim": name, "promised": promised, "measured": broken[0], "entrants": broken[1]}
    assert told(schedule) == [("claim_broken", params)]
    assert told(replace(schedule, claims={name: broken[0]})) == []


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 1)])
def test_verify_finds_every_corruption_of_a_round_of_people(shape):
    chance = random.Random(shape.entrants)
    state = DrawState(tuple(range(1, 20)), 3, kind="individual", shape=shape)
    for _ in range(3):
        state = replace(state, rounds=(*state.rounds, draw_individual_round(state, 1).plan))
    schedule = event_so_far(replace(state, rounds=state.rounds[:-1]), state.rounds[-1])
    promises = {"partner_max": 1, "out_max": 19 % shape.entrants, "out_spread": 1, "out_once_first": True}
    schedule = replace(schedule, claims=promises)
    assert verify(schedule) == ()

    for _ in range(40):
        number = chance.randrange(3)
        plan = schedule.rounds[number]
        spoilt = replace(schedule.rounds[number], **spoil(plan, chance))
        rounds = (*schedule.rounds[:number], spoilt, *schedule.rounds[number + 1 :])
        assert verify(replace(schedule, rounds=rounds)) != ()


def spoil(plan, chance):
    """Return a table or the sit-outs of a round with somebody doubled, dropped, strange or moved to another side."""
    here = chance.randrange(len(plan.tables))
    first, *others = plan.tables[here].sides
    spoilt = chance.choice(
        [
            {"sides": ((others[0][0], *first[1:]), *others)},
            {"sides": (first[1:], *others)},
            {"sides": ((99, *first[1:]), *others)},
            {"sides": ((*first, others[0][0]), others[0][1:], *others[1:])},
            {"number": plan.tables[here - 1].number},
            {"first": 6},
        ]
    )
    if chance.random() < 0.2:
        return {"out": plan.out[1:]}
    return {"tables": (*plan.tables[:here], replace(plan.tables[here], **spoilt), *plan.tables[here + 1 :])}


STAYING = (make_round(1, (1, 2), (3, 4)), make_round(2, (1, 3), (2, 4)), make_round(3, (4, 1), (2, 3)))


@pytest.mark.parametrize(
    ("wish", "faults"),
    [
        pytest.param({"stationary": (1,)}, [], id="one who stays"),
        pytest.param({"stationary": (1, 4)}, [], id="one stays, one gets up to meet it and only then"),
        pytest.param(
            {"stationary": (2,)},
            [
                ("stationary_moved", {"round": 2, "entrant": 2, "table": 2, "expected": 1}),
                ("stationary_moved", {"round": 3, "entrant": 2, "table": 2, "expected": 1}),
            ],
            id="one who does not stay",
        ),
        pytest.param(
            {"fixed_tables": ((4, 2),)},
            [("table_not_kept", {"round": 3, "entrant": 4, "table": 1, "expected": 2})],
            id="away from the table that was fixed",
        ),
        pytest.param({"fixed_tables": ((4, 2), (1, 1))}, [], id="away to meet another whose table is fixed"),
        pytest.param({"fixed_tables": ((9, 2),), "stationary": (9,), "forbidden": ((9, 1),)}, [], id="not there"),
        pytest.param(
            {"forbidden": ((4, 1), (1, 2))},
            [
                ("forbidden_meeting", {"round": 1, "table": 1, "entrants": [1, 2]}),
                ("forbidden_meeting", {"round": 3, "table": 1, "entrants": [4, 1]}),
            ],
            id="a household meets",
        ),
    ],
)
def test_verify_names_every_wish_that_was_not_met(wish, faults):
    assert told(make_schedule(*STAYING, **wish)) == faults


def test_verify_lets_two_who_stay_meet_at_the_table_of_one_of_them_only():
    elsewhere = RoundPlan(2, (TablePlan(3, ((1,), (3,))), TablePlan(1, ((2,), (4,)))))

    faults = told(make_schedule(STAYING[0], elsewhere, stationary=(1,), fixed_tables=((3, 2),)))

    assert faults == [
        ("stationary_moved", {"round": 2, "entrant": 1, "table": 3, "expected": 1}),
        ("table_not_kept", {"round": 2, "entrant": 3, "table": 3, "expected": 2}),
    ]


def test_verify_compares_sit_outs_only_among_those_who_were_there_throughout():
    came_late = make_schedule(
        make_round(1, (1, 2), out=(3,), absent=(4, 5)),
        make_round(2, (1, 2), (3, 4), out=(5,)),
        make_round(3, (2, 1), (4, 3), out=(5,)),
        entrants=(1, 2, 3, 4, 5),
        claims={"out_spread": 1},
    )

    assert told(came_late) == []
    assert told(replace(came_late, claims={"out_once_first": True}))[0][1]["entrants"] == [5]


def test_verify_does_not_hold_a_shared_player_against_fairness():
    shared = make_schedule(*OUT_AGAIN, entrants=(1, 2, 3), conflicts=((1, 3),))

    assert told(replace(shared, claims={"out_once_first": True, "out_spread": 0, "meet_min": 0})) == []


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_verify_finds_every_published_movement_playable_and_the_draws_honest(name):
    schedule = from_json(PUBLISHED[name])

    assert verify(schedule) == ()
    facts = measure(schedule)
    assert set(facts) == set(MEASURES)
    assert facts["board_once"] == 1
    assert facts["out_spread"] <= 1


@pytest.mark.parametrize(
    ("name", "claims", "broken"),
    [
        pytest.param(
            "bridgescorer/IndividualMovement.Individual3Tables.yaml",
            {"partner_max": 1, "partner_min": 1, "meet_max": 2, "meet_min": 2},
            {"meet_max": 4, "meet_min": 0},
            id="twelve individuals who meet very unevenly",
        ),
        pytest.param(
            "bridgescorer/IndividualMovement.Individual2Tables14Boards.yaml",
            {"partner_max": 1, "partner_min": 1, "meet_max": 2, "meet_min": 2, "board_apart": True, "seat_balance": 1},
            {"board_apart": 0, "seat_balance": 7},
            id="eight individuals: a perfect whist cycle with a player who never moves",
        ),
        pytest.param(
            "bridgescorer/Movement.Howell06T3B20.yaml",
            {"meet_max": 1, "meet_min": 1, "board_once": True, "board_apart": True, "board_all": True},
            {},
            id="a Howell for six without shared boards",
        ),
        pytest.param(
            "bridgescorer/Movement.Howell08T4B14.yaml",
            {"meet_max": 1, "meet_min": 1, "board_all": True, "seat_balance": 1},
            {"seat_balance": 7},
            id="a Howell whose stationary pair is always NS",
        ),
        pytest.param(
            "tichu/11_pair_2_hands_7_rounds_6_max.txt",
            {"meet_max": 1, "out_spread": 1, "out_once_first": True},
            {"out_once_first": 0},
            id="a pair out twice before all have been once",
        ),
        pytest.param(
            "howellcards/9",
            {"meet_max": 1, "meet_min": 1, "out_spread": 0, "seat_balance": 0, "seat_running": 1},
            {"seat_running": 2},
            id="nine pairs, level in the end",
        ),
    ],
)
def test_verify_names_the_faults_that_published_movements_have(name, claims, broken):
    schedule = replace(from_json(PUBLISHED[name]), claims=claims)

    assert {params["claim"]: params["measured"] for _, params in told(schedule)} == broken


def corrupt(schedule, chance):
    """Return the schedule with one round spoilt: two swapped, somebody doubled, or somebody dropped."""
    number = chance.randrange(len(schedule.rounds))
    plan = schedule.rounds[number]
    tables = [[side[0] for side in table.sides] for table in plan.tables]
    out = list(plan.out)
    here, there = chance.sample(range(len(tables)), 2)
    kind = chance.choice(["swap", "double", "drop", "bench", "table"])
    if kind == "swap":
        tables[here][0], tables[there][0] = tables[there][0], tables[here][0]
    elif kind == "double":
        tables[here][0] = tables[there][1]
    elif kind == "drop":
        del tables[here]
    elif kind == "bench" and out:
        out[0], tables[here][1] = tables[here][1], out[0]
    else:
        out.append(tables[here][1])
    seated = tuple(TablePlan(place, ((one,), (other,)), first=0) for place, (one, other) in enumerate(tables, start=1))
    rounds = list(schedule.rounds)
    rounds[number] = replace(plan, tables=seated, out=tuple(out))
    return replace(schedule, rounds=tuple(rounds))


@pytest.mark.parametrize("count", [4, 5, 8, 9, 13, 16])
def test_verify_finds_every_corruption_of_a_full_round_robin(count):
    chance = random.Random(count)
    schedule = round_robin(range(1, count + 1))
    assert verify(schedule) == ()

    for _ in range(25):
        assert verify(corrupt(schedule, chance)) != ()


@pytest.mark.parametrize("count", [5, 8])
def test_verify_finds_a_round_played_twice(count):
    schedule = round_robin(range(1, count + 1))
    first = schedule.rounds[0]

    again = replace(schedule, rounds=(*schedule.rounds[:-1], replace(first, number=len(schedule.rounds))))

    assert "meet_max" in {params["claim"] for _, params in told(again)}


def test_measure_of_an_empty_schedule_is_all_quiet():
    facts = measure(Schedule("pairs", (), ()))

    assert all(facts[claim] in (0, 1) for claim in MEASURES)
    assert facts["meet_max"] == 0
