"""Standings from JSON to JSON: what is read, what is answered, and what is refused with its place."""

from __future__ import annotations

import random

import pytest

from tournaments.standings.documents import ResultsInvalid, ranked
from tournaments.standings.rules import StandingRulesInvalid


def table(number, one, other, points, **more):
    return {"round": number, "sides": [one, other], "points": points, **more}


DOCUMENT = {
    "entries": [{"entry": "Ann", "rating": 1510}, "Bob", {"entry": "Cy", "withdrawn": True}, "Di"],
    "rules": {"criteria": ["table_points", {"key": "net_points", "cap": 50}, "head_to_head", "rating"]},
    "tables": [
        table(1, "Ann", "Bob", [140, 20]),
        table(1, "Cy", "Di", [30, 30]),
        table(2, "Bob", "Di", [60, 0], kind="forfeit"),
        table(3, "Ann", "Cy", [0, 0], finished=False),
    ],
    "sit_outs": [{"round": 2, "entry": "Ann"}, {"round": 2, "entry": "Cy", "kind": "absent"}],
    "adjustments": [{"entry": "Ann", "metric": "points", "amount": "-1/2", "reason": "late", "round": 1}],
    "decisions": [{"kind": "cut", "order": ["Cy", "Di"]}],
}


def rows_of(document):
    return {row["entry"]: row for row in ranked(document)["rows"]}


def working(row, column):
    [found] = [one for one in row["workings"] if one["column"] == column]
    return found


def test_ranked_answers_with_every_value_and_what_it_is_made_of():
    rows = rows_of(DOCUMENT)

    assert [(row["rank"], row["entry"]) for row in rows.values()] == [
        ("1", "Ann"),
        ("2", "Bob"),
        ("3", "Cy"),
        ("4", "Di"),
    ]
    assert rows["Ann"]["values"]["net_points"] == "199/2"
    assert working(rows["Ann"], "net_points") == {
        "column": "net_points",
        "value": "199/2",
        "lines": [
            {"kind": "played", "round": 1, "opponents": ["Bob"], "strengths": [], "factor": None, "scored": [140, 20],
             "amount": 50, "left_out": "", "reason": ""},
            {"kind": "allocated", "round": 2, "opponents": [], "strengths": [], "factor": None, "scored": [140, 20],
             "amount": 50, "left_out": "", "reason": ""},
            {"kind": "adjustment", "round": 1, "opponents": [], "strengths": [], "factor": None, "scored": [],
             "amount": "-1/2", "left_out": "", "reason": "late"},
        ],
    }  # fmt: skip
    assert (rows["Bob"]["forfeits"], rows["Cy"]["absences"], rows["Ann"]["sit_outs"]) == (1, 1, 1)
    assert rows["Cy"]["withdrawn"] is True
    assert rows["Bob"]["separation"] == {
        "column": "table_points",
        "value": 2,
        "next": 1,
        "among": ["Ann", "Bob", "Cy", "Di"],
    }


def test_ranked_says_how_a_tie_was_settled():
    document = {**DOCUMENT, "tables": [table(1, "Cy", "Di", [30, 30])], "sit_outs": [], "adjustments": []}

    answer = ranked(document)
    rows = {row["entry"]: row for row in answer["rows"]}

    assert [one["column"] for one in answer["criteria"]] == [
        "table_points",
        "net_points",
        "head_to_head",
        "rating",
        "cut",
    ]
    assert working(rows["Cy"], "head_to_head")["value"] == 1
    assert working(rows["Cy"], "rating") == {
        "column": "rating", "value": None, "lines": [], "among": ["Cy", "Di"], "why_not": "rating_missing"
    }  # fmt: skip
    assert rows["Cy"]["separation"] == {"column": "cut", "value": 1, "next": 2, "among": ["Cy", "Di"]}
    assert (rows["Ann"]["rank"], rows["Bob"]["rank"]) == ("3=", "3=")


def test_a_table_that_is_being_played_changes_nothing():
    finished = [one for one in DOCUMENT["tables"] if one.get("finished", True)]

    assert ranked(DOCUMENT) == ranked({**DOCUMENT, "tables": finished})


@pytest.mark.parametrize("seed", range(5))
def test_order_and_names_change_nothing_but_the_names(seed):
    chance = random.Random(seed)
    shuffled = {
        key: chance.sample(value, len(value)) if key in ("entries", "tables", "sit_outs") else value
        for key, value in DOCUMENT.items()
    }

    assert ranked(shuffled) == ranked(DOCUMENT)


def test_preset_stands_for_its_criteria():
    document = {"entries": [2, 1], "preset": "games_then_net", "tables": []}

    assert [one["key"] for one in ranked(document)["criteria"]] == ["games_won", "net_points", "points"]


def test_withdrawn_before_half_is_cancelled_and_stands_below_all():
    rules = {**DOCUMENT["rules"], "cancel_withdrawn": True}

    rows = rows_of({**DOCUMENT, "rules": rules, "planned_tables": 3})

    assert [(row["rank"], row["entry"]) for row in rows.values()] == [
        ("1", "Ann"),
        ("2", "Bob"),
        ("3", "Di"),
        ("-", "Cy"),
    ]
    assert rows["Cy"]["cancelled"] is True
    assert [line["kind"] for line in working(rows["Di"], "table_points")["lines"]] == ["cancelled", "forfeit"]


def test_games_and_table_points_may_be_given_instead_of_points():
    tables = [
        {"round": 1, "sides": [[1, 2], [3, 4]], "games_won": [2, 1]},
        {"round": 1, "sides": [5, 6], "points": [9, 9], "table_points": ["3/2", "1/2"]},
    ]

    rows = rows_of({"entries": [1, 2, 3, 4, 5, 6], "tables": tables})

    assert [rows[entry]["values"]["table_points"] for entry in (1, 3, 5, 6)] == [2, 0, "3/2", "1/2"]
    assert rows[2]["values"]["games_won"] == 2


GOOD = {"round": 1, "sides": [1, 2], "points": [1, 2]}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        pytest.param([], "document", id="a list"),
        pytest.param({"rounds": []}, "document", id="unknown part"),
        pytest.param({"entries": None}, "entries", id="no list of entries"),
        pytest.param({"entries": [1, 1]}, "entries", id="somebody twice"),
        pytest.param({"entries": [1.5]}, "entries[0]", id="a number with a point"),
        pytest.param({"entries": [True]}, "entries[0]", id="a truth value"),
        pytest.param({"entries": [{"entry": 1, "rating": "high"}]}, "entries[0].rating", id="a rating in words"),
        pytest.param({"entries": [{"entry": 1, "withdrawn": 1}]}, "entries[0].withdrawn", id="withdrawn as a number"),
        pytest.param({"entries": [{"name": 1}]}, "entries[0]", id="an entry without its name"),
        pytest.param({"tables": {}}, "tables", id="tables as an object"),
        pytest.param({"tables": [[]]}, "tables[0]", id="a table as a list"),
        pytest.param({"tables": [{**GOOD, "round": 0}]}, "tables[0].round", id="round 0"),
        pytest.param({"tables": [{**GOOD, "sides": [1, 3]}]}, "tables[0].sides[1]", id="somebody unknown"),
        pytest.param({"tables": [{**GOOD, "sides": [1, {}]}]}, "tables[0].sides[1]", id="a side of nothing"),
        pytest.param({"tables": [{**GOOD, "sides": [1, []]}]}, "tables[0].sides", id="an empty side"),
        pytest.param({"tables": [{**GOOD, "sides": [1, 1]}]}, "tables[0].sides", id="against itself"),
        pytest.param({"tables": [{**GOOD, "sides": [[1, 2]]}]}, "tables[0].sides", id="one side only"),
        pytest.param({"tables": [{**GOOD, "points": [1]}]}, "tables[0].points", id="points of one side"),
        pytest.param({"tables": [{**GOOD, "points": [1, 0.5]}]}, "tables[0].points[1]", id="half a point as a float"),
        pytest.param({"tables": [{"round": 1, "sides": [1, 2]}]}, "tables[0]", id="no result"),
        pytest.param({"tables": [{**GOOD, "kind": "won"}]}, "tables[0].kind", id="unknown kind of table"),
        pytest.param({"tables": [{**GOOD, "finished": 0}]}, "tables[0].finished", id="finished as a number"),
        pytest.param({"sit_outs": [{"round": 1}]}, "sit_outs[0]", id="a sit-out of nobody"),
        pytest.param({"sit_outs": [{"round": 1, "entry": 1, "kind": "ill"}]}, "sit_outs[0].kind", id="unknown kind"),
        pytest.param(
            {"adjustments": [{"entry": 1, "metric": "luck", "amount": 1, "reason": ""}]}, "adjustments[0].metric",
            id="a penalty in luck",
        ),
        pytest.param({"decisions": [{"kind": "coin", "order": [1, 2]}]}, "decisions[0].kind", id="a coin"),
        pytest.param({"decisions": [{"kind": "cut", "order": [1]}]}, "decisions[0].order", id="a cut of one"),
        pytest.param({"preset": "best"}, "preset", id="unknown preset"),
        pytest.param({"preset": "points", "rules": {"criteria": ["points"]}}, "preset", id="a preset and criteria"),
        pytest.param({"rules": []}, "rules", id="rules as a list"),
        pytest.param({"planned_tables": "many"}, "planned_tables", id="planned tables in words"),
    ],
)  # fmt: skip
def test_ranked_refuses_what_makes_no_sense_and_says_where(changes, path):
    document = changes if isinstance(changes, list) else {"entries": [1, 2], **changes}

    with pytest.raises(ResultsInvalid) as refusal:
        ranked(document)

    assert refusal.value.params["path"] == path


def test_ranked_refuses_rules_that_make_no_sense():
    with pytest.raises(StandingRulesInvalid) as refusal:
        ranked({"entries": [1], "rules": {"criteria": ["luck"]}})

    assert refusal.value.params["path"] == "criteria[0].key"
