"""The judge finds what was spoilt: thousands of random changes of every kind, to schedules of every movement."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from tournaments.movements.howell import howell, reduced_howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.round_robin import double_round_robin, round_robin
from tournaments.movements.schedule import TablePlan
from tournaments.movements.verify import verify
from tournaments.movements.whole_event import Request, plan_event

EACH = 160
"""So many changes of each of sixteen kinds."""

CYCLES = {
    "round robin of 6": lambda: round_robin(range(1, 7)),
    "round robin of 7": lambda: round_robin(range(1, 8)),
    "double round robin of 5": lambda: double_round_robin(range(1, 6)),
}
WITH_BOARDS = {
    "mitchell of 10": lambda: mitchell(range(1, 11)).schedule,
    "mitchell of 9": lambda: mitchell(range(1, 10)).schedule,
    "mitchell of 8, relay": lambda: mitchell(range(1, 9), 4).schedule,
    "mitchell of 12, skip": lambda: mitchell(range(1, 13)).schedule,
    "howell of 6": lambda: howell(range(1, 7)).schedule,
    "howell of 7": lambda: howell(range(1, 8)).schedule,
    "howell of 8": lambda: howell(range(1, 9)).schedule,
    "howell of 8, 6 rounds": lambda: reduced_howell(range(1, 9), 6).schedule,
    "reduced howell of 10": lambda: reduced_howell(range(1, 11)).schedule,
    "reduced howell of 11": lambda: reduced_howell(range(1, 12)).schedule,
}
OF_PEOPLE = {
    "individual of 9": lambda: plan_event(Request("individual", tuple(range(1, 10)), 4)).schedule,
    "individual of 8": lambda: plan_event(Request("individual", tuple(range(1, 9)), 3)).schedule,
    "progressive of 7": lambda: plan_event(Request("progressive", tuple(range(1, 8)), 4)).schedule,
}
EVENTS = CYCLES | WITH_BOARDS | OF_PEOPLE


@cache
def made(name):
    return EVENTS[name]()


def in_round(schedule, chance, change):
    """Return the schedule with one of its rounds changed."""
    number = chance.randrange(len(schedule.rounds))
    plan = change(schedule.rounds[number], chance)
    return replace(schedule, rounds=(*schedule.rounds[:number], plan, *schedule.rounds[number + 1 :]))


def at_table(schedule, chance, change):
    def round_changed(plan, chance):
        here = chance.randrange(len(plan.tables))
        return replace(plan, tables=(*plan.tables[:here], change(plan.tables[here]), *plan.tables[here + 1 :]))

    return in_round(schedule, chance, round_changed)


def with_seats(plan, seats):
    """Return the round with everybody replaced as ``seats`` says."""
    tables = (
        replace(table, sides=tuple(tuple(seats.get(entrant, entrant) for entrant in side) for side in table.sides))
        for table in plan.tables
    )
    return replace(plan, tables=tuple(tables), out=tuple(seats.get(entrant, entrant) for entrant in plan.out))


def two_exchanged(schedule, chance):
    def exchange(plan, chance):
        here, there = chance.sample(plan.tables, 2)
        one, other = chance.choice(here.entrants), chance.choice(there.entrants)
        return with_seats(plan, {one: other, other: one})

    return in_round(schedule, chance, exchange)


def one_twice(schedule, chance):
    def double(plan, chance):
        one, other = chance.sample(plan.seated, 2)
        return with_seats(plan, {one: other})

    return in_round(schedule, chance, double)


def stranger(schedule, chance):
    return in_round(schedule, chance, lambda plan, chance: with_seats(plan, {chance.choice(plan.seated): 99}))


def table_dropped(schedule, chance):
    def drop(plan, chance):
        gone = chance.choice(plan.tables)
        return replace(plan, tables=tuple(table for table in plan.tables if table != gone))

    return in_round(schedule, chance, drop)


def side_dropped(schedule, chance):
    return at_table(schedule, chance, lambda table: replace(table, sides=table.sides[:-1]))


def also_out(schedule, chance):
    return in_round(schedule, chance, lambda plan, chance: replace(plan, out=(*plan.out, chance.choice(plan.seated))))


def table_numbered_twice(schedule, chance):
    def number(plan, chance):
        here, there = chance.sample(range(len(plan.tables)), 2)
        tables = list(plan.tables)
        tables[here] = replace(tables[here], number=tables[there].number)
        return replace(plan, tables=tuple(tables))

    return in_round(schedule, chance, number)


def wrong_round(schedule, chance):
    return in_round(schedule, chance, lambda plan, chance: replace(plan, number=plan.number + chance.choice((-1, 1))))


def no_such_seat(schedule, chance):
    return at_table(schedule, chance, lambda table: replace(table, first=chance.choice((-1, 4, 7))))


def listed_twice(schedule, chance):
    return replace(schedule, entrants=(*schedule.entrants, chance.choice(schedule.entrants)))


def left_off_the_list(schedule, chance):
    gone = chance.choice(schedule.entrants)
    return replace(schedule, entrants=tuple(entrant for entrant in schedule.entrants if entrant != gone))


def out_exchanged(schedule, chance):
    """Let another one sit out, in a round in which one does."""
    plans = [plan for plan in schedule.rounds if plan.out]
    if not plans:
        return two_exchanged(schedule, chance)
    plan = chance.choice(plans)
    one, other = plan.out[0], chance.choice(plan.seated)
    changed = with_seats(plan, {one: other, other: one})
    return replace(schedule, rounds=tuple(changed if each is plan else each for each in schedule.rounds))


def round_repeated(schedule, chance):
    here, there = chance.sample(range(len(schedule.rounds)), 2)
    rounds = list(schedule.rounds)
    rounds[here] = replace(rounds[there], number=rounds[here].number)
    return replace(schedule, rounds=tuple(rounds))


def boards_exchanged(schedule, chance):
    def exchange(plan, chance):
        here, there = chance.sample(range(len(plan.tables)), 2)
        tables = list(plan.tables)
        if tables[here].boards == tables[there].boards:
            # The two that share: give them what another one has.
            there = next(place for place in range(len(tables)) if tables[place].boards != tables[here].boards)
        tables[here] = replace(plan.tables[here], boards=plan.tables[there].boards)
        tables[there] = replace(plan.tables[there], boards=plan.tables[here].boards)
        return replace(plan, tables=tuple(tables))

    return in_round(schedule, chance, exchange)


def board_of_another(schedule, chance):
    def copy(plan, chance):
        here, there = chance.sample(range(len(plan.tables)), 2)
        tables = list(plan.tables)
        if tables[here].boards == tables[there].boards:
            there = next(place for place in range(len(tables)) if tables[place].boards != tables[here].boards)
        tables[here] = replace(tables[here], boards=(*tables[here].boards[1:], tables[there].boards[0]))
        return replace(plan, tables=tuple(tables))

    return in_round(schedule, chance, copy)


def one_who_stays_moved(schedule, chance):
    def move(plan, chance):
        staying = [table for table in plan.tables if set(table.entrants) & set(schedule.stationary)]
        here = chance.choice(staying)
        there = chance.choice([table for table in plan.tables if table != here])

        def renumbered(table: TablePlan) -> TablePlan:
            numbers = {here.number: there.number, there.number: here.number}
            return replace(table, number=numbers.get(table.number, table.number))

        return replace(plan, tables=tuple(map(renumbered, plan.tables)))

    return in_round(schedule, chance, move)


STRUCTURE = [
    one_twice,
    stranger,
    table_dropped,
    side_dropped,
    also_out,
    table_numbered_twice,
    wrong_round,
    no_such_seat,
    listed_twice,
    left_off_the_list,
]
MEETINGS = [two_exchanged, out_exchanged, round_repeated]
BOARDS = [boards_exchanged, board_of_another]
STAYING = [one_who_stays_moved]


@pytest.mark.parametrize("name", EVENTS)
def test_verify_finds_no_fault_before(name):
    assert verify(made(name)) == ()


@pytest.mark.parametrize(
    ("spoil", "events"),
    [(kind, EVENTS) for kind in STRUCTURE]
    + [(kind, CYCLES | WITH_BOARDS) for kind in MEETINGS]
    + [(kind, WITH_BOARDS) for kind in BOARDS]
    + [(kind, [name for name in WITH_BOARDS if name != "howell of 7"]) for kind in STAYING],
)
def test_verify_rejects_every_schedule_that_was_spoilt(spoil, events):
    chance = random.Random(spoil.__name__)
    names = list(events)

    for count in range(EACH):
        name = names[count % len(names)]
        spoilt = spoil(made(name), chance)

        assert spoilt != made(name)
        assert verify(spoilt) != (), name
