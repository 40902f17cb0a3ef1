"""Mitchells for every number of pairs: who stays, whom each meets, which boards are played, shared or left out."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.errors import TooFewEntries
from tournaments.movements.competition import competition_permille
from tournaments.movements.mitchell import mitchell
from tournaments.movements.planned import EntriesNotPossible, RoundsNotPossible, StayingNotPossible, StayingUnknown
from tournaments.movements.schedule import to_json
from tournaments.movements.verify import measure, verify


def names(count):
    """Return ids in entry order that are neither ascending nor from 1."""
    return [100 + 7 * place % 101 for place in range(count)]


def codes(planned):
    return [remark.code.removeprefix("movement.") for remark in planned.remarks]


def lengths(count):
    tables = (count + 1) // 2
    return sorted({1, tables // 2, tables // 2 + 1, tables - 1, tables} - {0})


@pytest.mark.parametrize("count", range(3, 41))
def test_mitchell_of_any_length_keeps_its_promises(count):
    for rounds in lengths(count):
        for boards in (2, 0):
            schedule = mitchell(names(count), rounds, boards=boards).schedule

            assert verify(schedule) == ()
            assert len(schedule.rounds) == rounds
            for plan in schedule.rounds:
                assert [table.number for table in plan.tables] == list(range(1, count // 2 + 1))


@pytest.mark.parametrize("count", range(3, 41))
def test_mitchell_lets_each_of_one_field_meet_each_of_the_other(count):
    tables = (count + 1) // 2
    entrants = names(count)

    schedule = mitchell(entrants, tables, boards=0).schedule

    stay = entrants[: count // 2]
    assert schedule.stationary == tuple(stay)
    met = Counter((table.sides[0][0], table.sides[1][0]) for plan in schedule.rounds for table in plan.tables)
    assert met == Counter((north, east) for north in stay for east in entrants[count // 2 :])
    outs = Counter(entrant for plan in schedule.rounds for entrant in plan.out)
    assert outs == (Counter(entrants[count // 2 :]) if count % 2 else Counter())


@pytest.mark.parametrize("tables", range(2, 16))
def test_everybody_plays_a_set_at_most_once_and_all_in_a_whole_mitchell(tables):
    for planned in (mitchell(names(2 * tables)), mitchell(names(2 * tables), tables)):
        facts = measure(planned.schedule)
        rounds = len(planned.schedule.rounds)

        assert facts["board_once"] == 1
        assert facts["meet_max"] == 1
        assert facts["board_all"] == int(rounds == tables)
        assert facts["board_apart"] == int(tables % 2 == 1 or rounds < tables)
    assert rounds == tables


@pytest.mark.parametrize("tables", range(4, 16, 2))
def test_an_even_number_of_tables_skips_or_relays(tables):
    usual = mitchell(names(2 * tables))

    assert len(usual.schedule.rounds) == tables - 1
    assert codes(usual) == ["stay", "two_fields", "skip"]
    assert usual.remarks[2].params == {"after": tables // 2}
    whole = mitchell(names(2 * tables), tables)
    assert codes(whole) == ["stay", "two_fields", "relay"]
    assert whole.remarks[2].params == {"tables": [1, tables], "after": tables // 2}
    for plan in whole.schedule.rounds:
        assert plan.tables[0].boards == plan.tables[-1].boards
        assert len({table.boards for table in plan.tables}) == tables - 1
    assert codes(mitchell(names(2 * tables), tables // 2)) == ["stay", "two_fields"]
    assert len(mitchell(names(2 * tables), boards=0).schedule.rounds) == tables


@pytest.mark.parametrize("count", [7, 11, 15])
def test_an_odd_number_of_pairs_shares_nothing_though_the_tables_are_even(count):
    planned = mitchell(names(count))

    assert len(planned.schedule.rounds) == (count + 1) // 2
    assert codes(planned) == ["stay", "two_fields", "out_movers", "rest"]
    facts = measure(planned.schedule)
    assert (facts["board_once"], facts["board_apart"], facts["out_spread"]) == (1, 1, 1)


@pytest.mark.parametrize("count", [8, 9, 14])
def test_those_who_stay_keep_table_and_side_and_yet_start_as_often_as_not(count):
    schedule = mitchell(names(count)).schedule

    for number, stays in enumerate(schedule.stationary, start=1):
        assert {plan.tables[number - 1].sides[0] for plan in schedule.rounds} == {(stays,)}
    facts = measure(schedule)
    assert facts["first_balance"] <= 1
    assert facts["seat_balance"] == len(schedule.rounds)


@pytest.mark.parametrize(("tables", "before", "after"), [(7, 1081, 325), (9, 1061, 275), (5, 1119, 729)])
def test_turning_the_last_round_lets_both_fields_compete(tables, before, after):
    plain = mitchell(names(2 * tables))
    switched = mitchell(names(2 * tables), arrow_switch=True)

    assert codes(switched)[-1] == "arrow_switched"
    assert verify(switched.schedule) == ()
    assert competition_permille(plain.schedule) == before
    assert competition_permille(switched.schedule) == after
    for old, new in zip(plain.schedule.rounds[-1].tables, switched.schedule.rounds[-1].tables, strict=True):
        assert new.sides == old.sides[::-1]
        assert new.boards == old.boards


def test_those_who_are_asked_to_stay_stay():
    entrants = names(9)

    schedule = mitchell(entrants, stationary=[entrants[8], entrants[5], entrants[8]]).schedule

    assert schedule.stationary == (entrants[0], entrants[1], entrants[5], entrants[8])
    assert verify(schedule) == ()


def test_the_same_is_planned_each_time():
    assert to_json(mitchell(names(13)).schedule) == to_json(mitchell(names(13)).schedule)


@pytest.mark.parametrize(
    ("plan", "refused", "params", "nearest"),
    [
        pytest.param(
            lambda: mitchell(names(12), 7), RoundsNotPossible, {"least": 1, "most": 6}, ("howell", 7), id="too many"
        ),
        pytest.param(lambda: mitchell(names(12), 0), RoundsNotPossible, {"rounds": 0}, ("mitchell", 1), id="none"),
        pytest.param(lambda: mitchell([1, 2]), EntriesNotPossible, {"entries": 2}, ("round_robin", 1), id="two"),
        pytest.param(
            lambda: mitchell(names(9), stationary=names(5)),
            StayingNotPossible,
            {"most": 4, "asked": 5},
            ("mitchell", 5),
            id="more who stay than tables",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_comes_nearest(plan, refused, params, nearest):
    with pytest.raises(refused) as refusal:
        plan()

    assert refusal.value.params.items() >= params.items()
    assert refusal.value.nearest == nearest


def test_one_alone_and_a_stranger_are_refused():
    with pytest.raises(TooFewEntries):
        mitchell([4])
    with pytest.raises(StayingUnknown):
        mitchell(names(10), stationary=[1])
