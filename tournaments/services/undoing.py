"""A bulk act undone: what it made goes, and what it changed is as it was before, all of it or nothing."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction
from django.db.models import Q

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound, TournamentFinished
from tournaments.models import BulkAct, Round, RoundChange, Tournament
from tournaments.selectors import rights
from tournaments.selectors.bulk_acts import MODELS, built_on
from tournaments.services import audit
from tournaments.services.calling_all import take_back_act
from tournaments.services.changes import note_change
from tournaments.services.taking_back import take_back_brought
from tournaments.services.taking_out import take_out
from tournaments.services.tournaments import fit_rounds_to_field
from tournaments.undo_errors import ActUndone, BuiltOn

RIGHT_TO = {
    BulkAct.Kind.PLAYERS_ADDED: Right.MANAGE_ENTRIES,
    BulkAct.Kind.PAIRS_FORMED: Right.MANAGE_ENTRIES,
    BulkAct.Kind.ENTRIES_ADMITTED: Right.MANAGE_ENTRIES,
    BulkAct.Kind.GROUPS_SET: Right.RUN_ROUNDS,
    BulkAct.Kind.SEEDED: Right.RUN_ROUNDS,
    BulkAct.Kind.HANDICAPPED: Right.RUN_ROUNDS,
    BulkAct.Kind.WENT_BACK: Right.RUN_ROUNDS,
    BulkAct.Kind.ARCHIVE_BROUGHT: Right.SET_UP,
    BulkAct.Kind.FILE_BROUGHT: Right.MANAGE_CLUB,
    BulkAct.Kind.HANDS_CONFIRMED: Right.RUN_ROUNDS,
    BulkAct.Kind.TIME_CALLED: Right.RUN_ROUNDS,
}
"""Whoever may do it may undo it."""
AT_TABLES = (BulkAct.Kind.HANDS_CONFIRMED, BulkAct.Kind.TIME_CALLED)
"""No entry, round or draw was made or changed by these; what counts otherwise without them says so itself."""
WITH_TABLES = (
    BulkAct.Kind.ARCHIVE_BROUGHT,
    BulkAct.Kind.FILE_BROUGHT,
    BulkAct.Kind.TIME_CALLED,
    BulkAct.Kind.HANDICAPPED,
)
CALLED_TOO_EARLY = "The call at all tables was taken back."
BROUGHT_BACK = "The archive that brought it was taken out again."


@transaction.atomic(durable=True)
def undo_act(*, actor: Actor, act_id: int, now: dt.datetime) -> BulkAct:
    """Undo an act. Raises ActUndone, BuiltOn with what was done since, TournamentFinished, TournamentSealed."""
    act = _lock(actor, act_id)
    if act.undone_at is not None:
        raise ActUndone
    if since := built_on(act):
        raise BuiltOn([{"code": one.code, "detail": one.detail} for one in since])
    if act.kind == BulkAct.Kind.FILE_BROUGHT:
        take_out(act, now=now)
    elif act.kind == BulkAct.Kind.TIME_CALLED:
        take_back_act(actor, act, reason=CALLED_TOO_EARLY, now=now)
    else:
        _put_back(actor, act, now=now)
    if act.tournament is not None and act.kind not in AT_TABLES:
        _settle(actor, act, act.tournament, now=now)
    act.undone_at, act.undone_by_id = now, actor.user_id
    act.save(update_fields=["undone_at", "undone_by"])
    audit.record(
        actor,
        "act.undone",
        f"act {act.pk}",
        now=now,
        club_id=act.club_id,
        tournament_id=act.tournament_id,
        table_id=act.table_id,
        before={"kind": act.kind, "count": act.count},
    )
    return act


def _lock(actor: Actor, act_id: int) -> BulkAct:
    """Return an act with everything locked that could come to stand on it."""
    found = BulkAct.objects.filter(pk=act_id).first()
    if found is None:
        raise ThingNotFound(thing="act")
    rights.require(actor, RIGHT_TO[BulkAct.Kind(found.kind)], club_id=found.club_id)
    if found.kind == BulkAct.Kind.FILE_BROUGHT:
        locks.lock_files()
    locks.lock_whole_clubs([found.club_id])
    if found.table_id is not None:
        locks.lock_table_in_round(found.table_id)
    act = BulkAct.objects.select_related("tournament__club", "table__round").get(pk=act_id)
    rights.require(actor, RIGHT_TO[BulkAct.Kind(act.kind)], club_id=act.club_id)
    if act.tournament is not None and act.tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if act.undone_at is None and act.kind in WITH_TABLES:
        _lock_tables(act)
    return act


def _lock_tables(act: BulkAct) -> None:
    """Lock all tables of the rounds that an act is about, so that no hand comes in while it is looked at."""
    tables = [pk for name, pk, _before, _after in act.changed if name == "table"]
    # Whatever round is played counts by the handicaps of its entries.
    counting = [act.tournament_id] if act.kind == BulkAct.Kind.HANDICAPPED else []
    of_tournaments = [*act.made.get("tournament", []), *counting]
    others = Round.objects.filter(Q(tournament__in=of_tournaments) | Q(tables__in=tables))
    for round_id in sorted({*_rounds_in(act), *others.values_list("pk", flat=True)}):
        locks.lock_tables_of(round_id)


def _rounds_in(act: BulkAct) -> list[int]:
    return [pk for name, pk, _before, _after in act.changed if name == "round"]


def _put_back(actor: Actor, act: BulkAct, *, now: dt.datetime) -> None:
    """Take away what an act made, and bring back what it changed; rounds with hands are taken back, never deleted."""
    if act.kind == BulkAct.Kind.ARCHIVE_BROUGHT:
        rounds = list(Round.objects.filter(pk__in=_rounds_in(act)).select_related("stage"))
        for round_ in rounds:
            assert act.tournament is not None
            round_.tournament = act.tournament
        take_back_brought(actor, rounds, reason=BROUGHT_BACK, now=now)
        _restore([one for one in act.changed if one[0] != "round"])
        return
    for name, model in MODELS.items():
        if ids := act.made.get(name):
            model.objects.filter(pk__in=ids).delete()
    _restore(act.changed)


def _restore(changed: list[Any]) -> None:
    """Give the rows that an act changed the values that they had, the last change first."""
    for name, pk, before, _after in reversed(changed):
        model = MODELS[name]
        model.objects.filter(pk=pk).update(**before)


def _settle(actor: Actor, act: BulkAct, tournament: Tournament, *, now: dt.datetime) -> None:
    """Let the length, the version of the standings and the ratings follow."""
    if act.made.get("entry"):
        fit_rounds_to_field(tournament)
    # Entries count in the version, so that it has to grow by more than went.
    tournament.counting_version += len(act.made.get("entry", [])) + 1
    tournament.save(update_fields=["counting_version"])
    if act.kind != BulkAct.Kind.WENT_BACK:
        return
    for round_ in Round.objects.filter(pk__in=_rounds_in(act), published_at__isnull=False).order_by("number"):
        round_.tournament = tournament
        note_change(actor, round_, RoundChange.Kind.PUT_BACK, after={"status": round_.status}, now=now)
