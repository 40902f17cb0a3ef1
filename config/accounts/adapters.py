"""What django-allauth leaves to the product: nobody signs up by themselves, secrets are kept encrypted."""

from __future__ import annotations

import base64
import hashlib
import io
import time
from typing import Any, cast

import segno
from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.http import HttpRequest
from django.utils.encoding import force_bytes
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are made by invitation; who guesses a password is held up where they are, not its owner elsewhere."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return that it is not."""
        del request
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address, with as many proxies believed as the settings say."""
        return str(BaseThrottle().get_ident(cast(Request, request)))

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Return whether the password is asked for again; not of somebody who has just logged in."""
        records = get_authentication_records(context.request, context.request.user)
        latest = max((record["at"] for record in records), default=0)
        fresh = time.time() - latest < app_settings.REAUTHENTICATION_TIMEOUT
        return not fresh and super().is_reauthentication_required(app=app, **more)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{self.get_client_ip(request)} {str(credentials.get('username', '')).casefold()}"


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Draws codes as everything else here is drawn, and encrypts with keys made of the installation's own."""

    def build_totp_svg(self, url: str) -> str:
        """Return the code that an authenticator app scans."""
        out = io.BytesIO()
        segno.make(url, error="m").save(out, kind="svg", scale=4, border=4, light="#fff", xmldecl=False)
        return out.getvalue().decode()

    def encrypt(self, text: str) -> str:
        """Return a secret as the database keeps it."""
        return _cipher().encrypt(text.encode()).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        """Return a secret that the database kept, also one from before the key was changed."""
        return _cipher().decrypt(encrypted_text.encode()).decode()


def _cipher() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (hashlib.sha256(b"second factor " + force_bytes(key)).digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
