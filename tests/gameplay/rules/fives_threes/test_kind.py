"""The game in the words that both games share."""

from gameplay.rules.fives_threes.kind import FIVES_THREES


def test_kind_names_its_fields():
    assert FIVES_THREES.name == "fives_threes"
    assert FIVES_THREES.starter_field == "opener"
    assert FIVES_THREES.expected_starter_field == "expected_opener"
    assert FIVES_THREES.before_field == "scores_before"
    assert FIVES_THREES.over_code == "fives_threes.round_after_match"


def test_kind_seats_players_and_sides():
    pairs = FIVES_THREES.resolve_rules({})
    three = FIVES_THREES.resolve_rules({"players": 3})

    assert (FIVES_THREES.players(pairs), FIVES_THREES.sides(pairs)) == (4, ((0, 2), (1, 3)))
    assert (FIVES_THREES.players(three), FIVES_THREES.sides(three)) == (3, ((0,), (1,), (2,)))
    assert FIVES_THREES.options_of(three) == {"players": 3, "hand_size": 5, "target": 61, "out_bonus": 1}
