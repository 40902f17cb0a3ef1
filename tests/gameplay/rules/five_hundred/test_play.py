"""Laws of whole hands: what the generator plays, the judge accepts, and every level says the same."""

from copy import deepcopy
from itertools import count, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.five_hundred.bids import BIDS
from gameplay.rules.five_hundred.cards import CARDS, TEXTS, cards_in
from gameplay.rules.five_hundred.faulty import FAULT_LEVELS, FAULTS, random_faulty_hand
from gameplay.rules.five_hundred.full import played_tricks
from gameplay.rules.five_hundred.generate import lowered, random_hand, random_options
from gameplay.rules.five_hundred.hand import check, read_hand
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.variants import resolve_rules
from tests.gameplay.rules.five_hundred.records import PASS_ROUND, full

BY_SIDE = ("tricks", "points", "score_before", "score_after")
seeds = st.integers(0, 2**32)
levels = st.sampled_from([1, 2, 3])


def scores(rng, options):
    return [rng.randrange(-49, 50) * 10 for _ in seating_of(resolve_rules(options)).sides]


@settings(max_examples=150, deadline=None)
@given(seeds, levels)
def test_a_random_hand_is_legal_with_all_that_it_claims(seed, level):
    rng = Random(seed)
    options = random_options(rng)
    record = random_hand(rng, level=level, options=options, before=scores(rng, options))
    untouched = deepcopy(record)

    answer = check(record)

    assert answer.errors == ()
    assert record == untouched
    assert {name: answer.values[name] for name in ("points", "score_after")} == {
        name: record[name] for name in ("points", "score_after")
    }


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_every_level_says_the_same_of_a_hand(seed):
    rng = Random(seed)
    options = random_options(rng)
    record = random_hand(rng, level=3, options=options, before=scores(rng, options))

    answers = [check(lowered(record, level)) for level in (1, 2, 3)]

    assert answers[0] == answers[1] == answers[2]


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_tricks_make_ten_and_points_are_tens(seed):
    values = check(random_hand(Random(seed), level=3)).values

    if values["contract"] is None:
        assert values["points"] == [0, 0]
    elif not BIDS[values["contract"]["bid"]].is_misere or values["made"]:
        assert sum(values["tricks"]) == 10
    assert all(points % 10 == 0 for points in values["points"])


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_every_trick_has_one_winner_who_leads_the_next(seed):
    record = random_hand(Random(seed), level=3, bid="6NT")
    tricks = list(played_tricks(read_hand(record)))

    for before, after in pairwise(tricks):
        assert before.winner == after.order[0]
        assert sum(map(int.bit_count, before.hands)) - len(before.order) == sum(map(int.bit_count, after.hands))
    assert tricks[0].order[0] == record["contract"]["seat"]


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(0, 9))
def test_the_start_of_a_hand_is_unfinished_and_nothing_else(seed, length):
    record = random_hand(Random(seed), level=3, bid="7D")
    cut = {**record, "play": record["play"][:length]}

    assert [error.code for error in check(cut).errors] == ["five_hundred.play_incomplete"]


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
@given(seeds, st.integers(1, 5), st.sampled_from([1, 3]))
def test_turning_the_table_turns_the_answer(seed, turn, level):
    rng = Random(seed)
    options = random_options(rng)
    seating = seating_of(resolve_rules(options))
    record = random_hand(rng, level=level, options=options, before=[10 * side for side in range(len(seating.sides))])

    values, answer = check(record).values, check(turned(record, turn % seating.players))

    assert answer.valid
    assert by_turned_sides(answer.values, 0, seating) == by_turned_sides(values, turn % seating.players, seating)


@settings(max_examples=60, deadline=None)
@given(seeds, st.sampled_from(["6NT", "M", "OM", "BM", "6S", "10H"]))
def test_a_card_that_cannot_follow_is_refused_and_one_that_can_is_not(seed, bid):
    rng = Random(seed)
    record = random_hand(rng, level=3, bid=bid)
    case = read_hand(record)
    tricks = list(played_tricks(case))
    index = rng.randrange(len(tricks))
    trick = tricks[index]
    position = rng.randrange(1, len(trick.order))
    hand = trick.hands[trick.order[position]]
    place = f"play[{index}].cards[{position}]"
    codes = {}
    for card in cards_in(hand):
        other = deepcopy(record)
        other["play"][index]["cards"][position] = TEXTS[card]
        other["play"][index].pop("winner")
        codes[card] = [error.code for error in check(other).errors if error.path == place]

    assert codes[CARDS[record["play"][index]["cards"][position]]] == []
    refused = {code for found in codes.values() for code in found}
    assert refused <= {f"five_hundred.{name}" for name in ("play_revoke", "joker_while_able", "joker_forced")}


def passed_in(level):
    hands = (random_hand(Random(seed), level=level, before=[0, 0]) for seed in count())
    return next(hand for hand in hands if hand["contract"] is None)


@pytest.mark.parametrize(
    ("name", "level"), [(name, level) for name, made in FAULTS.items() if not made.bids for level in made.levels]
)
def test_a_legal_hand_is_spoiled_by_the_fault_or_offers_no_opportunity(name, level):
    bids = [bid for bid in ("6S", "7NT", "10NT", "M") for _ in range(2)]
    records = [passed_in(level)]
    records += [random_hand(Random(seed), level=level, bid=bid, before=[0, 0]) for seed, bid in enumerate(bids)]
    for record in records:
        if FAULTS[name].spoil(Random(name), record):
            assert [error.code for error in check(record).errors][:1] == [f"five_hundred.{name}"]


def test_no_trick_is_played_in_a_hand_passed_in():
    assert list(played_tricks(read_hand(full(auction=PASS_ROUND, contract=None, discards=[])))) == []


@pytest.mark.parametrize(("code", "level"), [(code, level) for code, at in FAULT_LEVELS.items() for level in at])
def test_a_fault_is_found_by_its_code(code, level):
    rng = Random(f"{code} {level}")
    for players in (4, 4, 6):
        before = [0, 0]
        record = random_faulty_hand(rng, code, level=level, options={"players": players}, before=before)

        assert [error.code for error in check(record).errors][:1] == [code]
