"""How evenly shared boards compare everybody: counted by hand, and on what others have published."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tournaments.movements.competition import competition, competition_permille
from tournaments.movements.schedule import RoundPlan, Schedule, TablePlan, from_json
from tournaments.movements.verify import verify

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "movements_published.json").read_text())


def make_round(number, *tables):
    plans = [
        TablePlan(place, ((one,), (other,)), boards=boards) for place, (one, other, boards) in enumerate(tables, 1)
    ]
    return RoundPlan(number, tuple(plans))


def make_schedule(*rounds, entrants=(1, 2, 3, 4), **changes):
    return Schedule("pairs", entrants, rounds, **changes)


def test_competition_counts_opponents_allies_and_rivals():
    schedule = make_schedule(
        make_round(1, (1, 2, (7,)), (3, 4, (7,))),
        make_round(2, (1, 4, (8, 9)), (3, 2, (9,))),
    )

    assert competition(schedule) == {
        (1, 2): 1 - 1,
        (1, 3): 1 + 1,
        (1, 4): -1 + 1,
        (2, 3): -1 + 1,
        (2, 4): 1 + 1,
        (3, 4): 1 - 1,
    }
    assert competition_permille(schedule) == 1415


def test_competition_of_two_who_meet_whoever_sits_where_counts_up():
    turned = make_schedule(make_round(1, (1, 2, (7,)), (3, 4, (7,))), make_round(2, (2, 1, (8,)), (4, 3, (8,))))

    assert competition(turned)[1, 2] == 2


def test_competition_is_nothing_where_boards_are_not_compared():
    assert competition_permille(make_schedule()) == 0
    assert competition_permille(make_schedule(make_round(1, (1, 2, (1,)), (3, 4, (2,))))) == 0
    singles = Schedule("individual", (1, 2, 3), (RoundPlan(1, (TablePlan(1, ((1,), (2,), (3,)), boards=(1,)),)),))
    assert competition(singles) == {}
    assert competition_permille(singles) == 0


@pytest.mark.parametrize(
    ("name", "permille"),
    [
        ("bridgescorer/Movement.Howell08T4B14.yaml", 0),
        ("bridgescorer/Movement.Howell10T5B18.yaml", 448),
        ("bridgescorer/Movement.Howell12T6B22.yaml", 0),
        ("bridgescorer/Movement.Howell14T7B26.yaml", 309),
        ("howellcards/12", 462),
        ("howellcards/14", 591),
        ("tichu/8_pair_2_hands_6_rounds.txt", 746),
    ],
)
def test_competition_permille_of_published_movements(name, permille):
    assert competition_permille(from_json(PUBLISHED[name])) == permille


def test_verify_holds_a_schedule_to_its_promise_of_even_competition():
    schedule = replace(from_json(PUBLISHED["howellcards/12"]), claims={"competition_permille": 461})

    (fault,) = verify(schedule)

    assert fault.code == "schedule.claim_broken"
    assert fault.params["measured"] == 462
    one, other = fault.params["entrants"]
    assert competition(schedule)[one, other] in (1, 9)
    assert verify(replace(schedule, claims={"competition_permille": 462})) == ()
