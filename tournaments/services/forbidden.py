"""Meetings that must not be: two of one household, or two who do not get on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import TournamentFinished, ValueRefused
from tournaments.models import Entry, Stage, Tournament
from tournaments.round_errors import MeetingForbidden, MeetingNotForbidden
from tournaments.selectors import rights
from tournaments.selectors.draws import Pair, forbidden_in
from tournaments.selectors.tournaments import first_stage
from tournaments.services import audit


@transaction.atomic(durable=True)
def forbid_meeting(
    *, actor: Actor, tournament_id: int, entries: Pair, reason: str = "", now: dt.datetime
) -> list[Pair]:
    """Let two entries not come together from the next draw on; drafts in which they meet need a reason.

    Raises MeetingForbidden, TournamentFinished, and ValueRefused for what are not two entries of the tournament.
    """
    tournament = _lock(actor, tournament_id)
    if Entry.objects.filter(tournament=tournament, pk__in=entries).count() != 2:
        raise ValueRefused(path="entries", reason=_("two different entries of this tournament"))
    stage = first_stage(tournament_id)
    pairs = forbidden_in(stage)
    if _find(pairs, entries) is not None:
        raise MeetingForbidden
    return _store(actor, tournament, stage, [*pairs, entries], "tournament.meeting_forbidden", entries, reason, now=now)


@transaction.atomic(durable=True)
def allow_meeting(*, actor: Actor, tournament_id: int, entries: Pair, reason: str = "", now: dt.datetime) -> list[Pair]:
    """Let two entries come together again. Raises MeetingNotForbidden, TournamentFinished."""
    tournament = _lock(actor, tournament_id)
    stage = first_stage(tournament_id)
    pairs = forbidden_in(stage)
    found = _find(pairs, entries)
    if found is None:
        raise MeetingNotForbidden
    left = [pair for pair in pairs if pair != found]
    return _store(actor, tournament, stage, left, "tournament.meeting_allowed", entries, reason, now=now)


def _lock(actor: Actor, tournament_id: int) -> Tournament:
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    return tournament


def _find(pairs: Sequence[Pair], entries: Pair) -> Pair | None:
    return next((pair for pair in pairs if set(pair) == set(entries)), None)


def _store(
    actor: Actor,
    tournament: Tournament,
    stage: Stage,
    pairs: Sequence[Pair],
    action: str,
    entries: Pair,
    reason: str,
    *,
    now: dt.datetime,
) -> list[Pair]:
    stage.settings = {**stage.settings, "forbidden": [list(pair) for pair in pairs]}
    stage.save(update_fields=["settings"])
    audit.record(
        actor,
        action,
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        after={"entries": list(entries)},
        reason=reason.strip(),
    )
    return list(pairs)
