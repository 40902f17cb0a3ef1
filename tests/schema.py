"""Every address of the API by its schema, and something real to fill into its places."""

from __future__ import annotations

import uuid

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from gameplay.models import HandSubmission
from ratings.models import RatingRebuild
from ratings.services.pools import find_or_open_pool
from tests.factories import NOW, make_partnership, make_player, make_table, make_user
from tests.series import make_series
from tournaments.actors import SYSTEM
from tournaments.models import BulkAct, Draw, DrawJob, KeyingPile, KeyingSheet, LineUp, Occupancy
from tournaments.services import adjustments, invitations, merging

SCHEMA = SchemaGenerator().get_schema(request=None, public=True)
WRITES = [
    pytest.param(method, path, id=f"{method} {path.removeprefix('/api/v1')}")
    for path, operations in SCHEMA["paths"].items()
    for method in operations
    if method in {"post", "put", "patch", "delete"}
]
READS = [
    pytest.param(path, id=path.removeprefix("/api/v1"))
    for path, operations in SCHEMA["paths"].items()
    if "get" in operations and "schema" not in path and "health" not in path
]

NUMBERED = (
    "table_id",
    "round_id",
    "draw_id",
    "job_id",
    "act_id",
    "merge_id",
    "invitation_id",
    "entry_id",
    "player_id",
    "user_id",
    "pool_id",
    "rebuild_id",
    "number",
    "leg",
    "post_id",
    "substitution_id",
    "adjustment_id",
    "decision_id",
    "sheet_id",
)


def _penalty(tournament, entry):
    what = {"metric": "points", "amount": -10, "reason": "late"}
    return adjustments.add_adjustment(actor=SYSTEM, tournament_id=tournament.pk, entry_id=entry.pk, now=NOW, **what)


def _cut(tournament):
    order = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    return adjustments.record_decision(actor=SYSTEM, tournament_id=tournament.pk, kind="cut", order=order, now=NOW)


def _job(tournament):
    problem = {"code": "draw.cancelled", "template": "Called off.", "params": {}}
    when = {"asked_at": NOW, "nudged_at": NOW, "ended_at": NOW}
    return DrawJob.objects.create(tournament=tournament, round_number=2, state="failed", problem=problem, **when)


def _post(table):
    leg = table.legs.get()
    what = {"number": 1, "submission_id": uuid.uuid4(), "source": "scorer", "actor": "system", "payload": {}}
    return HandSubmission.objects.create(game=leg.game, outcome="conflict", received_at=NOW, **what)


def _sheet(table):
    keyer = make_user()
    pile = KeyingPile.objects.create(round=table.round, keyer=keyer, at_table=1)
    return KeyingSheet.objects.create(pile=pile, table=table, keyer=keyer, taken_at=NOW)


def make_night():
    table = make_table(first=2, handicap="points")
    tournament = table.round.tournament
    entry = tournament.entries.order_by("number").first()
    player = make_player(tournament.club)
    pair = make_partnership(tournament.club)
    return {
        "slug": tournament.slug,
        "club": tournament.club.slug,
        "table_id": table.pk,
        "round_id": table.round_id,
        "draw_id": Draw.objects.get().pk,
        "entry_id": entry.pk,
        "player_id": player.pk,
        "player_out_id": LineUp.objects.filter(entry=entry).first().player_id,
        "player_in_id": player.pk,
        "user_id": make_user("ona").pk,
        "partnership_ids": [pair.pk],
        "player_ids": [pair.first_id, player.pk],
        "leg": 1,
        "number": 1,
        "kind": "five_hundred",
        "key": "0" * 15,
        "day": "2026-03-14",
        "pool_id": _pool(tournament).pk,
        "rebuild_id": _rebuild(tournament).pk,
        "substitution_id": Occupancy.objects.first().pk,
        "adjustment_id": _penalty(tournament, entry).pk,
        "decision_id": _cut(tournament).pk,
        "post_id": _post(table).pk,
        "sheet_id": _sheet(table).pk,
        "merged_id": make_player(tournament.club).pk,
        "merge_id": merging.merge_players(
            actor=SYSTEM,
            kept_id=make_player(tournament.club).pk,
            merged_id=make_player(tournament.club).pk,
            now=NOW,
        ).pk,
        "invitation_id": invitations.invite(
            actor=SYSTEM, club_id=tournament.club_id, role="scorer", now=timezone.now()
        ).pk,
        "series": make_series(tournament.club).slug,
        "act_id": BulkAct.objects.first().pk,
        "job_id": _job(tournament).pk,
        "one": entry.pk,
        "other": tournament.entries.order_by("number").last().pk,
    }


def _pool(tournament):
    return find_or_open_pool(kind=tournament.kind, club_id=tournament.club_id, now=NOW)


def _rebuild(tournament):
    return RatingRebuild.objects.create(pool=_pool(tournament), asked_at=NOW, nudged_at=NOW)


OWNERS = {"club": "clubs", "series": "series"}
"""Whose slug it is that stands behind which word."""
GOOD = {
    "name": "Night",
    "time_zone": "UTC",
    "username": "ona",
    "password": "x",
    "role": "scorer",
    "text": "Ann + Bob",
    "add_unknown": True,
    "minutes": 5,
    "seat": 0,
    "submission_id": "6d0f9f7e-6c1b-4d3a-9d0f-0b7c1d2e3f40",
    "record": {
        "level": 1,
        "dealer": 2,
        "contract": {"seat": 0, "bid": "7S", "sans_kitty": False},
        "tricks": [8, 2],
    },
    "reason": "misread",
}


def fields_of(method, path):
    content = SCHEMA["paths"][path][method].get("requestBody", {}).get("content", {}).get("application/json")
    reference = (content or {}).get("schema", {}).get("$ref", "")
    component = SCHEMA["components"]["schemas"].get(reference.rpartition("/")[2], {})
    return component.get("properties", {}), component.get("required", [])


def fill(path, values):
    of = next((name for name in ("club", "series") if path.startswith(f"/api/v1/{OWNERS[name]}/")), None)
    return path.format(**values if of is None else {**values, "slug": values[of]})
