"""Logging in and out with a session, for our own pages; who somebody says they are, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.contrib.auth import login, logout
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.accounts import second_factor
from config.accounts.codes import WITHIN_SECONDS, TooManyCodes, accept_code
from config.api.authentication import SecondFactorNeeded
from gameplay.api.inputs import Input

SECONDS_BETWEEN_LOG_INS = 60
SECONDS_BETWEEN_GUESSES = 300


class CredentialsRefused(APIException):
    """No such user, or not their password; which of the two is nobody's business."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_detail = _("The user name or the password is wrong.")
    default_code = "auth.credentials"


class CodeNeeded(APIException):
    """The password is right; the user has a second factor, and its code is missing."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_detail = _("Send the code of your authenticator app too, or one of those for emergencies.")
    default_code = "auth.code_needed"


class CodeRefused(APIException):
    """The password is right, the code is not, or was used a moment ago."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_detail = _("The code is wrong, or has been used already. Wait for the next one.")
    default_code = "auth.code_wrong"


class CredentialsInput(Input):
    """Who somebody says they are."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1024, trim_whitespace=False)
    code = serializers.CharField(
        max_length=20, required=False, help_text="Of the authenticator app, where the user has a second factor."
    )


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


class SessionView(APIView):
    """The session of a browser."""

    authentication_classes = (SessionAuthentication,)
    permission_classes = (AllowAny,)

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
        form = CredentialsInput(data=request.data)
        form.is_valid(raise_exception=True)
        user = checked_user(request, form.validated_data)
        login(request._request, user)  # noqa: SLF001 - the session belongs to Django's own request
        return Response(_session(user))

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Log out."""
        logout(request._request)  # noqa: SLF001
        return Response(status=status.HTTP_204_NO_CONTENT)


def checked_user(request: Request, credentials: Mapping[str, Any]) -> User:
    """Return the user with a name, a password and, where there is a second factor, its code.

    Raises CredentialsRefused, CodeNeeded, CodeRefused, SecondFactorNeeded, Throttled.
    """
    web = request._request  # noqa: SLF001 - what counts the log-ins of pages counts these too
    if not ratelimit.consume(web, action="login"):
        raise Throttled(SECONDS_BETWEEN_LOG_INS)
    try:
        user = get_adapter(web).authenticate(web, username=credentials["username"], password=credentials["password"])
    except ValidationError:
        raise Throttled(SECONDS_BETWEEN_GUESSES) from None
    if not isinstance(user, User):
        raise CredentialsRefused
    _check_second_factor(user, credentials.get("code"))
    return user


def _check_second_factor(user: User, code: str | None) -> None:
    if not second_factor.has_second_factor(user):
        if second_factor.lacks_second_factor(user):
            raise SecondFactorNeeded
        return
    if code is None:
        raise CodeNeeded
    try:
        found = accept_code(user, code, now=timezone.now())
    except TooManyCodes:
        raise Throttled(WITHIN_SECONDS) from None
    if found is None:
        raise CodeRefused


def _session(user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    return dict(SessionOutput({"user": user if user.is_authenticated else None}).data)
