"""Random events, judged by a second, slow implementation; and the laws that hold for every event."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.tournaments.standings.plain_standings import PlainStandings
from tournaments.standings.criteria import MEASURES, Criterion
from tournaments.standings.ranking import Book, compute_standings
from tournaments.standings.results import (
    Adjustment,
    Circumstances,
    Decision,
    DecisionKind,
    SitOut,
    SitOutKind,
    TableKind,
    TableResult,
    TallyKey,
    share_game,
)
from tournaments.standings.rules import StandingRules, TablePointScheme, UnplayedRounds
from tournaments.standings.workings import work_out

CAP = 25
VALUES = (
    "table_points",
    "wins",
    "net_points",
    "points",
    "points_average",
    "buchholz_cut_1",
    "buchholz",
    "sonneborn_berger",
    "koya",
    "progressive",
)


def make_table(number, sides, score, kind=TableKind.PLAYED):
    games = share_game(len(sides), [side for side, points in enumerate(score) if points == max(score)])
    points = tuple(Fraction(value) for value in score)
    return TableResult(number, sides, games, points, TablePointScheme().award(games), kind)


class Event:
    """An event of pairs in which nearly everybody is level, so that tie-breaks have something to do."""

    def __init__(self, seed):
        self.chance = chance = random.Random(seed)
        self.entries = list(range(1, chance.randint(5, 9)))
        self.results, self.outs = [], []
        for number in range(1, chance.randint(3, 6)):
            order = chance.sample(self.entries, len(self.entries))
            if len(order) % 2:
                self.outs.append((number, order.pop()))
            while order:
                score = chance.choice([(40, 10), (10, 40), (20, 20), (30, 10)])
                self.results.append((number, order.pop(), order.pop(), *score, chance.random() < 0.1))
        penalties = [(TallyKey.POINTS, -5), (TallyKey.TABLE_POINTS, -1), (TallyKey.TABLE_POINTS, Fraction(1, 2))]
        self.penalties = [(chance.choice(self.entries), *chance.choice(penalties))]

    def given(self):
        kinds = {True: TableKind.FORFEIT, False: TableKind.PLAYED}
        tables = [
            make_table(number, ((one,), (other,)), score, kinds[awarded])
            for number, one, other, *score, awarded in self.results
        ]
        adjustments = [Adjustment(entry, metric, Fraction(amount), "late") for entry, metric, amount in self.penalties]
        return self.entries, tables, [SitOut(*out) for out in self.outs], adjustments

    def second_opinion(self):
        return PlainStandings(self.entries, self.results, self.outs, self.penalties, CAP)


def criterion(key):
    if key.endswith("_average"):
        return Criterion(key.removesuffix("_average"), average=True)
    return Criterion(key, cap=Fraction(CAP)) if key == "net_points" else Criterion(key)


@pytest.mark.parametrize("seed", range(60))
def test_every_value_is_that_of_the_second_implementation(seed):
    event = Event(seed)
    plain = event.second_opinion()

    rows = compute_standings(*event.given(), StandingRules(tuple(criterion(key) for key in VALUES)))

    for row in rows:
        assert {key: row.values[key] for key in VALUES} == {key: plain.value(row.entry, key) for key in VALUES}


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("keys", [("table_points", "head_to_head", "common_opponents"), ("head_to_head", "wins")])
def test_tied_groups_are_those_of_the_second_implementation(seed, keys):
    event = Event(seed)

    rows = compute_standings(*event.given(), StandingRules(tuple(criterion(key) for key in keys)))

    groups = {}
    for row in rows:
        groups.setdefault(row.rank, []).append(row.entry)
    assert list(groups.values()) == event.second_opinion().ranked(event.entries, list(keys))


def every_rule(mode=UnplayedRounds.DUMMY):
    return StandingRules(tuple(criterion(key) for key in MEASURES), unplayed_rounds=mode)


def motley(seed):
    """Return an event with tables of all sizes and every kind of round that was not played."""
    chance = random.Random(seed)
    entries = list(range(1, 12))
    tables, outs = [], []
    for number in range(1, 6):
        order = chance.sample(entries, len(entries))
        outs += [SitOut(number, order.pop(), kind) for kind in SitOutKind]
        two, three = order[:4], order[4:7]
        tables.append(make_table(number, ((two[0], two[1]), (two[2], two[3])), chance.choice([(40, 10), (20, 20)])))
        if number < 4:
            points = chance.sample([5, 15, 30], 3)
            tables.append(make_table(number, tuple((one,) for one in three), points, chance.choice(list(TableKind))))
    rulings = [Adjustment(chance.choice(entries), metric, Fraction(-1, 3), "late", 2) for metric in TallyKey]
    decisions = (Decision(DecisionKind.CUT, tuple(chance.sample(entries, 11))),)
    known = Circumstances(ratings={entry: chance.randint(0, 2) for entry in entries}, decisions=decisions)
    return entries, tables, outs, rulings, known


@pytest.mark.parametrize("mode", list(UnplayedRounds))
@pytest.mark.parametrize("seed", range(12))
def test_lines_of_a_working_add_up_to_its_value(seed, mode):
    entries, tables, outs, rulings, known = motley(seed)
    book = Book(entries, tables, outs, rulings, every_rule(mode), known)
    seen = set()

    for row in book.rows:
        for step in book.criteria:
            for working in work_out(book, row.entry, step):
                counted = sum((line.amount for line in working.lines if not line.left_out), Fraction(0))
                seen.add(step.key)
                if step.key in ("rating", "play_off", "cut"):
                    assert working.lines == ()
                elif working.value is not None:
                    assert working.value == counted / (working.divisor or 1), step
                if not step.in_ties:
                    assert working.value == row.values[step.column]

    assert seen >= {key for key, measure in MEASURES.items() if not measure.in_ties}


@pytest.mark.parametrize("seed", range(12))
def test_standings_depend_on_no_order_of_input(seed):
    entries, tables, outs, rulings, known = motley(seed)
    chance = random.Random(seed)
    shuffled = [chance.sample(items, len(items)) for items in (entries, tables, outs, rulings)]

    assert compute_standings(*shuffled, every_rule(), known) == compute_standings(
        entries, tables, outs, rulings, every_rule(), known
    )


@pytest.mark.parametrize("seed", range(12))
def test_ranks_have_gaps_and_a_cut_among_all_leaves_nobody_level(seed):
    entries, tables, outs, rulings, known = motley(seed)
    few = StandingRules((Criterion("wins"),))

    open_ranks = [row.rank for row in compute_standings(entries, tables, outs, rulings, few)]
    decided = compute_standings(entries, tables, outs, rulings, few, known)

    assert all(rank == 1 + open_ranks.index(rank) for rank in open_ranks)
    assert [row.label for row in decided] == [str(place) for place in range(1, len(entries) + 1)]
