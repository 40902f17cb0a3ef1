"""Tokens, by which programs log in."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config import tokens
from config.api.log_in import CredentialsInput, checked_user
from config.models import TokenTerms
from config.tokens import DEFAULT_DAYS, MOST_DAYS
from tournaments.actors import Actor, Scope
from tournaments.api.actors import actor_of, address_of


class TokenInput(CredentialsInput):
    """Who somebody says they are, and what the token is to be for."""

    name = serializers.CharField(
        max_length=80, default="", allow_blank=True, help_text="Where it is used, such as 'score phone of hall B'."
    )
    scope = serializers.ChoiceField(
        choices=TokenTerms.ScopeChoice.choices,
        default=Scope.ALL.value,
        help_text="As much of what the user may do as the token is good for; `run` is all but setting up.",
    )
    expires_in_days = serializers.IntegerField(
        min_value=1,
        max_value=MOST_DAYS,
        allow_null=True,
        default=DEFAULT_DAYS,
        help_text="null: it never runs out.",
    )


class TokenOutput(serializers.Serializer[Any]):
    """A token that is in use; ``key`` are its first letters, by which it is revoked."""

    key = serializers.CharField(source="token_key")
    name = serializers.CharField(source="terms.name", default="")
    scope = serializers.ChoiceField(
        source="terms.scope", default=Scope.ALL.value, choices=TokenTerms.ScopeChoice.choices
    )
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)
    last_used_date = serializers.DateField(source="terms.last_used_date", default=None, allow_null=True)


class NewTokenOutput(serializers.Serializer[Any]):
    """A new token, told this once and kept as a hash only."""

    token = serializers.CharField()
    key = serializers.CharField(source="row.token_key")
    name = serializers.CharField(source="terms.name")
    scope = serializers.CharField(source="terms.scope")
    expires_at = serializers.DateTimeField(source="row.expiry", allow_null=True)


class TokenListView(GenericAPIView[AuthToken]):
    """The tokens of a user."""

    def get_authenticators(self) -> list[Any]:
        """Whoever logs in need not say who they were before."""
        return [] if self.request is not None and self.request.method == "POST" else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        """Return nobody's business for a log-in, and the user's own for the list."""
        return [AllowAny()] if self.request.method == "POST" else [IsAuthenticated()]

    @extend_schema(responses=TokenOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return the user's tokens, the newest first."""
        rows = tokens.tokens_of(request.user)
        return self.get_paginated_response(TokenOutput(self.paginate_queryset(rows) or [], many=True).data)

    @extend_schema(request=TokenInput, responses={201: NewTokenOutput}, auth=[])
    def post(self, request: Request) -> Response:
        """Log in with name and password and take a token."""
        form = TokenInput(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        user = checked_user(request, given)
        made = tokens.make_token(
            actor=Actor(user_id=user.pk, address=address_of(request)),
            user=user,
            name=given["name"],
            scope=given["scope"],
            expires_in_days=given["expires_in_days"],
            now=timezone.now(),
        )
        return Response(NewTokenOutput(made).data, status=status.HTTP_201_CREATED)


class TokenDetailView(APIView):
    """One token of a user."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Revoke the token: it opens nothing any more."""
        tokens.revoke_token(actor=actor_of(request), key=key, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
