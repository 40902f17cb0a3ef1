import pytest

from gameplay.errors import RuleViolation
from gameplay.rules.five_hundred.seating import seating_of
from gameplay.rules.five_hundred.variants import DEFAULT, VALUES, Rules, changes_of, options_of, resolve_rules


def refused(options):
    with pytest.raises(RuleViolation) as caught:
        resolve_rules(options)
    return [(violation.code, violation.path) for violation in caught.value.violations]


def test_no_options_are_the_default():
    assert resolve_rules({}) == Rules() == DEFAULT
    assert resolve_rules({name: values[0] for name, values in VALUES.items()}) is DEFAULT


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in VALUES.items() for value in values if name not in ("hands", "end")],
)
def test_every_value_of_the_rules_is_accepted(name, value):
    rules = resolve_rules({name: value})

    assert getattr(rules, name) == value
    assert resolve_rules(options_of(rules)) == rules
    assert resolve_rules(changes_of(rules)) == rules
    assert changes_of(rules) == ({} if value == VALUES[name][0] else {name: value})


@pytest.mark.parametrize("hands", [1, 4, 40])
def test_a_number_of_hands_is_given_when_it_ends_the_game(hands):
    assert resolve_rules({"end": "hands", "hands": hands}).hands == hands


@pytest.mark.parametrize("options", [{"end": "hands"}, {"hands": 4}, {"end": "timed", "hands": 4}])
def test_a_number_of_hands_is_given_exactly_when_it_ends_the_game(options):
    assert refused(options) == [("five_hundred.rules", "rules.hands")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", 7),
        ("players", True),
        ("players", 4.0),
        ("players", "4"),
        ("raise_own", 1),
        ("raise_own", None),
        ("misere", "sometimes"),
        ("misere", ["off"]),
        ("slam", 300),
        ("slam", False),
        ("defender_cap", 500),
        ("target", 501),
        ("hands", 0),
        ("hands", 41),
        ("hands", {}),
        ("jokers", 2),
    ],
)
def test_an_unknown_option_or_value_is_refused_by_name(name, value):
    assert refused({name: value}) == [("five_hundred.rules", f"rules.{name}")]


def test_every_fault_of_the_options_is_named():
    assert refused({"slam": 1, "misere": 2, 3: 4}) == [
        ("five_hundred.rules", "rules.slam"),
        ("five_hundred.rules", "rules.misere"),
        ("five_hundred.rules", "rules.3"),
    ]


@pytest.mark.parametrize("options", [None, [], "players", 4])
def test_options_are_an_object(options):
    assert refused(options) == [("five_hundred.rules", "rules")]


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({"players": 2}, ((0,), (1,))),
        ({"players": 3}, ((0,), (1,), (2,))),
        ({}, ((0, 2), (1, 3))),
        ({"teams": "three_pairs"}, ((0, 2), (1, 3))),
        ({"players": 5}, ((0,), (1,), (2,), (3,), (4,))),
        ({"players": 6}, ((0, 2, 4), (1, 3, 5))),
        ({"players": 6, "teams": "three_pairs"}, ((0, 3), (1, 4), (2, 5))),
    ],
)
def test_sides_follow_from_players_and_teams(options, sides):
    seating = seating_of(resolve_rules(options))

    assert seating.sides == sides
    assert all(seat in sides[side] for seat, side in enumerate(seating.side_of))
