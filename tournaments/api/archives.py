"""Past rounds with their hands, brought into a tournament as lines of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Input
from gameplay.api.parsers import BodyTooLarge, BoundedJSONParser, read_json
from tournaments.api.actors import actor_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import archives

LARGEST = 16_000_000
MOST_LINES = 20_000


class LinesParser(BaseParser):
    """One JSON value a line, in UTF-8, of bounded size; an empty line is None."""

    media_type = "application/x-ndjson"
    largest: ClassVar[int] = LARGEST

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, list[Any]]:
        """Return the lines; raises BodyTooLarge, ParseError with the line that is no JSON."""
        del media_type, parser_context
        body = stream.read(self.largest + 1)
        if len(body) > self.largest:
            raise BodyTooLarge
        values = []
        for number, line in enumerate(body.split(b"\n"), 1):
            try:
                values.append(read_json(line) if line.strip() else None)
            except ParseError as error:
                raise ParseError(_("Line %(line)s is not JSON.") % {"line": number}) from error
        return {"lines": values}


class ArchiveInput(Input):
    """The lines of an archive, as the API guide describes them."""

    lines = serializers.ListField(child=serializers.JSONField(allow_null=True), min_length=1, max_length=MOST_LINES)


class ArchiveOutput(serializers.Serializer[Any]):
    """What was brought in, or was there already."""

    outcome = serializers.ChoiceField(choices=["kept", "repeated"])
    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField()
    tables = serializers.IntegerField()
    hands = serializers.IntegerField()
    act = serializers.IntegerField(allow_null=True, help_text="To be undone at acts/<act>/undoing/.")


class ArchiveView(APIView):
    """The archive of a tournament."""

    parser_classes = (LinesParser, BoundedJSONParser)

    @extend_schema(
        request={"application/json": ArchiveInput, "application/x-ndjson": ArchiveInput},
        responses={
            201: ArchiveOutput,
            200: OpenApiResponse(ArchiveOutput, description="All of it was there already; nothing was changed."),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Bring in past rounds with every hand judged by the rules: all of it, or nothing and what is wrong by line.

        Plain JSON up to 1 MB has them as ``lines``; for more send them one a line as application/x-ndjson, up to 16 MB.
        """
        lines = _lines(request.data)
        brought = archives.bring_in(
            actor=actor_of(request), tournament_id=get_tournament(slug).pk, lines=lines, now=timezone.now()
        )
        body = {
            "outcome": "repeated" if brought.is_repeat else "kept",
            "first_round": brought.first,
            "last_round": brought.last,
            "tables": brought.tables,
            "hands": brought.hands,
            "act": brought.act,
        }
        return Response(body, status=status.HTTP_200_OK if brought.is_repeat else status.HTTP_201_CREATED)


def _lines(data: Any) -> list[Any]:
    """Return the lines of a body; the form is asked about everything that is not plainly right."""
    lines = data.get("lines") if type(data) is dict and len(data) == 1 else None
    if type(lines) is list and 1 <= len(lines) <= MOST_LINES:
        return lines
    form = ArchiveInput(data=data)
    form.is_valid(raise_exception=True)
    return list(form.validated_data["lines"])
