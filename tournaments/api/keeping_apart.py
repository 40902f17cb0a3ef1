"""Entries of one club, town or household, which draws by score keep apart."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.imports import BYTES_LIMIT, LINES_LIMIT
from tournaments.models import Entry
from tournaments.selectors import rights
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import keeping_apart
from tournaments.services.keeping_apart import GROUP_LENGTH


class GroupInput(Input):
    """An entry and its group."""

    entry_id = IdField()
    group = serializers.CharField(max_length=GROUP_LENGTH)


class GroupsInput(Input):
    """Every entry that is of a group, or the same as lines: number or name of the entry, a colon, its group."""

    groups = GroupInput(many=True, required=False)
    text = serializers.CharField(required=False, allow_blank=True, max_length=BYTES_LIMIT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two is sent."""
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Send groups or text."))
        if len(attrs.get("groups", ())) > LINES_LIMIT:
            raise serializers.ValidationError(_("There are more than %(limit)s lines.") % {"limit": LINES_LIMIT})
        return attrs


class GroupOutput(serializers.Serializer[Any]):
    """An entry and its group."""

    entry_id = IdField()
    group = serializers.CharField()


class GroupsOutput(serializers.Serializer[Any]):
    """Every entry that is of a group, by number."""

    groups = GroupOutput(many=True)


class GroupsView(APIView):
    """Who is kept apart in draws by score, for those who run the tournament."""

    @extend_schema(responses=GroupsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return every entry that is of a group."""
        tournament = get_tournament(slug)
        rights.require(actor_of(request), Right.RUN_ROUNDS, club_id=tournament.club_id)
        return Response(_groups(tournament.pk))

    @extend_schema(request=GroupsInput, responses=GroupsOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Say anew who is of which group; entries that are not named are of none. It holds from the next draw on."""
        form = GroupsInput(data=request.data)
        form.is_valid(raise_exception=True)
        values, tournament = form.validated_data, get_tournament(slug)
        who: dict[str, Any] = {"actor": actor_of(request), "tournament_id": tournament.pk, "now": timezone.now()}
        if "text" in values:
            keeping_apart.set_groups_from_text(text=values["text"], **who)
        else:
            keeping_apart.set_groups(groups={one["entry_id"]: one["group"] for one in values["groups"]}, **who)
        return Response(_groups(tournament.pk))


def _groups(tournament_id: int) -> dict[str, Any]:
    rows = Entry.objects.filter(tournament_id=tournament_id).exclude(apart_group="").order_by("number")
    return {
        "groups": [{"entry_id": entry_id, "group": group} for entry_id, group in rows.values_list("pk", "apart_group")]
    }
