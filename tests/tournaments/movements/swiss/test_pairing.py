"""The round is the best there is, by another library and costs written out once more, and depends on nothing else."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.movements.swiss.evening import Evening
from tests.tournaments.movements.swiss.oracle import best_round
from tournaments.movements.swiss.draw import draw_danish, draw_monrad, draw_swiss
from tournaments.movements.swiss.field import PATTERNS, Contender, Field
from tournaments.movements.swiss.history import gather
from tournaments.movements.swiss.levels import LEVELS
from tournaments.movements.swiss.pairing import pair_field
from tournaments.movements.swiss.rules import DANISH, MONRAD, SWISS


def random_field(count, chance):
    """Return a field of any history, likely or not: bans, clubs, sit-outs, people who have just come."""
    ids = chance.sample(range(1, 200), count)
    met = {one: Counter() for one in ids}
    recent = {one: set() for one in ids}
    played = chance.randrange(0, max(1, count - 1))
    for number in range(played):
        order = chance.sample(ids, count)
        for one, other in zip(order[::2], order[1::2], strict=False):
            met[one][other] += 1
            met[other][one] += 1
            if number >= played - 2:
                recent[one].add(other)
                recent[other].add(one)
    contenders = [
        Contender(
            entrant=one,
            score=Fraction(chance.randrange(0, 1 + 2 * played), 2),
            met=met[one],
            recent=frozenset(recent[one]),
            balance=chance.choice([-2, -1, -1, 0, 0, 1, 1, 2]) if played else 0,
            last_side=chance.choice([-1, 1]) if played else 0,
            sit_outs=chance.choice([0, 0, 1]),
            fresh=chance.random() < 0.1,
            floated=chance.choice([-1, 0, 0, 1]),
            club=chance.choice(["", "", "North", "South"]),
        )
        for one in ids
    ]
    contenders.sort(key=lambda contender: (-contender.score, contender.entrant))
    forbidden = frozenset(frozenset(chance.sample(ids, 2)) for _ in range(chance.choice([0, 0, 1, count])))
    fixed = [tuple(chance.sample(ids, 2))] if count > 3 and chance.random() < 0.3 else []
    return Field(
        number=played + 1,
        contenders=tuple(contenders),
        pattern=chance.choice(PATTERNS),
        forbidden=forbidden - {frozenset(pair) for pair in fixed},
        fixed=tuple(fixed),
        again=chance.random() < 0.3,
    )


def as_sets(paired):
    return {frozenset(meeting) for meeting in paired.meetings} | {frozenset((out,)) for out in paired.out}


@pytest.mark.parametrize("seed", range(60))
def test_pair_field_finds_the_one_best_round(seed):
    chance = random.Random(seed)
    field = random_field(chance.randrange(2, 15), chance)

    paired = pair_field(field, seed)

    assert (as_sets(paired), paired.total) == best_round(field, seed)


@pytest.mark.parametrize("count", range(15, 41))
def test_pair_field_finds_the_one_best_round_of_a_full_room(count):
    field = random_field(count, random.Random(count))

    paired = pair_field(field, count)

    assert (as_sets(paired), paired.total) == best_round(field, count)


@pytest.mark.parametrize(("draws", "rules"), [(draw_swiss, SWISS), (draw_monrad, MONRAD), (draw_danish, DANISH)])
@pytest.mark.parametrize("count", [9, 16, 21])
def test_every_round_of_an_evening_is_the_one_best(draws, rules, count):
    evening = Evening(list(range(1, count + 1)), 7, draws=draws)
    for _ in range(7):
        field = gather(evening.state, rules.with_options({}), evening.seed).field
        meetings, total = best_round(field, evening.seed)

        drawn = evening.draw()

        assert {frozenset(table.entrants) for table in drawn.plan.tables} | {
            frozenset((out,)) for out in drawn.plan.out
        } == meetings
        assert drawn.remarks[-1].params == {"levels": list(LEVELS), "costs": list(total)}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_large_fields_are_paired_among_likely_meetings_nearly_as_well_as_among_all(pattern):
    chance = random.Random(pattern)
    field = random_field(91, chance)
    contenders = [replace(one, sit_outs=0, fresh=False, club="") for one in field.contenders]
    field = replace(field, contenders=tuple(contenders), pattern=pattern, forbidden=frozenset(), fixed=(), again=False)
    contenders = [replace(one, score=one.score // 20, met={}) for one in field.contenders]
    field = replace(field, contenders=tuple(sorted(contenders, key=lambda one: -one.score)))

    likely, all_of_them = pair_field(field, 1, everybody=0), pair_field(field, 1)

    high = LEVELS.index("side")
    assert likely.total[:high] == all_of_them.total[:high]
    assert likely.total[high] <= all_of_them.total[high] + 8
    assert not likely.rematches_opened


def test_large_field_levels_sides_also_where_they_went_with_success():
    contenders = [Contender(entrant, balance=1 if entrant <= 45 else -1) for entrant in range(1, 91)]

    paired = pair_field(Field(2, tuple(contenders), pattern="adjacent"), 1, everybody=0)

    assert paired.total[LEVELS.index("side")] == 0


def test_large_field_widens_what_is_looked_at_until_everybody_has_somebody():
    ids = range(1, 81)
    near = {one: {other: 1 for other in ids if other != one and abs(one - other) < 38} for one in ids}
    field = Field(5, tuple(Contender(one, met=near[one]) for one in ids), pattern="adjacent")

    paired = pair_field(field, 1, everybody=0)

    assert not paired.rematches_opened
    assert all(abs(one - other) >= 38 for one, other in paired.meetings)
    assert len(paired.meetings) == 40


def test_pair_field_of_nobody_but_fixed_meetings_has_nothing_to_pair():
    paired = pair_field(Field(1, (Contender(1), Contender(2)), fixed=((1, 2),)), 1)

    assert (paired.meetings, paired.out, set(paired.total)) == ((), (), {0})
