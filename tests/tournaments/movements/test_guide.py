"""Cards for the tables, and the rule by which all move, read off schedules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tournaments.movements.guide import follow_rule, moves_by_rule, table_cards
from tournaments.movements.howell import howell, reduced_howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.round_robin import round_robin
from tournaments.movements.schedule import RoundPlan, Schedule, TablePlan, from_json

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "movements_published.json").read_text())


@pytest.mark.parametrize("count", [5, 8, 9, 14, 15])
def test_in_a_howell_each_mover_follows_the_next_lower_number(count):
    entrants = list(range(1, count + 1))
    movers = count - 1 + count % 2

    rule = follow_rule(howell(entrants).schedule)

    expected = {mover: mover - 1 or movers for mover in range(1, movers + 1)}
    assert rule == expected | ({} if count % 2 else {count: count})


def test_in_a_reduced_howell_several_stay_and_the_others_follow():
    rule = follow_rule(reduced_howell(list(range(1, 13)), 9).schedule)

    assert rule == {mover: mover - 1 or 9 for mover in range(1, 10)} | {10: 10, 11: 11, 12: 12}


def test_in_a_mitchell_those_who_move_go_up_a_table():
    rule = follow_rule(mitchell(list(range(1, 11))).schedule)

    assert rule == {number: number for number in range(1, 6)} | {6: 7, 7: 8, 8: 9, 9: 10, 10: 6}


def test_the_follow_rule_is_read_off_what_others_have_published():
    rule = follow_rule(from_json(PUBLISHED["bridgescorer/Movement.Howell08T4B14.yaml"]))

    assert sorted(rule) == list(range(1, 9))
    assert sorted(rule.values()) == list(range(1, 9))
    assert [entrant for entrant, leader in rule.items() if entrant == leader] == [8]


def test_who_follows_nobody_has_no_rule():
    assert follow_rule(round_robin(range(1, 8), 1)) == {}
    assert follow_rule(mitchell(list(range(1, 9))).schedule).keys() == {1, 2, 3, 4}


def test_a_table_card_says_where_all_go_next():
    first, *others = table_cards(howell(list(range(1, 9))).schedule)

    assert [card.number for card in (first, *others)] == [1, 2, 3, 4]
    assert [line.round for line in first.lines] == list(range(1, 8))
    for card in (first, *others):
        for line, following in zip(card.lines, card.lines[1:], strict=False):
            for entrant, table in zip(line.table.entrants, line.moves, strict=True):
                there = next(other for other in (first, *others) if other.number == table)
                assert entrant in next(after for after in there.lines if after.round == following.round).table.entrants
        assert card.lines[-1].moves == (None, None)
        assert card.lines[-1].boards_to == (None, None)


def test_boards_go_down_a_table_or_rest():
    cards = table_cards(mitchell(list(range(1, 11))).schedule)

    assert {card.number: {line.boards_to for line in card.lines[:-1]} for card in cards} == {
        number: {(number - 1 or 5,) * 2} for number in range(1, 6)
    }
    howell_cards = table_cards(howell(list(range(1, 9))).schedule)
    down = {(card.number, to) for card in howell_cards for line in card.lines for to in line.boards_to}
    assert all(to in (None, number - 1, 4) for number, to in down)
    assert (1, None) in down


def test_shared_boards_go_to_the_lowest_table_and_who_sits_out_goes_nowhere():
    shared = table_cards(howell([1, 2, 3, 4]).schedule)
    assert {line.boards_to for line in shared[0].lines} == {(None, None)}
    odd = table_cards(howell([1, 2, 3]).schedule)
    assert [sorted(line.moves, key=str) for line in odd[0].lines] == [[1, None], [1, None], [None, None]]
    both = (TablePlan(1, ((1,), (2,)), boards=(7,)), TablePlan(2, ((3,), (4,)), boards=(8,)))
    again = (TablePlan(1, ((1,), (3,)), boards=(8,)), TablePlan(2, ((2,), (4,)), boards=(8,)))
    cards = table_cards(Schedule("pairs", (1, 2, 3, 4), (RoundPlan(1, both), RoundPlan(2, again))))
    assert [card.lines[0].boards_to for card in cards] == [(None,), (1,)]


def test_the_halves_of_a_set_go_their_own_ways():
    schedule = howell(range(1, 7)).schedule

    lines = [line for card in table_cards(schedule) for line in card.lines if line.round < 5]

    assert any(len(set(line.boards_to)) == 2 for line in lines)
    for line in lines:
        following = schedule.rounds[line.round].tables
        where = {board: table.number for table in following for board in table.boards}
        assert line.boards_to == tuple(where.get(board) for board in line.table.boards)


def test_partners_who_part_go_to_tables_of_their_own():
    rounds = (
        RoundPlan(1, (TablePlan(1, ((1, 2), (3, 4))), TablePlan(2, ((5, 6), (7, 8))))),
        RoundPlan(2, (TablePlan(1, ((1, 5), (3, 7))), TablePlan(2, ((2, 6), (4, 8))))),
    )

    cards = table_cards(Schedule("individual", tuple(range(1, 9)), rounds))

    assert [card.lines[0].moves for card in cards] == [(1, 2, 1, 2), (1, 2, 1, 2)]


def test_moves_by_rule_are_given_only_if_all_find_their_way():
    assert moves_by_rule(howell(range(1, 9)).schedule) == {mover: mover - 1 or 7 for mover in range(1, 8)}
    assert moves_by_rule(mitchell(range(1, 9)).schedule) == {}
    assert moves_by_rule(Schedule("pairs", (), ())) == {}
