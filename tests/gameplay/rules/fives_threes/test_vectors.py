"""Every published case of the game with its right answer."""

import json
from pathlib import Path

import pytest

from gameplay.rules.chain import replay
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.fives_threes.legal import placements
from gameplay.rules.fives_threes.line import NO_TILES
from gameplay.rules.fives_threes.scoring import END_TOTALS, PLACEMENT_POINTS, event_points, placement_points
from gameplay.rules.fives_threes.tiles import TEXTS, TILE_OF, set_of

VECTORS = [
    vector
    for vector in json.loads((Path(__file__).parents[3] / "data" / "vectors.json").read_text())
    if vector["game"] == "fives_threes"
]


def of_kind(kind):
    return [
        pytest.param(vector["input"], vector["expected"], id=vector["id"])
        for vector in VECTORS
        if vector["kind"] == kind
    ]


def full_code(short):
    return f"fives_threes.{short.removeprefix('FT_').lower()}"


def laid(plays):
    """Lay the plays of a vector; yield the line after each."""
    line = NO_TILES
    for play in plays:
        line = line.on[play.get("end", "L")][TILE_OF[play["tile"]]]
        yield line


def test_vectors_are_of_known_kinds():
    known = {f"ft.{kind}" for kind in ("record", "chain", "points", "sums", "event", "legal", "match")}

    assert {vector["kind"] for vector in VECTORS} == known
    assert len(VECTORS) == 81


@pytest.mark.parametrize(("record", "expected"), of_kind("ft.record"))
def test_record(record, expected):
    answer = FIVES_THREES.check(record)

    assert answer.valid is expected["valid"]
    assert [fault.code for fault in answer.errors[:1]] == list(map(full_code, expected.get("errors", [])[:1]))
    claims = {name: value for name, value in expected.items() if name not in ("valid", "errors")}
    assert {name: answer.values[name] for name in claims} == claims


@pytest.mark.parametrize(("given", "expected"), of_kind("ft.chain"))
def test_chain(given, expected):
    steps = [
        {"contributions": sorted(line.contributions()), "sum": line.total(), "points": line.points}
        for line in laid(given["plays"])
    ]

    assert steps == [step | {"contributions": sorted(step["contributions"])} for step in expected["steps"]]


@pytest.mark.parametrize(("given", "expected"), of_kind("ft.points"))
def test_points(given, expected):
    assert {str(total): placement_points(total) for total in given["sums"]} == expected["points"]


@pytest.mark.parametrize(("given", "expected"), of_kind("ft.sums"))
def test_sums(given, expected):
    assert given == {}
    assert sorted(END_TOTALS) == expected["sums"]
    assert sorted(PLACEMENT_POINTS) == expected["placement_points"]
    assert sorted(event_points(1)) == expected["out_event_points"]


@pytest.mark.parametrize(("given", "expected"), of_kind("ft.event"))
def test_event(given, expected):
    event = {
        "seat": 0,
        "sum": given["sum"],
        "points": expected["event"],
        "out": given["out"],
        "accepted": expected["accepted"],
    }
    end = "won" if expected["wins"] else "out" if given["out"] else "blocked"

    answer = FIVES_THREES.check(
        {
            "game": "fives_threes",
            "level": 2,
            "opener": 0,
            "scores_before": [given["score"], 0],
            "events": [event],
            "end": end,
        }
    )

    assert answer.errors == ()
    assert answer.values["scores_after"] == [expected["score"], 0]


@pytest.mark.parametrize(("given", "expected"), of_kind("ft.legal"))
def test_legal(given, expected):
    *_, line = NO_TILES, *laid(given["plays"])

    legal = placements(line, set_of(TILE_OF[text] for text in given["hand"]))

    assert sorted(f"{TEXTS[tile]}@{end}" for tile, end in legal) == sorted(expected["legal"])


@pytest.mark.parametrize(("given", "expected"), of_kind("ft.match"))
def test_match(given, expected):
    rules = FIVES_THREES.resolve_rules({"players": given["players"]})
    openers = [(given["first_opener"] + turn) % given["players"] for turn in range(given["players"])]
    records = [
        {"level": 1, "opener": openers[index % given["players"]], **played}
        for index, played in enumerate(given["rounds"])
    ]

    judgements = replay(FIVES_THREES, rules, records, starters=openers)

    stand = [judgement for judgement in judgements if judgement.answer.valid]
    assert [records[index]["opener"] for index in range(len(stand))] == expected["openers"]
    assert [list(judgement.state.scores) for judgement in stand] == expected["scores"]
    winners = () if expected["winner"] is None else (expected["winner"],)
    assert stand[-1].state.winners == winners
    refused = [judgement.answer.errors[0].code for judgement in judgements if not judgement.answer.valid]
    assert refused == ([full_code(expected["error"])] if "error" in expected else [])
