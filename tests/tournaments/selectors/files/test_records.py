"""Nothing is forgotten: every model and every field is taken along, or left out by name and with a reason."""

from __future__ import annotations

from django.apps import apps
from django.db import models

from tournaments.models import AuditEntry, Player, RoundChange
from tournaments.selectors.files.records import KIND_OF_MODEL, KINDS, MODELS_LEFT_OUT


def test_every_model_is_taken_along_or_left_out_with_a_reason():
    models = {model for app in ("gameplay", "tournaments") for model in apps.get_app_config(app).get_models()}
    taken = {kind.model for kind in KINDS.values()}
    assert taken | MODELS_LEFT_OUT.keys() == models
    assert not taken & MODELS_LEFT_OUT.keys()
    assert all(reason.strip() for reason in MODELS_LEFT_OUT.values())


def test_every_field_that_is_left_out_has_a_reason_and_is_there():
    for kind in KINDS.values():
        names = {field.name for field in kind.model._meta.concrete_fields}
        assert kind.left_out.keys() <= names, kind.name
        assert all(reason.strip() for reason in kind.left_out.values()), kind.name


def test_every_field_is_written_that_is_not_left_out():
    for kind in KINDS.values():
        written = {field.name for field in kind.fields}
        every = {field.name for field in kind.model._meta.concrete_fields if not field.primary_key}
        assert written == every - kind.left_out.keys(), kind.name


def test_nothing_of_accounts_is_taken_along():
    users = {
        (kind.name, field.name)
        for kind in KINDS.values()
        for field in kind.fields
        if field.related_model is not None and field.related_model._meta.app_label not in {"gameplay", "tournaments"}
    }
    assert users == set()
    assert {"user", "link", "address"} <= {
        name for kind in KINDS.values() if kind.model is AuditEntry for name in kind.left_out
    }


def test_every_reference_is_to_something_that_is_taken_along():
    for kind in KINDS.values():
        for field in kind.fields:
            if isinstance(field, models.ForeignKey):
                assert field.related_model in {*KIND_OF_MODEL, Player}, (kind.name, field.name)


WITHOUT_IDS = {
    ("tournament", "rules"),
    ("tournament", "sit_out_values"),
    ("tournament", "table_points"),
    ("tournament", "criteria"),
    ("series", "scheme"),
    ("series", "added"),
    ("series", "left_out"),
    ("round", "closed_unagreed"),
    ("round", "closed_unfinished"),
    ("game", "rules"),
    ("game", "starters"),
    ("hand_submission", "payload"),
}


def test_of_every_json_value_it_is_known_whether_there_are_ids_in_it():
    for kind in KINDS.values():
        if kind.model in {AuditEntry, RoundChange}:
            continue  # the shape follows from what was done
        values = {(kind.name, field.name) for field in kind.fields if isinstance(field, models.JSONField)}
        known = {(kind.name, name) for name in kind.shapes}
        assert values == known | (values & WITHOUT_IDS), kind.name
        assert not known & WITHOUT_IDS
