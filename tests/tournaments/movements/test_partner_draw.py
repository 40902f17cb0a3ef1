"""Partners drawn by lot: everybody once, one from each half if that is asked for."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tournaments.movements.partner_draw import cut_into_ladders, draw_partners


@pytest.mark.parametrize("count", range(67))
def test_everybody_has_one_partner_and_an_odd_number_leaves_one_alone(count):
    drawn = draw_partners(range(count), count)

    assert sorted([who for pair in drawn.pairs for who in pair] + list(drawn.alone)) == list(range(count))
    assert len(drawn.alone) == count % 2


def test_the_seed_decides_and_not_the_order_of_names():
    people = list(range(20))
    mixed = random.Random(1).sample(people, 20)

    assert draw_partners(people, 3) == draw_partners(mixed, 3)
    assert draw_partners(people, 3) != draw_partners(people, 4)


def test_every_partner_is_as_likely_as_any_other():
    partners = Counter()
    for seed in range(1400):
        for pair in draw_partners(range(8), seed).pairs:
            if 0 in pair:
                partners[sum(pair)] += 1

    assert sorted(partners) == [1, 2, 3, 4, 5, 6, 7]
    assert all(150 < times < 250 for times in partners.values())


@pytest.mark.parametrize(("first", "second"), [(8, 8), (9, 7), (5, 0), (4, 7)])
def test_groups_give_one_of_each_as_far_as_they_go(first, second):
    strong, others = set(range(first)), set(range(100, 100 + second))

    drawn = draw_partners([*strong, *others], 5, (strong, others))

    assert sorted([who for pair in drawn.pairs for who in pair] + list(drawn.alone)) == sorted(strong | others)
    of_each = [pair for pair in drawn.pairs if pair[0] in strong and pair[1] in others]
    assert len(of_each) == min(first, second)
    assert len(drawn.alone) == (first + second) % 2


def test_groups_have_to_be_all_the_people():
    with pytest.raises(ValueError, match="groups"):
        draw_partners([1, 2, 3, 4], 5, ({1, 2}, {3}))
    with pytest.raises(ValueError, match="groups"):
        draw_partners([1, 2, 3, 4], 5, ({1, 2}, {2, 3, 4}))


def test_ladders_are_the_stronger_and_the_other_half():
    ratings = {1: 1500, 2: 1300, 3: 1700, 4: 1500}

    strong, others = cut_into_ladders([1, 2, 3, 4, 5, 6], ratings, 7)

    assert strong[0] == 3
    assert set(strong) == {3, 1, 4}
    assert others[0] == 2
    assert set(others[1:]) == {5, 6}
    assert {cut_into_ladders([5, 6], {}, seed)[0] for seed in range(9)} == {(5,), (6,)}
