"""What holds for every round, found by random play (rules B1 to B9)."""

import copy
import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.chain import replay
from gameplay.rules.fives_threes.generate import random_round
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.fives_threes.legal import legal_next
from gameplay.rules.fives_threes.tiles import TEXTS
from gameplay.rules.fives_threes.variants import resolve_rules

SEEDS = st.integers(0, 2**32)


@st.composite
def rounds(draw, levels=(3,)):
    players = draw(st.integers(2, 4))
    options = {"players": players, "hand_size": draw(st.integers(1, 28 // players))}
    rules = resolve_rules(
        options | {"target": draw(st.sampled_from((61, 121))), "out_bonus": draw(st.sampled_from((0, 1)))}
    )
    before = draw(st.lists(st.integers(0, rules.target - 1), min_size=len(rules.sides), max_size=len(rules.sides)))
    return random_round(
        random.Random(draw(SEEDS)),
        level=draw(st.sampled_from(levels)),
        rules=rules,
        opener=draw(st.integers(0, players - 1)),
        scores_before=before,
    )


@settings(deadline=None, max_examples=60)
@given(rounds(levels=(1, 2, 3)))
def test_random_rounds_stand_and_never_pass_the_target(record):
    answer = FIVES_THREES.check(record)

    assert answer.errors == ()
    target = record["rules"]["target"]
    assert all(
        before <= after <= target
        for before, after in zip(record["scores_before"], answer.values["scores_after"], strict=True)
    )
    assert answer.values["scores_after"].count(target) == (answer.values["winner"] is not None)
    assert {name: record[name] for name in answer.values} == answer.values


@settings(deadline=None, max_examples=60)
@given(SEEDS, st.sampled_from((2, 3, 4)))
def test_the_three_levels_of_one_round_agree(seed, players):
    rules = resolve_rules({"players": players})
    records = [random_round(random.Random(seed), level=level, rules=rules) for level in (1, 2, 3)]

    first, second, third = (FIVES_THREES.check(record).values for record in records)

    assert first == second == third


@settings(deadline=None, max_examples=30)
@given(rounds())
def test_the_replay_of_a_prefix_is_a_prefix_of_the_replay(record):
    scores = []
    for length in range(len(record["plays"]) + 1):
        answer = legal_next(beginning(record, length))
        assert answer.errors == ()
        scores.append(answer.values["scores"])

    assert all(a <= b for before, after in pairwise(scores) for a, b in zip(before, after, strict=True))
    assert scores[-1] == FIVES_THREES.check(record).values["scores_after"]


@settings(deadline=None, max_examples=25)
@given(rounds(), st.integers(0, 40), st.randoms(use_true_random=False))
def test_legal_next_and_judge_agree(record, length, rng):
    start = beginning(record, min(length, len(record["plays"])))
    legal = legal_next(start).values

    accepted = [play for play in every_play(record) if judged(start, play) is None]

    bare = [{name: play[name] for name in play if name in ("seat", "tile", "end", "knock")} for play in legal["plays"]]
    opening = not start["plays"]
    assert [play for play in accepted if not opening or play.get("end") != "R"] == bare
    for play in legal["plays"]:
        assert judged(start, play) is None
    assert (
        judged(start, {"seat": rng.randrange(len(record["hands"])), "tile": rng.choice(TEXTS), "points": 5}) is not None
    )


def beginning(record, length):
    bare = {name: record[name] for name in ("game", "level", "rules", "opener", "scores_before", "hands")}
    return bare | {"plays": record["plays"][:length]}


def every_play(record):
    seats = range(len(record["hands"]))
    knocks = [{"seat": seat, "knock": True} for seat in seats]
    return [
        *({"seat": seat, "tile": text, "end": end} for seat in seats for text in TEXTS for end in "LR"),
        *knocks,
    ]


def judged(start, play):
    """Return the code that one more play brings in, None when it is legal."""
    errors = legal_next({**start, "plays": [*start["plays"], play]}).errors
    return errors[0].code if errors else None


@settings(deadline=None, max_examples=60)
@given(rounds(), st.integers(1, 3))
def test_turning_the_table_turns_the_answer(record, turn):
    players, sides = record["rules"]["players"], len(record["scores_before"])
    turned = copy.deepcopy(record)
    turned["opener"] = (record["opener"] + turn) % players
    turned["hands"] = {str((int(seat) + turn) % players): hand for seat, hand in record["hands"].items()}
    for play in turned["plays"]:
        play["seat"] = (play["seat"] + turn) % players
    for name in ("scores_before", "points", "scores_after"):
        turned[name] = [record[name][(side - turn) % sides] for side in range(sides)]
    for name in ("out_side", "winner"):
        turned[name] = None if record[name] is None else (record[name] + turn) % sides

    answer = FIVES_THREES.check(turned)

    assert answer.errors == ()
    assert {name: turned[name] for name in answer.values} == answer.values


@settings(deadline=None, max_examples=10)
@given(SEEDS, st.sampled_from((2, 3, 4)))
def test_games_end_on_exactly_the_target(seed, players):
    rng = random.Random(seed)
    rules = resolve_rules({"players": players})
    state, records = FIVES_THREES.start(rules), []
    while not state.is_over:
        opener = state.hands % players
        records.append(random_round(rng, level=3, rules=rules, opener=opener, scores_before=state.scores))
        state = replay(FIVES_THREES, rules, records, starters=range(players))[-1].state

    assert state.ending == "exact_target"
    assert [side for side, score in enumerate(state.scores) if score == 61] == list(state.winners)
    assert state.hands == len(records)
