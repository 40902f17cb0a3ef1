"""Whatever JSON value comes in, the answer is a code, never an exception (rules C1)."""

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.messages import detail_of, told
from gameplay.rules.fives_threes.explain import explain
from gameplay.rules.fives_threes.fields import RECORDS
from gameplay.rules.fives_threes.form import form_faults
from gameplay.rules.fives_threes.generate import random_round
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.fives_threes.legal import legal_next

WORDS = st.sampled_from(
    ["game", "level", "rules", "players", "seat", "tile", "knock", "end", "0", "1-4", "L", "out", "won", "fives_threes"]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 70)
    | st.integers()
    | st.just(10**4000)
    | st.floats()
    | WORDS
    | st.text(max_size=50)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=5), inner, max_size=5),
    max_leaves=12,
)


@settings(deadline=None, max_examples=60)
@given(JSON)
def test_any_json_gets_an_answer(value):
    answer = FIVES_THREES.check(value)

    assert [fault.code for fault in answer.errors[:1]] == ["fives_threes.schema"]
    assert_can_be_told(value, answer)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from((1, 2, 3)), st.dictionaries(st.sampled_from([*sorted(RECORDS[3].fields), "events"]), JSON))
def test_any_fields_get_an_answer(level, fields):
    record = random_round(random.Random(1), level=level) | fields

    answer = FIVES_THREES.check(record)

    assert_can_be_told(record, answer)


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 2**32), st.sampled_from((1, 2, 3)), st.sampled_from((2, 3, 4)), st.lists(JSON, max_size=3), st.data()
)
def test_mutated_rounds_get_an_answer(seed, level, players, values, data):
    rules = FIVES_THREES.resolve_rules({"players": players})
    record = json.loads(json.dumps(random_round(random.Random(seed), level=level, rules=rules)))
    for value in values:
        holder, key = data.draw(st.sampled_from(list(places(record))))
        change = data.draw(st.sampled_from(("set", "drop", "twice")))
        if change == "set":
            holder[key] = value
        elif change == "drop":
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, holder[key])

    answer = FIVES_THREES.check(record)

    if faults := form_faults(record):
        assert answer.errors == faults
    assert_can_be_told(record, answer)


def places(value):
    """Every place inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield value, key
        yield from places(item)


def assert_can_be_told(record, answer):
    """Each fault has a sentence that its parameters fill, each record an explanation and an answer on what is legal."""
    for fault in answer.errors:
        assert detail_of(fault)
    lines = explain(record)
    assert [line.code for line in lines[len(lines) - len(answer.errors) :]] == [fault.code for fault in answer.errors]
    assert all(told(line) for line in lines)
    assert legal_next(record).values.keys() in (set(), {"turn", "plays", "end", "scores", "line"})
