"""Tallies, what sit-outs are worth, and adjustments: exact, and each for itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.standings.metrics import Parts, measure_entries
from tournaments.standings.results import Adjustment, SitOut, TableKind, TableResult, TallyKey, share_game
from tournaments.standings.rules import SitOutPolicy, SitOutWorth, StandingRules, TablePointScheme


def make_table(number, one, other, score, kind=TableKind.PLAYED):
    """Return a table of one game between two entries, for the higher score."""
    best = max(score)
    games = share_game(2, [side for side in (0, 1) if score[side] == best])
    points = tuple(Fraction(value) for value in score)
    return TableResult(number, ((one,), (other,)), games, points, TablePointScheme().award(games), kind)


def rules_of(worth, **values):
    policy = SitOutPolicy(worth, {TallyKey(key): Fraction(value) for key, value in values.items()})
    return StandingRules(table_points=TablePointScheme(win=Fraction(3)), sit_out=policy)


ROUNDS = [
    make_table(1, 1, 2, (500, 120)),
    make_table(2, 1, 3, (200, 200)),
    make_table(3, 2, 3, (-40, 310)),
    make_table(3, 4, 5, (90, 80)),
]


def test_measure_entries_adds_up_what_was_played():
    metrics = measure_entries([1, 2, 3, 4, 5, 6], ROUNDS)

    assert metrics[1].values == {
        "games_won": Fraction(3, 2),
        "games_won_average": Fraction(3, 4),
        "points": 700,
        "points_average": 350,
        "points_against": 320,
        "points_against_average": 160,
        "table_points": 3,
        "table_points_average": Fraction(3, 2),
        "wins": 1,
        "wins_average": Fraction(1, 2),
        "net_points": 380,
        "net_points_average": 190,
        "tables_played": 2,
        "sit_outs": 0,
        "first_side": 2,
    }
    assert metrics[2].values["points"] == 80
    assert metrics[6].values == dict.fromkeys(metrics[6].values, 0)


def test_sit_out_is_worth_the_own_average_exactly():
    thirds = [*ROUNDS, make_table(4, 1, 6, (1, 0))]

    metrics = measure_entries([1, 2, 3, 4, 5, 6], thirds, [SitOut(5, 1), SitOut(6, 1)])

    assert metrics[1].parts[TallyKey.POINTS] == Parts(tables=Fraction(701), sit_outs=Fraction(1402, 3))
    assert metrics[1].parts[TallyKey.GAMES_WON].sit_outs == Fraction(5, 3)
    assert metrics[1].values["net_points"] == Fraction(5, 3) * (701 - 320)
    assert metrics[1].sit_outs == 2
    assert metrics[1].tables_played == 3


def test_sit_out_of_who_has_played_nothing_is_worth_nothing():
    metrics = measure_entries([1], [], [SitOut(1, 1)])

    assert metrics[1].values == {**dict.fromkeys(metrics[1].values, 0), "sit_outs": 1}


def test_own_average_changes_no_average_and_so_nothing_in_a_full_round_robin():
    tables = [make_table(1, 2, 3, (3, 1)), make_table(2, 1, 3, (7, 2)), make_table(3, 1, 2, (4, 5))]
    outs = [SitOut(1, 1), SitOut(2, 2), SitOut(3, 3)]

    without = measure_entries([1, 2, 3], tables)
    with_outs = measure_entries([1, 2, 3], tables, outs)

    for entry in (1, 2, 3):
        for key in TallyKey:
            assert with_outs[entry].values[key] == without[entry].values[key] * Fraction(3, 2)


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        pytest.param(rules_of(SitOutWorth.NOTHING, points=9), (0, 0, 0, 0, 0), id="nothing"),
        pytest.param(
            rules_of(SitOutWorth.FIXED, points=50, table_points="3/2"), (0, 50, 0, Fraction(3, 2), 0), id="fixed"
        ),
        pytest.param(rules_of(SitOutWorth.WIN), (1, 0, 0, 3, 1), id="a win"),
        pytest.param(rules_of(SitOutWorth.WIN, games_won=2, points=500), (2, 500, 0, 3, 1), id="a win in two games"),
        pytest.param(rules_of(SitOutWorth.ROUND_WINNERS_AVERAGE), (1, 200, 20, 2, 1), id="average of the winners"),
    ],
)
def test_sit_out_is_worth_what_the_policy_says(rules, worth):
    metrics = measure_entries([1, 2, 3, 4, 5], ROUNDS, [SitOut(3, 1)], rules=rules)

    assert tuple(metrics[1].parts[key].sit_outs for key in TallyKey) == worth


def test_average_of_the_winners_counts_both_who_share_and_only_what_was_played():
    rules = rules_of(SitOutWorth.ROUND_WINNERS_AVERAGE)
    tables = [*ROUNDS, make_table(2, 4, 5, (900, 0), TableKind.FORFEIT), make_table(2, 6, 7, (301, 300))]

    metrics = measure_entries(range(1, 9), tables, [SitOut(2, 2), SitOut(9, 8)], rules=rules)

    assert metrics[2].parts[TallyKey.POINTS].sit_outs == Fraction(200 + 200 + 301, 3)
    assert metrics[2].parts[TallyKey.GAMES_WON].sit_outs == Fraction(2, 3)
    assert metrics[8].parts[TallyKey.POINTS].sit_outs == 0


def test_forfeit_counts_in_the_tally_and_in_no_average():
    tables = [*ROUNDS, make_table(4, 1, 4, (500, 0), TableKind.FORFEIT)]

    metrics = measure_entries([1, 2, 3, 4, 5], tables, [SitOut(5, 1)])

    assert metrics[1].parts[TallyKey.POINTS] == Parts(tables=Fraction(1200), sit_outs=Fraction(350))
    assert metrics[1].tables_played == 2


def test_adjustment_stands_beside_what_was_played_and_in_no_average():
    penalty = Adjustment(1, TallyKey.POINTS, Fraction(-50), "late to the table")
    award = Adjustment(1, TallyKey.POINTS, Fraction(1, 2), "half a point, for the joke")

    metrics = measure_entries([1, 2, 3, 4, 5], ROUNDS, [SitOut(3, 1)], [penalty, award])

    parts = metrics[1].parts[TallyKey.POINTS]
    assert parts == Parts(tables=Fraction(700), sit_outs=Fraction(350), adjustments=Fraction(-99, 2))
    assert parts.total == Fraction(2001, 2)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"tables": ROUNDS}, id="a table"),
        pytest.param({"tables": [], "sit_outs": [SitOut(1, 9)]}, id="a sit-out"),
        pytest.param(
            {"tables": [], "adjustments": [Adjustment(9, TallyKey.POINTS, Fraction(1), "?")]}, id="an adjustment"
        ),
    ],
)
def test_measure_entries_refuses_what_is_of_nobody(given):
    with pytest.raises(KeyError):
        measure_entries([1, 2], **given)
