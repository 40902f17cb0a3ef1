"""Who takes part: admitted, withdrawn, back again, and who plays for an entry."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import (
    EntryExists,
    EntryNotWithdrawn,
    EntryOfWrongKind,
    EntryWithdrawn,
    KnockoutBegun,
    LinesUnreadable,
    PlayerAlreadyInEntry,
    PlayerNotInEntry,
    ThingNotFound,
    TournamentFinished,
)
from tournaments.imports import NameLine, PairLine, name_lines, pair_lines
from tournaments.models import BulkAct, Club, Entry, LineUp, Partnership, Round, RoundEntry, Tournament
from tournaments.names import checked_name
from tournaments.namesakes import Decision, Wanted
from tournaments.selectors import rights
from tournaments.selectors.brackets import is_closed_to_newcomers
from tournaments.selectors.clubs import get_member, members_of, partnership_views, partnerships_at
from tournaments.selectors.names import player_names
from tournaments.selectors.tournaments import rounds_published
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.departures import Unfinished, leave_table
from tournaments.services.partnerships import cast_pairs, ensure_partnerships
from tournaments.services.players import cast_people
from tournaments.services.tournaments import fit_rounds_to_field


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Who is to be entered: what the entry refers to, and the players in the order of their places."""

    who: Mapping[str, Any]
    players: tuple[int, ...]


@transaction.atomic(durable=True)
def admit_partnerships(
    *,
    actor: Actor,
    tournament_id: int,
    partnership_ids: Sequence[int],
    missed_like_sit_out: bool = False,
    now: dt.datetime,
) -> list[Entry]:
    """Admit partnerships, all of them or none, with the next numbers in the order given.

    Whoever comes late can be drawn from the next round on; the rounds missed are worth nothing, or with
    ``missed_like_sit_out`` what a sit-out is worth. Raises TournamentFinished, EntryOfWrongKind, EntryExists,
    and ThingNotFound for two who are not at the club.
    """
    tournament = _open_for_entries(actor, tournament_id)
    _require_kind(tournament, Tournament.EntryKind.PARTNERSHIP)
    wanted = list(dict.fromkeys(partnership_ids))
    found = partnerships_at(tournament.club_id).in_bulk(wanted)
    if len(found) != len(wanted):
        raise ThingNotFound(thing="partnership at this club")
    partnerships = [found[partnership_id] for partnership_id in wanted]
    entered = _entered(tournament_id, partnerships)
    if entered:
        raise EntryExists(name=_name(entered[0], tournament.club_id))
    return _admit(actor, tournament, _pairs(partnerships), Traces(), like_sit_out=missed_like_sit_out, now=now)


@transaction.atomic(durable=True)
def admit_players(
    *,
    actor: Actor,
    tournament_id: int,
    player_ids: Sequence[int],
    missed_like_sit_out: bool = False,
    now: dt.datetime,
) -> list[Entry]:
    """Admit individuals, all of them or none, with the next numbers in the order given; late ones as pairs are.

    Raises TournamentFinished, EntryOfWrongKind, EntryExists, and ThingNotFound for somebody who is not at the club.
    """
    tournament = _open_for_entries(actor, tournament_id)
    _require_kind(tournament, Tournament.EntryKind.PLAYER)
    wanted = list(dict.fromkeys(player_ids))
    if members_of(tournament.club_id).filter(player_id__in=wanted).count() != len(wanted):
        raise ThingNotFound(thing="player at this club")
    entered = _players_entered(tournament_id)
    again = [player_id for player_id in wanted if player_id in entered]
    if again:
        raise EntryExists(name=player_names(again[:1], tournament.club_id)[again[0]])
    return _admit(actor, tournament, _individuals(wanted), Traces(), like_sit_out=missed_like_sit_out, now=now)


@transaction.atomic(durable=True)
def admit_lines(
    *,
    actor: Actor,
    tournament_id: int,
    lines: Sequence[PairLine],
    add_unknown: bool = False,
    decisions: Mapping[str, Decision] | None = None,
    missed_like_sit_out: bool = False,
    now: dt.datetime,
) -> list[Entry]:
    """Admit the pairs of a list, all of them or none, forming their partnerships.

    Names are found as for ``import_partnerships``. Raises what that raises, TournamentFinished and EntryOfWrongKind; a
    pair that is entered already or stands twice in the list is named in LinesUnreadable.
    """
    club, tournament = _lock_for_list(actor, tournament_id, Tournament.EntryKind.PARTNERSHIP)
    traces = Traces()
    pairs = cast_pairs(actor, club, lines, add_unknown=add_unknown, decisions=decisions or {}, traces=traces, now=now)
    partnerships = ensure_partnerships(actor, club.pk, pairs, traces=traces, now=now)
    _refuse_again(
        [(line.line, partnership.pk) for line, partnership in zip(lines, partnerships, strict=True)],
        {partnership.pk for partnership in _entered(tournament_id, partnerships)},
        _("This pair is entered already, or stands in the list before."),
    )
    return _admit(actor, tournament, _pairs(partnerships), traces, like_sit_out=missed_like_sit_out, now=now)


@transaction.atomic(durable=True)
def admit_names(
    *,
    actor: Actor,
    tournament_id: int,
    lines: Sequence[NameLine],
    add_unknown: bool = False,
    decisions: Mapping[str, Decision] | None = None,
    missed_like_sit_out: bool = False,
    now: dt.datetime,
) -> list[Entry]:
    """Admit the individuals of a list, all of them or none.

    A name means the only member who has it; unknown ones are refused, or added if ``add_unknown``. ``decisions`` by
    line say whom a name means that could mean several, as for ``add_players``. Raises LinesUnreadable (also for
    somebody who is entered already or stands twice in the list), NamesakesUndecided, ValueRefused, TournamentFinished,
    EntryOfWrongKind.
    """
    club, tournament = _lock_for_list(actor, tournament_id, Tournament.EntryKind.PLAYER)
    wanted = [Wanted(str(line.line), line.line, checked_name(line.name)) for line in lines]
    traces = Traces()
    people = cast_people(
        actor, club, wanted, add_unknown=add_unknown, decisions=decisions or {}, traces=traces, now=now
    )
    player_ids = [people[person.key] for person in wanted]
    _refuse_again(
        [(person.line, player_id) for person, player_id in zip(wanted, player_ids, strict=True)],
        _players_entered(tournament_id),
        _("This player is entered already, or stands in the list before."),
    )
    return _admit(actor, tournament, _individuals(player_ids), traces, like_sit_out=missed_like_sit_out, now=now)


def admit_text(*, actor: Actor, tournament: Tournament, text: str, **more: Any) -> list[Entry]:
    """Admit what stands in a text, one entry a line: pairs or individuals, as the tournament takes them.

    ``more`` and what is raised are as for ``admit_lines`` and ``admit_names``.
    """
    if tournament.entry_kind == Tournament.EntryKind.PLAYER:
        return admit_names(actor=actor, tournament_id=tournament.pk, lines=name_lines(text), **more)
    return admit_lines(actor=actor, tournament_id=tournament.pk, lines=pair_lines(text), **more)


@transaction.atomic(durable=True)
def withdraw_entry(
    *,
    actor: Actor,
    entry_id: int,
    unfinished: str = Unfinished.FINISH,
    points: int = 0,
    substitutes: Sequence[tuple[int, int]] = (),
    reason: str = "",
    now: dt.datetime,
) -> Entry:
    """Take an entry out from the next draw on; what it has played stays.

    ``unfinished`` says what becomes of the table that it has not finished: it plays it out first (``finish``), the
    others win it with ``points`` each (``forfeit``), it counts for nobody (``void``), or ``substitutes``, as (who
    leaves, who sits in), play it out for the entry (``substitute``).
    Raises EntryWithdrawn, TournamentFinished, and what ``leave_table`` raises.
    """
    entry = _lock_entry(actor, entry_id)
    if entry.status == Entry.Status.WITHDRAWN:
        raise EntryWithdrawn
    leave_table(actor, entry, unfinished, points=points, substitutes=substitutes, reason=reason, now=now)
    entry.status, entry.withdrawn_at = Entry.Status.WITHDRAWN, now
    entry.save(update_fields=["status", "withdrawn_at"])
    fit_rounds_to_field(entry.tournament)
    _count_anew(entry.tournament)
    _audit(actor, "entry.withdrawn", entry, now=now, after={"unfinished": unfinished}, reason=reason)
    return entry


@transaction.atomic(durable=True)
def reinstate_entry(*, actor: Actor, entry_id: int, reason: str = "", now: dt.datetime) -> Entry:
    """Let a withdrawn entry play again from the next draw on. Raises EntryNotWithdrawn, TournamentFinished."""
    entry = _lock_entry(actor, entry_id)
    if entry.status != Entry.Status.WITHDRAWN:
        raise EntryNotWithdrawn
    entry.status, entry.withdrawn_at = Entry.Status.ACTIVE, None
    entry.save(update_fields=["status", "withdrawn_at"])
    fit_rounds_to_field(entry.tournament)
    _count_anew(entry.tournament)
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


def enter_pairs(
    actor: Actor, tournament: Tournament, partnerships: Sequence[Partnership], *, now: dt.datetime
) -> list[Entry]:
    """Enter partnerships with the next numbers in the order given, within the transaction of a locked tournament."""
    return _admit(actor, tournament, _pairs(partnerships), None, like_sit_out=False, now=now)


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


def _count_anew(tournament: Tournament) -> None:
    """Let the version of the standings grow: who has withdrawn may count for nothing, or count again."""
    tournament.counting_version += 1
    tournament.save(update_fields=["counting_version"])


def _lock_for_list(actor: Actor, tournament_id: int, kind: Tournament.EntryKind) -> tuple[Club, Tournament]:
    """Lock the club, whose players a list may add to, and the tournament."""
    club_id = Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise ThingNotFound(thing="tournament")
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=club_id)
    club = locks.lock_club(club_id)
    tournament = _open_for_entries(actor, tournament_id)
    _require_kind(tournament, kind)
    return club, tournament


def _require_kind(tournament: Tournament, kind: Tournament.EntryKind) -> None:
    if tournament.entry_kind != kind:
        raise EntryOfWrongKind(kind=tournament.get_entry_kind_display())


def _entered(tournament_id: int, partnerships: Sequence[Partnership]) -> list[Partnership]:
    taken = Entry.objects.filter(tournament_id=tournament_id, partnership__in=partnerships)
    ids = set(taken.values_list("partnership_id", flat=True))
    return [partnership for partnership in partnerships if partnership.pk in ids]


def _players_entered(tournament_id: int) -> set[int]:
    rows = Entry.objects.filter(tournament_id=tournament_id, player__isnull=False)
    return set(rows.values_list("player_id", flat=True))


def _refuse_again(listed: Sequence[tuple[int, int]], entered: set[int], said: str) -> None:
    """Refuse a list, as (line, id), of which somebody is entered already or stands in it before."""
    seen = set(entered)
    faults = []
    for line, who in listed:
        if who in seen:
            faults.append((line, said))
        seen.add(who)
    if faults:
        raise LinesUnreadable(faults)


def _pairs(partnerships: Sequence[Partnership]) -> list[_Candidate]:
    return [_Candidate({"partnership": pair}, (pair.first_id, pair.second_id)) for pair in partnerships]


def _individuals(player_ids: Sequence[int]) -> list[_Candidate]:
    return [_Candidate({"player_id": player_id}, (player_id,)) for player_id in player_ids]


def _admit(
    actor: Actor,
    tournament: Tournament,
    candidates: Sequence[_Candidate],
    traces: Traces | None,
    *,
    like_sit_out: bool,
    now: dt.datetime,
) -> list[Entry]:
    """Enter candidates; with the ``traces`` of what was made for it before, it is kept as an act to be undone.

    Raises KnockoutBegun.
    """
    if not candidates:
        return []
    if is_closed_to_newcomers(tournament):
        raise KnockoutBegun
    rows = Entry.objects.filter(tournament=tournament)
    last = rows.aggregate(last=Max("number"))["last"] or 0
    first_round = rounds_published(tournament.pk) + 1
    entries = [
        Entry(tournament=tournament, number=number, first_round=first_round, created_at=now, **candidate.who)
        for number, candidate in enumerate(candidates, last + 1)
    ]
    Entry.objects.bulk_create(entries)
    line_up = LineUp.objects.bulk_create(
        LineUp(entry=entry, place=place, player_id=player_id, from_round=first_round)
        for entry, candidate in zip(entries, candidates, strict=True)
        for place, player_id in enumerate(candidate.players, 1)
    )
    act = None
    if traces is not None:
        traces.make(entries)
        traces.make(line_up)
        kind = BulkAct.Kind.ENTRIES_ADMITTED
        where = {"club_id": tournament.club_id, "tournament_id": tournament.pk}
        act = keep_act(actor, kind, traces, count=len(entries), now=now, **where)
    if like_sit_out:
        _count_missed(tournament, entries)
    fit_rounds_to_field(tournament)
    audit.record(
        actor,
        "entries.admitted",
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        after={
            "entry_ids": [entry.pk for entry in entries],
            "first_round": first_round,
            **({"missed_like_sit_out": True} if like_sit_out else {}),
            **({} if act is None else {"act": act.pk}),
        },
    )
    return entries


def _count_missed(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Let the rounds that were published before somebody came be worth to them what a sit-out is worth."""
    missed = Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED)
    RoundEntry.objects.bulk_create(
        RoundEntry(round=round_, entry=entry, role=RoundEntry.Role.ABSENT, like_sit_out=True)
        for round_ in missed.order_by("number")
        for entry in entries
    )


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
