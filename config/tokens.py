"""Tokens made, revoked and listed: kept as a hash only, for a while, and for as much as they need to be for."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from knox.models import AuthToken

from config.models import TokenTerms
from gameplay.statements import Statement
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound, ValueRefused
from tournaments.selectors import rights
from tournaments.services import audit

DEFAULT_DAYS = 90
MOST_DAYS = 400
# One that was made before tokens had terms gets them now.
_USED = Statement("""
    INSERT INTO config_tokenterms (token_id, name, scope, last_used_date)
    SELECT digest, '', 'all', CAST(%(today)s AS date) FROM knox_authtoken WHERE digest = %(digest)s
    ON CONFLICT (token_id) DO UPDATE SET last_used_date = EXCLUDED.last_used_date
""")


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made; ``token`` is the secret, and is kept nowhere."""

    token: str
    row: AuthToken
    terms: TokenTerms


@transaction.atomic(durable=True)
def make_token(
    *, actor: Actor, user: User, name: str, scope: str, expires_in_days: int | None, now: dt.datetime
) -> NewToken:
    """Make a token for a user who has just shown who they are; without ``expires_in_days`` it never runs out.

    Raises ValueRefused for a scope that there is not and for more days than MOST_DAYS.
    """
    if scope not in TokenTerms.ScopeChoice.values:
        said = _("must be one of %(words)s") % {"words": ", ".join(TokenTerms.ScopeChoice.values)}
        raise ValueRefused(path="scope", reason=said)
    if expires_in_days is not None and not 1 <= expires_in_days <= MOST_DAYS:
        said = _("from %(least)s to %(most)s") % {"least": 1, "most": MOST_DAYS}
        raise ValueRefused(path="expires_in_days", reason=said)
    lifetime = None if expires_in_days is None else dt.timedelta(days=expires_in_days)
    row, token = AuthToken.objects.create(user=user, expiry=lifetime)
    terms = TokenTerms.objects.create(token=row, name=name.strip(), scope=scope)
    after = {"scope": scope, "expires_at": row.expiry and row.expiry.isoformat()}
    audit.record(actor, "token.made", f"token {row.token_key}", now=now, after=after)
    return NewToken(token, row, terms)


@transaction.atomic(durable=True)
def revoke_token(*, actor: Actor, key: str, now: dt.datetime) -> None:
    """Let a token of one's own open nothing any more. Raises ThingNotFound, ScopeTooNarrow."""
    rights.require_scope(actor, Right.MANAGE_CLUB)
    deleted, _rows = AuthToken.objects.filter(user_id=actor.user_id, token_key=key).delete()
    if not deleted:
        raise ThingNotFound(thing="token")
    audit.record(actor, "token.revoked", f"token {key}", now=now)


def tokens_of(user: AbstractBaseUser | AnonymousUser) -> QuerySet[AuthToken]:
    """Return a user's tokens with their terms, the newest first."""
    rows: QuerySet[AuthToken] = AuthToken.objects.filter(user_id=user.pk)
    return rows.select_related("terms").order_by("-created", "digest")


def note_use(digest: str, *, today: dt.date) -> None:
    """Note the day on which a token was used: one statement a day, and none with most requests."""
    _USED.rows({"digest": digest, "today": today})
