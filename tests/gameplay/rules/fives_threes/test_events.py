"""Level 2: every code of booking event by event (rules B8, B9, C6)."""

import pytest

from gameplay.rules.fives_threes.events import Ledger
from gameplay.rules.fives_threes.kind import FIVES_THREES


def booked(*events, **changes):
    """Two players at 50 and 0 unless changed; an event is (seat, points) with what else it says."""
    return {
        "game": "fives_threes",
        "level": 2,
        "rules": {"players": 2},
        "opener": 0,
        "scores_before": [50, 0],
        "events": list(events),
        "end": "blocked",
        **changes,
    }


def event(seat, points, **more):
    return {"seat": seat, "points": points, **more}


def faults_of(record):
    return [(fault.code.removeprefix("fives_threes."), fault.path) for fault in FIVES_THREES.check(record).errors]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(booked(), ([0, 0], [50, 0], "blocked", None, None), id="nothing scored"),
        pytest.param(
            booked(event(0, 4, sum=12), event(1, 0), event(1, 9, out=True, sum=15), end="out", out_side=1),
            ([4, 9], [54, 9], "out", 1, None),
            id="out",
        ),
        pytest.param(
            booked(event(0, 8), event(0, 4), event(0, 2, accepted=True), event(0, 1), end="won", out_side=None),
            ([11, 0], [61, 0], "won", None, 0),
            id="four is refused whole, then two and one win",
        ),
        pytest.param(
            booked(event(0, 8), event(0, 3, out=True, accepted=True), end="won", out_side=0, winner=0),
            ([11, 0], [61, 0], "won", 0, 0),
            id="won with the last tile",
        ),
        pytest.param(
            booked(event(0, 8), event(0, 4, out=True, accepted=False), end="out", points=[8, 0]),
            ([8, 0], [58, 0], "out", 0, None),
            id="going out refused as a whole",
        ),
        pytest.param(
            booked(event(2, 4), event(0, 3), event(3, 1, out=False), rules={}),
            ([7, 1], [57, 1], "blocked", None, None),
            id="partners book to one score",
        ),
        pytest.param(
            booked(*[event(1, 4)] * 7), ([0, 28], [50, 28], "blocked", None, None), id="as many events as tiles"
        ),
        pytest.param(
            booked(event(1, 0, out=True), rules={"players": 2, "out_bonus": 0}, end="out"),
            ([0, 0], [50, 0], "out", 1, None),
            id="out for nothing where the last tile earns nothing",
        ),
        pytest.param(
            booked(event(0, 3), rules={"players": 2, "out_bonus": 0}, end="out", out_side=1),
            ([3, 0], [53, 0], "out", 1, None),
            id="and such an event left out",
        ),
    ],
)
def test_events_that_stand(record, expected):
    answer = FIVES_THREES.check(record)

    assert answer.errors == ()
    assert tuple(answer.values[name] for name in ("points", "scores_after", "end", "out_side", "winner")) == expected


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(
            booked(event(2, 4), event("1", 4), event(True, 4)),
            [("seat", "events[0].seat"), ("seat", "events[1].seat"), ("seat", "events[2].seat")],
            id="seats",
        ),
        pytest.param(booked(event(0, 8, sum=19)), [("sum_unreachable", "events[0].sum")], id="19"),
        pytest.param(booked(event(0, 7, sum=21)), [("sum_unreachable", "events[0].sum")], id="21"),
        pytest.param(booked(event(0, 0, sum=-1)), [("sum_unreachable", "events[0].sum")], id="negative sum"),
        pytest.param(booked(event(0, 0, sum=23)), [("sum_unreachable", "events[0].sum")], id="23"),
        pytest.param(booked(event(0, 5, sum=10)), [("event_sum_mismatch", "events[0].points")], id="ten gives two"),
        pytest.param(
            booked(event(0, 2, sum=10, out=True)), [("event_sum_mismatch", "events[0].points")], id="and one more out"
        ),
        pytest.param(booked(event(0, 5)), [("event_unreachable", "events[0].points")], id="five without going out"),
        pytest.param(booked(event(0, 9)), [("event_unreachable", "events[0].points")], id="nine without going out"),
        pytest.param(booked(event(0, -1)), [("event_unreachable", "events[0].points")], id="negative"),
        pytest.param(booked(event(0, 6, out=True)), [("event_unreachable", "events[0].points")], id="six out"),
        pytest.param(booked(event(0, 0, out=True)), [("event_unreachable", "events[0].points")], id="out for nothing"),
        pytest.param(
            booked(event(0, 9, out=True), rules={"players": 2, "out_bonus": 0}),
            [("event_unreachable", "events[0].points")],
            id="nine where the last tile earns nothing",
        ),
        pytest.param(booked(*[event(1, 0)] * 8), [("events_too_many", "events[7]")], id="an eighth tile"),
        pytest.param(
            booked(event(0, 8), event(0, 3), event(1, 1)), [("event_after_win", "events[2]")], id="after the win"
        ),
        pytest.param(
            booked(event(0, 1, out=True), event(1, 1), end="out"), [("event_after_out", "events[1]")], id="after out"
        ),
        pytest.param(
            booked(event(0, 8), event(0, 3, out=True), event(1, 1)),
            [("event_after_win", "events[2]")],
            id="a win comes before going out",
        ),
        pytest.param(
            booked(event(0, 8), event(0, 4, accepted=True)), [("accept_over", "events[1].accepted")], id="over"
        ),
        pytest.param(
            booked(event(0, 8), event(0, 3, accepted=False)), [("reject_under", "events[1].accepted")], id="under"
        ),
        pytest.param(booked(event(0, 0, accepted=False)), [("reject_under", "events[0].accepted")], id="nothing"),
        pytest.param(booked(event(0, 1), end="out"), [("end_mismatch", "end")], id="nobody out"),
        pytest.param(
            booked(event(0, 1), end="out", out_side=0),
            [("end_mismatch", "end")],
            id="nobody out, though a side is named: the last tile earns a point and may not be left out",
        ),
        pytest.param(
            booked(event(0, 1), rules={"players": 2, "out_bonus": 0}, out_side=1),
            [("end_mismatch", "out_side")],
            id="blocked, yet somebody out where the last tile earns nothing",
        ),
        pytest.param(
            booked(event(0, 0, out=True), rules={"players": 2, "out_bonus": 0}, end="out", out_side=1),
            [("end_mismatch", "out_side")],
            id="the other side where the last tile earns nothing",
        ),
        pytest.param(booked(event(0, 1), end="won"), [("end_mismatch", "end")], id="nobody won"),
        pytest.param(booked(event(0, 1, out=True)), [("end_mismatch", "end")], id="out called blocked"),
        pytest.param(
            booked(event(0, 3), rules={"players": 2, "out_bonus": 0}, end="out"),
            [("end_mismatch", "end")],
            id="nothing says who went out",
        ),
        pytest.param(
            booked(event(0, 3), rules={"players": 2, "out_bonus": 0}, end="out", out_side=2),
            [("end_mismatch", "end")],
            id="a side not at the table",
        ),
        pytest.param(
            booked(event(0, 1, out=True), end="out", out_side=1), [("end_mismatch", "out_side")], id="the other side"
        ),
        pytest.param(
            booked(event(0, 1, out=True), end="out", out_side=None), [("end_mismatch", "out_side")], id="nobody, null"
        ),
        pytest.param(
            booked(event(0, 1), points=[2, 1], scores_after=[51, 0]),
            [("points_mismatch", "points[0]"), ("points_mismatch", "points[1]")],
            id="points",
        ),
        pytest.param(
            booked(event(0, 1), points=[1, 0], scores_after=[52, 0], winner=0),
            [("scores_after_mismatch", "scores_after[0]"), ("winner_mismatch", "winner")],
            id="chain",
        ),
    ],
)
def test_events_that_fall(record, expected):
    assert faults_of(record) == expected


def test_a_win_by_nobody_is_a_block_also_where_the_last_tile_earns_nothing():
    answer = FIVES_THREES.check(
        booked(event(0, 1), rules={"players": 2, "out_bonus": 0}, end="won", out_side=1),
    )

    assert [fault.params for fault in answer.errors] == [{"claimed": "won", "expected": "blocked"}]


@pytest.mark.parametrize(
    ("players", "before"),
    [
        pytest.param(2, [20, 30], id="two"),
        pytest.param(3, [20, 30, 40], id="three"),
        pytest.param(4, [20, 30], id="partners have one score"),
    ],
)
def test_score_of_a_seat_is_that_of_its_side(players, before):
    ledger = Ledger(before, FIVES_THREES.resolve_rules({"players": players}))

    assert [ledger.score_of(seat) for seat in range(players)] == (before * 2)[:players]

    ledger.book(event(players - 1, 4))

    assert ledger.score_of(players - 1) == before[-1] + 4
    assert ledger.score_of(0) == before[0]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(booked(events={}), ["events"], id="an object for the list"),
        pytest.param(booked([]), ["events[0]"], id="a list for an event"),
        pytest.param(
            booked({"points": 1}, {"seat": 1, "sum": 5}), ["events[0].seat", "events[1].points"], id="missing"
        ),
        pytest.param(
            booked(event(0, 1.0, sum=None, out=1, accepted="yes", tile="1-4")),
            ["events[0].points", "events[0].sum", "events[0].out", "events[0].accepted", "events[0].tile"],
            id="wrong",
        ),
        pytest.param(booked(plays=[]), ["plays"], id="a field of level 3"),
    ],
)
def test_events_of_the_wrong_form(record, expected):
    assert faults_of(record) == [("schema", path) for path in expected]
