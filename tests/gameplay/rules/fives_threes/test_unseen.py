"""A round written down while it is played, by somebody who does not know the hands."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.fives_threes.generate import random_round
from gameplay.rules.fives_threes.legal import legal_next
from gameplay.rules.fives_threes.notation import parse_plays
from gameplay.rules.fives_threes.tiles import TEXTS
from gameplay.rules.fives_threes.variants import resolve_rules


def so_far(plays, **changes):
    return {
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": 2},
        "opener": 0,
        "scores_before": [58, 0],
        "plays": parse_plays(plays),
        **changes,
    }


def values(plays, **changes):
    answer = legal_next(so_far(plays, **changes))
    assert answer.errors == ()
    return answer.values


def refused(plays, **changes):
    return [
        (error.code.removeprefix("fives_threes."), error.path) for error in legal_next(so_far(plays, **changes)).errors
    ]


def tiles(found):
    return {play["tile"] for play in found["plays"] if "tile" in play}


def test_the_opener_may_lay_any_tile_and_cannot_knock():
    found = values("")

    assert tiles(found) == set(TEXTS)
    assert found["left"] == [7, 7]
    assert not any(play.get("knock") for play in found["plays"])
    assert refused("0:knock") == [("knock_able", "plays[0].knock")]


def test_whoever_follows_lays_what_fits_or_knocks():
    found = values("0:1-4")

    assert found["turn"] == 1
    assert tiles(found) == {text for text in TEXTS if "1" in text or "4" in text} - {"1-4"}
    assert found["plays"][-1] == {"seat": 1, "knock": True}
    assert {"seat": 1, "tile": "1-5", "end": "L", "points": 3, "accepted": True} in found["plays"]


def test_points_that_would_pass_the_target_are_said_to_be_refused():
    found = values("0:1-4 1:knock")

    assert {"seat": 0, "tile": "1-1", "end": "L", "points": 2, "accepted": True} in found["plays"]
    assert {"seat": 0, "tile": "1-5", "end": "L", "points": 3, "accepted": False} in found["plays"]


def test_who_knocked_holds_nothing_that_would_have_fitted():
    found = values("0:1-4 1:knock 0:1-2@L", scores_before=[0, 0])

    assert tiles(found) == {text for text in TEXTS if "2" in text} - {"1-2", "2-4"}
    assert refused("0:1-4 1:knock 0:1-2@L 1:2-4@L", scores_before=[0, 0]) == [("not_held", "plays[3].tile")]


def test_the_round_is_blocked_once_all_who_hold_tiles_have_knocked():
    found = values("0:1-4 1:knock 0:knock")

    assert (found["end"], found["turn"], found["plays"]) == ("blocked", None, [])
    assert found["left"] == [6, 7]
    assert found["may_hold"][0] == [text for text in TEXTS if "1" not in text and "4" not in text]
    assert refused("0:1-4 1:knock 0:knock 1:1-1") == [("play_after_end", "plays[3]")]


def test_the_last_tile_of_a_hand_ends_the_round():
    found = values("0:0-1@L 1:knock 0:0-0@L", rules={"players": 2, "hand_size": 2}, scores_before=[0, 0])

    assert (found["end"], found["out_side"], found["scores"], found["left"]) == ("out", 0, [1, 0], [0, 2])
    assert found["may_hold"][0] == []


def test_rules_and_seats_that_cannot_be_are_refused():
    assert refused("", rules={"players": 9}) == [("players", "rules.players")]
    assert refused("", opener=5) == [("seat", "opener")]
    assert refused("3:1-4") == [("seat", "plays[0].seat")]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]))
def test_every_play_of_a_legal_round_is_among_those_that_can_be(seed, players):
    rules = resolve_rules({"players": players})
    record = random_round(Random(seed), level=3, rules=rules, opener=0, scores_before=None)
    record.pop("hands")
    plays = record["plays"]
    record = {name: record[name] for name in ("game", "level", "rules", "opener", "scores_before")}
    for index, play in enumerate(plays):
        found = legal_next({**record, "plays": plays[:index]}).values
        if found["end"] == "blocked":
            assert all("knock" in knock for knock in plays[index:])
            break
        assert found["turn"] == play["seat"]
        can_be = [(one.get("tile"), one.get("knock")) for one in found["plays"]]
        assert (play.get("tile"), play.get("knock")) in can_be
