"""A schedule as text for the wall."""

from __future__ import annotations

from tournaments.chart_text import cards, wall_chart
from tournaments.movements.howell import howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.planned import Planned
from tournaments.movements.schedule import RoundPlan, Schedule, TablePlan

FOUR = """\
Howell of four

Round  Table 1      Table 2
    1  4 - 1 (1-2)  2 - 3 (1-2)
    2  2 - 4 (3-4)  3 - 1 (3-4)
    3  4 - 3 (5-6)  1 - 2 (5-6)

These keep their table: 4.

Tables 1, 2 play the same boards in each round and hand them to each other.

Who moves follows another from place to place: 1 after 3, 2 after 1, 3 after 2.

Promised, and judged:
"""


def test_a_chart_has_rounds_remarks_the_rule_of_the_move_and_promises():
    text = wall_chart(howell([1, 2, 3, 4]), "Howell of four")

    chart, promises = text[: len(FOUR)], text[len(FOUR) :].splitlines()
    assert chart == FOUR
    assert "- How often any two meet, at most: 1" in promises
    assert "- No board is at two tables in a round: no" in promises
    assert len(promises) == 10
    assert text.endswith("\n")


def test_a_chart_says_who_sits_out_and_which_tables_are_not_used():
    tables = (TablePlan(1, ((1, 2), (3, 4)), boards=(1, 3)), TablePlan(3, ((5, 6), (7, 8)), boards=(9,)))
    schedule = Schedule(
        "individual",
        tuple(range(1, 10)),
        (
            RoundPlan(1, tables, out=(9,)),
            RoundPlan(2, (TablePlan(2, ((9, 1), (2, 3))),), out=(4, 5), absent=(6, 7, 8)),
            RoundPlan(3, (TablePlan(2, ((9, 1), (2, 3))), TablePlan(10, ((4, 6), (5, 7)))), absent=(8,)),
        ),
    )

    text = wall_chart(Planned(schedule), "People", lambda entrant: f"P{entrant}")

    assert text.splitlines() == [
        "People",
        "",
        "Round  Table 1              Table 2        Table 3            Table 10       Sits out",
        "    1  P1+P2 - P3+P4 (1,3)  -              P5+P6 - P7+P8 (9)  -              P9",
        "    2  -                    P9+P1 - P2+P3  -                  -              P4, P5",
        "    3  -                    P9+P1 - P2+P3  -                  P4+P6 - P5+P7  -",
    ]


def test_a_chart_leaves_out_a_rule_that_not_all_follow():
    assert "follows" not in wall_chart(mitchell(range(1, 9)), "Mitchell with a skip")


def test_cards_say_for_each_table_who_sits_there_and_where_all_go_next():
    lines = cards(howell(range(1, 6)).schedule).splitlines()

    assert lines[:7] == [
        "Table 1",
        "Round  Sits here     Starts  Goes next             Boards next",
        "    1  2 - 5 (9-10)  N       2 to sit out, 5 to 2  9: rest, 10: 1",
        "    2  3 - 1 (6,10)  S       3 to sit out, 1 to 2  6: 1, 10: rest",
        "    3  4 - 2 (6-7)   S       4 to sit out, 2 to 2  6: rest, 7: 1",
        "    4  5 - 3 (7-8)   S       5 to sit out, 3 to 2  7: rest, 8: 1",
        "    5  1 - 4 (8-9)   S       -                     -",
    ]
    assert lines[8] == "Table 2"


def test_cards_of_people_without_boards_or_starters():
    tables = (TablePlan(1, ((1, 2), (3, 4)), boards=(5,)), TablePlan(2, ((5, 6), (7, 8))))
    schedule = Schedule("individual", tuple(range(1, 9)), (RoundPlan(1, tables), RoundPlan(2, tables)))

    lines = cards(schedule, lambda entrant: f"P{entrant}").splitlines()

    assert lines[2] == "    1  P1+P2 - P3+P4 (5)  -       P1 to 1, P2 to 1, P3 to 1, P4 to 1  1"
    assert lines[7].split()[-1] == "-"
