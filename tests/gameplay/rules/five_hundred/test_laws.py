"""What holds for every hand, whatever was bid and played."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.peers import plain_rules
from gameplay.rules.five_hundred.faulty import FAULT_LEVELS, random_faulty_hand
from gameplay.rules.five_hundred.generate import lowered, random_hand, random_options
from gameplay.rules.five_hundred.hand import check
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.variants import resolve_rules

SEEDS = st.integers(0, 2**32)
BY_SIDE = ("tricks", "points", "score_before", "score_after")
# What the plain judge stumbles over where it does not say no itself.
STUMBLES = (plain_rules.Illegal, IndexError, KeyError, TypeError, ValueError)
# What it does not look at: form, options, discards sans kitty, results that are claimed, who dealt.
UNSEEN = {
    "schema",
    "rules",
    "seat",
    "misere_off",
    "blind_misere_off",
    "sans_kitty_off",
    "called_partner",
    "raise_own",
    "deal_deck_mismatch",
    "discard_sans_kitty",
    "joker_lead_too_early",
    "passed_in_with_result",
    "suit",
    "joker_suit_unexpected",
    "open_not_exposed",
    "tricks_range",
    "tricks_sum",
    "tricks_mismatch",
    "score_before_missing",
    "points_mismatch",
    "score_after_mismatch",
    "dealer_rotation",
}
SEEN = sorted(code for code, levels in FAULT_LEVELS.items() if 3 in levels and code.partition(".")[2] not in UNSEEN)


def turned(record, turn):
    """Return the same hand at a table turned by so many seats."""
    rules = resolve_rules(record.get("rules", {}))
    players = rules.players

    def seat(number):
        return (number + turn) % players

    result = deepcopy(record)
    for name in ("dealer", "expected_dealer", "called"):
        if record.get(name) is not None:
            result[name] = seat(record[name])
    for part in (result["contract"], *result.get("auction", ())):
        if part is not None:
            part["seat"] = seat(part["seat"])
    if "hands" in record:
        result["hands"] = {str(seat(int(number))): cards for number, cards in record["hands"].items()}
    for trick in result.get("play", ()):
        trick["lead"], trick["winner"] = seat(trick["lead"]), seat(trick["winner"])
    return {**result, **by_turned_sides(record, turn, seating_of(rules))}


def by_turned_sides(values, turn, seating):
    """Return the lists by side as they stand after a turn."""
    places = [seating.side_of[(seats[0] + turn) % seating.players] for seats in seating.sides]
    lists = {name: values[name] for name in BY_SIDE if values.get(name) is not None}
    return {name: [numbers[places.index(side)] for side in range(len(places))] for name, numbers in lists.items()}


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(1, 5), st.sampled_from([1, 3]))
def test_turning_the_table_turns_the_answer(seed, turn, level):
    rng = Random(seed)
    options = random_options(rng)
    seating = seating_of(resolve_rules(options))
    record = random_hand(rng, level=level, options=options, before=[10 * side for side in range(len(seating.sides))])

    values, answer = check(record).values, check(turned(record, turn % seating.players))

    assert answer.valid
    assert by_turned_sides(answer.values, 0, seating) == by_turned_sides(values, turn % seating.players, seating)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_tricks_make_ten_unless_a_misere_was_lost(seed):
    rng = Random(seed)
    record = random_hand(rng, level=3, options=random_options(rng))

    tricks = check(record).values["tricks"]

    if record["contract"] is None:
        assert tricks is None
    else:
        assert sum(tricks) == len(record["play"]) <= 10
        assert sum(tricks) == 10 or record["contract"]["bid"] in {"M", "OM", "BM"}


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_the_three_levels_of_one_hand_agree(seed):
    rng = Random(seed)
    options = random_options(rng)
    sides = len(seating_of(resolve_rules(options)).sides)
    record = random_hand(rng, level=3, options=options, before=[0] * sides)

    values = check(record).values

    for level in (1, 2):
        assert check(lowered(record, level)).values == values


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 9))
def test_a_hand_cut_short_has_the_tricks_that_it_had_until_then(seed, length):
    record = random_hand(Random(seed), level=3, bid=Random(seed).choice(["6S", "7NT", "M"]))
    record = {name: value for name, value in record.items() if name not in {"tricks", "points"}}
    winners = [trick["winner"] for trick in record["play"]]
    contractor, is_misere = record["contract"]["seat"], record["contract"]["bid"] == "M"

    answer = check({**record, "play": record["play"][:length]})

    if length >= len(winners) or (is_misere and contractor in winners[:length]):
        assert answer.values["tricks"] == [sum(seat % 2 == side for seat in winners[:length]) for side in (0, 1)]
    else:
        assert [error.code for error in answer.errors] == ["five_hundred.play_incomplete"]


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_a_judge_written_with_plain_lists_gives_the_same_points(seed):
    record = random_hand(Random(seed), level=3)

    assert plain_rules.five_hundred(record) == check(record).values["points"]


@pytest.mark.parametrize("code", SEEN)
def test_a_judge_written_with_plain_lists_refuses_the_same(code):
    rng = Random(code)
    for _ in range(10):
        record = random_faulty_hand(rng, code, level=3)

        assert check(record).errors[0].code == code
        with pytest.raises(STUMBLES):
            plain_rules.five_hundred(record)
