"""What both games offer in the same words."""

from random import Random

import pytest

from gameplay.messages import told
from gameplay.rules.kinds import FaultImpossible, Line, Violation, at_table
from gameplay.rules.registry import KINDS

TABLES = [
    pytest.param("five_hundred", {}, id="five hundred"),
    pytest.param("five_hundred", {"players": 5}, id="five hundred, five"),
    pytest.param("five_hundred", {"players": 6, "teams": "three_pairs"}, id="five hundred, three pairs"),
    pytest.param("five_hundred", {"end": "hands", "hands": 12, "defender_cap": 490}, id="five hundred, twelve hands"),
    pytest.param("fives_threes", {}, id="fives and threes"),
    pytest.param("fives_threes", {"players": 2, "target": 121}, id="fives and threes, two"),
    pytest.param("fives_threes", {"players": 3, "out_bonus": 0}, id="fives and threes, three"),
]


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_random_record_stands_and_can_be_told(name, options, level):
    kind = KINDS[name]
    rules = kind.resolve_rules(options)
    before = [10] * len(kind.sides(rules))

    record = kind.random_record(Random(level), level=level, rules=rules, starter=1, before=before)

    assert record["level"] == level
    assert record[kind.starter_field] == 1
    assert record[kind.before_field] == before
    assert kind.resolve_rules(record.get("rules", {})) == rules
    assert kind.check(record).errors == ()
    lines = kind.explain(record)
    assert {line.sides for line in lines} == {kind.sides(rules)}
    assert all(told(line) for line in lines)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_any_seat_may_start_a_random_record(name, options):
    kind = KINDS[name]
    rules, rng = kind.resolve_rules(options), Random(5)

    starters = {kind.random_record(rng, level=1, rules=rules)[kind.starter_field] for _ in range(80)}

    assert starters == set(range(kind.players(rules)))


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_random_record_is_a_position_in_which_nothing_is_missing(name, options):
    kind = KINDS[name]
    rules = kind.resolve_rules(options)
    record = kind.random_record(Random(8), level=3, rules=rules)

    assert kind.legal_next(record).errors == ()


@pytest.mark.parametrize("name", KINDS)
def test_a_fault_knows_the_table_at_which_it_was_made(name):
    kind = KINDS[name]
    rules = kind.resolve_rules({"players": 3})
    record = kind.random_record(Random(1), level=1, rules=rules)
    turned = {**record, kind.expected_starter_field: (record[kind.starter_field] + 1) % 3}

    for faults in (kind.check(turned).errors, kind.explain(turned)[-1:]):
        assert [fault.sides for fault in faults] == [((0,), (1,), (2,))]


@pytest.mark.parametrize(
    ("name", "position"),
    [
        pytest.param("five_hundred", {"dealer": 0, "auction": [{"seat": 0, "bid": "P"}]}, id="five hundred, a call"),
        pytest.param(
            "fives_threes",
            {
                "game": "fives_threes",
                "level": 3,
                "opener": 0,
                "scores_before": [0, 0],
                "hands": {str(seat): [f"{seat}-{pip}" for pip in range(seat, 5)] for seat in range(4)},
                "plays": [],
            },
            id="fives and threes, a deal",
        ),
        pytest.param(
            "fives_threes",
            {
                "game": "fives_threes",
                "level": 3,
                "rules": {"hand_size": 1},
                "opener": 0,
                "scores_before": [0, 0],
                "hands": {str(seat): [f"{seat}-{seat}"] for seat in range(4)},
                "plays": [{"seat": 1, "tile": "1-1"}],
            },
            id="fives and threes, a play",
        ),
    ],
)
def test_a_fault_of_a_position_knows_its_table(name, position):
    faults = KINDS[name].legal_next(position).errors

    assert faults
    assert {fault.sides for fault in faults} == {((0, 2), (1, 3))}


@pytest.mark.parametrize("name", KINDS)
def test_the_first_fault_of_a_faulty_record_is_the_one_asked_for(name):
    kind = KINDS[name]
    rules = kind.resolve_rules({})
    for code, levels in kind.fault_levels.items():
        for level in levels:
            record = kind.faulty_record(Random(code), code, level=level, rules=rules, before=[0, 0])

            assert kind.check(record).errors[0].code == code


@pytest.mark.parametrize("name", KINDS)
def test_a_fault_that_there_is_not_is_not_made(name):
    kind = KINDS[name]

    with pytest.raises(FaultImpossible) as refusal:
        kind.faulty_record(Random(1), f"{name}.spinner", level=3, rules=kind.resolve_rules({}))

    assert refusal.value.args == (f"{name}.spinner", 3)


def test_sentences_are_equal_wherever_they_are_said():
    sides = ((0,), (1,))

    assert at_table((Violation("a", "b", {"c": 1}),), sides) == (Violation("a", "b", {"c": 1}),)
    assert at_table((Line("a"),), sides)[0].sides == sides
