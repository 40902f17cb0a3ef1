"""A state as JSON in, its round as JSON out."""

from __future__ import annotations

import copy
import random
from fractions import Fraction

import pytest

from tests.tournaments.movements.swiss.evening import Evening
from tournaments.errors import NobodyMayMeet, TooFewEntries
from tournaments.movements.schedule import round_to_json
from tournaments.movements.swiss.documents import StateUnreadable, drawn
from tournaments.movements.swiss.draw import draw_danish, draw_monrad, draw_swiss
from tournaments.movements.swiss.history import gather
from tournaments.movements.swiss.rules import DANISH, MONRAD, SWISS

STATE = {
    "seed": 7,
    "entries": [
        {"entry": "Ann", "points": 4, "rank": 1, "met": ["Cy", "Ed"], "sides": ["NS", "EW"]},
        {"entry": "Cy", "points": "5/2", "met": ["Ann", None], "sides": ["EW", None], "sit_outs": 1, "club": "North"},
        {"entry": "Ed", "points": "2.5", "met": [None, "Ann"], "sides": ["NS"], "sit_outs": 1, "float": "down"},
        {"entry": "Gus", "late": True, "sit_outs": 1},
        {"entry": "Ian", "absent": True},
    ],
}


def changed(place, value):
    """Return the state with one field changed, added or, for ``...``, left out."""
    document = copy.deepcopy(STATE)
    *way, last = place
    there = document
    for step in way:
        there = there[step]
    if value is ...:
        del there[last]
    else:
        there[last] = value
    return document


def test_drawn_gives_tables_costs_and_reasons_by_the_names_that_came():
    answer = drawn(STATE)

    assert answer["round"] == 3
    assert [(table["table"], table["seats"], table["first"], table["points"]) for table in answer["tables"]] == [
        (1, {"NS": "Ann", "EW": "Gus"}, "N", ["4", "0"]),
        (2, {"NS": "Cy", "EW": "Ed"}, "N", ["5/2", "5/2"]),
    ]
    assert (answer["out"], answer["absent"], answer["rematch_needed"]) == ([], ["Ian"], False)
    assert answer["costs"]["score_gap"] == answer["tables"][0]["costs"]["score_gap"] == 64
    said = {remark["code"]: remark["params"] for remark in answer["remarks"]}
    assert said["draw.swiss"] == {"movement": "swiss", "round": 3, "rounds": 5, "pattern": "slide", "tables": 2}
    assert said["draw.swiss_apart"]["entrants"] == ["Ann", "Gus"]
    assert said["draw.swiss_alike"]["entrants"] == ["Cy", "Ed"]


def test_drawn_of_an_odd_number_says_who_sits_out_and_what_that_costs():
    answer = drawn(changed(("entries", 4, "absent"), False))

    assert [out["entry"] for out in answer["out"]] == ["Ian"]
    assert set(answer["out"][0]["costs"]) <= {"sit_out", "lot"}
    assert {"code": "draw.swiss_sits_out", "params": {"entrant": "Ian", "before": 0, "score": "0", "fewest": 0}} in (
        answer["remarks"]
    )


def test_drawn_does_not_change_its_input_nor_depend_on_its_order():
    before = copy.deepcopy(STATE)
    shuffled = {**STATE, "entries": random.Random(1).sample(STATE["entries"], 5)}

    assert drawn(shuffled) == drawn(STATE)
    assert before == STATE


@pytest.mark.parametrize(
    ("draws", "rules"),
    [(draw_swiss, SWISS), (draw_monrad, MONRAD), (draw_danish, DANISH)],
    ids=lambda one: str(one)[:20],
)
def test_drawn_is_the_round_that_the_tournament_would_draw(draws, rules):
    evening = Evening(list(range(1, 12)), 5, draws=draws, forbidden=((1, 2), (3, 4)))
    for _ in range(5):
        number = len(evening.rounds) + 1
        field = gather(evening.state, rules, evening.seed).field
        document = {
            "movement": rules.name,
            "pattern": "random" if number == 1 else rules.pattern,
            "round": number,
            "rounds": 5,
            "seed": evening.seed,
            "forbidden": [[1, 2], [4, 3]],
            "entries": [as_entry(evening, contender, rank) for rank, contender in enumerate(field.contenders)],
        }
        plan = round_to_json("pairs", evening.draw().plan)

        answer = drawn(document)

        assert [table["seats"] for table in answer["tables"]] == [table["seats"] for table in plan["tables"]]
        assert [out["entry"] for out in answer["out"]] == plan["out"]


def as_entry(evening, contender, rank):
    met, sides = [], []
    for plan in evening.rounds:
        table = next((table for table in plan.tables if contender.entrant in table.entrants), None)
        met.append(next((one for one in table.entrants if one != contender.entrant), None) if table else None)
        sides.append(None if table is None else "NS" if table.sides[0][0] == contender.entrant else "EW")
    return {
        "entry": contender.entrant,
        "points": str(contender.score),
        "rank": rank,
        "met": met,
        "sides": sides,
        "sit_outs": contender.sit_outs,
        "float": {1: "up", -1: "down", 0: None}[contender.floated],
    }


def test_drawn_honours_fixed_and_forbidden_meetings_and_clubs():
    document = {
        "entries": [{"entry": number, "club": "A" if number in (1, 4) else ""} for number in range(1, 7)],
        "fixed": [[5, 2]],
        "forbidden": [[1, 3]],
    }

    answer = drawn(document)

    assert {frozenset(table["seats"].values()) for table in answer["tables"]} == {
        frozenset({2, 5}),
        frozenset({1, 6}),
        frozenset({3, 4}),
    }
    assert [table["costs"] for table in answer["tables"] if 2 in table["seats"].values()] == ["fixed"]


def test_drawn_says_when_a_rematch_was_needed():
    entries = [{"entry": 1, "met": [2]}, {"entry": 2, "met": [1]}]

    swiss, danish = (drawn({"movement": name, "entries": entries}) for name in ("swiss", "danish"))
    later = drawn({"movement": "danish", "rounds_apart": 0, "entries": entries})

    assert (swiss["rematch_needed"], danish["rematch_needed"], later["rematch_needed"]) == (True, True, False)
    assert (swiss["costs"]["rematch"], later["costs"]["met_before"]) == (1, 1)


def test_drawn_reads_points_exactly():
    answer = drawn({"entries": [{"entry": 1, "points": "0.1"}, {"entry": 2, "points": "1/3"}]})

    assert sorted(answer["tables"][0]["points"]) == ["1/10", "1/3"]
    assert answer["costs"]["score_gap"] == ((Fraction(1, 3) - Fraction(1, 10)) * 30) ** 2


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        (("entries",), ..., "entries"),
        (("entries",), [], "entries"),
        (("entries",), [{"entry": 1}], "entries"),
        (("entries", 0), "Ann", "entries[0]"),
        (("entries", 0, "entry"), ..., "entries[0].entry"),
        (("entries", 0, "entry"), True, "entries[0].entry"),
        (("entries", 0, "entry"), "Cy", "entries"),
        (("entries", 0, "name"), "Ann", "entries[0]"),
        (("entries", 0, "points"), "many", "entries[0].points"),
        (("entries", 0, "points"), True, "entries[0].points"),
        (("entries", 0, "points"), "1e999999999", "entries[0].points"),
        (("entries", 0, "points"), 10**10, "entries[0].points"),
        (("entries", 0, "rank"), 1.5, "entries[0].rank"),
        (("entries", 0, "met"), "Cy", "entries[0].met"),
        (("entries", 0, "met"), ["Cy", "Ed", "Zoe"], "entries[0].met[2]"),
        (("entries", 0, "met"), ["Cy", "Ed", "Ann"], "entries[0].met[2]"),
        (("entries", 0, "met"), ["Cy", "Ed", "Ed"], "entries[0].met"),
        (("entries", 0, "met"), ["Cy"], "entries[2].met"),
        (("entries", 0, "sides"), ["N"], "entries[0].sides[0]"),
        (("entries", 0, "sit_outs"), -1, "entries[0].sit_outs"),
        (("entries", 0, "float"), "sideways", "entries[0].float"),
        (("entries", 0, "absent"), 1, "entries[0].absent"),
        (("entries", 0, "late"), "yes", "entries[0].late"),
        (("entries", 0, "club"), 3, "entries[0].club"),
        (("movement",), "knockout", "movement"),
        (("pattern",), "spiral", "pattern"),
        (("rounds_apart",), 1, "rounds_apart"),
        (("round",), 0, "round"),
        (("rounds",), 2, "rounds"),
        (("seed",), -1, "seed"),
        (("seed",), 2**63, "seed"),
        (("bye",), "Ann", "document"),
        (("forbidden",), [["Ann"]], "forbidden[0]"),
        (("forbidden",), [["Ann", "Zoe"]], "forbidden[0]"),
        (("fixed",), [["Ann", "Ann"]], "fixed[0]"),
        (("fixed",), [["Ann", "Ian"]], "fixed"),
        (("fixed",), "Ann", "fixed"),
    ],
    ids=str,
)
def test_state_that_makes_no_sense_is_refused_with_its_place(place, value, path):
    with pytest.raises(StateUnreadable) as refused:
        drawn(changed(place, value))

    assert refused.value.params["path"] == path


def test_fixed_meeting_that_is_forbidden_is_refused_by_name():
    with pytest.raises(StateUnreadable, match="Ann and Gus"):
        drawn({**STATE, "fixed": [["Ann", "Gus"]], "forbidden": [["Gus", "Ann"]]})


@pytest.mark.parametrize("document", [None, 3, [], "text"])
def test_document_that_is_no_object_is_refused(document):
    with pytest.raises(StateUnreadable) as refused:
        drawn(document)

    assert refused.value.params["path"] == "document"


def test_state_without_two_who_are_there_is_refused():
    away = {"entries": [{"entry": number, "absent": number > 1} for number in range(1, 5)]}

    with pytest.raises(TooFewEntries):
        drawn(away)


def test_state_in_which_nobody_may_meet_is_refused():
    with pytest.raises(NobodyMayMeet):
        drawn({"entries": [{"entry": 1}, {"entry": 2}], "forbidden": [[2, 1]]})
