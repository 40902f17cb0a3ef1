"""Clubs and the roles in them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.models import Club, ClubRole
from tournaments.selectors import clubs as selectors
from tournaments.selectors import rights
from tournaments.services import clubs


class ClubInput(Input):
    """A new club."""

    name = serializers.CharField(max_length=500)
    time_zone = serializers.CharField(max_length=64, help_text="A name of the tz database, such as Europe/Vilnius.")


class ClubChangesInput(Input):
    """What is to change."""

    name = serializers.CharField(max_length=500, required=False)
    time_zone = serializers.CharField(max_length=64, required=False)


class ClubOutput(serializers.Serializer[Any]):
    """A club."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    time_zone = serializers.CharField()


class RoleInput(Input):
    """Which role somebody gets, by user name."""

    username = serializers.CharField(max_length=150)
    role = serializers.CharField(max_length=16, help_text="scorer, director or organiser")


class RoleOutput(serializers.Serializer[Any]):
    """Somebody's role in a club."""

    user_id = IdField()
    username = serializers.CharField(source="user.username")
    role = serializers.CharField()


class ClubListView(GenericAPIView[Club]):
    """All clubs."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=ClubOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return the clubs by name."""
        del request
        page = self.paginate_queryset(selectors.clubs()) or []
        return self.get_paginated_response(ClubOutput(page, many=True).data)

    @extend_schema(request=ClubInput, responses={201: ClubOutput})
    def post(self, request: Request) -> Response:
        """Found a club and become its organiser."""
        form = ClubInput(data=request.data)
        form.is_valid(raise_exception=True)
        club = clubs.create_club(actor=actor_of(request), now=timezone.now(), **form.validated_data)
        return Response(ClubOutput(club).data, status=status.HTTP_201_CREATED)


class ClubDetailView(APIView):
    """One club."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=ClubOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return the club."""
        del request
        return Response(ClubOutput(selectors.get_club(slug)).data)

    @extend_schema(request=ClubChangesInput, responses=ClubOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the name or the time zone."""
        form = ClubChangesInput(data=request.data)
        form.is_valid(raise_exception=True)
        club_id = selectors.get_club(slug).pk
        club = clubs.update_club(actor=actor_of(request), club_id=club_id, now=timezone.now(), **form.validated_data)
        return Response(ClubOutput(club).data)


class RoleListView(GenericAPIView[ClubRole]):
    """Who may do what in a club, for its organisers."""

    @extend_schema(responses=RoleOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the roles by user name."""
        club = selectors.get_club(slug)
        rights.require(actor_of(request), Right.MANAGE_CLUB, club_id=club.pk)
        page = self.paginate_queryset(selectors.roles_of(club.pk)) or []
        return self.get_paginated_response(RoleOutput(page, many=True).data)

    @extend_schema(request=RoleInput, responses={201: RoleOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Give a user a role in place of the one that they have."""
        form = RoleInput(data=request.data)
        form.is_valid(raise_exception=True)
        club = selectors.get_club(slug)
        actor = actor_of(request)
        rights.require(actor, Right.MANAGE_CLUB, club_id=club.pk)
        role = clubs.grant_role(
            actor=actor,
            club_id=club.pk,
            user_id=selectors.user_named(form.validated_data["username"]),
            role=form.validated_data["role"],
            now=timezone.now(),
        )
        return Response(RoleOutput(role).data, status=status.HTTP_201_CREATED)


class RoleDetailView(APIView):
    """One user's role in a club."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, user_id: int) -> Response:
        """Take the role away."""
        club = selectors.get_club(slug)
        clubs.revoke_role(actor=actor_of(request), club_id=club.pk, user_id=user_id, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
