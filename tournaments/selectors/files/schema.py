"""The JSON Schema of a file, made from the same description that it is written and read by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import models

from tournaments.file_layout import FORMAT, FORMAT_NUMBER
from tournaments.models import AuditEntry, Partnership, Player, Team, TeamMember
from tournaments.selectors.files.records import KINDS, RecordKind
from tournaments.selectors.files.writing import STANDINGS

Schema = dict[str, Any]
WORTH: Mapping[str, Schema] = {
    "points": {"type": "array", "items": {"type": "integer"}, "description": "By side; only of a hand that counts."},
    "score": {"type": "array", "items": {"type": "integer"}, "description": "By side, after the hand."},
}
# A kind that is also another one stands before it.
_FORMS: Mapping[type[models.Field[Any, Any]], Schema] = {
    models.JSONField: {},
    models.BooleanField: {"type": "boolean"},
    models.PositiveSmallIntegerField: {"type": "integer", "minimum": 0, "maximum": 2**15 - 1},
    models.PositiveIntegerField: {"type": "integer", "minimum": 0, "maximum": 2**31 - 1},
    models.BigIntegerField: {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1},
    models.IntegerField: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    models.DateTimeField: {"type": "string", "format": "date-time"},
    models.DateField: {"type": "string", "format": "date"},
    models.UUIDField: {"type": "string", "format": "uuid"},
}
_HEADER: Schema = {
    "type": "object",
    "properties": {
        "format": {"const": FORMAT},
        "number": {"const": FORMAT_NUMBER},
        "what": {"enum": ["club", "tournament"]},
        "name": {"type": "string"},
        "uid": {"type": "string", "format": "uuid"},
        "written_at": {"type": "string", "format": "date-time"},
        "software": {"type": "string"},
        "counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
    },
    "required": ["format", "number", "what", "name", "uid", "written_at", "software", "counts"],
    "additionalProperties": False,
}
_STANDINGS: Schema = {
    "type": "object",
    "description": "What the records of the tournament come to; compared where the file is read.",
    "properties": {
        "version": {"type": "integer"},
        "rows": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "entry": {"type": "integer"},
                    "rank": {"type": "string"},
                    "values": {"type": "object", "additionalProperties": {"type": ["integer", "string"]}},
                },
                "required": ["entry", "rank", "values"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["version", "rows"],
    "additionalProperties": False,
}


def file_schema() -> Schema:
    """Return the whole schema."""
    records = {name: record_schema(kind) for name, kind in KINDS.items()} | {STANDINGS: _STANDINGS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT} {FORMAT_NUMBER}",
        "description": "A club or a tournament as one file: docs/files.md.",
        "type": "object",
        "properties": {
            "header": _HEADER,
            "records": {
                "type": "array",
                "items": {
                    "oneOf": [
                        {
                            "type": "object",
                            "properties": {name: {"$ref": f"#/$defs/{name}"}},
                            "required": [name],
                            "additionalProperties": False,
                        }
                        for name in records
                    ]
                },
            },
            "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        },
        "required": ["header", "records", "sha256"],
        "additionalProperties": False,
        "$defs": records,
    }


def record_schema(kind: RecordKind) -> Schema:
    """Return the schema of one kind of record."""
    fields: dict[str, Schema] = {"id": {"type": "integer", "minimum": 1, "description": "Number within the file."}}
    fields |= {one.name: field_schema(kind, one) for one in kind.fields}
    required = sorted(fields)
    if kind.name == "hand_record":
        fields |= WORTH
    if kind.model is AuditEntry:
        fields["brought_from"]["description"] = "Who did it, as a label; empty for the system."
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def field_schema(kind: RecordKind, one: models.Field[Any, Any]) -> Schema:
    """Return the schema of one field, with null where the column may be empty."""
    schema = _of_reference(kind, one) if isinstance(one, models.ForeignKey) else _of_value(one)
    if one.choices:
        schema["enum"] = [key for key, _label in one.choices]
    if one.help_text:
        schema["description"] = str(one.help_text)
    if one.null and "type" in schema:
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema:
            schema["enum"].append(None)
    return schema


def _of_reference(kind: RecordKind, one: models.ForeignKey[Any, Any]) -> Schema:
    if one.related_model is Player:
        return {"type": "string", "format": "uuid"}
    if one.related_model is Partnership:
        return {"type": "array", "items": {"type": "string", "format": "uuid"}, "minItems": 2, "maxItems": 2}
    if one.related_model is Team and kind.model is not TeamMember:
        return {"type": "string"}
    return {"type": "integer", "minimum": 1}


def _of_value(one: models.Field[Any, Any]) -> Schema:
    if isinstance(one, models.CharField):
        return {"type": "string", "maxLength": one.max_length}
    for form, schema in _FORMS.items():
        if isinstance(one, form):
            return dict(schema)
    raise TypeError(f"{one} has no form in a file yet")
