"""Tables numbered so that those who are to stay keep theirs."""

from __future__ import annotations

from tournaments.movements.round_robin import round_robin
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.staying import keep_tables


def evening(entrants: int, staying: tuple[int, ...]) -> list[RoundPlan]:
    played: list[RoundPlan] = []
    for plan in round_robin(range(1, entrants + 1)).rounds:
        played.append(keep_tables(plan, staying, played)[0])
    return played


def tables_of(entrant: int, rounds: list[RoundPlan]) -> list[int]:
    return [table.number for plan in rounds for table in plan.tables if entrant in table.entrants]


def test_one_who_stays_has_one_table_all_evening() -> None:
    rounds = evening(8, (5,))

    assert set(tables_of(5, rounds)) == {1}


def test_others_meet_the_same_and_tables_stay_numbered_from_one() -> None:
    rounds = evening(9, (3, 4))

    for plan, bare in zip(rounds, round_robin(range(1, 10)).rounds, strict=True):
        assert {table.sides for table in plan.tables} == {table.sides for table in bare.tables}
        assert sorted(table.number for table in plan.tables) == [1, 2, 3, 4]
        assert plan.out == bare.out


def test_two_who_stay_and_meet_sit_at_the_lower_table() -> None:
    rounds = evening(8, (2, 6))

    homes = [set(tables_of(entrant, rounds)) for entrant in (2, 6)]
    assert homes == [{1}, {1, 2}]
    [meeting] = [plan for plan in rounds if any({2, 6} <= set(table.entrants) for table in plan.tables)]
    _plan, remarks = keep_tables(meeting, (2, 6), rounds[: meeting.number - 1])
    assert [remark.params for remark in remarks if remark.code == "draw.staying_meet"] == [
        {"entrants": [2, 6], "table": 1}
    ]


def test_a_table_is_kept_where_there_are_fewer_tables() -> None:
    before = RoundPlan(1, (TablePlan(1, ((1,), (2,))), TablePlan(2, ((3,), (4,))), TablePlan(3, ((5,), (6,)))))
    now = RoundPlan(2, (TablePlan(1, ((1,), (6,))), TablePlan(2, ((2,), (3,)))))

    plan, remarks = keep_tables(now, (6,), [before])

    assert [(table.number, table.entrants) for table in plan.tables] == [(1, (2, 3)), (3, (1, 6))]
    assert [(remark.code, remark.params) for remark in remarks] == [("draw.stays", {"entrant": 6, "table": 3})]


def test_nobody_who_stays_changes_nothing() -> None:
    plan = round_robin(range(1, 7)).rounds[0]

    assert keep_tables(plan, (), []) == (plan, ())
