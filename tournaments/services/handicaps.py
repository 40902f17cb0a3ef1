"""Handicaps of entries: taken from the ratings before the first hand, said by the director, corrected with a reason."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.correction_errors import LookFirst
from tournaments.errors import (
    HandicapsFixed,
    HandicapsOff,
    NobodyRated,
    ThingNotFound,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import BulkAct, Entry, Round, Tournament
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.handicaps import hand_entered, largest_handicap, suggestions_for
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee

LONGEST_REASON = 500


@transaction.atomic(durable=True)
def take_suggestions(
    *, actor: Actor, tournament_id: int, with_uncertain: bool = False, now: dt.datetime
) -> BulkAct | None:
    """Give every entry that takes part what the ratings of today suggest; return the act, None if nothing changed.

    Where they know too little of a player the entry keeps what it has, unless ``with_uncertain``. Raises HandicapsOff,
    TournamentFinished, HandicapsFixed once a hand is entered, NobodyRated.
    """
    tournament = _lock(actor, tournament_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if hand_entered(tournament_id):
        raise HandicapsFixed
    suggestions = suggestions_for(tournament, now=now)
    if not suggestions:
        raise NobodyRated
    traces = Traces()
    for entry in Entry.objects.filter(pk__in=suggestions).order_by("number"):
        one = suggestions[entry.pk]
        if with_uncertain or not one.is_uncertain:
            traces.change([entry], handicap=one.points, handicap_day=one.day, handicap_version=one.version)
    if not traces.changed:
        return None
    _count_anew(tournament)
    where = {"club_id": tournament.club_id, "tournament_id": tournament.pk}
    act = keep_act(actor, BulkAct.Kind.HANDICAPPED, traces, count=len(traces.changed), now=now, **where)
    after = {"handicaps": {str(pk): after["handicap"] for _name, pk, _before, after in traces.changed}, "act": act.pk}
    _audit(actor, "tournament.handicaps_taken", tournament, after=after, now=now)
    return act


@transaction.atomic(durable=True)
def preview_handicaps(
    *, actor: Actor, tournament_id: int, handicaps: Mapping[int, int], now: dt.datetime
) -> Consequences:
    """Return all that ``set_handicaps`` would move, and change nothing. Raises what that raises."""
    tournament = _lock(actor, tournament_id)
    return foresee(_change(actor, tournament, handicaps, TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def set_handicaps(
    *,
    actor: Actor,
    tournament_id: int,
    handicaps: Mapping[int, int],
    reason: str = "",
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> list[Entry]:
    """Give entries, by id, the handicaps that somebody says, and return those that had another one.

    Once a hand is entered it is a correction: it says why, and where it moves the standings it is looked at first.
    Raises HandicapsOff, ThingNotFound, ValueRefused, and what ``confirm`` raises.
    """
    tournament = _lock(actor, tournament_id)
    why = _checked_reason(reason)
    change = _change(actor, tournament, handicaps, why, now=now)
    if hand_entered(tournament_id):
        if not why:
            raise ValueRefused(path="reason", reason=_("say why: results that count are moved by it"))
        if confirmation.seen is None and (found := foresee(change, now=now)).entries:
            raise LookFirst(found)
    changed: list[Entry] = confirm(actor, change, confirmation, reason=why, now=now)
    return changed


def _lock(actor: Actor, tournament_id: int) -> Tournament:
    """Lock a tournament that is played with handicaps, and its tables, so that no first hand arrives meanwhile."""
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.handicap == Tournament.Handicap.NONE:
        raise HandicapsOff
    for round_id in Round.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True):
        locks.lock_tables_of(round_id)
    return tournament


def _change(
    actor: Actor, tournament: Tournament, handicaps: Mapping[int, int], reason: str, *, now: dt.datetime
) -> Change:
    # What was looked at is this change of these handicaps, whether or not another would show the same figures.
    given = Entry.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "handicap")
    return Change(
        tournament,
        lambda: _give(actor, tournament, handicaps, reason, now=now),
        # What counts changes from the first round on, which is drawn before anything counts.
        since=1,
        asked=(*sorted(handicaps.items()), *given),
    )


def _give(
    actor: Actor, tournament: Tournament, handicaps: Mapping[int, int], reason: str, *, now: dt.datetime
) -> list[Entry]:
    largest = largest_handicap(tournament)
    for entry_id, points in handicaps.items():
        if not 0 <= points <= largest:
            said = _("from %(least)s to %(most)s") % {"least": 0, "most": largest}
            raise ValueRefused(path=f"handicaps.{entry_id}", reason=said)
    entries = list(Entry.objects.filter(tournament=tournament, pk__in=handicaps).order_by("number"))
    if len(entries) < len(handicaps):
        raise ThingNotFound(thing="entry in this tournament")
    changed = [entry for entry in entries if entry.handicap != handicaps[entry.pk]]
    if not changed:
        return []
    before = {str(entry.pk): entry.handicap for entry in changed}
    for entry in changed:
        entry.handicap, entry.handicap_day, entry.handicap_version = handicaps[entry.pk], None, None
    Entry.objects.bulk_update(changed, ["handicap", "handicap_day", "handicap_version"])
    _count_anew(tournament)
    after = {str(entry.pk): entry.handicap for entry in changed}
    _audit(actor, "tournament.handicaps_set", tournament, before=before, after=after, reason=reason, now=now)
    return changed


def _count_anew(tournament: Tournament) -> None:
    # In the database alone: what is tried and taken back must not stay in the row that the caller holds.
    Tournament.objects.filter(pk=tournament.pk).update(counting_version=F("counting_version") + 1)


def _checked_reason(reason: str) -> str:
    why = reason.strip()
    if len(why) > LONGEST_REASON:
        raise ValueRefused(path="reason", reason=_("at most %(most)s letters") % {"most": LONGEST_REASON})
    return why


def _audit(
    actor: Actor,
    action: str,
    tournament: Tournament,
    *,
    before: Any = None,
    after: Any,
    reason: str = "",
    now: dt.datetime,
) -> None:
    audit.record(
        actor,
        action,
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        before=before,
        after=after,
        reason=reason,
    )
