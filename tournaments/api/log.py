"""The log of a tournament, for those who run it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from gameplay.api.inputs import IdField, Query
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.models import AuditEntry
from tournaments.selectors import rights
from tournaments.selectors.keying import require_seeing_tournament
from tournaments.selectors.log import LogQuery, log_rows, told
from tournaments.selectors.tournaments import get_tournament


class LogInput(Query):
    """What is looked for; what is left out does not matter."""

    action = serializers.CharField(max_length=64, required=False, help_text="Or its beginning, such as hand.")
    round = serializers.IntegerField(min_value=1, max_value=10_000, required=False)
    table = serializers.IntegerField(min_value=1, max_value=10_000, required=False, help_text="The number of a table.")
    entry = IdField(required=False, help_text="The id of an entry that it is about.")
    player = IdField(required=False, help_text="The id of a player that it is about.")
    user = IdField(required=False, help_text="The id of the user who did it.")
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)


class LogLineOutput(serializers.Serializer[Any]):
    """One write: who did what, when, from where and why; values are JSON with ids."""

    id = IdField()
    at = serializers.DateTimeField()
    who = serializers.CharField()
    action = serializers.CharField()
    subject = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    address = serializers.CharField(allow_null=True)
    act = IdField(allow_null=True, help_text="The act that can be undone, where there is one.")


class LogView(GenericAPIView[AuditEntry]):
    """The log of a tournament."""

    queryset = AuditEntry.objects.none()

    @extend_schema(parameters=[LogInput], responses=LogLineOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return who did what, newest first."""
        tournament = get_tournament(slug)
        rights.require(actor_of(request), Right.RUN_ROUNDS, club_id=tournament.club_id)
        require_seeing_tournament(actor_of(request), tournament.pk)
        form = LogInput(data=request.query_params)
        form.is_valid(raise_exception=True)
        page = self.paginate_queryset(log_rows(tournament, LogQuery(**form.validated_data)))
        return self.get_paginated_response(LogLineOutput(told(page or []), many=True).data)
