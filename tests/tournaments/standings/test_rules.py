"""The rules for standings as data."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.standings.criteria import Criterion, Direction
from tournaments.standings.results import TallyKey
from tournaments.standings.rules import (
    SitOutPolicy,
    SitOutWorth,
    StandingRules,
    StandingRulesInvalid,
    TablePointScheme,
    UnplayedRounds,
    rules_from_json,
    rules_to_json,
)


@pytest.mark.parametrize(
    ("games", "points"),
    [
        pytest.param((2, 1), (3, 0), id="a win"),
        pytest.param((Fraction(1, 2), Fraction(1, 2)), (1, 1), id="a draw"),
        pytest.param((1, 1, 0), (1, 1, 0), id="two of three share"),
        pytest.param((0, 0), (1, 1), id="no game won by anybody"),
    ],
)
def test_award_goes_to_the_side_with_most_games(games, points):
    assert TablePointScheme(win=Fraction(3)).award(games) == points


def test_rules_from_json_of_nothing_are_the_default():
    assert rules_from_json({}) == StandingRules()
    assert [criterion.key for criterion in StandingRules().criteria] == ["table_points", "games_won", "points"]
    assert TablePointScheme() == TablePointScheme(Fraction(2), Fraction(1), Fraction(0))
    assert StandingRules().sit_out.worth is SitOutWorth.OWN_AVERAGE


def test_rules_from_json_reads_all_of_it():
    document = {
        "criteria": [
            "net_points",
            {"key": "points_against", "direction": "fewest"},
            {"key": "head_to_head", "by": "points"},
        ],
        "table_points": {"win": 3, "draw": "3/2"},
        "sit_out": {"policy": "fixed", "values": {"games_won": "1/2", "points": -20}},
    }

    rules = rules_from_json(document)

    assert rules == StandingRules(
        criteria=(
            Criterion("net_points"),
            Criterion("points_against", Direction.FEWEST),
            Criterion("head_to_head", by=TallyKey.POINTS),
        ),
        table_points=TablePointScheme(Fraction(3), Fraction(3, 2), Fraction(0)),
        sit_out=SitOutPolicy(SitOutWorth.FIXED, {TallyKey.GAMES_WON: Fraction(1, 2), TallyKey.POINTS: Fraction(-20)}),
    )
    assert rules_from_json(rules_to_json(rules)) == rules


def test_rules_from_json_reads_what_may_be_chosen_for_a_criterion():
    document = {
        "criteria": [
            {"key": "table_points", "average": True},
            "table_points",
            {"key": "net_points", "cap": "601/2"},
            {"key": "net_points", "cap": "601/2", "average": True},
            {"key": "buchholz", "by": "wins"},
            "points_against",
            "first_side",
            "cut",
        ],
        "requested": {"policy": "fixed", "values": {"table_points": 1}},
        "unplayed_rounds": "ignore",
        "cancel_withdrawn": True,
    }

    rules = rules_from_json(document)

    cap = Fraction(601, 2)
    assert rules.criteria == (
        Criterion("table_points", average=True),
        Criterion("table_points"),
        Criterion("net_points", cap=cap),
        Criterion("net_points", cap=cap, average=True),
        Criterion("buchholz", by=TallyKey.WINS),
        Criterion("points_against", Direction.FEWEST),
        Criterion("first_side", Direction.FEWEST),
        Criterion("cut", Direction.FEWEST),
    )
    assert rules.net_cap == cap
    assert rules.requested == SitOutPolicy(SitOutWorth.FIXED, {TallyKey.TABLE_POINTS: Fraction(1)})
    assert (rules.unplayed_rounds, rules.cancel_withdrawn) == (UnplayedRounds.IGNORE, True)
    assert rules_from_json(rules_to_json(rules)) == rules


def test_rules_to_json_writes_fractions_as_text():
    document = rules_to_json(
        StandingRules(criteria=(Criterion("head_to_head"),), table_points=TablePointScheme(draw=Fraction(1, 2)))
    )

    assert document == {
        "criteria": [{"key": "head_to_head", "direction": "most", "by": "table_points"}],
        "table_points": {"win": 2, "draw": "1/2", "loss": 0},
        "sit_out": {"policy": "own_average", "values": {}},
        "requested": {"policy": "nothing", "values": {}},
        "unplayed_rounds": "dummy",
        "cancel_withdrawn": False,
    }


@pytest.mark.parametrize(
    ("document", "path"),
    [
        pytest.param([], "rules", id="not an object"),
        pytest.param({"order": []}, "rules", id="unknown part"),
        pytest.param({"criteria": []}, "criteria", id="no criterion"),
        pytest.param({"criteria": "points"}, "criteria", id="criteria that are no list"),
        pytest.param({"criteria": ["coin"]}, "criteria[0].key", id="a coin"),
        pytest.param({"criteria": [{"direction": "most"}]}, "criteria[0].key", id="no key"),
        pytest.param({"criteria": [7]}, "criteria[0]", id="a number"),
        pytest.param({"criteria": [{"key": "points", "cap": 1}]}, "criteria[0]", id="unknown option"),
        pytest.param({"criteria": ["points", "games_won", "points"]}, "criteria[2]", id="the same again"),
        pytest.param({"criteria": [{"key": "points", "direction": "up"}]}, "criteria[0].direction", id="direction"),
        pytest.param({"criteria": [{"key": "head_to_head", "by": "sit_outs"}]}, "criteria[0].by", id="no tally"),
        pytest.param({"criteria": [{"key": "koya", "by": "points"}]}, "criteria[0]", id="Koya by something"),
        pytest.param({"criteria": [{"key": "cut", "direction": "most"}]}, "criteria[0]", id="the worst of a cut"),
        pytest.param({"criteria": [{"key": "net_points", "cap": 0}]}, "criteria[0].cap", id="a cap of nothing"),
        pytest.param({"criteria": [{"key": "net_points", "cap": True}]}, "criteria[0].cap", id="a cap of true"),
        pytest.param({"criteria": [{"key": "points", "average": 1}]}, "criteria[0].average", id="average as a number"),
        pytest.param({"criteria": [{"key": "buchholz", "average": True}]}, "criteria[0]", id="average of Buchholz"),
        pytest.param(
            {"criteria": [{"key": "net_points", "cap": 9}, {"key": "net_points", "average": True}]},
            "criteria[0].cap",
            id="two caps",
        ),
        pytest.param({"requested": {"policy": "half"}}, "requested.policy", id="unknown worth of a missed round"),
        pytest.param({"unplayed_rounds": "skip"}, "unplayed_rounds", id="unknown stand-in"),
        pytest.param({"cancel_withdrawn": "yes"}, "cancel_withdrawn", id="yes for true"),
        pytest.param({"sit_out": {"policy": "half"}}, "sit_out.policy", id="unknown worth"),
        pytest.param({"sit_out": {"values": {"net_points": 1}}}, "sit_out.values", id="worth of no tally"),
        pytest.param({"table_points": {"win": 2.5}}, "table_points.win", id="a number with a point"),
        pytest.param({"table_points": {"win": True}}, "table_points.win", id="a truth value"),
        pytest.param({"table_points": {"win": "two"}}, "table_points.win", id="a word"),
        pytest.param({"table_points": {"draw": "1/0"}}, "table_points.draw", id="no fraction"),
    ],
)
def test_rules_from_json_refuses_and_says_where(document, path):
    with pytest.raises(StandingRulesInvalid) as refusal:
        rules_from_json(document)

    assert refusal.value.params["path"] == path
    assert refusal.value.detail.startswith(f"The rules for the standings make no sense: {path} ")


@pytest.mark.parametrize("text", ["1e999999999", "1/0", "9" * 50, "0.5", "nan"])
def test_rules_from_json_refuses_a_number_that_is_no_small_fraction(text):
    with pytest.raises(StandingRulesInvalid):
        rules_from_json({"table_points": {"win": text}})
