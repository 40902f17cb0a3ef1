from __future__ import annotations

import datetime as dt
import uuid

import pytest

from gameplay.models import Game, HandRecord, HandSubmission
from tests.constraints import Case, check, check_counts, check_keys, check_nulls, constraints_of, known, once

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)
ONE, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)
PLAIN = {
    Game: {"kind": "five_hundred", "rules": {}, "starters": [0]},
    HandSubmission: {
        "game_id": 1,
        "number": 1,
        "submission_id": ONE,
        "source": "scorer",
        "actor": "",
        "payload": {},
        "outcome": "kept",
        "received_at": NOW,
    },
    HandRecord: {"game_id": 1, "number": 1, "submission_id": 1, "created_at": NOW},
}
CASES = {
    "game_kind_is_known": known(Game, "kind"),
    "gameplay_handrecord_supersedes_id_key": once(
        HandRecord, {"supersedes_id": 1, "is_current": False}, {"supersedes_id": 2}, {"supersedes_id": None}
    ),
    "hand_kind_is_known": known(HandRecord, "kind", reason="as ruled"),
    "hand_not_played_has_a_reason": Case(
        HandRecord, [{"kind": "void"}], [{"kind": "void", "reason": "torn sheet"}, {"kind": "played"}]
    ),
    "hand_number_from_1": Case(HandRecord, [{"number": 0}], [{"number": 1}]),
    "one_current_record_per_hand": once(HandRecord, {}, {"number": 2}, {"game_id": 2}, {"is_current": False}),
    "submission_kept_once": once(HandSubmission, {}, {"game_id": 2}, {"submission_id": OTHER}),
    "submission_outcome_is_known": known(HandSubmission, "outcome"),
    "submission_source_is_known": known(HandSubmission, "source"),
}


@pytest.mark.parametrize("name", CASES)
def test_constraint_refuses_what_must_never_be(name):
    check(name, CASES[name], PLAIN)


def test_every_constraint_has_its_case():
    assert constraints_of("gameplay") == CASES.keys()


def test_no_count_is_below_nothing():
    check_counts("gameplay", PLAIN)


def test_every_key_points_at_what_is_there():
    check_keys("gameplay")


def test_no_column_is_empty_whose_field_may_not_be():
    check_nulls("gameplay")
