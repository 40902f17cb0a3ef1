"""Codes of a second factor, each accepted once, wrong ones counted: in the database, which is there when people log in.

django-allauth remembers both in the cache, which may be away; then six digits could be guessed, and a code seen over
somebody's shoulder would open a second time.
"""

from __future__ import annotations

import datetime as dt

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
from django.contrib.auth.models import User
from django.db import transaction

MOST_WRONG = 10
WITHIN_SECONDS = 300
_LAST_STEP = "last_step"
_WRONG_AT = "wrong_at"


class TooManyCodes(Exception):
    """So many wrong codes came for a user that even the right one is refused for a while."""


@transaction.atomic(durable=True)
def accept_code(user: User, code: str, *, now: dt.datetime) -> Authenticator | None:
    """Return what a code belongs to, the app or the codes for emergencies, and use it up; None for a wrong one.

    A code of the app is refused once it, or one after it, was accepted. Raises TooManyCodes.
    """
    # The lock lets guesses that come at once be counted one after the other.
    app = Authenticator.objects.select_for_update().filter(user=user, type=Authenticator.Type.TOTP).first()
    if app is None:
        return None
    since = now.timestamp() - WITHIN_SECONDS
    wrong = [at for at in app.data.get(_WRONG_AT, []) if at > since]
    if len(wrong) >= MOST_WRONG:
        raise TooManyCodes
    step = _step_of(app, code)
    right = app if step is not None else _emergency(user, code)
    if step is not None:
        app.data[_LAST_STEP] = step
    app.data[_WRONG_AT] = [] if right is not None else [*wrong, now.timestamp()]
    app.save(update_fields=["data"])
    return right


def _step_of(app: Authenticator, code: str) -> int | None:
    """Return the number of the half minute whose code this is, of those that still count."""
    secret = decrypt(app.data["secret"])
    for step in yield_hotp_counters_from_time():
        expected = format_hotp_value(hotp_value(secret, step))
        if step > app.data.get(_LAST_STEP, 0) and compare_user_code(actual=code, expected=expected):
            return int(step)
    return None


def _emergency(user: User, code: str) -> Authenticator | None:
    codes = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    return codes if codes is not None and codes.wrap().validate_code(code) else None
