"""The published cases of the rules, each with the answer that the rules give."""

import json
from pathlib import Path

import pytest

from gameplay.rules.five_hundred.bids import BIDS, ORDER
from gameplay.rules.five_hundred.hand import STAGES, check
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED

VECTORS = json.loads((Path(__file__).parents[3] / "data" / "vectors.json").read_text())


def vectors(kind):
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


def short(code):
    """Write a code as the vectors do."""
    return code.replace("five_hundred.", "FH_").upper()


def answered(record):
    answer = check(record)
    values = {**answer.values, "valid": answer.valid}
    if answer.errors:
        values["errors"] = [short(answer.errors[0].code)]
    return values


def assert_expected(values, expected):
    assert {name: values.get(name) for name in expected} == expected


def test_every_vector_of_the_game_is_tested_here():
    kinds = {vector["kind"] for vector in VECTORS if vector["game"] == "five_hundred"}

    assert kinds <= {
        f"fh.{name}"
        for name in ("record", "pack", "deal", "values", "order", "auction", "legal", "trick", "score", "game")
    }


@pytest.mark.parametrize(
    "vector", [vector for vector in vectors("fh.record") if vector.values[0]["input"]["level"] in STAGES]
)
def test_record(vector):
    assert_expected(answered(vector["input"]), vector["expected"])


@pytest.mark.parametrize("vector", vectors("fh.values"))
def test_values(vector):
    assert {text: bid.value for text, bid in BIDS.items()} == vector["expected"]


@pytest.mark.parametrize("vector", vectors("fh.order"))
def test_order(vector):
    steps = [step[0] if len(step) == 1 else sorted(step) for step in ORDER]

    assert steps == vector["expected"]


@pytest.mark.parametrize("vector", vectors("fh.score"))
def test_score(vector):
    record = {"game": "five_hundred", "level": 1, "rules": vector["rules"], "dealer": 0, **vector["input"]}

    assert_expected(answered(record), vector["expected"])


@pytest.mark.parametrize("vector", vectors("fh.game"))
def test_game(vector):
    rules = FIVE_HUNDRED.resolve_rules(vector["rules"])
    state = FIVE_HUNDRED.start(rules)
    scores = []
    for hand in vector["input"]["hands"]:
        if state.is_over:
            break
        record = {"game": "five_hundred", "level": 1, "dealer": 0, "score_before": list(state.scores), **hand}
        state = FIVE_HUNDRED.advance(rules, state, record, check(record))
        scores.append(list(state.scores))

    winner = state.winners[0] if state.winners else None
    how = {"contract": "contract", "out_backwards": "backwards", None: None}[state.ending]
    expected = {name: value for name, value in vector["expected"].items() if name != "error"}
    assert {"scores": scores, "over": state.is_over, "winner": winner, "how": how} == expected
    if "error" in vector["expected"]:
        assert len(scores) < len(vector["input"]["hands"])
        assert short(FIVE_HUNDRED.over_code) == vector["expected"]["error"]
