"""Lists that come in as text or as a file, with the decisions on the names in them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from gameplay.api.inputs import Input
from gameplay.api.parsers import read_json
from gameplay.rows import LARGEST_ID
from tournaments.imports import BYTES_LIMIT, NameLine, decode, name_lines, name_rows
from tournaments.namesakes import NEW, SAME


@extend_schema_field({"oneOf": [{"type": "string", "enum": [NEW, SAME]}, {"type": "integer"}]})
class DecisionField(serializers.Field[Any, Any, Any, Any]):
    """Whom a name means: ``"new"``, ``"same"`` (the new person of that name earlier in the list) or a player's id."""

    default_error_messages = {"invalid": _("Say new, same, or the id of a player.")}

    def to_internal_value(self, data: Any) -> int | str:
        """Return the word or the id; raises ValidationError."""
        if data in (NEW, SAME):
            return str(data)
        if isinstance(data, bool) or not isinstance(data, int) or not 1 <= data <= LARGEST_ID:
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return it as it is."""
        return value


class DecisionsField(serializers.DictField):
    """Decisions by where a name stands: ``"7"`` for line 7, ``"7.2"`` for the second name of line 7."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=DecisionField(), required=False, **options)

    def to_internal_value(self, data: Any) -> Any:
        """Return the decisions; beside an uploaded file they are JSON in a text."""
        return super().to_internal_value(read_json(data) if isinstance(data, str) else data)

    def get_value(self, dictionary: Any) -> Any:
        """Return what was sent; a form has no objects, so it is one text there too."""
        return dictionary.get(self.field_name, empty)


class NameListInput(Input):
    """Names: ``text`` with one a line, ``csv``, or a ``file`` of CSV (as multipart/form-data, in UTF-8)."""

    text = serializers.CharField(max_length=BYTES_LIMIT, trim_whitespace=False, required=False)
    csv = serializers.CharField(max_length=BYTES_LIMIT, trim_whitespace=False, required=False)
    file = serializers.FileField(max_length=200, required=False)
    decisions = DecisionsField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one list is sent."""
        if len({"text", "csv", "file"} & attrs.keys()) != 1:
            raise serializers.ValidationError(_("Send one of text, csv and file."))
        return attrs


class PairListInput(Input):
    """Pairs, one a line: ``Ann Lee + Bob O'Brien``. Unknown names are refused unless ``add_unknown``."""

    text = serializers.CharField(max_length=BYTES_LIMIT, trim_whitespace=False)
    add_unknown = serializers.BooleanField(default=False)
    decisions = DecisionsField()


def names_in(values: dict[str, Any]) -> tuple[NameLine, ...]:
    """Return the names of a NameListInput; raises LinesUnreadable."""
    if "text" in values:
        return name_lines(values["text"])
    return name_rows(values["csv"] if "csv" in values else decode(values["file"].read()))
