"""The score lines as data say what the engine says."""

from __future__ import annotations

import json

import pytest

from gameplay.rules.five_hundred.bids import BIDS
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED

BEFORE = [(0, 0), (-460, 385), (480, 395), (495, 485), (499, 490), (640, 500)]


def worth(steps, before):
    """Read one entry of ``defenders``: the last step that begins at or below the score before."""
    return [points for start, points in steps if start is None or start <= before][-1]


def records():
    for bid in BIDS:
        for won in range(11):
            if BIDS[bid].is_misere and won:
                yield {"seat": 1, "bid": bid, "sans_kitty": False}, [None, won], won
            else:
                yield {"seat": 1, "bid": bid, "sans_kitty": False}, [10 - won, won], won


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"slam": None},
        {"defender_stop": 490},
        {"defender_stop": 480, "end": "hands", "hands": 6},
        {"defender_cap": 490},
        {"defender_cap": 480, "end": "timed"},
        {"defender_points": False, "out_backwards": False},
    ],
    ids=str,
)
def test_every_score_line_of_two_sides_is_worth_what_the_engine_says(options):
    rules = FIVE_HUNDRED.resolve_rules(options)
    table = json.loads(json.dumps(FIVE_HUNDRED.score_table(rules)))

    for before in BEFORE:
        for contract, tricks, won in records():
            line = table["bids"][contract["bid"]]
            others = worth(table["defenders"][10 - won], before[0]) if line["defended"] else 0
            points = [others, line["points"][won]]
            after = [score + gain for score, gain in zip(before, points, strict=True)]
            limit = table["ends"]["made_from"] if line["made"][won] else table["ends"]["lost_to"]
            over = limit is not None and (after[1] >= limit if line["made"][won] else after[1] <= limit)

            record = {"game": "five_hundred", "level": 1, "dealer": 0, "contract": contract, "tricks": tricks}
            answer = FIVE_HUNDRED.check({**record, "score_before": list(before)}, rules=rules)

            assert answer.valid
            assert answer.values["points"] == points
            assert answer.values["game"]["over"] == over
            assert answer.values["made"] == line["made"][won]


@pytest.mark.parametrize(
    ("options", "gone"), [({"misere": "off"}, ["M", "OM", "BM"]), ({"blind_misere": False}, ["BM"])], ids=str
)
def test_bids_that_the_house_does_not_play_are_not_in_it(options, gone):
    table = FIVE_HUNDRED.score_table(FIVE_HUNDRED.resolve_rules(options))

    assert set(table["bids"]) == set(BIDS) - set(gone)


def test_hands_end_a_game_of_so_many():
    options = {"end": "hands", "hands": 6}

    ends = FIVE_HUNDRED.score_table(FIVE_HUNDRED.resolve_rules(options))["ends"]

    assert ends == {"hands": 6, "made_from": None, "lost_to": None}
