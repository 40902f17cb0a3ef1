"""Knock-outs: brackets of any size, what byes, ties, voids, withdrawals and corrections make of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.errors import KnockoutOver, KnockoutSharedPlayer, KnockoutUndecided, TooFewEntries
from tournaments.movements.course import DrawState
from tournaments.movements.knockout import bracket_of, draw_knockout, places_of, rounds_of_knockout
from tournaments.movements.next_round import event_so_far
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.verify import verify


@dataclass
class Cup:
    """A knock-out, round by round; ``results`` of each round are the winning sides by table, as a draw gets them."""

    entrants: tuple[int, ...]
    seeding: str = "rating"
    seed: int = 1
    away: set = field(default_factory=set)
    rounds: tuple = ()
    winners: dict = field(default_factory=dict)
    decided: tuple = ()
    conflicts: tuple = ()

    @property
    def state(self):
        return DrawState(
            entrants=self.entrants,
            rounds_planned=rounds_of_knockout(len(self.entrants)),
            rounds=self.rounds,
            away=frozenset(self.away),
            options={"seeding": self.seeding},
            ratings={entrant: 3000 - entrant for entrant in self.entrants},
            winners=self.winners,
            conflicts=self.conflicts,
            bracket=places_of(self.drawn_first) if self.rounds else (),
            decided=self.decided,
        )

    def draw(self):
        return draw_knockout(self.state, self.seed)

    def open(self):
        plan = self.draw().plan
        if not self.rounds:
            self.drawn_first = plan
        self.rounds = (*self.rounds, plan)
        return plan

    def play(self, wins):
        """Draw a round in which ``wins(one, other)`` says who wins."""
        plan = self.open()
        for table in plan.tables:
            one, other = table.entrants
            self.winners[plan.number, table.number] = (0,) if wins(one, other) == one else (1,)
        return plan

    def turn(self, number, table):
        """Correct a table: the other side has won."""
        (winner,) = self.winners[number, table]
        self.winners[number, table] = (1 - winner,)


def cup_of(count, **more):
    return Cup(tuple(range(1, count + 1)), **more)


def stronger(one, other):
    return min(one, other)


def meetings(plan):
    return {frozenset(table.entrants) for table in plan.tables}


def is_sound(cup, plan):
    """Whether everybody who is neither away nor out is in the round once, and it can be played."""
    gone = frozenset(plan.absent)
    state = replace(cup.state, away=cup.state.away | gone, rounds=())
    return verify(event_so_far(state, replace(plan, number=1))) == ()


@pytest.mark.parametrize("seeding", ["rating", "lot"])
@pytest.mark.parametrize("count", range(2, 130))
def test_every_number_plays_one_table_fewer_than_there_are_entries(count, seeding):
    cup = cup_of(count, seeding=seeding)
    chance = random.Random(count)
    size = 1 << rounds_of_knockout(count)
    left = count
    for number in range(1, rounds_of_knockout(count) + 1):
        plan = cup.play(lambda one, other: chance.choice((one, other)))

        assert is_sound(cup, plan)
        assert len(plan.present) == left
        assert len(plan.out) == (size - count if number == 1 else 0)
        assert [table.number for table in plan.tables] == list(range(1, len(plan.tables) + 1))
        left -= len(plan.tables)

    assert left == 1
    assert sum(len(plan.tables) for plan in cup.rounds) == count - 1
    with pytest.raises(KnockoutOver):
        cup.draw()


@pytest.mark.parametrize("count", range(2, 130))
def test_seeds_keep_apart_as_long_as_the_stronger_wins(count):
    cup = cup_of(count)
    rounds = rounds_of_knockout(count)
    for number in range(1, rounds + 1):
        plan = cup.play(stronger)
        still = 1 << (rounds - number + 1)
        expected = {
            frozenset((seed, still + 1 - seed)) for seed in range(1, still // 2 + 1) if still + 1 - seed <= count
        }
        assert meetings(plan) == expected
        if number == 1:
            assert set(plan.out) == set(range(1, still - count + 1))

    assert meetings(cup.rounds[-1]) == {frozenset((1, 2))}


def test_lot_is_another_for_another_seed_and_the_same_for_the_same():
    first = cup_of(16, seeding="lot", seed=4).draw()

    assert cup_of(16, seeding="lot", seed=4).draw() == first
    assert meetings(cup_of(16, seeding="lot", seed=5).draw().plan) != meetings(first.plan)
    assert draw_knockout(replace(cup_of(16, seeding="lot", seed=4).state, ratings={}), 4) == first


def test_those_without_a_rating_are_drawn_behind_the_others():
    state = replace(cup_of(5).state, ratings={5: 2000, 3: 1000})

    plan = draw_knockout(state, 1).plan

    assert plan.out[0] == 5
    assert set(plan.out) >= {5, 3}


def test_places_are_read_from_a_first_round_as_they_were_drawn():
    for count in range(2, 130):
        ranked = random.Random(count).sample(range(1000), count)
        places = bracket_of(ranked)
        tables = tuple(
            TablePlan(number, ((place[0],), (place[1],)))
            for number, place in enumerate((place for place in places if len(place) == 2), 1)
        )
        out = tuple(place[0] for place in places if len(place) == 1)

        assert places_of(RoundPlan(1, tables, out)) == places


def test_level_table_is_refused_until_it_is_decided():
    cup = cup_of(8)
    plan = cup.play(stronger)
    table = plan.tables[2]
    cup.winners[1, table.number] = (0, 1)

    with pytest.raises(KnockoutUndecided) as refused:
        cup.draw()
    assert refused.value.params == {"round": 1, "table": table.number}

    loser = max(table.entrants)
    cup.decided = ((table.entrants[0], 99), (min(table.entrants), loser), (loser, min(table.entrants)))
    drawn = cup.draw()

    assert loser in drawn.plan.seated
    assert [dict(one.params) for one in drawn.remarks if one.code == "draw.knockout_decided"] == [
        {"round": 1, "table": table.number, "entrant": loser}
    ]


def test_table_without_a_result_is_refused_too():
    cup = cup_of(4)
    cup.play(stronger)
    del cup.winners[1, 2]

    with pytest.raises(KnockoutUndecided):
        cup.draw()


def test_void_table_lets_the_neighbour_have_a_bye():
    cup = cup_of(8)
    plan = cup.play(stronger)
    void = plan.tables[1]
    cup.rounds = (replace(plan, tables=(plan.tables[0], *plan.tables[2:]), out=void.entrants),)
    del cup.winners[1, void.number]

    after = cup.draw()

    assert (meetings(after.plan), after.plan.out) == ({frozenset((2, 3))}, (1,))
    assert "draw.knockout_nobody_to_meet" in [remark.code for remark in after.remarks]


def test_void_table_lets_the_one_go_on_who_was_left_idle():
    cup = cup_of(8)
    plan = cup.play(stronger)
    void = plan.tables[1]
    cup.rounds = (replace(plan, tables=(plan.tables[0], *plan.tables[2:]), out=(5,), absent=(4,)),)
    del cup.winners[1, void.number]

    assert meetings(cup.draw().plan) == {frozenset((1, 5)), frozenset((2, 3))}


def test_who_has_left_gives_the_opponent_a_bye_and_who_lost_to_them_stays_out():
    cup = cup_of(8)
    cup.play(stronger)
    cup.away.add(1)

    plan = cup.play(stronger)

    assert (meetings(plan), plan.out) == ({frozenset((2, 3))}, (4,))
    assert meetings(cup.play(stronger)) == {frozenset((2, 4))}


def test_places_where_nobody_could_meet_are_folded_until_somebody_can():
    cup = cup_of(16)
    cup.play(stronger)
    cup.away.update({8, 4, 5, 2, 7, 3})

    assert meetings(cup.play(stronger)) == {frozenset((1, 6))}
    with pytest.raises(KnockoutOver):
        cup.draw()


def test_nobody_left_at_all_is_refused():
    cup = cup_of(4)
    cup.play(stronger)
    cup.away.update({1, 2})

    with pytest.raises(TooFewEntries):
        cup.draw()
    with pytest.raises(TooFewEntries):
        cup_of(1).draw()


def test_level_table_sends_on_the_one_who_is_still_there():
    cup = cup_of(4)
    plan = cup.play(stronger)
    cup.winners[1, 1] = (0, 1)
    first, second = plan.tables[0].entrants
    cup.away.add(first)

    assert meetings(cup.draw().plan) == {frozenset((second, 2))}


def test_two_who_share_a_player_cannot_both_sit():
    cup = cup_of(5, conflicts=((4, 5),))

    with pytest.raises(KnockoutSharedPlayer) as refused:
        cup.draw()
    assert refused.value.params == {"one": 4, "other": 5}
    cup.conflicts = ((1, 5),)
    assert 1 in cup.draw().plan.out


def test_who_comes_late_is_taken_in_against_a_bye_and_otherwise_not_drawn():
    cup = cup_of(6)
    plan = cup.play(stronger)
    cup.entrants = (*cup.entrants, 7, 8)
    added = TablePlan(3, ((1,), (7,)))
    cup.rounds = (replace(plan, tables=(*plan.tables, added), out=(2,)),)
    cup.winners[1, 3] = (1,)

    drawn = cup.draw()

    assert meetings(drawn.plan) == {frozenset((7, 4)), frozenset((2, 3))}
    assert 8 in drawn.plan.absent
    assert [dict(one.params) for one in drawn.remarks if one.code == "draw.knockout_late"] == [{"entrants": [8]}]


def test_two_who_came_late_and_met_each_other_get_a_place_at_the_end():
    cup = cup_of(4)
    plan = cup.play(stronger)
    cup.entrants = (*cup.entrants, 5, 6)
    cup.rounds = (replace(plan, tables=(*plan.tables, TablePlan(3, ((5,), (6,))))),)
    cup.winners[1, 3] = (0,)

    second = cup.play(stronger)

    assert (meetings(second), second.out) == ({frozenset((1, 2))}, (5,))
    assert meetings(cup.play(stronger)) == {frozenset((1, 5))}


def test_changed_places_by_hand_are_followed():
    cup = cup_of(8)
    cup.play(stronger)
    plan = cup.open()
    one, other = plan.tables
    swapped = (
        replace(one, sides=(one.sides[0], other.sides[1])),
        replace(other, sides=(other.sides[0], one.sides[1])),
    )
    cup.rounds = (cup.rounds[0], replace(plan, tables=swapped))
    for table in swapped:
        cup.winners[2, table.number] = (0,)

    assert meetings(cup.play(stronger)) == {frozenset((one.sides[0][0], other.sides[0][0]))}


def test_entrant_who_takes_the_bye_of_another_keeps_it():
    cup = cup_of(7)
    plan = cup.play(stronger)
    table = plan.tables[1]
    comes, goes = 1, table.entrants[0]
    sides = tuple((comes,) if side == (goes,) else side for side in table.sides)
    tables = tuple(replace(one, sides=sides) if one is table else one for one in plan.tables)
    cup.rounds = (replace(plan, tables=tables, out=(goes,)),)
    cup.winners[1, table.number] = (sides.index((comes,)),)

    after = cup.draw().plan

    assert len(meetings(after)) == 2
    assert {comes, goes} <= set(after.seated)


def test_correction_changes_only_the_meeting_that_the_table_leads_to():
    cup = cup_of(16)
    cup.play(stronger)
    before = cup.draw().plan
    table = cup.rounds[0].tables[0]
    cup.turn(1, table.number)

    after = cup.draw().plan

    gone, come = sorted(table.entrants)
    assert meetings(before) - meetings(after) == {frozenset((gone, 8))}
    assert meetings(after) - meetings(before) == {frozenset((come, 8))}


def test_round_that_was_played_stands_whatever_a_correction_makes_of_the_one_before():
    cup = cup_of(16)
    cup.play(stronger)
    cup.play(stronger)
    before = cup.draw().plan
    cup.turn(1, cup.rounds[0].tables[0].number)

    assert cup.draw().plan == before


def upset(cup, plan, chance, trouble):
    """Let tables of a round end level or be void, and correct an earlier one; how often is a matter of ``trouble``."""
    for table in plan.tables:
        what = chance.random()
        if what < trouble / 16:
            cup.winners[plan.number, table.number] = (0, 1)
        elif what < trouble / 12 and len(plan.tables) > 1:
            del cup.winners[plan.number, table.number]
            left = tuple(one for one in cup.rounds[-1].tables if one != table)
            out = (*cup.rounds[-1].out, *chance.choice([table.entrants, table.entrants[:1]]))
            cup.rounds = (*cup.rounds[:-1], replace(cup.rounds[-1], tables=left, out=out))
    if chance.random() < trouble / 8:
        earlier = chance.choice(cup.rounds)
        for table in earlier.tables[:1]:
            cup.winners[earlier.number, table.number] = (chance.randrange(2),)


@settings(max_examples=150, deadline=None)
@given(count=st.integers(2, 40), seed=st.integers(0, 10**6), trouble=st.integers(0, 4))
def test_nobody_is_stranded_whatever_happens(count, seed, trouble):
    """Ties that are decided, voids, forfeits by leaving, corrections of any round: there is one winner in the end."""
    chance = random.Random(seed)
    cup = cup_of(count, seeding=chance.choice(["rating", "lot"]), seed=seed)
    for _ in range(count + rounds_of_knockout(count)):
        here = [entrant for entrant in cup.entrants if entrant not in cup.away]
        if chance.random() < trouble / 8 and len(here) > 2:
            cup.away.add(chance.choice(here))
        try:
            plan = cup.play(lambda one, other: chance.choice((one, other)))
        except KnockoutUndecided as refused:
            table = next(
                table
                for table in cup.rounds[refused.params["round"] - 1].tables
                if table.number == refused.params["table"]
            )
            cup.decided = (*cup.decided, tuple(chance.sample(table.entrants, 2)))
            continue
        except (KnockoutOver, TooFewEntries):
            break
        assert is_sound(cup, plan)
        assert cup.away.isdisjoint(plan.present)
        upset(cup, plan, chance, trouble)
    else:
        pytest.fail("the cup never came to its end")
    if not trouble:
        assert sum(len(plan.tables) for plan in cup.rounds) == count - 1


@settings(max_examples=60, deadline=None)
@given(count=st.integers(3, 40), seed=st.integers(0, 10**6))
def test_same_facts_in_any_order_give_the_same_round(count, seed):
    chance = random.Random(seed)
    cup = cup_of(count, seed=seed, seeding="lot")
    for _ in range(rounds_of_knockout(count)):
        state = cup.state
        shuffled = replace(
            state,
            rounds=tuple(
                replace(plan, tables=tuple(chance.sample(plan.tables, len(plan.tables)))) for plan in state.rounds
            ),
            winners=dict(chance.sample(list(state.winners.items()), len(state.winners))),
        )

        assert draw_knockout(shuffled, seed) == draw_knockout(state, seed)
        cup.play(lambda one, other: chance.choice((one, other)))
