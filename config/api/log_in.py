"""Logging in and out: tokens for programs, a session for our own pages."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException, NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.api.throttles import LogInsAsUser, LogInsFromAddress
from gameplay.api.inputs import Input


class CredentialsRefused(APIException):
    """No such user, or not their password; which of the two is nobody's business."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_detail = _("The user name or the password is wrong.")
    default_code = "auth.credentials"


class CredentialsInput(Input):
    """Who somebody says they are."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1024, trim_whitespace=False)


class TokenOutput(serializers.Serializer[Any]):
    """A token that is in use; ``key`` are its first letters, and its name here."""

    key = serializers.CharField(source="token_key")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)


class NewTokenOutput(serializers.Serializer[Any]):
    """A new token, told this once and kept as a hash only."""

    token = serializers.CharField()
    key = serializers.CharField()
    expires_at = serializers.DateTimeField(allow_null=True)


class RoleOutput(serializers.Serializer[Any]):
    """What the user is in a club."""

    club = serializers.SlugField(source="club.slug")
    role = serializers.CharField()


class UserOutput(serializers.Serializer[Any]):
    """Who has logged in."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    is_admin = serializers.BooleanField(source="is_superuser")
    roles = serializers.SerializerMethodField()

    @extend_schema(responses=RoleOutput(many=True))
    def get_roles(self, user: User) -> list[Any]:
        """Return the user's roles by club."""
        return list(RoleOutput(user.club_roles.select_related("club").order_by("club__slug"), many=True).data)


class SessionOutput(serializers.Serializer[Any]):
    """The session; ``user`` is null for somebody who has not logged in."""

    user = UserOutput(allow_null=True)


class TokenListView(GenericAPIView[AuthToken]):
    """The tokens of a user."""

    def get_authenticators(self) -> list[Any]:
        """Whoever logs in need not say who they were before."""
        return [] if self.request is not None and self.request.method == "POST" else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        """Return nobody's business for a log-in, and the user's own for the list."""
        return [AllowAny()] if self.request.method == "POST" else [IsAuthenticated()]

    def get_throttles(self) -> list[Any]:
        """Return the brakes of a log-in."""
        return [LogInsFromAddress(), LogInsAsUser()] if self.request.method == "POST" else []

    @extend_schema(responses=TokenOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return the user's tokens, the newest first."""
        rows = AuthToken.objects.filter(user=request.user).order_by("-created", "digest")
        return self.get_paginated_response(TokenOutput(self.paginate_queryset(rows) or [], many=True).data)

    @extend_schema(request=CredentialsInput, responses={201: NewTokenOutput}, auth=[])
    def post(self, request: Request) -> Response:
        """Log in with name and password and take a token."""
        user = _checked_user(request)
        row, token = AuthToken.objects.create(user=user)
        body = {"token": token, "key": row.token_key, "expires_at": row.expiry}
        return Response(NewTokenOutput(body).data, status=status.HTTP_201_CREATED)


class TokenDetailView(APIView):
    """One token of a user."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Revoke the token: it opens nothing any more."""
        deleted, _rows = AuthToken.objects.filter(user=request.user, token_key=key).delete()
        if not deleted:
            raise NotFound
        return Response(status=status.HTTP_204_NO_CONTENT)


class SessionView(APIView):
    """The session of a browser."""

    authentication_classes = (SessionAuthentication,)
    permission_classes = (AllowAny,)

    def get_throttles(self) -> list[Any]:
        """Return the brakes of a log-in."""
        return [LogInsFromAddress(), LogInsAsUser()] if self.request.method == "POST" else []

    @extend_schema(responses=SessionOutput)
    @method_decorator(ensure_csrf_cookie)
    def get(self, request: Request) -> Response:
        """Return who has logged in, and set the cookie that a log-in must send back as ``X-CSRFToken``."""
        return Response(_session(request.user))

    @extend_schema(request=CredentialsInput, responses=SessionOutput)
    def post(self, request: Request) -> Response:
        """Log in; needs the ``X-CSRFToken`` header."""
        # The framework asks for it only once somebody has logged in.
        SessionAuthentication().enforce_csrf(request)
        user = _checked_user(request)
        login(request._request, user)  # noqa: SLF001 - the session belongs to Django's own request
        return Response(_session(user))

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Log out."""
        logout(request._request)  # noqa: SLF001
        return Response(status=status.HTTP_204_NO_CONTENT)


def _checked_user(request: Request) -> User:
    form = CredentialsInput(data=request.data)
    form.is_valid(raise_exception=True)
    user = authenticate(request._request, **form.validated_data)  # noqa: SLF001
    if not isinstance(user, User):
        raise CredentialsRefused
    return user


def _session(user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    return dict(SessionOutput({"user": user if user.is_authenticated else None}).data)
