"""Clubs and tournaments as files: taken along, looked at, brought in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Input
from tournaments.api.actors import actor_of
from tournaments.file_errors import FileTooLarge
from tournaments.file_layout import LARGEST_MEGABYTES, LARGEST_OVER_HTTP
from tournaments.selectors.clubs import get_club
from tournaments.selectors.files.schema import file_schema
from tournaments.selectors.tournaments import get_tournament
from tournaments.services.exporting import export_club, export_tournament
from tournaments.services.importing import import_file, preview_import


class WholeFileParser(BaseParser):
    """A file as it came, of bounded size: its checksum is over its bytes."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the bytes. Raises FileTooLarge."""
        del media_type, parser_context
        content: bytes = stream.read(LARGEST_OVER_HTTP + 1)
        if len(content) > LARGEST_OVER_HTTP:
            raise FileTooLarge(limit=LARGEST_MEGABYTES)
        return content


class BringingQuery(Input):
    """How a file is brought in."""

    check = serializers.BooleanField(default=False, help_text="Only say what would come, and change nothing.")


class BroughtTournamentOutput(serializers.Serializer[Any]):
    """A tournament of a file."""

    name = serializers.CharField()
    slug = serializers.CharField(help_text="Its address here; of one that would only come, the one it would have.")
    is_new = serializers.BooleanField(help_text="Whether it was not here before.")
    entries = serializers.IntegerField()
    rounds = serializers.IntegerField()
    hands = serializers.IntegerField()


class BroughtOutput(serializers.Serializer[Any]):
    """What a file holds, and how much of it was not here before."""

    what = serializers.CharField(help_text="club or tournament")
    club = serializers.CharField(source="club.slug")
    club_name = serializers.CharField(source="club.name")
    club_is_new = serializers.BooleanField()
    players = serializers.IntegerField()
    players_new = serializers.IntegerField()
    members_new = serializers.IntegerField()
    partnerships_new = serializers.IntegerField()
    teams_new = serializers.IntegerField()
    series_new = serializers.IntegerField()
    is_anything_new = serializers.BooleanField()
    tournaments = BroughtTournamentOutput(many=True)
    act = serializers.IntegerField(allow_null=True, help_text="To be undone at acts/<act>/undoing/.")


class ClubFileView(APIView):
    """A club as a file."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the club with all of its members and tournaments, as it is at this moment; docs/files.md."""
        club = get_club(slug)
        return _file(export_club(actor=actor_of(request), club_id=club.pk, now=timezone.now()), slug)


class TournamentFileView(APIView):
    """A tournament as a file."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the tournament with its club and the people concerned, as it is at this moment; docs/files.md."""
        tournament = get_tournament(slug)
        content = export_tournament(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now())
        return _file(content, slug)


class FileListView(APIView):
    """Files brought in."""

    parser_classes = (WholeFileParser,)

    @extend_schema(
        parameters=[BringingQuery],
        request={"application/json": OpenApiTypes.OBJECT},
        responses={200: BroughtOutput, 201: BroughtOutput},
    )
    def post(self, request: Request) -> Response:
        """Bring in what a file holds and is not here yet, all of it or nothing; the same file again changes nothing."""
        query = BringingQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        is_check = query.validated_data["check"]
        content = request.data if isinstance(request.data, bytes) else b""
        bring = preview_import if is_check else import_file
        brought = bring(actor=actor_of(request), content=content, now=timezone.now())
        code = status.HTTP_201_CREATED if brought.is_anything_new and not is_check else status.HTTP_200_OK
        return Response(BroughtOutput(brought).data, status=code)


class FileSchemaView(APIView):
    """The form of a file."""

    permission_classes = (AllowAny,)

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        """Return the JSON Schema of the files."""
        del request
        return Response(file_schema())


def _file(content: bytes, slug: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    answer["Cache-Control"] = "no-store"
    return answer
