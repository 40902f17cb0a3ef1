"""Progressive play: who goes where by results, for every number of pairs and of people, while they come and go."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.course import DrawState
from tournaments.movements.next_round import event_so_far
from tournaments.movements.progressive import PROGRESSIVE_OPTIONS, draw_progressive_round
from tournaments.movements.progressive_reasons import PROGRESSIVE_REASON_CODES
from tournaments.movements.schedule import RoundPlan, Shape, TablePlan
from tournaments.movements.sit_outs import count_turns
from tournaments.movements.verify import measure, verify

SEED = 20260728
MOVES = PROGRESSIVE_OPTIONS["moves"]
PAIRS, PEOPLE = Shape(2, 1), Shape(2, 2)


@dataclass
class Event:
    """An event whose tables are won by chance."""

    entrants: list
    shape: Shape = PAIRS
    moves: str = "winners_up"
    step: int = 1
    seed: int = SEED
    chance: random.Random = field(default_factory=lambda: random.Random(SEED))
    away: set = field(default_factory=set)
    rounds: tuple = ()
    winners: dict = field(default_factory=dict)
    more: dict = field(default_factory=dict)

    @property
    def state(self):
        return DrawState(
            tuple(self.entrants), 100, self.rounds, frozenset(self.away), shape=self.shape, winners=dict(self.winners),
            kind="pairs" if self.shape.side_size == 1 else "individual",
            options={"moves": self.moves, "step": self.step}, **self.more,
        )  # fmt: skip

    def draw(self):
        drawn = draw_progressive_round(self.state, self.seed)
        assert {remark.code for remark in drawn.remarks} <= set(PROGRESSIVE_REASON_CODES)
        assert drawn.outlook == ()
        self.rounds = (*self.rounds, drawn.plan)
        for table in drawn.plan.tables:
            self.winners[drawn.plan.number, table.number] = (self.chance.randrange(2),)
        return drawn

    def schedule(self, **claims):
        last = self.rounds[-1]
        return replace(event_so_far(replace(self.state, rounds=self.rounds[:-1]), last), claims=claims)


def make_event(count, *, rounds=0, **more):
    event = Event(list(range(1, count + 1)), **more)
    for _ in range(rounds):
        event.draw()
    return event


def after(tables, winners, *, shape=PAIRS, out=(), **more):
    """Return the state after one round: its tables from the head down, and the side that won at each."""
    plan = RoundPlan(1, tuple(TablePlan(number, sides, 0) for number, sides in enumerate(tables, 1)), tuple(out))
    return DrawState(
        tuple(sorted(plan.present)), 9, (plan,), shape=shape, kind="pairs" if shape == PAIRS else "individual",
        winners={(1, number): (winner,) for number, winner in enumerate(winners, 1)},
        **{"options": {"moves": "winners_up", "step": 1}, **more},
    )  # fmt: skip


def company(plan):
    return [set(table.entrants) for table in plan.tables]


def pairs_at(*tables):
    return [tuple((entrant,) for entrant in table) for table in tables]


def told(drawn, code):
    return [dict(remark.params) for remark in drawn.remarks if remark.code == code]


EIGHT_PAIRS = pairs_at((1, 2), (3, 4), (5, 6), (7, 8))
"""The first named wins everywhere in the tests of moves."""


@pytest.mark.parametrize(
    ("moves", "step", "tables"),
    [
        ("winners_up", 1, [{1, 3}, {5, 4}, {7, 6}, {8, 2}]),
        ("winners_up", 2, [{1, 5}, {3, 7}, {6, 2}, {8, 4}]),
        ("winners_up", 3, [{1, 5}, {3, 7}, {6, 2}, {8, 4}]),
        ("losers_down", 1, [{1, 8}, {3, 2}, {5, 4}, {7, 6}]),
        ("losers_down", 3, [{1, 4}, {3, 6}, {5, 8}, {7, 2}]),
        ("both", 1, [{1, 3}, {5, 2}, {7, 4}, {6, 8}]),
        ("both", 2, [{1, 5}, {3, 7}, {2, 6}, {4, 8}]),
        ("ns_stay", 1, [{1, 8}, {3, 2}, {5, 4}, {7, 6}]),
        ("ns_stay", 2, [{1, 6}, {3, 8}, {5, 2}, {7, 4}]),
    ],
)
def test_moves_take_winners_and_losers_where_they_say(moves, step, tables):
    state = after(EIGHT_PAIRS, [0, 0, 0, 0], options={"moves": moves, "step": step})

    assert company(draw_progressive_round(state, SEED).plan) == tables


def test_winners_are_who_won_and_not_who_sits_north():
    state = after(EIGHT_PAIRS, [1, 0, 1, 0])

    assert company(draw_progressive_round(state, SEED).plan) == [{2, 3}, {6, 4}, {7, 5}, {8, 1}]


@pytest.mark.parametrize("moves", MOVES)
def test_two_at_one_table_play_on(moves):
    state = after(pairs_at((1, 2)), [1], options={"moves": moves, "step": 1})

    assert company(draw_progressive_round(state, SEED).plan) == [{1, 2}]


@pytest.mark.parametrize("moves", ["winners_up", "losers_down", "both"])
def test_a_table_won_by_nobody_goes_by_points_then_by_lot(moves):
    options = {"moves": moves, "step": 1}
    level = {(1, 1): (0, 1), (1, 2): (0, 1), (1, 3): (0,)}
    state = after(EIGHT_PAIRS, [0] * 4, options=options)
    state = replace(state, winners=level, points={(1, 1): (400, 410), (1, 2): (300, 300), (1, 3): (10, 500)})

    drawn = draw_progressive_round(state, SEED)

    assert told(drawn, "draw.progressive_by_points") == [{"round": 1, "table": 1, "winners": [2]}]
    by_lot = told(drawn, "draw.progressive_by_lot")
    assert [(params["round"], params["table"]) for params in by_lot] == [(1, 2), (1, 4)]
    won = [2, *by_lot[0]["winners"], 5, *by_lot[1]["winners"]]
    settled = after(EIGHT_PAIRS, [(won[table] + 1) % 2 for table in range(4)], options=options)
    assert company(draw_progressive_round(settled, SEED).plan) == company(drawn.plan)
    lots = {
        tuple(told(draw_progressive_round(state, seed), "draw.progressive_by_lot")[0]["winners"]) for seed in range(9)
    }
    assert lots == {(3,), (4,)}


def test_results_do_not_matter_where_ns_stay():
    options = {"moves": "ns_stay", "step": 1}

    decided = draw_progressive_round(after(EIGHT_PAIRS, [1, 1, 0, 0], options=options), SEED)
    undecided = draw_progressive_round(replace(after(EIGHT_PAIRS, [], options=options), winners={}), SEED)

    assert decided == undecided


def test_ns_stay_keeps_sides_and_lets_them_start_in_turn():
    event = make_event(12, moves="ns_stay", rounds=6)

    north = [{table.number: table.sides[0] for table in plan.tables} for plan in event.rounds]
    assert north == [north[0]] * 6
    assert verify(event.schedule(meet_max=1, first_balance=0, first_seat_balance=1)) == ()


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("count", range(3, 34))
def test_pairs_all_sit_once_and_sit_out_in_turn(count, moves):
    event = make_event(count, moves=moves, rounds=6)

    promises = {"out_max": count % 2, "out_spread": 1, "out_once_first": True, "first_balance": 3}
    assert verify(event.schedule(**promises)) == ()
    assert moves == "ns_stay" or measure(event.schedule())["seat_balance"] <= 3


@pytest.mark.parametrize("count", range(4, 67))
def test_people_all_sit_once_and_sit_out_in_turn(count):
    event = make_event(count, shape=PEOPLE, moves=MOVES[count % 4], step=1 + count % 3, rounds=5)

    assert verify(event.schedule(out_max=count % 4, out_spread=1, out_once_first=True, first_spread=2)) == ()


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("count", [8, 9, 18, 31, 64])
def test_partners_are_split_after_every_round(count, moves):
    event = make_event(count, shape=PEOPLE, moves=moves, rounds=6)

    partners = [{frozenset(side) for table in plan.tables for side in table.sides} for plan in event.rounds]
    assert all(before.isdisjoint(now) for before, now in pairwise(partners))


def test_one_winner_plays_with_one_loser_whom_they_have_played_with_less():
    first = [((1, 2), (3, 4)), ((5, 6), (7, 8))]
    state = after(first, [0, 0], shape=PEOPLE)
    drawn = draw_progressive_round(state, SEED).plan
    assert company(drawn) == [{1, 2, 5, 6}, {3, 4, 7, 8}]
    sides = {frozenset(side) for table in drawn.tables for side in table.sides}
    assert sides in [
        {frozenset(pair) for pair in (*head, *foot)}
        for head in (((1, 5), (2, 6)), ((1, 6), (2, 5)))
        for foot in (((3, 7), (4, 8)), ((3, 8), (4, 7)))
    ]
    partners_before = RoundPlan(1, (TablePlan(1, ((1, 5), (2, 7)), 0), TablePlan(2, ((3, 8), (4, 6)), 0)))
    again = replace(
        state, rounds=(partners_before, replace(state.rounds[0], number=2)), winners={(2, 1): (0,), (2, 2): (0,)}
    )

    sides = {frozenset(side) for table in draw_progressive_round(again, SEED).plan.tables for side in table.sides}

    assert sides == {frozenset(pair) for pair in ((1, 6), (2, 5), (3, 7), (4, 8))}


def test_the_lowest_whose_turn_it_is_sits_out_and_who_comes_in_takes_the_place():
    state = after(EIGHT_PAIRS, [0, 0, 0, 0], out=(9,))

    drawn = draw_progressive_round(state, SEED)

    # Without the sit-out it would be 8, who stays at the last table, and 2, who comes there.
    assert drawn.plan.out == (8,)
    assert company(drawn.plan) == [{1, 3}, {5, 4}, {7, 6}, {2, 9}]
    assert told(drawn, "draw.sits_out_left_over") == [
        {"entrant": 8, "before": 0, "fewest": 0, "present": 9, "seats": 2}
    ]
    assert told(drawn, "draw.progressive_table") == [
        {"table": 1, "moved": [3], "stayed": [1], "joined": []},
        {"table": 2, "moved": [5], "stayed": [4], "joined": []},
        {"table": 3, "moved": [7], "stayed": [6], "joined": []},
        {"table": 4, "moved": [2], "stayed": [], "joined": [9]},
    ]


def test_who_leaves_is_followed_by_the_lowest():
    state = after(EIGHT_PAIRS, [0, 0, 0, 0], out=())
    gone = replace(state, away=frozenset({1, 5}))

    plan = draw_progressive_round(gone, SEED).plan

    assert company(plan) == [{3, 8}, {4, 2}, {7, 6}]
    assert plan.absent == (1, 5)


def test_who_comes_late_takes_the_highest_free_place_or_the_end():
    state = after(EIGHT_PAIRS, [0, 0, 0, 0])
    late = replace(state, entrants=(*state.entrants, 20, 21), away=frozenset({4}))

    plan = draw_progressive_round(late, SEED).plan

    assert plan.out == (8,)
    assert company(plan)[0] == {1, 3}
    assert 5 in company(plan)[1]
    assert company(plan)[1] & {20, 21}
    assert company(plan)[3] & {20, 21}


def test_forbidden_meetings_are_exchanged_with_the_nearest():
    state = after(EIGHT_PAIRS, [0, 0, 0, 0], forbidden=((1, 3),))

    drawn = draw_progressive_round(state, SEED)

    assert [{1, 3} <= table for table in company(drawn.plan)] == [False] * 4
    assert company(drawn.plan)[2:] == [{7, 6}, {8, 2}]
    assert len(told(drawn, "draw.progressive_exchanged")) == 1
    assert told(drawn, "draw.wish_apart") == []


def test_fixed_meetings_are_brought_together_and_both_sit():
    state = after(EIGHT_PAIRS, [0, 0, 0, 0], out=(9,), fixed=((8, 1),))

    drawn = draw_progressive_round(state, SEED)

    assert {8, 1} in company(drawn.plan)
    assert drawn.plan.out == (2,)
    assert told(drawn, "draw.wish_together") == []


def test_wishes_that_cannot_be_kept_are_named():
    state = after(pairs_at((1, 2)), [0], out=(3,), forbidden=((1, 3), (2, 3), (1, 2)))

    drawn = draw_progressive_round(state, SEED)

    assert len(told(drawn, "draw.wish_apart")) == 1
    wish = replace(after(pairs_at((1, 2)), [0], out=(3,)), fixed=((1, 2), (2, 3)))
    assert [params["entrants"] for params in told(draw_progressive_round(wish, SEED), "draw.wish_together")] in (
        [[1, 2]], [[2, 3]], [[1, 2], [2, 3]],
    )  # fmt: skip


def test_two_entries_of_one_player_never_sit_in_one_round():
    event = make_event(9, shape=PEOPLE, more={"conflicts": ((1, 9), (2, 9))})

    for _ in range(5):
        drawn = event.draw()
        assert not {1, 9} <= set(drawn.plan.seated)
        assert not {2, 9} <= set(drawn.plan.seated)
        assert verify(event.schedule()) == ()


@pytest.mark.parametrize("shape", [PAIRS, PEOPLE])
def test_the_same_seed_draws_the_same_round_whatever_the_order_of_entry(shape):
    event = make_event(21, shape=shape, rounds=3)
    state = event.state
    mirrored = replace(state, entrants=tuple(reversed(state.entrants)))
    first = replace(state, rounds=())

    assert draw_progressive_round(state, 5) == draw_progressive_round(state, 5)
    assert company(draw_progressive_round(mirrored, 5).plan) == company(draw_progressive_round(state, 5).plan)
    assert draw_progressive_round(first, 5).plan.tables != draw_progressive_round(first, 6).plan.tables


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("shape", [PAIRS, PEOPLE])
def test_fairness_holds_while_entrants_come_and_leave(shape, seed):
    chance = random.Random(seed)
    event = make_event(
        chance.randint(shape.entrants, 20),
        shape=shape,
        seed=seed,
        chance=chance,
        moves=MOVES[seed % 4],
        step=1 + seed % 3,
    )
    for _ in range(8):
        turns = count_turns(event.rounds, event.state.active)
        plan = event.draw().plan

        assert verify(event.schedule()) == ()
        assert len(plan.out) == len(event.state.active) % shape.entrants
        assert all(turns[entrant] <= min(turns[other] for other in plan.seated) for entrant in plan.out)
        if chance.random() < 0.5:
            event.entrants.append(len(event.entrants) + 1)
        staying = [entrant for entrant in event.entrants if entrant not in event.away]
        if chance.random() < 0.6 and len(staying) > shape.entrants + 1:
            event.away.update(chance.sample(staying, 2))
            event.away.discard(chance.choice(staying))
        if event.away and chance.random() < 0.4:
            event.away.discard(chance.choice(sorted(event.away)))


@pytest.mark.parametrize(("shape", "needed"), [(PAIRS, 2), (PEOPLE, 4)])
def test_too_few_for_a_table_are_refused(shape, needed):
    for present in (0, needed - 1):
        with pytest.raises(TooFewEntries) as refusal:
            make_event(present, shape=shape).draw()
        assert refusal.value.params == {"needed": needed, "present": present}


def test_no_round_is_drawn_beyond_the_last():
    state = replace(after(EIGHT_PAIRS, [0] * 4), rounds_planned=1)

    with pytest.raises(AllRoundsDrawn):
        draw_progressive_round(state, SEED)


def test_everybody_meets_somebody_new_when_losers_go_round_without_upsets():
    """The four who always win stay, and the losers visit all of them."""
    strong = {1, 2, 3, 4}
    event = make_event(8, moves="losers_down")
    first = RoundPlan(1, tuple(TablePlan(number, ((number,), (number + 4,)), 0) for number in range(1, 5)))
    event.rounds = (first,)
    for number in range(1, 4):
        event.winners = {
            (number, table.number): (0 if table.sides[0][0] in strong else 1,) for table in event.rounds[-1].tables
        }
        event.draw()

    met = {frozenset(table.entrants) for plan in event.rounds for table in plan.tables}
    assert met == {frozenset((one, other)) for one in strong for other in range(5, 9)}
