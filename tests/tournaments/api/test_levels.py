"""Hands recorded as score line, as summary and in full, at tables of every kind: posted, shown, and refused."""

from __future__ import annotations

import datetime as dt
import random
import uuid

import pytest
from django.test import Client
from django.utils import timezone

from gameplay.models import HandSubmission
from gameplay.rules.registry import get_kind
from tests.api import client_of, faults, refusal
from tests.factories import NOW, make_round, make_tournament
from tournaments.actors import SYSTEM
from tournaments.models import Table, TableLink
from tournaments.selectors.rights import link_token
from tournaments.selectors.tables import get_table
from tournaments.services import results

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
TABLES = [
    pytest.param("five_hundred", {"pairs": 2}, id="five_hundred-4"),
    pytest.param("five_hundred", {"people": 2, "table_size": 2}, id="five_hundred-2"),
    pytest.param("five_hundred", {"people": 3, "table_size": 3}, id="five_hundred-3"),
    pytest.param("five_hundred", {"people": 5, "table_size": 5}, id="five_hundred-5"),
    pytest.param("five_hundred", {"people": 6, "table_size": 6}, id="five_hundred-6-teams"),
    pytest.param("five_hundred", {"people": 6, "table_size": 6, "teams": "three_pairs"}, id="five_hundred-6-pairs"),
    pytest.param("fives_threes", {"pairs": 2}, id="fives_threes-4"),
    pytest.param("fives_threes", {"people": 2, "table_size": 2}, id="fives_threes-2"),
    pytest.param("fives_threes", {"people": 3, "table_size": 3}, id="fives_threes-3"),
]


def made_table(kind_name: str, field: dict) -> Table:
    """Return the only table of a round in play."""
    rules = {"end": "hands", "hands": 6} if kind_name == "five_hundred" else {}
    return make_round(make_tournament(kind=kind_name, rules=rules, **field)).tables.get()


def at_the_table():
    """Return a client with the link of table 1, alive for the real clock that the API goes by."""
    TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
    return client_of(link=link_token(TableLink.objects.get(table_number=1)))


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(("kind_name", "field"), TABLES)
def test_hands_of_every_level_are_kept_counted_and_shown(kind_name, field, level):
    table, kind, rng = made_table(kind_name, field), get_kind(kind_name), random.Random(level)
    client, reader = at_the_table(), Client()
    game = get_table(table.pk).progress.legs[0].game
    scores = [0] * len(game.kind.sides(game.rules))
    for number in (1, 2, 3):
        following = get_table(table.pk).next_hand
        record = kind.random_record(
            rng, level=level, rules=game.rules, starter=following.starter, before=following.scores
        )

        posted = client.post(
            f"{V1}/tables/{table.pk}/hands/",
            {"submission_id": str(uuid.uuid4()), "number": number, "record": record},
        )

        assert posted.status_code == 201
        assert posted.json()["hand"]["points"] == record["points"]
        scores = [before + points for before, points in zip(scores, record["points"], strict=True)]
        shown = reader.get(f"/tables/{table.pk}/legs/1/hands/{number}/view/")
        assert shown.status_code == 200
        assert [row.after for row in shown.context["scores"]] == scores
    assert list(get_table(table.pk).progress.legs[0].game.state.scores) == scores


@pytest.mark.parametrize(
    ("kind_name", "level", "code"),
    [
        ("five_hundred", 1, "five_hundred.tricks_sum"),
        ("five_hundred", 2, "five_hundred.bid_too_low"),
        ("five_hundred", 3, "five_hundred.play_revoke"),
        ("fives_threes", 1, "fives_threes.points_range"),
        ("fives_threes", 2, "fives_threes.event_unreachable"),
        ("fives_threes", 3, "fives_threes.knock_able"),
    ],
)
def test_hand_against_the_law_is_refused_with_its_place_and_nothing_is_kept(kind_name, level, code):
    table, kind = made_table(kind_name, {"pairs": 2}), get_kind(kind_name)
    rules = get_table(table.pk).progress.legs[0].game.rules
    record = kind.faulty_record(random.Random(4), code, level=level, rules=rules, before=[0, 0])
    results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=record[kind.starter_field], now=NOW)

    refused = at_the_table().post(
        f"{V1}/tables/{table.pk}/hands/",
        {"submission_id": str(uuid.uuid4()), "number": 1, "record": record},
    )

    assert refusal(refused) == (422, "rules.violated")
    assert faults(refused)[0][1] == code
    assert faults(refused) == [(fault.path, fault.code) for fault in kind.check(record).errors]
    assert not HandSubmission.objects.exists()
    assert get_table(table.pk).progress.hands_entered == 0
