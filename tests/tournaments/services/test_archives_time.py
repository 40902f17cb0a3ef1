"""Past rounds with games that time broke off: what counts of them is the tournament's setting, as at a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ratings.models import RatedResult
from ratings.services.drain import drain
from tests.factories import NOW, make_tournament
from tests.hands import ft_line
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.archive_errors import ArchiveRefused
from tournaments.models import BulkAct, Round, Table
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import tables_of_round
from tournaments.services import archives, calling_time, undoing

pytestmark = pytest.mark.django_db

HALF = Fraction(1, 2)
BEGUN = {"level": 1, "contract": {"seat": 0, "bid": "7S", "sans_kitty": False}, "tricks": [8, 2]}
WON = {"level": 1, "contract": {"seat": 0, "bid": "8H", "sans_kitty": False}, "tricks": [8, 2]}
"""Two of these win the game."""
ROUND = {"round": 1, "date": "2016-03-04"}


def table_line(legs: Any, *sides: int, number: int = 1, **more: Any) -> dict[str, Any]:
    return {"table": number, "sides": [[side] for side in sides or (1, 2)], "legs": legs, **more}


def called(legs: Any, *sides: int, number: int = 1) -> dict[str, Any]:
    return table_line(legs, *sides, number=number, time_called=True)


def bring(tournament, *lines: Any):
    return archives.bring_in(actor=SYSTEM, tournament_id=tournament.pk, lines=[ROUND, *lines], now=NOW)


def faults(tournament, *lines: Any) -> list[tuple[int, str, str]]:
    before = everything()
    with pytest.raises(ArchiveRefused) as refused:
        bring(tournament, *lines)
    assert everything() == before
    return [(fault.line, fault.path, fault.code) for fault in refused.value.faults]


def race(counts: str, **settings: object):
    return make_tournament(pairs=4, rounds=3, rules={}, when_time_is_up=counts, **settings)


def match(counts: str, **settings: object):
    kind = {"kind": "fives_threes", "legs": 3, "legs_mode": "best_of"}
    return make_tournament(pairs=2, rounds=3, rules={}, when_time_is_up=counts, **kind, **settings)


def leg(*points: tuple[int, int]) -> list[dict[str, Any]]:
    """Return the hands of a game: blocked ones, the last of them won where it comes to 61."""
    total = [0, 0]
    hands = []
    for one in points:
        total = [total[0] + one[0], total[1] + one[1]]
        end = "won" if 61 in total else "blocked"
        line = ft_line(opener=0, points=one, end=end, out_side=None)
        hands.append({name: value for name, value in line.items() if name != "opener"})
    return hands


@pytest.mark.parametrize(
    ("counts", "winners", "games", "points"),
    [
        ("leader", (0,), (1, 0), (140, 20)),
        ("shared", (0, 1), (HALF, HALF), (140, 20)),
        ("unplayed", (), (0, 0), (0, 0)),
    ],
)
def test_game_that_time_broke_off_counts_as_the_tournament_says(counts, winners, games, points):
    tournament = race(counts)

    brought = bring(tournament, called([[BEGUN]]))

    [view] = tables_of_round(Round.objects.get(tournament=tournament))
    assert (view.table.status, view.table.broken_off, view.table.time_called_at) == ("complete", counts, NOW)
    assert (view.progress.winners, view.progress.games_won, view.progress.points) == (winners, games, points)
    assert (brought.hands, view.progress.is_complete) == (1, True)


def test_archived_table_is_what_the_call_makes_of_the_same_hands_at_a_table():
    tournament = race("leader")
    bring(tournament, called([[BEGUN]]), called([[]], 3, 4, number=2))
    tables = list(Table.objects.order_by("number"))
    before = [(row.rank, row.entry_id) for row in standings_of(tournament).rows]

    for table in tables:
        calling_time.take_back_call(actor=SYSTEM, table_id=table.pk, now=NOW)
    opened = [table.status for table in Table.objects.order_by("number")]
    for table in tables:
        calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert opened == ["in_play", "in_play"]
    assert [(row.rank, row.entry_id) for row in standings_of(tournament).rows] == before


@pytest.mark.parametrize(
    ("counts", "games"), [("leader", (1, 1)), ("shared", (Fraction(3, 2), HALF)), ("unplayed", (1, 0))]
)
def test_last_game_of_a_match_is_broken_off_and_those_before_count(counts, games):
    tournament = match(counts)

    bring(tournament, called([leg((30, 12), (31, 0)), leg((5, 20))]))

    [view] = tables_of_round(Round.objects.get(tournament=tournament))
    assert (view.progress.games_won, len(view.progress.legs)) == (games, 2)


def test_match_may_end_between_two_games():
    tournament = match("unplayed")

    bring(tournament, called([leg((30, 12), (31, 0))]))

    [view] = tables_of_round(Round.objects.get(tournament=tournament))
    assert (view.progress.games_won, view.progress.winners, view.progress.is_complete) == ((1, 0), (0,), True)


@pytest.mark.parametrize(
    ("counts", "line", "path", "code"),
    [
        ("director", called([[BEGUN]]), "time_called", "archive.time_counts_nothing"),
        ("leader", table_line([[BEGUN]]), "legs", "archive.table_unfinished"),
        ("leader", table_line([[BEGUN]], time_called=False), "legs", "archive.table_unfinished"),
        ("leader", called([]), "legs", "archive.table_unfinished"),
        ("leader", called([[WON, WON]]), "time_called", "archive.nothing_broken_off"),
        ("leader", table_line([[BEGUN]], time_called="yes"), "time_called", "archive.line_unreadable"),
        ("leader", table_line([[BEGUN]], time_called=None), "time_called", "archive.line_unreadable"),
        ("leader", called([[{**BEGUN, "tricks": [8, 3]}]]), "legs[0][0].tricks", "five_hundred.tricks_sum"),
    ],
)
def test_call_that_does_not_fit_is_refused_with_its_line(counts, line, path, code):
    other = None if counts == "director" else called([[BEGUN]], 3, 4, number=2)

    assert faults(race(counts), other, line) == [(3, path, code)]


def test_only_the_last_game_is_broken_off():
    found = faults(match("leader"), called([leg((5, 20)), leg((30, 12), (31, 0))]))

    assert found == [(2, "legs", "archive.table_unfinished")]


def test_game_by_the_clock_needs_no_word_and_may_have_one():
    for more in ({}, {"time_called": True}, {"time_called": False}):
        tournament = make_tournament(pairs=2, rounds=3, rules={"end": "timed"}, round_minutes=30)
        bring(tournament, table_line([[BEGUN]], **more))
        [view] = tables_of_round(Round.objects.get(tournament=tournament))
        assert (view.table.broken_off, view.progress.winners) == ("leader", (0,))


def test_same_archive_again_changes_nothing_and_is_undone_as_one():
    tournament = race("unplayed")
    lines = called([[BEGUN]]), table_line([[WON, WON]], 3, 4, number=2)
    act = bring(tournament, *lines).act
    before = everything()

    assert bring(tournament, *lines).is_repeat
    assert everything() == before
    undoing.undo_act(actor=SYSTEM, act_id=act, now=NOW)
    assert (Round.objects.get().status, BulkAct.objects.get(pk=act).undone_at) == ("taken_back", NOW)


def test_ratings_do_not_hear_of_a_table_that_counts_for_nobody():
    tournament = race("unplayed")
    bring(tournament, called([[BEGUN]]), table_line([[WON, WON]], 3, 4, number=2))

    while drain(now=NOW).handled:
        pass

    rated = RatedResult.objects.filter(is_current=True, is_void=False)
    assert list(rated.values_list("table__number", flat=True)) == [2]
