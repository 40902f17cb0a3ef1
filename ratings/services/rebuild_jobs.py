"""Rebuilds that are asked for with a row and made by a worker of their own, which refreshes never wait for."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import OperationalError, transaction

from ratings import locks
from ratings.errors import FAULTS, RebuildNotFound
from ratings.models import RatingRebuild
from ratings.selectors.pools import get_pool
from ratings.services.rebuild import rebuild_pool, reread_results
from tournaments.actors import Actor, Right
from tournaments.selectors import rights
from tournaments.services import audit
from tournaments.services.nudging import nudge, nudge_if_lost

TASK = "ratings.rebuild"
PATIENCE = dt.timedelta(seconds=15)
"""So long after a nudge an open rebuild is taken for lost when somebody looks at it."""
MOST_ATTEMPTS = 3
LONGEST_FAULT = 2_000
logger = logging.getLogger(__name__)


@transaction.atomic(durable=True)
def ask_rebuild(*, actor: Actor, pool_id: int, now: dt.datetime) -> RatingRebuild:
    """Ask for a whole replay of a pool, with the tables read again; while one is open, return that.

    Raises PoolNotFound, RightMissing.
    """
    rights.require(actor, Right.MANAGE_CLUB, club_id=get_pool(pool_id).club_id)
    pool = locks.lock_pool(pool_id)
    rebuild = RatingRebuild.objects.filter(pool=pool, state__in=RatingRebuild.OPEN).first()
    if rebuild is not None:
        return rebuild
    rebuild = RatingRebuild.objects.create(pool=pool, user_id=actor.user_id, asked_at=now, nudged_at=now)
    audit.record(
        actor,
        "ratings.rebuild_asked",
        f"rating list {pool.name}",
        now=now,
        club_id=pool.club_id,
        after={"pool": pool_id},
    )
    nudge(TASK, rebuild_id=rebuild.pk)
    return rebuild


@transaction.atomic(durable=True)
def look_at_rebuild(*, actor: Actor, rebuild_id: int, now: dt.datetime) -> RatingRebuild:
    """Return a rebuild for those who may ask for one; the worker is told again of one that seems to be lost.

    Raises RebuildNotFound, RightMissing.
    """
    rebuild = RatingRebuild.objects.select_related("pool__club").filter(pk=rebuild_id).first()
    if rebuild is None:
        raise RebuildNotFound
    rights.require(actor, Right.MANAGE_CLUB, club_id=rebuild.pool.club_id)
    nudge_if_lost(rebuild, TASK, patience=PATIENCE, now=now, rebuild_id=rebuild.pk)
    return rebuild


def run_rebuild(*, rebuild_id: int, now: dt.datetime) -> None:
    """Make a rebuild, unless it has ended or somebody is at it; a fault is kept with it, and the old states stay."""
    pool_id = RatingRebuild.objects.filter(pk=rebuild_id).values_list("pool_id", flat=True).first()
    if pool_id is None:
        return
    with locks.hold_rebuild(pool_id) as is_ours:
        if not is_ours or _begin(rebuild_id, now=now) is None:
            return
        try:
            reread_results(pool_id=pool_id, now=now)
            states = rebuild_pool(pool_id=pool_id, tell=lambda step: _tell(rebuild_id, step), now=now)
        except FAULTS as error:
            logger.exception("Rating pool %s cannot be rebuilt", pool_id)
            fault = f"{type(error).__name__}: {error}"[:LONGEST_FAULT]
            _end(rebuild_id, state=RatingRebuild.State.FAILED, fault=fault, now=now)
        else:
            _end(rebuild_id, state=RatingRebuild.State.DONE, states=states, now=now)


def run_open_rebuilds(*, now: dt.datetime) -> None:
    """Take up every rebuild that waits, or whose worker has died, the oldest first.

    One whose states are being read all the time, as by a backup, waits for the next call, and keeps nobody up.
    """
    waiting = RatingRebuild.objects.filter(state__in=RatingRebuild.OPEN).order_by("pk")
    for rebuild_id in waiting.values_list("pk", flat=True):
        try:
            run_rebuild(rebuild_id=rebuild_id, now=now)
        except OperationalError:
            logger.exception("Rating rebuild %s has to wait", rebuild_id)


@transaction.atomic(durable=True)
def _begin(rebuild_id: int, *, now: dt.datetime) -> RatingRebuild | None:
    """Count an attempt, for all to see, and return the rebuild; None if there is nothing to do any more."""
    rebuild = RatingRebuild.objects.filter(pk=rebuild_id, state__in=RatingRebuild.OPEN).first()
    if rebuild is None:
        return None
    if rebuild.attempts >= MOST_ATTEMPTS:
        _end(rebuild_id, state=RatingRebuild.State.FAILED, fault=f"given up after {MOST_ATTEMPTS} attempts", now=now)
        return None
    rebuild.attempts, rebuild.state = rebuild.attempts + 1, RatingRebuild.State.RUNNING
    rebuild.step = RatingRebuild.Step.RESULTS
    rebuild.save(update_fields=["attempts", "state", "step"])
    return rebuild


def _tell(rebuild_id: int, step: RatingRebuild.Step) -> None:
    """Write how far a rebuild is where others can see it at once."""
    RatingRebuild.objects.filter(pk=rebuild_id, state=RatingRebuild.State.RUNNING).update(step=step)


def _end(rebuild_id: int, *, now: dt.datetime, **outcome: object) -> None:
    RatingRebuild.objects.filter(pk=rebuild_id, state__in=RatingRebuild.OPEN).update(ended_at=now, **outcome)
