"""Who takes part: admitted, withdrawn, back again, and who plays for an entry."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import (
    EntryExists,
    EntryNotWithdrawn,
    EntryWithdrawn,
    LinesUnreadable,
    PlayerAlreadyInEntry,
    PlayerNotInEntry,
    ThingNotFound,
    TournamentFinished,
)
from tournaments.imports import PairLine
from tournaments.models import Entry, LineUp, Partnership, Tournament
from tournaments.namesakes import Decision
from tournaments.selectors import rights
from tournaments.selectors.clubs import get_member, partnership_views, partnerships_at
from tournaments.selectors.tournaments import rounds_published
from tournaments.services import audit
from tournaments.services.partnerships import cast_pairs, ensure_partnerships
from tournaments.services.tournaments import fit_rounds_to_field


@transaction.atomic(durable=True)
def admit_partnerships(
    *, actor: Actor, tournament_id: int, partnership_ids: Sequence[int], now: dt.datetime
) -> list[Entry]:
    """Admit partnerships, all of them or none, with the next numbers in the order given.

    Whoever comes late can be drawn from the next round on. Raises TournamentFinished, EntryExists, and ThingNotFound
    for two who are not at the club.
    """
    tournament = _open_for_entries(actor, tournament_id)
    wanted = list(dict.fromkeys(partnership_ids))
    found = partnerships_at(tournament.club_id).in_bulk(wanted)
    if len(found) != len(wanted):
        raise ThingNotFound(thing="partnership at this club")
    partnerships = [found[partnership_id] for partnership_id in wanted]
    entered = _entered(tournament_id, partnerships)
    if entered:
        raise EntryExists(name=_name(entered[0], tournament.club_id))
    return _admit(actor, tournament, partnerships, now=now)


@transaction.atomic(durable=True)
def admit_lines(
    *,
    actor: Actor,
    tournament_id: int,
    lines: Sequence[PairLine],
    add_unknown: bool = False,
    decisions: Mapping[str, Decision] | None = None,
    now: dt.datetime,
) -> list[Entry]:
    """Admit the pairs of a list, all of them or none, forming their partnerships.

    Names are found as for ``import_partnerships``. Raises what that raises, and TournamentFinished; a pair that is
    entered already or stands twice in the list is named in LinesUnreadable.
    """
    club_id = Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise ThingNotFound(thing="tournament")
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=club_id)
    club = locks.lock_club(club_id)
    tournament = _open_for_entries(actor, tournament_id)
    pairs = cast_pairs(actor, club, lines, add_unknown=add_unknown, decisions=decisions or {}, now=now)
    partnerships = ensure_partnerships(actor, club_id, pairs, now=now)
    entered = {partnership.pk for partnership in _entered(tournament_id, partnerships)}
    faults = []
    for line, partnership in zip(lines, partnerships, strict=True):
        if partnership.pk in entered:
            faults.append((line.line, _("This pair is entered already, or stands in the list before.")))
        entered.add(partnership.pk)
    if faults:
        raise LinesUnreadable(faults)
    return _admit(actor, tournament, partnerships, now=now)


@transaction.atomic(durable=True)
def withdraw_entry(*, actor: Actor, entry_id: int, reason: str = "", now: dt.datetime) -> Entry:
    """Take an entry out from the next draw on; what it has played stays. Raises EntryWithdrawn, TournamentFinished."""
    entry = _lock_entry(actor, entry_id)
    if entry.status == Entry.Status.WITHDRAWN:
        raise EntryWithdrawn
    entry.status, entry.withdrawn_at = Entry.Status.WITHDRAWN, now
    entry.save(update_fields=["status", "withdrawn_at"])
    fit_rounds_to_field(entry.tournament_id)
    _audit(actor, "entry.withdrawn", entry, now=now, reason=reason)
    return entry


@transaction.atomic(durable=True)
def reinstate_entry(*, actor: Actor, entry_id: int, reason: str = "", now: dt.datetime) -> Entry:
    """Let a withdrawn entry play again from the next draw on. Raises EntryNotWithdrawn, TournamentFinished."""
    entry = _lock_entry(actor, entry_id)
    if entry.status != Entry.Status.WITHDRAWN:
        raise EntryNotWithdrawn
    entry.status, entry.withdrawn_at = Entry.Status.ACTIVE, None
    entry.save(update_fields=["status", "withdrawn_at"])
    fit_rounds_to_field(entry.tournament_id)
    _audit(actor, "entry.reinstated", entry, now=now, reason=reason)
    return entry


@transaction.atomic(durable=True)
def replace_player(
    *, actor: Actor, entry_id: int, player_out_id: int, player_in_id: int, reason: str = "", now: dt.datetime
) -> LineUp:
    """Let another member of the club play for an entry, from the next round on; the rounds before keep who sat.

    The newcomer may play for another entry too: the draw sees to it that nobody sits twice in a round.
    Raises EntryWithdrawn, PlayerNotInEntry, PlayerAlreadyInEntry, TournamentFinished, ThingNotFound.
    """
    entry = _lock_entry(actor, entry_id)
    if entry.status == Entry.Status.WITHDRAWN:
        raise EntryWithdrawn
    playing = {row.player_id: row for row in LineUp.objects.filter(entry=entry, is_current=True)}
    if player_out_id not in playing:
        raise PlayerNotInEntry
    if player_in_id in playing:
        raise PlayerAlreadyInEntry
    get_member(entry.tournament.club_id, player_in_id)
    leaving = playing[player_out_id]
    leaving.is_current = False
    leaving.save(update_fields=["is_current"])
    coming = LineUp.objects.create(
        entry=entry,
        place=leaving.place,
        player_id=player_in_id,
        from_round=rounds_published(entry.tournament_id) + 1,
        reason=reason,
    )
    change = {"place": leaving.place, "from_round": coming.from_round}
    _audit(
        actor,
        "entry.player_replaced",
        entry,
        now=now,
        before={"player": player_out_id},
        after={"player": player_in_id, **change},
        reason=reason,
    )
    return coming


def _open_for_entries(actor: Actor, tournament_id: int) -> Tournament:
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    return tournament


def _lock_entry(actor: Actor, entry_id: int) -> Entry:
    """Return an entry under the lock of its tournament, where entries change."""
    tournament_id = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise ThingNotFound(thing="entry")
    tournament = _open_for_entries(actor, tournament_id)
    entry = Entry.objects.get(pk=entry_id)
    entry.tournament = tournament
    return entry


def _entered(tournament_id: int, partnerships: Sequence[Partnership]) -> list[Partnership]:
    taken = Entry.objects.filter(tournament_id=tournament_id, partnership__in=partnerships)
    ids = set(taken.values_list("partnership_id", flat=True))
    return [partnership for partnership in partnerships if partnership.pk in ids]


def _admit(
    actor: Actor, tournament: Tournament, partnerships: Sequence[Partnership], *, now: dt.datetime
) -> list[Entry]:
    if not partnerships:
        return []
    rows = Entry.objects.filter(tournament=tournament)
    last = rows.aggregate(last=Max("number"))["last"] or 0
    first_round = rounds_published(tournament.pk) + 1
    entries = [
        Entry(tournament=tournament, number=number, partnership=partnership, first_round=first_round, created_at=now)
        for number, partnership in enumerate(partnerships, last + 1)
    ]
    Entry.objects.bulk_create(entries)
    LineUp.objects.bulk_create(
        LineUp(entry=entry, place=place, player_id=player_id, from_round=first_round)
        for entry, partnership in zip(entries, partnerships, strict=True)
        for place, player_id in enumerate((partnership.first_id, partnership.second_id), 1)
    )
    fit_rounds_to_field(tournament.pk)
    audit.record(
        actor,
        "entries.admitted",
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        after={"entry_ids": [entry.pk for entry in entries], "first_round": first_round},
    )
    return entries


def _name(partnership: Partnership, club_id: int) -> str:
    return partnership_views([partnership], club_id)[0].name


def _audit(
    actor: Actor,
    action: str,
    entry: Entry,
    *,
    now: dt.datetime,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    audit.record(
        actor,
        action,
        f"entry {entry.pk}",
        now=now,
        club_id=entry.tournament.club_id,
        tournament_id=entry.tournament_id,
        before=before,
        after=after,
        reason=reason,
    )
