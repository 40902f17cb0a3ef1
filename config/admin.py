"""What the libraries register in the admin and what must not be written there, past the services and their log."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from knox.models import AuthToken

from gameplay.admin import ReadOnlyAdmin

# Theirs would make a token that speaks for anybody, and send anybody's forgotten password elsewhere.
admin.site.unregister([AuthToken, Authenticator, EmailAddress])


@admin.register(AuthToken)
class AuthTokenAdmin(ReadOnlyAdmin):
    list_display = ("token_key", "user", "created", "expiry", "terms")
    fields = ("token_key", "user", "created", "expiry")
    list_select_related = ("user", "terms")
    search_fields = ("token_key", "user__username")
    ordering = ("-created", "token_key")


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    list_display = ("id", "user", "type", "created_at", "last_used_at")
    # Not the data: what is encrypted there is still a secret.
    fields = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-id",)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyAdmin):
    list_display = ("email", "user", "verified", "primary")
    list_select_related = ("user",)
    search_fields = ("email", "user__username")
    ordering = ("email", "id")
