"""Invitations of a club: listed with their links, made and withdrawn by its organisers."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.models import Invitation
from tournaments.selectors import rights
from tournaments.selectors.clubs import get_club
from tournaments.selectors.invitations import open_rows, path_of
from tournaments.services import invitations


class InvitationInput(Input):
    """What somebody is invited to be."""

    role = serializers.CharField(max_length=16, help_text="scorer, director or organiser")
    note = serializers.CharField(max_length=80, default="", allow_blank=True, help_text="Whom it is for.")


class InvitationOutput(serializers.Serializer[Any]):
    """An invitation that is open; whoever has its ``url`` may take the role, once."""

    id = IdField()
    role = serializers.CharField()
    note = serializers.CharField()
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    url = serializers.SerializerMethodField()

    def get_url(self, invitation: Invitation) -> str:
        """Return the link."""
        address: str = self.context["request"].build_absolute_uri(path_of(invitation))
        return address


class InvitationListView(GenericAPIView[Invitation]):
    """The invitations of a club that are open."""

    @extend_schema(responses=InvitationOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the open invitations with their links, the newest first."""
        club = get_club(slug)
        rights.require(actor_of(request), Right.MANAGE_CLUB, club_id=club.pk)
        page = self.paginate_queryset(open_rows(club.pk, now=timezone.now())) or []
        return self.get_paginated_response(InvitationOutput(page, many=True, context={"request": request}).data)

    @extend_schema(request=InvitationInput, responses={201: InvitationOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Make a link that gives a role to whoever opens it first, within a week."""
        form = InvitationInput(data=request.data)
        form.is_valid(raise_exception=True)
        made = invitations.invite(
            actor=actor_of(request), club_id=get_club(slug).pk, now=timezone.now(), **form.validated_data
        )
        return Response(InvitationOutput(made, context={"request": request}).data, status=status.HTTP_201_CREATED)


class InvitationDetailView(APIView):
    """One invitation."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, invitation_id: int) -> Response:
        """Withdraw the invitation: its link opens nothing any more."""
        invitations.withdraw_invitation(actor=actor_of(request), invitation_id=invitation_id, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
