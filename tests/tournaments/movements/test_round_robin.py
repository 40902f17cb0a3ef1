"""Round robins for every number of pairs from 3 to 40: everybody meets, sits out, takes sides and starts alike."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from tournaments.errors import TooFewEntries
from tournaments.movements.round_robin import berger_round, double_round_robin, full_length, round_robin
from tournaments.movements.schedule import to_json
from tournaments.movements.verify import verify

# The pairing tables that chess has published for long, first named white; made by tests/oracles/berger_tables.py.
BERGER = json.loads((Path(__file__).parents[2] / "data" / "berger_tables.json").read_text())


def names(count):
    """Return ids in entry order that are neither ascending nor from 1."""
    return [100 + 7 * place % 101 for place in range(count)]


def lengths(count):
    cycle = full_length(count)
    return sorted({1, 2, cycle // 2, cycle - 1, cycle, cycle + 1, 2 * cycle - 1} - {0})


def meetings(schedule):
    return Counter(frozenset(table.entrants) for plan in schedule.rounds for table in plan.tables)


def sides_by_entrant(schedule):
    """Return for each entrant what it sat, as a word of N and E in the order of time."""
    words = defaultdict(str)
    for plan in schedule.rounds:
        for table in plan.tables:
            words[table.sides[0][0]] += "N"
            words[table.sides[1][0]] += "E"
    return words


@pytest.mark.parametrize("places", BERGER)
def test_berger_round_agrees_with_the_published_tables(places):
    for number, line in enumerate(BERGER[places], start=1):
        published = [tuple(int(name) - 1 for name in pair.split("-")) for pair in line.split()]

        assert list(berger_round(int(places), number)) == published


@pytest.mark.parametrize("count", range(3, 41))
def test_round_robin_plays_the_published_tables_and_leaves_out_who_meets_the_phantom(count):
    entrants = names(count)

    for plan, line in zip(round_robin(entrants).rounds, BERGER[str(count + count % 2)], strict=True):
        published = [frozenset(int(name) for name in pair.split("-")) for pair in line.split()]
        met = [frozenset(entrants.index(entrant) + 1 for entrant in table.entrants) for table in plan.tables]
        alone = [frozenset((entrants.index(entrant) + 1, count + 1)) for entrant in plan.out]
        assert Counter(met + alone) == Counter(published)


@pytest.mark.parametrize("count", range(3, 41))
def test_round_robin_lets_everybody_meet_once_and_sit_out_alike(count):
    entrants = names(count)

    schedule = round_robin(entrants)

    assert len(schedule.rounds) == full_length(count)
    assert meetings(schedule) == Counter(frozenset(pair) for pair in combinations(entrants, 2))
    outs = Counter(entrant for plan in schedule.rounds for entrant in plan.out)
    assert outs == (Counter(entrants) if count % 2 else Counter())
    for plan in schedule.rounds:
        assert sorted((*plan.seated, *plan.out)) == sorted(entrants)
        assert [table.number for table in plan.tables] == list(range(1, count // 2 + 1))


@pytest.mark.parametrize("count", range(3, 41))
def test_round_robin_keeps_everybody_level_on_sides_at_any_time(count):
    for word in sides_by_entrant(round_robin(names(count))).values():
        assert all(abs(word[:end].count("N") - word[:end].count("E")) <= 1 for end in range(len(word) + 1))
        assert "NNN" not in word
        assert "EEE" not in word
        assert abs(word.count("N") - word.count("E")) == (1 if count % 2 == 0 else 0)


@pytest.mark.parametrize("count", range(3, 41))
def test_round_robin_starts_alike_from_both_sides_and_both_seats(count):
    starts = defaultdict(Counter)
    tables = Counter()
    for plan in round_robin(names(count)).rounds:
        for table in plan.tables:
            tables.update(table.entrants)
            starts[table.sides[table.first % 2][0]][table.first // 2] += 1

    for entrant, seats in starts.items():
        assert abs(2 * seats.total() - tables[entrant]) <= 1
        assert abs(seats[0] - seats[1]) <= 1


@pytest.mark.parametrize("count", range(3, 31))
def test_round_robin_of_any_length_keeps_its_promises(count):
    for rounds in lengths(count) if count < 14 else (count // 2, count + 1):
        schedule = round_robin(names(count), rounds)

        assert len(schedule.rounds) == rounds
        assert verify(schedule) == ()
        met = meetings(schedule)
        times = [met[frozenset(pair)] for pair in combinations(schedule.entrants, 2)]
        assert max(times) - min(times) <= 1
        assert schedule.claims["meet_max"] == max(times)


@pytest.mark.parametrize("count", range(3, 25))
def test_double_round_robin_lets_each_two_meet_once_on_each_side(count):
    schedule = double_round_robin(names(count))

    assert verify(schedule) == ()
    turned = Counter((table.sides[0][0], table.sides[1][0]) for plan in schedule.rounds for table in plan.tables)
    assert set(turned.values()) == {1}
    assert len(turned) == count * (count - 1)
    assert all(word.count("N") == word.count("E") for word in sides_by_entrant(schedule).values())


def test_round_robin_of_three_cycles_keeps_its_promises():
    schedule = round_robin(names(6), 15)

    assert verify(schedule) == ()
    assert set(meetings(schedule).values()) == {3}


def test_round_robin_is_the_same_each_time():
    assert to_json(round_robin(names(11), 7)) == to_json(round_robin(names(11), 7))


def test_round_robin_of_two_is_one_table():
    (plan,) = round_robin([5, 9]).rounds

    assert [table.sides for table in plan.tables] == [((5,), (9,))]


@pytest.mark.parametrize("entrants", [[], [5]])
def test_round_robin_needs_two(entrants):
    with pytest.raises(TooFewEntries) as refusal:
        round_robin(entrants)

    assert refusal.value.params == {"needed": 2, "present": len(entrants)}
