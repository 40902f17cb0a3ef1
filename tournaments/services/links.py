"""Table links: made when a table number is first used, renewed when one went astray."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterable

from django.db import transaction

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound
from tournaments.models import TableLink, Tournament
from tournaments.selectors import rights
from tournaments.services import audit

LIFETIME = dt.timedelta(hours=24)
"""How long a link opens its table after the last round that used it was published: one evening, and no more."""


def extend_links(tournament: Tournament, numbers: Iterable[int], *, now: dt.datetime) -> None:
    """Give every table number a live link, in the caller's transaction; links that live go on for another evening."""
    wanted = set(numbers)
    live = TableLink.objects.filter(tournament=tournament, revoked_at=None, table_number__in=wanted)
    have = set(live.values_list("table_number", flat=True))
    live.update(expires_at=now + LIFETIME)
    TableLink.objects.bulk_create(_new_link(tournament, number, now=now) for number in sorted(wanted - have))


@transaction.atomic(durable=True)
def renew_link(*, actor: Actor, tournament_id: int, table_number: int, now: dt.datetime) -> TableLink:
    """Revoke the link of a table number and make a new one: whoever has the old one is out.

    Raises ThingNotFound for a number that no table of the tournament has had.
    """
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    links = TableLink.objects.filter(tournament=tournament, table_number=table_number)
    if not links.exists():
        raise ThingNotFound(thing="table")
    links.filter(revoked_at=None).update(revoked_at=now)
    link = _new_link(tournament, table_number, now=now)
    link.save()
    audit.record(
        actor,
        "link.renewed",
        f"table {table_number}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
    )
    return link


def _new_link(tournament: Tournament, number: int, *, now: dt.datetime) -> TableLink:
    return TableLink(
        tournament=tournament,
        table_number=number,
        nonce=secrets.token_hex(16),
        created_at=now,
        expires_at=now + LIFETIME,
    )
