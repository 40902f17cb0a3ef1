"""What every round of the Swiss family promises, over whole evenings with people who come late, leave and stay away."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.movements.swiss.evening import Evening, codes, pairs_of, remarks_of
from tournaments.errors import AllRoundsDrawn, FixedMeetingRefused, NobodyMayMeet, TooFewEntries
from tournaments.movements.next_round import event_so_far
from tournaments.movements.schedule import RoundPlan, TablePlan, round_from_json, round_to_json
from tournaments.movements.swiss.draw import draw_danish, draw_monrad, draw_swiss, usual_length
from tournaments.movements.swiss.reasons import SWISS_REASON_CODES
from tournaments.movements.verify import verify

DRAWS = [draw_swiss, draw_monrad, draw_danish]


def evening_of(count, rounds=None, **options):
    return Evening(list(range(1, count + 1)), rounds or usual_length(count), **options)


def faults(evening):
    """Return what the judge of schedules finds in the rounds so far, each entrant there in every round."""
    return verify(event_so_far(replace(evening.state, rounds=evening.rounds[:-1]), evening.rounds[-1]))


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("count", [*range(2, 14), 17, 24, 33])
def test_evening_seats_everybody_once_in_each_round_and_never_too_often_on_a_side(draws, count):
    evening = evening_of(count, draws=draws)
    for number in range(1, evening.rounds_planned + 1):
        drawn = evening.draw()

        assert faults(evening) == ()
        assert drawn.plan.number == number
        assert [table.number for table in drawn.plan.tables] == [*range(1, count // 2 + 1)]
        assert len(drawn.plan.out) == count % 2
        assert max(map(abs, evening.balance.values())) <= 2
        assert set(codes(drawn)) <= set(SWISS_REASON_CODES)


@pytest.mark.parametrize("draws", [draw_swiss, draw_monrad])
@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 10, 13, 18, 25])
def test_nobody_meets_again_while_half_of_the_others_are_left(draws, count):
    evening = evening_of(count, max(1, count // 2), draws=draws).draw_on()

    assert set(evening.met.values()) == {1}


@pytest.mark.parametrize("count", [3, 5, 7, 13])
def test_nobody_sits_out_twice_before_everybody_has_once(count):
    evening = evening_of(count, 2 * count)
    for _ in range(2 * count):
        evening.draw()
        outs = [evening.outs[entrant] for entrant in evening.entrants]
        assert max(outs) - min(outs) <= 1


@pytest.mark.parametrize("count", [8, 12, 20, 32])
def test_most_are_level_on_sides_and_on_dealing_first(count):
    evening = evening_of(count).draw_on()

    apart = Counter(abs(evening.balance[entrant]) for entrant in evening.entrants)
    assert apart[0] + apart[1] >= 3 * apart[2]
    assert all(table.first_side == 0 for plan in evening.rounds for table in plan.tables)
    seats = Counter((table.sides[0][0], table.first) for plan in evening.rounds for table in plan.tables)
    assert all(abs(seats[entrant, 0] - seats[entrant, 2]) <= 1 for entrant in evening.entrants)


@pytest.mark.parametrize("draws", DRAWS)
def test_first_round_levels_sides_over_the_tables_of_those_who_are_there(draws):
    evening = evening_of(17, away={1, 5, 9}, draws=draws)

    plan = evening.draw().plan

    assert plan.absent == (1, 5, 9)
    assert len(plan.tables) == 7
    assert set(evening.balance.values()) == {1, -1}


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("seed", range(4))
def test_input_in_any_order_gives_the_same_round(draws, seed):
    evening = evening_of(19, draws=draws, seed=seed, forbidden=((1, 2), (3, 4), (5, 6)), fixed=((7, 8), (9, 10)))
    for _ in range(4):
        state = evening.state
        chance = random.Random(seed)

        def shuffled(items, chance=chance):
            return tuple(chance.sample(list(items), len(items)))

        other = replace(
            state,
            entrants=shuffled(state.entrants),
            scores=dict(shuffled(state.scores.items())),
            winners=dict(shuffled(state.winners.items())),
            forbidden=shuffled(state.forbidden),
            fixed=shuffled(state.fixed),
            rounds=tuple(replace(plan, tables=shuffled(plan.tables)) for plan in state.rounds),
        )

        drawn = evening.draw()

        assert draws(other, seed) == drawn
        assert draws(state, seed) == drawn
        evening.fixed = ()


def test_another_seed_gives_another_first_round():
    assert pairs_of(evening_of(20, seed=1).draw().plan) != pairs_of(evening_of(20, seed=2).draw().plan)


def test_a_round_in_json_comes_back_the_same():
    plan = evening_of(9).draw().plan

    assert round_from_json("pairs", round_to_json("pairs", plan)) == plan


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("seed", range(12))
def test_people_come_late_leave_and_stay_away_for_a_round(draws, seed):
    chance = random.Random(seed)
    evening = evening_of(chance.randrange(3, 16), 7, draws=draws, seed=seed)
    for number in range(1, 8):
        if chance.random() < 0.4:
            evening.entrants.append(100 + number)
        if chance.random() < 0.6:
            evening.away ^= set(chance.sample(evening.entrants, 1))
        there = set(evening.entrants) - evening.away
        if len(there) < 2:
            evening.away = set()
            there = set(evening.entrants)

        plan = evening.draw().plan

        assert plan.present == there
        assert len(plan.out) == len(there) % 2
        assert set(plan.absent) == evening.away
        assert faults(evening) == ()


def test_who_comes_late_does_not_sit_out_at_once_though_lowest():
    evening = evening_of(6, 5)
    evening.draw()
    evening.entrants.append(7)

    drawn = evening.draw()

    assert 7 not in drawn.plan.out
    assert evening.scores[drawn.plan.out[0]] in (0, 1, 2)


def test_who_has_missed_rounds_starts_level_with_those_who_have_sat_out_least():
    evening = evening_of(5, 9)
    evening.draw()
    evening.away = {1}
    for _ in range(3):
        evening.draw()
    evening.away = set()
    evening.draw()

    assert max(evening.outs.values()) <= 1


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("seed", range(6))
def test_forbidden_and_fixed_meetings_are_honoured(draws, seed):
    chance = random.Random(seed)
    evening = evening_of(12, 5, draws=draws, seed=seed)
    apart = {frozenset(chance.sample(evening.entrants, 2)) for _ in range(8)}
    evening.forbidden = tuple(tuple(pair) for pair in apart)
    for _ in range(5):
        order = chance.sample(evening.entrants, 12)
        evening.fixed = tuple(
            pair for pair in zip(order[::2], order[1::2], strict=True) if frozenset(pair) not in apart
        )[:2]

        drawn = evening.draw()

        pairs = pairs_of(drawn.plan)
        assert pairs.isdisjoint(apart)
        assert pairs.issuperset(frozenset(pair) for pair in evening.fixed)
        assert [frozenset(params["entrants"]) for params in remarks_of(drawn, "draw.swiss_fixed")] == [
            frozenset(table.entrants)
            for table in drawn.plan.tables
            if frozenset(table.entrants) in {frozenset(pair) for pair in evening.fixed}
        ]


def test_a_first_round_by_hand_is_what_the_director_says():
    by_hand = ((1, 6), (2, 5), (4, 3))

    plan = evening_of(7, fixed=by_hand).draw().plan

    assert pairs_of(plan) == {frozenset(pair) for pair in by_hand}
    assert plan.out == (7,)


def test_households_meet_after_the_first_rounds_where_that_is_chosen():
    evening = evening_of(4, 3, forbidden=((1, 2), (3, 4)), options={"forbidden_rounds": 2})

    evening.draw_on()

    assert [frozenset({1, 2}) in pairs_of(plan) for plan in evening.rounds] == [False, False, True]


@pytest.mark.parametrize("count", [7, 12, 15])
def test_entries_that_share_a_player_never_sit_at_the_same_time(count):
    evening = evening_of(count, 6, conflicts=((1, 2), (2, 3), (4, 5)))
    for _ in range(6):
        drawn = evening.draw()
        seated = set(drawn.plan.seated)
        assert not any(seated.issuperset(pair) for pair in evening.conflicts)
        assert faults(evening) == ()
        for params in remarks_of(drawn, "draw.sits_out_shared_player"):
            assert set(params["others"]) <= seated


def test_who_is_fixed_sits_though_sharing_a_player():
    evening = evening_of(6, 1, conflicts=((1, 2),), fixed=((2, 3),))

    drawn = evening.draw()

    assert 1 in drawn.plan.out
    assert remarks_of(drawn, "draw.sits_out_shared_player") == [{"entrant": 1, "others": [2], "before": 0}]


@pytest.mark.parametrize(
    "fixed",
    [((1, 9),), ((1, 5),), ((1, 2), (2, 3)), ((1, 1),), ((3, 4),), ((1, 6),)],
    ids=["unknown", "away", "twice", "itself", "forbidden", "sharing a player"],
)
def test_fixed_meetings_that_cannot_be_are_refused(fixed):
    evening = evening_of(6, 3, fixed=fixed, away={5}, forbidden=((4, 3),), conflicts=((6, 1),))

    with pytest.raises(FixedMeetingRefused):
        evening.draw()
    assert evening.rounds == ()


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("present", [0, 1])
def test_draw_with_nobody_to_pair_is_refused(draws, present):
    evening = evening_of(6, 3, draws=draws)
    evening.draw()
    evening.away = set(evening.entrants[present:])

    with pytest.raises(TooFewEntries) as refused:
        evening.draw()
    assert refused.value.params == {"needed": 2, "present": present}
    assert len(evening.rounds) == 1


def test_draw_of_two_who_share_a_player_is_refused():
    with pytest.raises(TooFewEntries):
        evening_of(2, 3, conflicts=((1, 2),)).draw()


def test_draw_of_those_who_all_must_not_meet_is_refused():
    with pytest.raises(NobodyMayMeet) as refused:
        evening_of(3, 3, forbidden=((1, 2), (2, 3), (1, 3))).draw()
    assert refused.value.params == {"present": 3}


def test_draw_beyond_the_last_round_is_refused():
    evening = evening_of(4, 2).draw_on()

    with pytest.raises(AllRoundsDrawn):
        evening.draw()


def test_who_may_meet_nobody_sits_out_and_the_others_play():
    evening = evening_of(6, 5, forbidden=tuple((1, other) for other in range(2, 7)))

    drawn = evening.draw()

    assert 1 in drawn.plan.out
    assert len(drawn.plan.tables) == 2
    assert {params["entrant"] for params in remarks_of(drawn, "draw.swiss_left_out")} == set(drawn.plan.out)


@pytest.mark.parametrize("worth", [Fraction(2), Fraction(1), Fraction(0), Fraction(7, 3)], ids=str)
def test_sit_out_goes_to_the_lowest_of_those_whose_turn_it_is(worth):
    evening = evening_of(11, 5, out_worth=worth)
    for _ in range(5):
        state, before = evening.state, evening.outs
        turn = [entrant for entrant in state.order if not before[entrant]]

        drawn = evening.draw()

        (out,) = drawn.plan.out
        if remarks_of(drawn, "draw.swiss_sits_out"):
            assert not state.rounds or out == turn[-1]
        else:
            (params,) = remarks_of(drawn, "draw.swiss_sits_out_above")
            assert set(params["others"]) == set(turn[turn.index(out) + 1 :])


@pytest.mark.parametrize("seed", range(30))
def test_stored_round_with_somebody_dropped_doubled_or_swapped_into_a_rematch_is_rejected(seed):
    chance = random.Random(seed)
    evening = evening_of(9, 4, seed=seed)
    for _ in range(3):
        evening.draw()
    plan = evening.rounds[-1]
    table, other = chance.sample(plan.tables, 2)
    rematch = chance.choice(evening.rounds[0].tables).sides
    changed = {
        "drop": [one for one in plan.tables if one is not table],
        "double": [*plan.tables, TablePlan(99, (table.sides[0], other.sides[0]))],
        "swap": [replace(one, sides=rematch) if one is table else one for one in plan.tables],
    }[chance.choice(["drop", "double", "swap"])]
    event = event_so_far(replace(evening.state, rounds=evening.rounds[:-1]), replace(plan, tables=tuple(changed)))

    assert verify(replace(event, claims={"meet_max": 1})) != ()
    assert verify(replace(event, claims={"meet_max": 1}, rounds=evening.rounds)) == ()


@settings(max_examples=20, deadline=None)
@given(
    count=st.integers(2, 14),
    draws=st.sampled_from(DRAWS),
    seed=st.integers(0, 2**31),
    pattern=st.sampled_from(["slide", "fold", "adjacent", "random"]),
    first=st.sampled_from(["random", "slide", "fold", "adjacent"]),
    accelerated=st.integers(0, 3),
)
def test_any_options_give_rounds_that_can_be_played(count, draws, seed, pattern, first, accelerated):
    options = {"first_round": first}
    if draws is not draw_danish:
        options["accelerated_rounds"] = accelerated
    if draws is draw_swiss:
        options["pattern"] = pattern
    evening = evening_of(count, draws=draws, seed=seed, options=options, ratings={1: 1500, 2: 1700})

    evening.draw_on()

    assert faults(evening) == ()
    assert max(map(abs, evening.balance.values())) <= 2


def test_danish_does_not_meet_whom_it_has_met_in_the_two_rounds_before():
    evening = evening_of(8, 12, draws=draw_danish).draw_on()

    for first, second, third in zip(evening.rounds, evening.rounds[1:], evening.rounds[2:], strict=False):
        assert pairs_of(third).isdisjoint(pairs_of(first) | pairs_of(second))
    assert max(evening.met.values()) > 1


@pytest.mark.parametrize(("apart", "again"), [(0, True), (1, False)])
def test_danish_may_let_the_same_two_meet_at_once_where_that_is_chosen(apart, again):
    evening = evening_of(2, 2, draws=draw_danish, options={"rounds_apart": apart})
    evening.draw()
    drawn = evening.draw()

    assert bool(remarks_of(drawn, "draw.swiss_met_before")) is again
    assert bool(remarks_of(drawn, "draw.rematch_needed")) is not again


def test_danish_is_by_standing_first_against_second():
    evening = evening_of(8, 3, draws=draw_danish)
    evening.scores.update({entrant: 20 - 2 * entrant for entrant in evening.entrants})
    evening.rounds = (RoundPlan(1, (), (), tuple(evening.entrants)),)

    assert pairs_of(evening.draw().plan) == {frozenset(pair) for pair in ((1, 2), (3, 4), (5, 6), (7, 8))}


@pytest.mark.parametrize(
    ("first", "pairs"),
    [
        ("slide", {(8, 4), (7, 3), (6, 2), (5, 1)}),
        ("fold", {(8, 1), (7, 2), (6, 3), (5, 4)}),
        ("adjacent", {(8, 7), (6, 5), (4, 3), (2, 1)}),
    ],
)
def test_first_round_by_rating(first, pairs):
    evening = evening_of(
        8, ratings={entrant: 1000 + entrant for entrant in range(1, 9)}, options={"first_round": first}
    )

    assert pairs_of(evening.draw().plan) == {frozenset(pair) for pair in pairs}


def test_accelerated_rounds_keep_the_stronger_half_among_itself():
    ratings = {entrant: 1000 + entrant for entrant in range(1, 17)}
    evening = evening_of(16, ratings=ratings, options={"accelerated_rounds": 2})

    first, second, third = evening.draw(), evening.draw(), evening.draw()

    assert all((one > 8) == (other > 8) for one, other in pairs_of(first.plan))
    assert remarks_of(first, "draw.swiss_accelerated") == [{"until": 2, "points": "1"}]
    assert remarks_of(second, "draw.swiss_accelerated") == [{"until": 2, "points": "2"}]
    assert remarks_of(third, "draw.swiss_accelerated") == []


@pytest.mark.parametrize(
    ("count", "rounds"), [(0, 1), (1, 1), (2, 1), (3, 3), (4, 3), (8, 5), (16, 6), (40, 8), (1000, 12)]
)
def test_usual_length(count, rounds):
    assert usual_length(count) == rounds


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("count", [12, 13])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_first_rounds_by_lot_do_not_ask_for_points_and_keep_every_promise(draws, count, rounds):
    evening = evening_of(count, 5, draws=draws, options={"lot_rounds": rounds})
    other = evening_of(count, 5, draws=draws, options={"lot_rounds": rounds})
    for number in range(1, 6):
        # The same rounds, but everybody won what it lost.
        other.scores = Counter({entrant: 2 * number - evening.scores[entrant] for entrant in evening.entrants})
        other.rounds, other.winners = evening.rounds, {}
        drawn, opposite = evening.draw(), draws(other.state, other.seed)

        by_lot = number <= rounds
        assert faults(evening) == ()
        assert ("draw.swiss_by_lot" in codes(drawn)) == (1 < number <= rounds)
        assert ("draw.swiss" in codes(drawn)) == (number > rounds and number > 1)
        assert ("draw.swiss_alike" in codes(drawn)) == (number == 1 or not by_lot)
        if by_lot:
            assert drawn.plan == opposite.plan
            assert not {"draw.swiss_apart", "draw.swiss_gaps", "draw.swiss_floats_again"} & set(codes(drawn))
    assert max(evening.met.values()) == 1 or draws is draw_danish
    assert max(map(abs, evening.balance.values())) <= 2


def test_rounds_by_lot_differ_from_each_other_and_by_the_seed():
    plans = [evening_of(16, 3, seed=seed, options={"lot_rounds": 3}).draw_on().rounds for seed in (1, 2)]

    met = [pairs_of(plan) for rounds in plans for plan in rounds]
    assert all(not met[one] & met[other] for one in range(3) for other in range(one))
    assert met[0] != met[3]


def test_who_is_put_together_and_who_sits_out_of_a_round_by_lot_is_said_without_points():
    evening = evening_of(5, 3, options={"lot_rounds": 2})
    evening.draw()
    first = evening.rounds[0]
    [apart] = [pair for pair in ((1, 2), (3, 4)) if frozenset(pair) not in pairs_of(first)][:1]
    evening.fixed = (apart,)

    drawn = evening.draw()

    assert remarks_of(drawn, "draw.swiss_put_together") == [{"entrants": sorted(apart)}]
    [out] = drawn.plan.out
    assert remarks_of(drawn, "draw.sits_out_in_turn") == [{"entrant": out, "before": 0, "fewest": 0}]


def test_points_count_again_after_the_rounds_by_lot():
    evening = evening_of(16, 3, options={"lot_rounds": 2})
    evening.draw(), evening.draw()
    before = Counter(evening.scores)

    drawn = evening.draw()

    gaps = [abs(before[one] - before[other]) for one, other in map(sorted, pairs_of(drawn.plan))]
    assert sum(gap**2 for gap in gaps) <= 8
