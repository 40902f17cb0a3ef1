"""The data file of a person: every row that names them, in every table there is."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.contrib.postgres.fields import ArrayField

from ratings.engine.params import Params
from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.lists import publish_list
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_individual,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing, ThingNotFound
from tournaments.models import AuditEntry, Player, Team, TeamMember
from tournaments.selectors.data_files import REFERENCES, data_of
from tournaments.services import data_files, merging

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


@pytest.fixture
def person():
    """A player with a row in every table that names players, partly by a record that was merged."""
    club = make_club()
    player, merged = make_player(club, "Ann Lee"), make_player(club, "A Lee")
    night = make_tournament(club, rounds=2, rules=ONE_HAND)
    make_entry(night, make_partnership(club, player))
    make_entry(night)
    play_round(make_round(night))
    make_individual(make_tournament(club, entry_kind="player"), merged)
    team = Team.objects.create(club=club, name="The Crown", created_at=NOW)
    TeamMember.objects.create(team=team, player=player)
    merging.merge_players(actor=SYSTEM, kept_id=player.pk, merged_id=merged.pk, now=NOW)
    drain(now=NOW)
    RatingPool.objects.update(params=Params(bonus_sigma=6_000).as_mapping())
    refresh_dirty_pools(now=NOW)
    publish_list(actor=SYSTEM, pool_id=RatingPool.objects.get().pk, now=NOW)
    return player, merged


def naming_fields():
    """Return every field of the product that names a player: foreign keys, and lists of ids called so."""
    return {
        (model._meta.label, field.name)
        for app in ("gameplay", "tournaments", "ratings")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Player or (isinstance(field, ArrayField) and "player" in field.name)
    }


def test_every_field_that_names_a_player_is_known():
    known = {(label, field) for label, fields in REFERENCES.items() for field in fields}
    assert known - {("tournaments.Player", "id")} == naming_fields()


def test_data_file_has_every_row_that_names_the_person(person):
    player, merged = person
    found = data_of(player.pk, now=NOW)

    for label, field in naming_fields():
        model = apps.get_model(label)
        is_list = isinstance(model._meta.get_field(field), ArrayField)
        rows = model.objects.filter(**{f"{field}__overlap" if is_list else f"{field}__in": [player.pk, merged.pk]})
        key = [column.attname for column in model._meta.pk_fields]
        ids = {tuple(map(str, row)) for row in rows.values_list(*key)}
        assert ids <= {tuple(str(row[name]) for name in key) for row in found["rows"][label]}, (label, field)
    assert [label for label, rows in found["rows"].items() if not rows] == [
        "ratings.PublishedList",  # they are still on it
        "tournaments.Absence",
        "tournaments.Adjustment",
    ]


def test_data_file_can_be_read_and_is_json(person):
    player, merged = person
    found = json.loads(json.dumps(data_of(player.pk, now=NOW)))

    assert (found["player_id"], found["records"]) == (player.pk, [player.pk, merged.pk])
    assert [club["name"] for club in found["clubs"]] == ["Ann Lee"]
    assert [(evening["name"], evening["rounds"]) for evening in found["evenings"]] == [
        ("Club night", 1),
        ("Club night", 0),
    ]
    assert [(seat["tournament"], seat["number"], seat["table"]) for seat in found["seats"]] == [("Club night", 1, 1)]
    assert {row["action"] for row in found["rows"]["tournaments.AuditEntry"]} >= {"players.added", "player.merged"}


def test_data_file_says_nothing_of_who_wrote_the_log(person):
    player, _merged = person
    rows = data_of(player.pk, now=NOW)["rows"]["tournaments.AuditEntry"]
    assert {key for row in rows for key in row} == {"id", "at", "action", "subject", "before", "after", "reason"}


def test_data_file_is_handed_out_by_organisers_of_all_clubs_and_that_is_in_the_log(person):
    player, _merged = person
    director, stranger = make_user(), make_user()
    player.memberships.get().club.roles.create(user=director, role="director")
    before = everything()

    for refusal, player_id, actor in (
        (RightMissing, player.pk, Actor()),
        (RightMissing, player.pk, Actor(user_id=director.pk)),
        (RightMissing, player.pk, Actor(user_id=stranger.pk)),
        (ThingNotFound, 99_999_999, SYSTEM),
    ):
        with pytest.raises(refusal):
            data_files.hand_out_data(actor=actor, player_id=player_id, now=NOW)
    assert everything() == before

    data_files.hand_out_data(actor=SYSTEM, player_id=player.pk, now=NOW)

    assert AuditEntry.objects.latest("pk").action == "player.data_handed_out"
