"""Who may do what: roles of users, and what a table link opens."""

from __future__ import annotations

import base64
import datetime as dt

from django.utils.crypto import constant_time_compare, salted_hmac

from gameplay.rows import from_columns
from gameplay.statements import Statement
from tournaments.actors import RIGHTS_IN, Actor, Right, Scope
from tournaments.errors import LinkForAnotherTable, LinkNotValid, RightMissing, ScopeTooNarrow
from tournaments.models import ClubRole, Table, TableLink

_SCORER = frozenset({Right.ENTER_HANDS})
_DIRECTOR = _SCORER | {Right.CORRECT_HANDS, Right.RUN_ROUNDS, Right.MANAGE_ENTRIES, Right.PUBLISH}
_ORGANISER = _DIRECTOR | {Right.SET_UP, Right.MANAGE_CLUB, Right.UNSEAL}
_LINK = ("id", "tournament_id", "table_number", "nonce", "expires_at")
_LIVE_LINK = Statement("""
    SELECT id, tournament_id, table_number, nonce, expires_at FROM tournaments_tablelink
    WHERE id = %(link)s AND revoked_at IS NULL AND expires_at > %(now)s
""")
RIGHTS_OF = {
    ClubRole.Role.SCORER.value: _SCORER,
    ClubRole.Role.DIRECTOR.value: _DIRECTOR,
    ClubRole.Role.ORGANISER.value: _ORGANISER,
}


def rights_in_club(actor: Actor, club_id: int | None) -> frozenset[Right]:
    """Return what a user may do in a club; a table link has no rights in a club as such.

    Without a club it is about all of them, where only the installation's admins have rights.
    """
    if actor.is_admin or actor.user_id is None or club_id is None:
        return rights_by_role(actor, None)
    roles = ClubRole.objects.filter(club_id=club_id, user_id=actor.user_id)
    return rights_by_role(actor, roles.values_list("role", flat=True).first())


def rights_by_role(actor: Actor, role: str | None) -> frozenset[Right]:
    """Return what an actor may do in a club who has this role there, or none; a token may be good for less of it."""
    if actor.is_admin:
        return RIGHTS_IN[actor.scope]
    if role is None:
        return frozenset()
    held = RIGHTS_OF[role]
    return held if actor.scope is Scope.ALL else held & RIGHTS_IN[actor.scope]


def require(actor: Actor, right: Right, *, club_id: int | None) -> None:
    """Raise RightMissing unless the actor has the right in the club; ScopeTooNarrow if the token is not for it."""
    require_scope(actor, right)
    if right not in rights_in_club(actor, club_id):
        raise RightMissing(right=right.value)


def require_scope(actor: Actor, right: Right) -> None:
    """Raise ScopeTooNarrow if the actor speaks by a token that is not for this, whatever its holder may do."""
    if right not in RIGHTS_IN[actor.scope]:
        raise ScopeTooNarrow(scope=actor.scope.value)


def require_table(actor: Actor, table: Table, *, held: frozenset[Right] | None = None, now: dt.datetime) -> None:
    """Raise unless the actor may enter hands at this table: by role, or by a live link to its number.

    ``held`` are the actor's rights in the club, where they were read already.
    """
    if actor.link_id is None:
        if held is None:
            held = rights_in_club(actor, table.round.tournament.club_id)
        if Right.ENTER_HANDS not in held:
            require_scope(actor, Right.ENTER_HANDS)
            raise RightMissing(right=Right.ENTER_HANDS.value)
        return
    link = live_link(actor.link_id, now=now)
    if link is None:
        raise LinkNotValid
    if link.tournament_id != table.round.tournament_id or link.table_number != table.number:
        raise LinkForAnotherTable(number=link.table_number)


def live_link(link_id: int, *, now: dt.datetime) -> TableLink | None:
    """Return a link if it has neither been revoked nor run out."""
    rows = _LIVE_LINK.rows({"link": link_id, "now": now})
    return from_columns(TableLink, _LINK, rows[0]) if rows else None


def link_token(link: TableLink) -> str:
    """Return the secret that a table link carries: derived, so that it can be printed again but is stored nowhere."""
    return f"{link.pk}-{_signature(link)}"


def find_link(token: str, *, now: dt.datetime) -> TableLink:
    """Return the live link that a token opens; raises LinkNotValid."""
    number, _, signature = token.partition("-")
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        raise LinkNotValid
    link = live_link(int(number), now=now)
    if link is None or not constant_time_compare(_signature(link), signature):
        raise LinkNotValid
    return link


def _signature(link: TableLink) -> str:
    digest = salted_hmac("tournaments.table_link", f"{link.pk}:{link.nonce}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:15]).decode()
