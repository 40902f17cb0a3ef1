"""Tables, their links, and what the director does at them."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.http import parse_etags
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Input, values_of
from tournaments.api.actors import actor_of
from tournaments.api.consequences import DoneOrLookedAt, LookedAtInput, confirmation_of, consequences
from tournaments.api.outputs import TableOutput, table
from tournaments.devices import devices_at, note_device
from tournaments.selectors.desk import get_table_as_seen
from tournaments.selectors.links import TableLinkView, links_of, table_of_link
from tournaments.selectors.second_thoughts import open_hands
from tournaments.selectors.tables import get_table
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import calling_time, links, results

_UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class TableLinkOutput(serializers.Serializer[Any]):
    """A table link with its secret, for the director to print."""

    table_number = serializers.IntegerField()
    token = serializers.CharField()
    path = serializers.CharField()
    expires_at = serializers.DateTimeField()


class FirstStarterInput(Input):
    """The seat that the table's own cut chose."""

    seat = serializers.IntegerField(min_value=0, max_value=5)


class TableDetailView(APIView):
    """A table, open to everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=TableOutput)
    def get(self, request: Request, table_id: int) -> Response:
        """Return the table with its seats, games and hands."""
        return Response(table(get_table_as_seen(actor_of(request), table_id)))


class OpenHandOutput(serializers.Serializer[Any]):
    """A hand that the table may correct itself, and until when."""

    leg = serializers.IntegerField()
    number = serializers.IntegerField()
    until = serializers.DateTimeField()


class LinkedTableOutput(TableOutput):
    """The table of a link, and how many devices have looked at it in the last ten minutes."""

    devices = serializers.IntegerField()
    second_thoughts = OpenHandOutput(many=True)


class LinkedTableView(APIView):
    """The table that a link opens now."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=LinkedTableOutput)
    def get(self, request: Request) -> Response:
        """Return the current table of the link's number; 304 to whoever has it already by its ETag.

        A device that sends a UUID of its own making as X-Device is counted, so that those at the table hear of it.
        """
        now = timezone.now()
        view = table_of_link(actor_of(request), now=now)
        thoughts = open_hands(view.table, view.tournament, now=now)
        more = {
            "devices": _devices(request, view.table.pk, now),
            "second_thoughts": OpenHandOutput(thoughts, many=True).data,
        }
        body = {**table(view), **more}
        etag = f'"{hashlib.sha256(repr(body).encode()).hexdigest()[:32]}"'
        # A proxy that compresses answers makes the tag a weak one.
        is_known = etag in (known.removeprefix("W/") for known in parse_etags(request.headers.get("If-None-Match", "")))
        return Response(None if is_known else body, status=304 if is_known else 200, headers={"ETag": etag})


class FirstStarterView(APIView):
    """The table's own cut for first dealer or opener."""

    permission_classes = (AllowAny,)  # the service asks for the right to this table

    @extend_schema(request=FirstStarterInput, responses=TableOutput)
    def post(self, request: Request, table_id: int) -> Response:
        """Record the cut, before the first hand."""
        form = FirstStarterInput(data=request.data)
        form.is_valid(raise_exception=True)
        results.set_first_starter(actor=actor_of(request), table_id=table_id, now=timezone.now(), **form.validated_data)
        return Response(table(get_table(table_id)))


class TimeView(APIView):
    """The end of a game by the clock, or of one that time breaks off."""

    @extend_schema(request=LookedAtInput, responses=DoneOrLookedAt(TableOutput))
    def post(self, request: Request, table_id: int) -> Response:
        """Call time at this table; in a closed round what it moves is looked at first.

        What counts of a game that is not over is the tournament's setting ``when_time_is_up``.
        """
        values = values_of(LookedAtInput, request.data)
        what: dict[str, Any] = {"actor": actor_of(request), "table_id": table_id, "now": timezone.now()}
        if values["preview"]:
            return Response(consequences(calling_time.preview_call_time(**what)))
        calling_time.call_time(**what, **confirmation_of(values))
        return Response(table(get_table(table_id)))

    @extend_schema(request=None, responses={200: TableOutput})
    def delete(self, request: Request, table_id: int) -> Response:
        """Take the call back: the table goes on where its hands are.

        Where draws, publications or ratings follow from it, ``POST`` to its revocation instead.
        """
        calling_time.take_back_call(actor=actor_of(request), table_id=table_id, now=timezone.now())
        return Response(table(get_table(table_id)))


class TimeRevocationView(APIView):
    """A call of time that is taken back."""

    @extend_schema(request=LookedAtInput, responses=DoneOrLookedAt(TableOutput))
    def post(self, request: Request, table_id: int) -> Response:
        """Take the call back, after a look at what follows: the table goes on where its hands are."""
        values = values_of(LookedAtInput, request.data)
        what: dict[str, Any] = {"actor": actor_of(request), "table_id": table_id, "now": timezone.now()}
        if values["preview"]:
            return Response(consequences(calling_time.preview_take_back_call(**what)))
        calling_time.take_back_call(**what, **confirmation_of(values))
        return Response(table(get_table(table_id)))


def _devices(request: Request, table_id: int, now: dt.datetime) -> int:
    device = request.headers.get("X-Device", "")
    if _UUID.fullmatch(device):
        return note_device(table_id, UUID(device), now=now)
    return devices_at([table_id], now=now)[table_id]


class TableLinkListView(APIView):
    """The links of a tournament's tables, for the director."""

    @extend_schema(responses=TableLinkOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the live links, by table number."""
        found = links_of(actor_of(request), get_tournament(slug), now=timezone.now())
        return Response([TableLinkOutput(link).data for link in found])


class TableLinkRenewalView(APIView):
    """A new link in place of one that went astray."""

    @extend_schema(request=None, responses={201: TableLinkOutput})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Revoke the link of a table number and return a new one."""
        link = links.renew_link(
            actor=actor_of(request),
            tournament_id=get_tournament(slug).pk,
            table_number=number,
            now=timezone.now(),
        )
        return Response(TableLinkOutput(TableLinkView.of(link)).data, status=status.HTTP_201_CREATED)
