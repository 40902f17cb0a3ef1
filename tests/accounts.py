"""Second factors to test with: switched on as the pages do it, and the codes that an app would show."""

from __future__ import annotations

import time

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.contrib.auth.models import User

PASSWORD = "a long enough one"


def switch_on(user: User) -> str:
    """Give a user a second factor and codes for emergencies; return the secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def code_of(secret: str) -> str:
    """Return the code that an authenticator app shows now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def wrong_code(secret: str) -> str:
    """Return six digits that are none of the codes that would do now."""
    now = int(time.time()) // 30
    right = {format_hotp_value(hotp_value(secret, now + step)) for step in range(-3, 4)}
    return next(
        code
        for code in ("000000", "111111", "222222", "333333", "444444", "555555", "666666", "777777")
        if code not in right
    )
