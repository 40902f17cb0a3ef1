from __future__ import annotations

import pytest

from tournaments.errors import ValueRefused
from tournaments.models import Stage
from tournaments.movements.schedule import Shape
from tournaments.table_facts import TableFacts, facts_of, kind_of_entrants, shape_of, side_seats, table_rules


@pytest.mark.parametrize(
    ("kind", "entry_kind", "facts", "shape"),
    [
        pytest.param("five_hundred", "partnership", TableFacts(), Shape(2, 1), id="two pairs"),
        pytest.param("five_hundred", "partnership", TableFacts(6, "three_pairs"), Shape(3, 1), id="three pairs"),
        pytest.param("five_hundred", "player", TableFacts(), Shape(2, 2), id="four people"),
        pytest.param("five_hundred", "player", TableFacts(6), Shape(2, 3), id="six people"),
        pytest.param("five_hundred", "player", TableFacts(6, "three_pairs"), Shape(3, 2), id="six in three pairs"),
        pytest.param("five_hundred", "player", TableFacts(5), Shape(5, 1), id="five people"),
        pytest.param("fives_threes", "player", TableFacts(3), Shape(3, 1), id="three at dominoes"),
        pytest.param("fives_threes", "player", TableFacts(2), Shape(2, 1), id="two at dominoes"),
    ],
)
def test_shape_of_counts_entries_at_a_table(kind, entry_kind, facts, shape):
    assert shape_of(kind, entry_kind, facts) == shape


@pytest.mark.parametrize(
    ("kind", "entry_kind", "facts"),
    [
        ("five_hundred", "player", TableFacts(7)),
        ("fives_threes", "player", TableFacts(6)),
        ("fives_threes", "partnership", TableFacts(3)),
        ("five_hundred", "partnership", TableFacts(6)),
    ],
)
def test_shape_of_refuses_a_table_that_cannot_be(kind, entry_kind, facts):
    with pytest.raises(ValueRefused) as refused:
        shape_of(kind, entry_kind, facts)

    assert refused.value.params["path"] == "table_size"


def test_table_rules_are_the_tournaments_with_the_facts_of_the_table():
    assert table_rules("fives_threes", {"target": 121}, TableFacts(2)) == {
        "players": 2,
        "hand_size": 7,
        "target": 121,
        "out_bonus": 1,
    }
    six = table_rules("five_hundred", {"slam": None}, TableFacts(6, "three_pairs"))
    assert (six["players"], six["teams"], six["slam"]) == (6, "three_pairs", None)
    assert side_seats("five_hundred", TableFacts(6, "three_pairs")) == ((0, 3), (1, 4), (2, 5))


def test_facts_of_a_stage_are_kept_as_json():
    facts = TableFacts(6, "three_pairs")

    assert facts_of(Stage(settings=facts.as_json())) == facts
    assert facts_of(Stage(settings={})) == TableFacts(4, "by_players")


def test_kind_of_entrants_tells_people_from_pairs():
    assert [kind_of_entrants(kind) for kind in ("player", "partnership")] == ["individual", "pairs"]
