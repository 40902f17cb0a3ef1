"""Table links as they are printed, and the table that one opens."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Self

from tournaments.actors import Actor, Right
from tournaments.errors import LinkNotValid, ThingNotFound
from tournaments.models import TableLink, Tournament
from tournaments.selectors import rights
from tournaments.selectors.tables import TableView, current_table, get_table


@dataclass(frozen=True, slots=True)
class TableLinkView:
    """A link with its secret; ``path`` is what the QR code opens."""

    table_number: int
    token: str
    path: str
    expires_at: dt.datetime

    @classmethod
    def of(cls, link: TableLink) -> Self:
        """Return a stored link with its secret derived."""
        token = rights.link_token(link)
        return cls(link.table_number, token, f"/t/{token}/", link.expires_at)


def links_of(actor: Actor, tournament: Tournament, *, now: dt.datetime) -> list[TableLinkView]:
    """Return the live links of a tournament in order of table number. Raises RightMissing."""
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    live = TableLink.objects.filter(tournament=tournament, revoked_at=None, expires_at__gt=now)
    return [TableLinkView.of(link) for link in live.order_by("table_number")]


def table_of_link(actor: Actor, *, now: dt.datetime) -> TableView:
    """Return the current table of the number that a link opens. Raises LinkNotValid, ThingNotFound."""
    live = TableLink.objects.filter(revoked_at=None, expires_at__gt=now)
    link = None if actor.link_id is None else live.filter(pk=actor.link_id).first()
    if link is None:
        raise LinkNotValid
    table = current_table(link.tournament, link.table_number)
    if table is None:
        raise ThingNotFound(thing="table")
    return get_table(table.pk)
