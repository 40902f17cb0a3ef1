from __future__ import annotations

import pytest

from ratings.models import (
    PairState,
    PublishedList,
    PublishedRating,
    RatedResult,
    RatingCheck,
    RatingPool,
    RatingRebuild,
    RatingState,
)
from tests.constraints import Case, check, check_counts, check_keys, check_nulls, constraints_of, known, once
from tests.ratings.factories import DAY, NOW

pytestmark = pytest.mark.django_db

PLAIN = {
    RatingPool: {
        "kind": "five_hundred",
        "club_id": 1,
        "name": "Five Hundred",
        "params": {},
        "engine_version": 1,
        "created_at": NOW,
    },
    RatedResult: {
        "kind": "five_hundred",
        "club_id": 1,
        "table_id": 1,
        "revision": 1,
        "period": DAY,
        "players": [1, 2],
        "side_sizes": [1, 1],
        "places": [1, 2],
        "entry_kind": "player",
        "recorded_at": NOW,
    },
    RatingCheck: {
        "pool_id": 1,
        "checked_at": NOW,
        "results": 0,
        "states": 0,
        "results_differ": 0,
        "states_differ": 0,
    },
    RatingRebuild: {"pool_id": 1, "asked_at": NOW, "nudged_at": NOW},
    RatingState: {"pool_id": 1, "generation": 1, "player_id": 1, "period": DAY, "mu": 0, "sigma": 1, "tables": 1},
    PairState: {
        "pool_id": 1,
        "generation": 1,
        "first_id": 1,
        "second_id": 2,
        "period": DAY,
        "mu": 0,
        "sigma": 1,
        "tables": 1,
    },
    PublishedList: {
        "pool_id": 1,
        "number": 1,
        "day": DAY,
        "published_at": NOW,
        "ledger_mark": 0,
        "params": {},
        "engine_version": 1,
        "size": 1,
        "corrections": [],
        "players_left": [],
        "checksum": "0" * 64,
    },
    PublishedRating: {
        "published_id": 1,
        "place": 1,
        "rank": 1,
        "is_shared": False,
        "player_id": 1,
        "mu": 7,
        "sigma": 1,
        "tables": 1,
        "last_played": DAY,
        "marks": [],
        "is_new": True,
        "mu_before": 4,
        "by_play": 2,
        "by_correction": 1,
    },
}
DONE = {"state": "done", "states": 0, "ended_at": NOW}
FAILED = {"state": "failed", "fault": "no memory", "ended_at": NOW}
CASES = {
    "line_adds_up": Case(PublishedRating, [{"mu": 8}, {"mu_before": 3}, {"by_play": 1}, {"by_correction": 0}]),
    "line_place_from_1": Case(PublishedRating, [{"place": 0}, {"rank": 0}]),
    "list_has_a_checksum": Case(PublishedList, [{"checksum": ""}, {"checksum": "G" * 64}, {"checksum": "0" * 63}]),
    "list_has_a_line": Case(PublishedList, [{"size": 0}]),
    "list_number_from_1": Case(PublishedList, [{"number": 0}]),
    "one_line_of_a_place": Case(
        PublishedRating,
        [{"player_id": 2}],
        [{"player_id": 2, "place": 2}, {"player_id": 2, "published_id": 2}],
        beside={},
    ),
    "one_line_of_a_player": Case(
        PublishedRating, [{"place": 2}], [{"player_id": 2, "place": 2}, {"place": 2, "published_id": 2}], beside={}
    ),
    "one_list_a_month": Case(
        PublishedList,
        [{"number": 2, "month": DAY.replace(day=1)}],
        [{"number": 2}, {"number": 2, "month": DAY}, {"month": DAY.replace(day=1), "pool_id": 2}],
        beside={"month": DAY.replace(day=1)},
    ),
    "one_list_of_a_number": once(PublishedList, {}, {"number": 2}, {"pool_id": 2}),
    "one_open_rebuild": Case(
        RatingRebuild,
        [{"state": "waiting"}, {"state": "running"}],
        [DONE, FAILED, {"pool_id": 2}],
        beside={"state": "running"},
    ),
    "ratings_ratingcheck_pool_id_key": once(RatingCheck, {}, {"pool_id": 2}),
    "one_current_result_per_table": Case(
        RatedResult,
        [{"revision": 2}],
        [{"revision": 2, "table_id": 2}, {"revision": 2, "is_current": False}],
        beside={},
    ),
    "one_pool_per_game_club_and_format": Case(
        RatingPool,
        [{"club_id": None}],
        [{}, {"club_id": None, "kind": "fives_threes"}, {"club_id": None, "format": "single"}],
        beside={"club_id": None},
    ),
    "one_result_of_a_revision": Case(
        RatedResult,
        [{"is_current": False}],
        [{"is_current": False, "revision": 2}, {"is_current": False, "table_id": 2}],
        beside={},
    ),
    "one_state_per_pair_and_day": once(
        PairState,
        {},
        {"pool_id": 2},
        {"generation": 2},
        {"first_id": 0},
        {"second_id": 3},
        {"period": NOW.date().replace(day=1)},
    ),
    "pair_state_after_a_table": Case(PairState, [{"tables": 0}], [{"tables": 1}]),
    "pair_state_in_order": Case(
        PairState, [{"first_id": 2}, {"first_id": 3}], [{"first_id": 1}, {"first_id": 2, "second_id": 3}]
    ),
    "pair_state_is_never_certain": Case(PairState, [{"sigma": 0}], [{"sigma": 1}]),
    "pool_format_is_known": known(RatingPool, "format"),
    "pool_has_a_name": Case(RatingPool, [{"name": ""}]),
    "pool_kind_is_known": known(RatingPool, "kind"),
    "pool_waits_iff_dirty": Case(
        RatingPool, [{"dirty_from": DAY}, {"dirty_at": NOW}], [{}, {"dirty_from": DAY, "dirty_at": NOW}]
    ),
    "rebuild_state_and_outcome_agree": Case(
        RatingRebuild,
        [
            {"states": 1},
            {"fault": "no memory"},
            {"state": "running", "ended_at": NOW},
            {**DONE, "states": None},
            {**DONE, "fault": "no memory"},
            {**DONE, "ended_at": None},
            {**FAILED, "states": 1},
            {**FAILED, "fault": ""},
            {**FAILED, "ended_at": None},
            {"state": "other"},
        ],
        [{"state": "waiting"}, {"state": "running"}, DONE, FAILED],
    ),
    "result_entry_kind_is_known": known(RatedResult, "entry_kind"),
    "result_has_a_place_per_side": Case(RatedResult, [{"places": [1]}, {"places": [1, 2, 3]}]),
    "result_has_points_per_side": Case(
        RatedResult, [{"points": [520]}, {"points": [520, 40, -80]}], [{"points": None}, {"points": [520, -40]}]
    ),
    "result_kind_is_known": known(RatedResult, "kind"),
    "result_of_a_game_or_more": Case(RatedResult, [{"games": 0}], [{"games": 1}]),
    "result_of_two_sides_or_more": Case(
        RatedResult,
        [{"side_sizes": [], "places": []}, {"side_sizes": [2], "places": [1]}],
        [{}, {"side_sizes": [1, 1, 1], "places": [1, 2, 3]}],
    ),
    "result_revision_from_1": Case(RatedResult, [{"revision": 0}], [{"revision": 1}]),
    "state_after_a_table": Case(RatingState, [{"tables": 0}], [{"tables": 1}]),
    "state_is_never_certain": Case(RatingState, [{"sigma": 0}], [{"sigma": 1}]),
}


@pytest.mark.parametrize("name", CASES)
def test_constraint_refuses_what_must_never_be(name):
    check(name, CASES[name], PLAIN)


def test_every_constraint_has_its_case():
    assert constraints_of("ratings") == CASES.keys()


def test_no_count_is_below_nothing():
    check_counts("ratings", PLAIN)


def test_every_key_points_at_what_is_there():
    check_keys("ratings")


def test_no_column_is_empty_whose_field_may_not_be():
    check_nulls("ratings")
