"""The table of a series: by examples worked by hand, by a second plain implementation, and by laws for every series."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings.rules import StandingRulesInvalid
from tournaments.standings.schemes import FIGURES, Scheme, SchemeKind, hundredths, scheme_from_json, scheme_to_json
from tournaments.standings.series import Night, NightResult, SeriesRules, SeriesSeparation, compute_series

BEATEN = Scheme(SchemeKind.BEATEN)
FIGURE = Scheme(SchemeKind.FIGURE)


def night(number, *order):
    """Return a night that ended in this order; a tuple shares its place."""
    results, rank = [], 1
    for place in order:
        sharing = place if isinstance(place, tuple) else (place,)
        results += [NightResult((one,), rank) for one in sharing]
        rank += len(sharing)
    return Night(number, tuple(results))


def table(nights, **rules):
    return [(row.label, row.competitor, row.values["total"]) for row in compute_series(nights, SeriesRules(**rules))]


def counted(row):
    return [line.night for line in row.lines if line.counts]


NIGHTS = [night(1, 1, 2, 3, 4), night(2, 2, 1, 3), night(3, 3, 1, 2), night(4, 4, 1, 2, 3)]


def test_compute_series_adds_up_all_nights():
    assert table(NIGHTS) == [("1", 1, 34), ("2", 2, 30), ("3", 3, 27), ("4", 4, 15)]


def test_compute_series_counts_the_best_nights_and_says_which():
    rows = compute_series(NIGHTS, SeriesRules(best=2))

    assert [(row.label, row.competitor, row.values["total"]) for row in rows] == [
        ("1=", 1, 18),
        ("1=", 2, 18),
        ("3", 3, 16),
        ("4", 4, 15),
    ]
    assert [counted(row) for row in rows] == [[1, 2], [1, 2], [1, 3], [1, 4]]
    assert [[str(line.points) for line in row.lines] for row in rows] == [
        ["10", "8", "8", "8"],
        ["8", "10", "6", "6"],
        ["6", "6", "10", "5"],
        ["5", "10"],
    ]


def test_compute_series_lists_who_has_too_few_nights_below_without_a_rank():
    nights = [night(1, 5, 1, 2), night(2, 5, 1, 2), night(3, 1, 2)]

    assert table(nights, least=3) == [("1", 1, 26), ("2", 2, 20), ("-", 5, 20)]
    assert table(nights, least=4) == [("-", 1, 26), ("-", 5, 20), ("-", 2, 20)]


@pytest.mark.parametrize(
    ("nights", "criterion", "value", "below"),
    [
        pytest.param([night(1, 1, 2), night(2, 1, 2)], "total", 20, 16, id="most points in all"),
        pytest.param([night(1, 1, 3, 2), night(2, 4, 5, 2, 6, 7, 8, 1)], "best_night", 10, 6, id="the best night"),
        pytest.param([night(1, 1), night(2, 2, 3, 4, 5, 6, 7, 8, 1)], "nights", 2, 1, id="more nights"),
    ],
)
def test_compute_series_says_what_separates_a_row_from_the_next(nights, criterion, value, below):
    rows = compute_series(nights, SeriesRules(Scheme(places=(10, 8, 6, 5, 4, 3, 2))))

    assert (rows[0].competitor, rows[1].competitor) == (1, 2)
    assert rows[0].separation == SeriesSeparation(criterion, Fraction(value), Fraction(below))


def test_compute_series_goes_by_first_places_last_of_all():
    rows = compute_series([night(1, 1, 2), night(2, 1, 2)], SeriesRules(Scheme(places=(10, 10))))

    assert [(row.label, row.competitor) for row in rows] == [("1", 1), ("2", 2)]
    assert rows[0].separation == SeriesSeparation("first_places", Fraction(2), Fraction(0))
    assert rows[1].separation is None


def test_compute_series_leaves_a_tie_in_everything_shared():
    assert table([night(1, 1, 2, 3), night(2, 2, 1, 4)]) == [("1=", 1, 18), ("1=", 2, 18), ("3=", 3, 6), ("3=", 4, 6)]


def test_compute_series_shares_the_points_of_shared_places():
    assert table([night(1, 1, (2, 3, 4), 5)]) == [
        ("1", 1, 10),
        ("2=", 2, Fraction(633, 100)),
        ("2=", 3, Fraction(633, 100)),
        ("2=", 4, Fraction(633, 100)),
        ("5", 5, 4),
    ]


def test_compute_series_gives_the_percentage_of_the_field_that_was_beaten():
    assert table([night(1, 1, (2, 3), 4), night(2, 4)], scheme=BEATEN) == [
        ("1", 1, 100),
        ("2=", 2, 50),
        ("2=", 3, 50),
        ("4", 4, 0),
    ]


def test_compute_series_adds_a_figure_of_the_nights_which_may_be_negative():
    nights = [
        Night(1, (NightResult((1, 2), 1, Fraction(300)), NightResult((3, 4), 2, Fraction(-120)))),
        Night(2, (NightResult((1, 3), 1, Fraction(1, 3)), NightResult((2, 4), 2, Fraction(0)))),
    ]

    assert table(nights, scheme=FIGURE) == [
        ("1", 1, Fraction(30033, 100)),
        ("2", 2, 300),
        ("3", 3, Fraction(-11967, 100)),
        ("4", 4, -120),
    ]


def test_compute_series_counts_the_better_of_two_entries_of_one_person():
    rows = compute_series([Night(1, (NightResult((1, 2), 1), NightResult((1, 3), 2)))], SeriesRules())
    assert [(row.competitor, row.values["total"], row.values["nights"]) for row in rows] == [
        (1, 10, 1),
        (2, 10, 1),
        (3, 8, 1),
    ]


def test_compute_series_of_no_nights_is_empty():
    assert compute_series([], SeriesRules()) == ()


# -- a second opinion ---------------------------------------------------------------------------------------------


def plain_award(scheme, ranks, mine, figure):
    better = len([rank for rank in ranks if rank < mine])
    level = ranks.count(mine)
    if scheme.by == "figure":
        exact = figure
    elif scheme.by == "beaten":
        lower = len(ranks) - better - level
        exact = Fraction(0) if len(ranks) == 1 else (lower + Fraction(level - 1, 2)) * 100 / (len(ranks) - 1)
    else:
        worths = list(scheme.places) + [scheme.rest] * len(ranks)
        exact = Fraction(sum(worths[better : better + level]), level)
    sign = -1 if exact < 0 else 1
    return Fraction(sign * int(abs(exact) * 100 + Fraction(1, 2)), 100)


def plain_series(nights, rules):
    """A rank is one more than how many are better."""
    had = {}
    for one in nights:
        ranks = [result.rank for result in one.results]
        for result in one.results:
            for person in result.competitors:
                worth = plain_award(rules.scheme, ranks, result.rank, result.figure)
                had.setdefault(person, []).append((worth, min(ranks) == result.rank))
    keys = {}
    for person, of_one in had.items():
        points = sorted((worth for worth, _first in of_one), reverse=True)
        total = sum(points[: rules.best] if rules.best else points)
        keys[person] = (total, points[0], len(points), sum(first for _worth, first in of_one))
    ranked = [person for person in keys if len(had[person]) >= rules.least]
    return {
        person: (1 + sum(keys[other] > keys[person] for other in ranked) if person in ranked else None, *keys[person])
        for person in keys
    }


def random_series(chance):
    people = list(range(1, chance.randint(2, 12)))
    nights = []
    for number in range(1, chance.randint(2, 9)):
        there = chance.sample(people, chance.randint(0, len(people)))
        ranks = sorted(chance.choice(range(1, 6)) for _one in there)
        nights.append(
            Night(
                number,
                tuple(
                    NightResult((person,), rank, Fraction(chance.randint(-60, 90), chance.choice((1, 1, 3))))
                    for person, rank in zip(there, ranks, strict=True)
                ),
            )
        )
    scheme = chance.choice((Scheme(places=(4, 2, 1)), Scheme(places=(3, 3), rest=1), BEATEN, FIGURE))
    return nights, SeriesRules(scheme, chance.choice((None, 1, 2, 3)), chance.randint(1, 4))


@pytest.mark.parametrize("seed", range(100))
def test_compute_series_agrees_with_a_second_implementation(seed):
    nights, rules = random_series(random.Random(seed))

    rows = compute_series(nights, rules)

    assert {row.competitor: (row.rank, *row.values.values()) for row in rows} == plain_series(nights, rules)
    ranks = [row.rank for row in rows if row.rank is not None]
    assert ranks == sorted(ranks)
    assert [row.rank for row in rows[len(ranks) :]] == [None] * (len(rows) - len(ranks))


# -- laws ---------------------------------------------------------------------------------------------------------

series = st.integers(0, 2**32).map(lambda seed: random_series(random.Random(seed)))


@given(series, st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_compute_series_goes_by_numbers_whatever_the_order(given_series, chance):
    nights, rules = given_series
    mixed = [Night(one.number, tuple(chance.sample(one.results, len(one.results)))) for one in nights]
    chance.shuffle(mixed)
    assert compute_series(mixed, rules) == compute_series(nights, rules)


@given(series, st.integers(0, 8))
@settings(max_examples=100, deadline=None)
def test_compute_series_raises_no_total_when_a_night_is_dropped(given_series, which):
    """Where no night can be worth less than nothing, and with one that can to whom it did not have to count."""
    nights, rules = given_series
    if not nights:
        return
    gone = nights[which % len(nights)]
    before = {row.competitor: row for row in compute_series(nights, rules)}
    after = compute_series([one for one in nights if one is not gone], rules)
    for row in after:
        spare = rules.best is not None and len(before[row.competitor].lines) > rules.best
        if rules.scheme.by is not SchemeKind.FIGURE or spare:
            assert row.values["total"] <= before[row.competitor].values["total"]


@given(series)
@settings(max_examples=100, deadline=None)
def test_compute_series_shows_a_sum_that_anyone_can_check(given_series):
    nights, rules = given_series
    for row in compute_series(nights, rules):
        shown = [line for line in row.lines if line.counts]
        assert sum(line.points for line in shown) == row.values["total"]
        assert len(shown) == min(len(row.lines), rules.best or len(row.lines))
        assert all(line.points * 100 == int(line.points * 100) for line in row.lines)
        dropped = [line.points for line in row.lines if not line.counts]
        assert not dropped or max(dropped) <= min(line.points for line in shown)


# -- schemes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "document",
    [
        {"by": "places", "places": [10, 8, 6], "rest": 1},
        {"by": "places", "places": [3, 3, 0], "rest": 0},
        {"by": "beaten"},
        *({"by": "figure", "figure": figure} for figure in FIGURES),
    ],
)
def test_scheme_from_json_and_back(document):
    assert scheme_to_json(scheme_from_json(document)) == document


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (None, "scheme.by"),
        ([], "scheme.by"),
        ({}, "scheme.by"),
        ({"by": ["places"]}, "scheme.by"),
        ({"by": "luck"}, "scheme.by"),
        ({"by": "beaten", "rest": 1}, "scheme"),
        ({"by": "figure"}, "scheme.figure"),
        ({"by": "figure", "figure": "rating"}, "scheme.figure"),
        ({"by": "figure", "figure": ["points"]}, "scheme.figure"),
        ({"by": "places"}, "scheme.places"),
        ({"by": "places", "places": []}, "scheme.places"),
        ({"by": "places", "places": [1] * 201}, "scheme.places"),
        ({"by": "places", "places": [1, True]}, "scheme.places"),
        ({"by": "places", "places": ["1"]}, "scheme.places"),
        ({"by": "places", "places": [10001]}, "scheme.places"),
        ({"by": "places", "places": [1, -1]}, "scheme.places"),
        ({"by": "places", "places": [1, 2]}, "scheme.places"),
        ({"by": "places", "places": [2, 1], "rest": 2}, "scheme.places"),
        ({"by": "places", "places": [2, 1], "rest": None}, "scheme.places"),
    ],
)
def test_scheme_from_json_refuses_what_makes_no_sense(document, path):
    with pytest.raises(StandingRulesInvalid) as caught:
        scheme_from_json(document)
    assert caught.value.params["path"] == path


@given(st.fractions())
def test_hundredths_is_never_further_away_than_half_of_one(value):
    assert abs(hundredths(value) - value) <= Fraction(1, 200)
    assert hundredths(-value) == -hundredths(value)
