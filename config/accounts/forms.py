"""The forms of the log-in."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm as AllauthAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as AllauthReauthenticateForm
from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from config.accounts.codes import TooManyCodes, accept_code


class LoginForm(AllauthLoginForm):  # type: ignore[misc]
    """Asks for what browsers keep under these names, and puts nothing between the two."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The page itself says below what somebody does who has forgotten the password.
        self.fields["password"].help_text = ""
        self.fields["login"].widget.attrs["autofocus"] = True

    def add_prefix(self, field_name: str) -> str:
        """Return the name under which a field is sent."""
        return str(super().add_prefix("username" if field_name == "login" else field_name))


class _OneCode:
    """Takes a code once, whether or not the cache is there."""

    def clean_code(self) -> str:
        """Return the code if it is right."""
        code: str = self.cleaned_data["code"]  # type: ignore[attr-defined]
        user = self.user  # type: ignore[attr-defined]
        try:
            found = accept_code(user, code, now=timezone.now())
        except TooManyCodes:
            raise forms.ValidationError(_("Too many wrong codes. Wait for five minutes.")) from None
        if found is None:
            raise get_adapter().validation_error("incorrect_code")
        found.user = user
        self.authenticator = found
        return code


class AuthenticateForm(_OneCode, AllauthAuthenticateForm):  # type: ignore[misc]
    """The code after the password."""


class ReauthenticateForm(_OneCode, AllauthReauthenticateForm):  # type: ignore[misc]
    """The code asked for once more, before something that matters."""
