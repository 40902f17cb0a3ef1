"""One round at a time: as planned while nothing changes, and fair when people come late, leave or share a player."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations

import networkx as nx
import pytest

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.next_round import DrawState, draw_next_round, event_so_far
from tournaments.movements.orientation import SIDE_LIMIT
from tournaments.movements.reasons import REASON_CODES
from tournaments.movements.round_robin import full_length, round_robin
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.sit_outs import count_turns
from tournaments.movements.verify import verify

SEED = 20260728


@dataclass
class Event:
    """An event that is drawn round by round, and what its rounds came to."""

    entrants: list
    rounds_planned: int
    seed: int = SEED
    away: set = field(default_factory=set)
    conflicts: tuple = ()
    rounds: tuple = ()

    @property
    def state(self):
        return DrawState(
            tuple(self.entrants), self.rounds_planned, self.rounds, frozenset(self.away), tuple(self.conflicts)
        )

    def draw(self):
        drawn = draw_next_round(self.state, self.seed)
        self.rounds = (*self.rounds, drawn.plan)
        return drawn

    def draw_on(self):
        while len(self.rounds) < self.rounds_planned:
            self.draw()

    @property
    def met(self):
        return Counter(frozenset(table.entrants) for plan in self.rounds for table in plan.tables)

    @property
    def rematches(self):
        return sum(times - 1 for times in self.met.values())

    @property
    def outs(self):
        return Counter(entrant for plan in self.rounds for entrant in plan.out)

    @property
    def balance(self):
        totals = Counter()
        for plan in self.rounds:
            for table in plan.tables:
                totals[table.sides[0][0]] += 1
                totals[table.sides[1][0]] -= 1
        return totals


def pairs_of(plan):
    return {frozenset(table.entrants) for table in plan.tables}


def codes(drawn):
    return [remark.code for remark in drawn.remarks]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 11, 12])
def test_draw_next_round_gives_the_round_robin_while_nothing_changes(count):
    entrants = [50 - 3 * place for place in range(count)]
    for rounds in {1, count // 2 + 1, full_length(count), full_length(count) + 2}:
        in_advance = round_robin(entrants, rounds).rounds
        event = Event(entrants, rounds)
        drawn = event.draw()
        assert drawn.outlook == in_advance[1:]
        assert codes(drawn)[0] == "draw.as_planned"

        event.draw_on()

        assert event.rounds == in_advance


def test_draw_next_round_says_that_all_is_as_planned():
    drawn = Event([1, 2, 3, 4, 5], 3).draw()

    first, second = drawn.remarks
    assert (first.code, first.params) == ("draw.as_planned", {"round": 1, "rounds": 3})
    assert (second.code, second.params) == ("draw.sits_out_in_turn", {"entrant": 1, "before": 0, "fewest": 0})
    assert drawn.plan.out == (1,)


@pytest.mark.parametrize("count", [3, 5, 7, 9, 13])
def test_late_entry_into_an_odd_field_takes_the_phantoms_place(count):
    event = Event(list(range(1, count + 1)), count)
    event.draw()
    in_advance = round_robin(event.entrants).rounds
    event.entrants.append(99)

    drawn = event.draw()

    assert pairs_of(drawn.plan) == pairs_of(in_advance[1]) | {frozenset((in_advance[1].out[0], 99))}
    assert drawn.remarks[0].params == {"round": 2, "rounds": count, "late": [99], "left": []}
    event.draw_on()
    assert event.rematches == 0
    assert event.outs.total() == 1


@pytest.mark.parametrize("count", [4, 6, 8, 12])
def test_withdrawal_from_an_even_field_makes_a_phantom_of_who_left(count):
    event = Event(list(range(1, count + 1)), count - 1)
    event.draw()
    event.away.add(2)

    drawn = event.draw()

    assert codes(drawn)[:2] == ["draw.adapted", "draw.sits_out_in_turn"]
    assert drawn.remarks[0].params == {"round": 2, "rounds": count - 1, "late": [], "left": [2]}
    assert drawn.plan.absent == (2,)
    event.draw_on()
    assert event.rematches == 0
    assert max(event.outs.values()) == 1
    assert 2 not in {entrant for plan in event.rounds[1:] for entrant in plan.present}


def test_withdrawal_from_an_odd_field_leaves_nobody_without_a_table():
    event = Event(list(range(1, 8)), 5)
    event.draw()
    event.away.add(7)

    event.draw_on()

    assert event.outs.total() == 1
    assert event.rematches == 0


def test_entry_that_comes_back_takes_its_own_place_again():
    event = Event(list(range(1, 9)), 7)
    event.draw()
    event.away.add(3)
    event.draw()
    event.away.clear()

    event.draw_on()

    assert [pairs_of(plan) for plan in event.rounds[2:]] == [
        pairs_of(plan) for plan in round_robin(range(1, 9)).rounds[2:]
    ]


def test_several_late_entries_at_once_are_planned_for():
    event = Event(list(range(1, 9)), 7)
    event.draw()
    event.entrants += [20, 21]

    drawn = event.draw()

    assert drawn.remarks[0].params["late"] == [20, 21]
    assert not drawn.plan.out
    event.draw_on()
    assert event.rematches == 0
    assert max(abs(value) for value in event.balance.values()) <= 1


def test_what_was_planned_after_a_change_holds_until_the_next():
    event = Event(list(range(1, 10)), 8)
    event.draw()
    event.away.update({4, 5})
    drawn = event.draw()
    expected = [(pairs_of(plan), plan.out) for plan in drawn.outlook]

    event.draw_on()

    assert [(pairs_of(plan), plan.out) for plan in event.rounds[2:]] == expected


def test_round_seated_by_hand_is_planned_on_from():
    event = Event([1, 2, 3, 4, 5, 6], 5)
    tables = [TablePlan(number, ((one,), (other,))) for number, (one, other) in enumerate([(1, 2), (3, 4), (5, 6)], 1)]
    event.rounds = (RoundPlan(1, tuple(tables)),)

    drawn = event.draw()

    assert codes(drawn) == ["draw.adapted"]
    event.draw_on()
    assert event.rematches == 0


def test_sides_changed_by_hand_are_made_good():
    event = Event([1, 2, 3, 4], 3)
    event.draw()
    (plan,) = event.rounds
    turned = tuple(replace(table, sides=table.sides[::-1]) for table in plan.tables)
    event.rounds = (replace(plan, tables=turned),)

    drawn = event.draw()

    assert codes(drawn) == ["draw.as_planned"]
    assert pairs_of(drawn.plan) == pairs_of(round_robin([1, 2, 3, 4]).rounds[1])
    assert set(event.balance.values()) == {0}


def test_first_dealer_that_a_table_cut_for_is_made_good():
    event = Event([1, 2, 3, 4], 3)
    event.draw()
    (plan,) = event.rounds
    event.rounds = (replace(plan, tables=tuple(replace(table, first=3) for table in plan.tables)),)

    event.draw_on()

    starts = Counter(table.sides[table.first % 2][0] for plan in event.rounds for table in plan.tables)
    assert sorted(starts.values()) == [1, 1, 2, 2]
    assert [table.first for table in event.rounds[0].tables] == [3, 3]


def test_more_rounds_than_opponents_are_rematches_of_all_alike():
    event = Event([1, 2, 3, 4, 5, 6], 9)
    event.draw()
    event.away.add(6)

    event.draw_on()

    times = [event.met[frozenset(pair)] for pair in combinations([1, 2, 3, 4, 5], 2)]
    assert max(times) - min(times) <= 1
    outs = [event.outs[entrant] for entrant in (1, 2, 3, 4, 5)]
    assert max(outs) - min(outs) <= 1


def test_two_who_are_left_meet_again_and_it_is_said_why():
    event = Event([1, 2, 3], 3)
    event.draw()
    event.away.add(next(iter(event.rounds[0].out)))

    drawn = event.draw()

    remark = next(remark for remark in drawn.remarks if remark.code == "draw.rematch_all_met")
    assert remark.params["times"] == 1
    ahead = drawn.remarks[-1]
    assert (ahead.code, ahead.params) == ("draw.rematches_ahead", {"rounds": 1, "rematches": 2})


def test_rematch_that_no_round_for_all_avoids_is_said():
    # Each of 1, 2, 3 has met each of 4, 5, 6, so that two threes are left and nobody can pair off a three.
    event = Event([1, 2, 3, 4, 5, 6], 5)
    for number in (1, 2, 3):
        pairs = [(one, 4 + (one + number) % 3) for one in (1, 2, 3)]
        tables = tuple(TablePlan(table, ((one,), (other,)), first=0) for table, (one, other) in enumerate(pairs, 1))
        event.rounds += (RoundPlan(number, tables),)

    drawn = event.draw()

    assert codes(drawn)[:2] == ["draw.adapted", "draw.rematch_needed"]
    assert event.rematches == 1


def test_entries_that_share_a_player_never_sit_in_one_round_and_take_turns():
    event = Event(list(range(1, 9)), 8, conflicts=((1, 2),))

    drawn = event.draw()

    assert "draw.sits_out_shared_player" in codes(drawn)
    event.draw_on()
    for plan in event.rounds:
        assert len({1, 2}.intersection(plan.seated)) <= 1
        assert len(plan.seated) == 6
    assert event.outs[1] == event.outs[2] == 4
    others = [event.outs[entrant] for entrant in range(3, 9)]
    assert max(others) - min(others) <= 1
    # 24 tables, 8 of them with 1 or 2, for the 15 pairs that the other six make.
    assert event.rematches == 1
    assert verify(event_so_far(replace(event.state, rounds=event.rounds[:-1]), event.rounds[-1])) == ()


def test_sit_out_for_a_shared_player_names_who_sits():
    drawn = Event([1, 2, 3], 2, conflicts=((3, 1),)).draw()

    remark = next(remark for remark in drawn.remarks if remark.code == "draw.sits_out_shared_player")
    (out,) = drawn.plan.out
    assert remark.params == {"entrant": out, "others": [{1: 3, 3: 1}[out]], "before": 0}


def test_late_entry_that_shares_a_player_is_planned_for():
    event = Event([1, 2, 3, 4, 5], 5, conflicts=((1, 9),))
    event.draw()
    event.entrants.append(9)

    event.draw_on()

    for plan in event.rounds[1:]:
        assert not {1, 9} <= set(plan.seated)


def test_draw_next_round_refuses_when_all_rounds_are_drawn():
    event = Event([1, 2, 3], 2)
    event.draw_on()

    with pytest.raises(AllRoundsDrawn) as refusal:
        event.draw()

    assert refusal.value.params == {"rounds": 2}
    assert len(event.rounds) == 2


@pytest.mark.parametrize(
    ("entrants", "away", "conflicts", "present"),
    [
        pytest.param([1, 2, 3], {1, 3}, (), 1, id="one left"),
        pytest.param([1, 2], {1, 2}, (), 0, id="nobody left"),
        pytest.param([1, 2], set(), ((1, 2),), 1, id="two who share a player"),
        pytest.param([1, 2, 3], set(), ((1, 2), (2, 3), (1, 3)), 1, id="one player in all of them"),
    ],
)
def test_draw_next_round_needs_two_who_can_sit(entrants, away, conflicts, present):
    with pytest.raises(TooFewEntries) as refusal:
        Event(entrants, 3, away=away, conflicts=conflicts).draw()

    assert refusal.value.params == {"needed": 2, "present": present}


def test_draw_next_round_goes_on_after_a_round_that_only_one_was_there_for():
    event = Event([1, 2, 3, 4], 4)
    event.rounds = (RoundPlan(1, (), out=(1,), absent=(2, 3, 4)),)

    event.draw_on()

    assert event.rematches == 0
    assert event.outs == {1: 1}


def test_draw_next_round_is_the_same_each_time_and_whatever_the_order_of_conflicts():
    event = Event(list(range(1, 12)), 8, conflicts=((1, 2), (5, 6)))
    event.draw()
    event.away.add(9)
    event.entrants += [30, 31]

    drawn = draw_next_round(event.state, SEED)

    assert drawn == draw_next_round(event.state, SEED)
    other_way = replace(event.state, conflicts=((6, 5), (2, 1)))
    assert drawn == draw_next_round(other_way, SEED)


def simulate(count, rounds, seed, conflicts=()):
    """Yield an event after each round, with the round's remarks; people come, leave and come back by chance."""
    chance = random.Random(seed)
    event = Event(list(range(1, count + 1)), rounds, seed, conflicts=conflicts)
    for number in range(1, rounds + 1):
        if number > 1:
            if chance.random() < 0.3:
                event.entrants.append(len(event.entrants) + 1)
            if chance.random() < 0.3 and len(event.entrants) - len(event.away) > 4:
                event.away.add(chance.choice([entrant for entrant in event.entrants if entrant not in event.away]))
            if chance.random() < 0.1 and event.away:
                event.away.discard(chance.choice(sorted(event.away)))
        before = event.state
        yield before, event.draw(), event


def assert_promises_kept(state, drawn, event):
    plan = drawn.plan
    assert verify(event_so_far(state, plan)) == ()
    assert plan.present == set(state.active)
    assert plan.number == len(state.rounds) + 1
    assert len(plan.out) == len(state.active) % 2
    assert all(abs(value) <= SIDE_LIMIT for value in event.balance.values())
    constant = frozenset(state.entrants).intersection(*(plan.present for plan in event.rounds))
    outs = [event.outs[entrant] for entrant in constant]
    assert max(outs, default=0) - min(outs, default=0) <= 1
    assert set(codes(drawn)) <= set(REASON_CODES)
    rematches = {frozenset(remark.params["entrants"]) for remark in drawn.remarks if "rematch_" in remark.code}
    met_before = Counter(frozenset(table.entrants) for plan in state.rounds for table in plan.tables)
    assert rematches == {pair for pair in pairs_of(plan) if met_before[pair]}


@pytest.mark.parametrize("count", range(3, 25))
def test_draws_keep_their_promises_while_people_come_and_leave(count):
    for rounds in {5, count} if count < 12 else {8}:
        for state, drawn, event in simulate(count, rounds, seed=17 * count + rounds):
            assert_promises_kept(state, drawn, event)


@pytest.mark.parametrize("count", range(3, 11))
def test_no_round_could_have_been_drawn_with_fewer_rematches(count):
    for state, drawn, _ in simulate(count, full_length(count), seed=count):
        met = Counter(frozenset(table.entrants) for plan in state.rounds for table in plan.tables)

        assert rematch_weight(state, met, pairs_of(drawn.plan)) == least_rematch_weight(state, met)


def rematch_weight(state, met, pairs):
    """Weigh rematches so that no number of pairs outweighs one that has met more often (up to six times more)."""
    low = min(met[frozenset(pair)] for pair in combinations(state.active, 2))
    return sum(100 ** min(met[pair] - low, 6) - 1 for pair in pairs)


def least_rematch_weight(state, met):
    """Return the least weight of a round in which nobody sits out whose turn it is not."""
    turns = count_turns(state.rounds, state.active)
    graph = nx.Graph()
    for pair in combinations(state.active, 2):
        graph.add_edge(*pair, weight=rematch_weight(state, met, [frozenset(pair)]))
    if len(state.active) % 2:
        in_turn = [entrant for entrant in state.active if turns[entrant] == min(turns.values())]
        graph.add_weighted_edges_from((entrant, "out", 0) for entrant in in_turn)
    return sum(graph.edges[pair]["weight"] for pair in nx.min_weight_matching(graph))


@pytest.mark.parametrize("seed", range(8))
def test_shared_players_never_sit_twice_while_people_come_and_leave(seed):
    conflicts = ((1, 2), (2, 3), (5, 9), (4, 12))
    for state, drawn, _ in simulate(9, 7, seed, conflicts):
        seated = set(drawn.plan.seated)
        assert not any(seated.issuperset(pair) for pair in conflicts)
        assert drawn.plan.present == set(state.active)
        assert not seated & state.away


@pytest.mark.parametrize("count", [2, 5, 8])
def test_people_at_tables_of_two_play_the_same_round_robin_each_in_one_seat(count):
    entrants = tuple(range(1, count + 1))
    rounds = full_length(count)
    state = DrawState(entrants, rounds, kind="individual")
    for _ in range(rounds):
        state = replace(state, rounds=(*state.rounds, draw_next_round(state, SEED).plan))

    as_pairs = round_robin(entrants).rounds
    assert [pairs_of(plan) for plan in state.rounds] == [pairs_of(plan) for plan in as_pairs]
    event = event_so_far(replace(state, rounds=state.rounds[:-1]), state.rounds[-1])
    assert event.kind == "individual"
    claims = {"meet_max": 1, "meet_min": 1, "seat_balance": 1, "first_spread": 2, "out_once_first": True}
    assert verify(replace(event, claims=claims)) == ()
    assert {table.first for plan in state.rounds for table in plan.tables} == {0}


def test_event_so_far_of_a_thousand_entries_is_quick():
    """Who is there is looked up once a round; once an entry took seconds."""
    entrants = tuple(range(1, 1001))
    tables = tuple(TablePlan(number, ((2 * number - 1,), (2 * number,))) for number in range(1, 501))
    rounds = tuple(RoundPlan(number, tables) for number in range(1, 13))
    state = DrawState(entrants, 12, rounds[:11])
    began = time.process_time()

    schedule = event_so_far(state, rounds[11])

    assert time.process_time() - began < 0.5
    assert {plan.absent for plan in schedule.rounds} == {()}
