"""The schema of a file, as it is kept for those who read one with other programs."""

from __future__ import annotations

import json

import jsonschema

from config.embedded.paths import CHECKOUT
from tournaments.selectors.files.records import KINDS
from tournaments.selectors.files.schema import file_schema


def test_the_schema_that_is_kept_is_the_one_of_the_code():
    kept = json.loads((CHECKOUT / "docs" / "file-schema.json").read_text("utf-8"))
    assert kept == file_schema(), "manage.py file_schema > docs/file-schema.json"


def test_the_schema_is_one_and_describes_every_kind_of_record():
    schema = file_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$defs"].keys() == {*KINDS, "standings"}
    for name, record in schema["$defs"].items():
        assert record["additionalProperties"] is False, name
