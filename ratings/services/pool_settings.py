"""Rating lists that somebody opens, and what a list is computed by. Those of all clubs are for admins."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Min, Q
from django.utils.translation import gettext as _

from gameplay.errors import KindUnknown
from ratings import locks
from ratings.engine.defaults import default_params
from ratings.engine.params import MARGIN, RANGES, Params, ParamsRefused
from ratings.engine.replay import ENGINE_VERSION
from ratings.errors import PoolExists
from ratings.models import KINDS, RatingPool
from ratings.selectors.ledger import counted_results, current_results
from ratings.selectors.pools import get_pool
from ratings.services.ledger import reread
from ratings.services.pools import mark_dirty
from tournaments.actors import Actor, Right
from tournaments.errors import ValueRefused
from tournaments.names import checked_name
from tournaments.selectors import rights
from tournaments.services import audit


@transaction.atomic(durable=True)
def open_pool(
    *,
    actor: Actor,
    kind: str,
    club_id: int | None,
    format_: str,
    name: str,
    params: Mapping[str, int],
    now: dt.datetime,
) -> RatingPool:
    """Open a list of a game at a club or, without one, at all clubs, for tables of a format.

    ``params`` are those that differ from the game's defaults. Results that are there already are rated by the next
    refresh. Raises RightMissing, KindUnknown, NameEmpty, NameTooLong, ValueRefused, PoolExists.
    """
    if kind not in KINDS:
        raise KindUnknown(kind=kind[:16], known=", ".join(KINDS))
    locks.lock_opening(kind)
    rights.require(actor, Right.MANAGE_CLUB, club_id=club_id)
    if format_ not in RatingPool.Format.values:
        raise ValueRefused(path="format", reason=_("must be one of %(words)s") % {"words": _words_of_formats()})
    name = checked_name(name)
    chosen = checked_params(default_params(kind), params)
    there = RatingPool.objects.filter(Q(club_id=club_id), kind=kind, format=format_).first()
    if there is not None:
        raise PoolExists(name=there.name)
    pool = RatingPool.objects.create(
        kind=kind,
        club_id=club_id,
        format=format_,
        name=name,
        params=chosen.as_mapping(),
        engine_version=ENGINE_VERSION,
        created_at=now,
    )
    _fill_in_points(pool, now=now)
    _mark_whole(pool, now=now)
    after = {"kind": kind, "format": format_, "params": pool.params}
    audit.record(actor, "rating_pool.opened", f"rating pool {pool.pk}", now=now, club_id=club_id, after=after)
    pool.refresh_from_db()
    return pool


@transaction.atomic(durable=True)
def change_pool(
    *,
    actor: Actor,
    pool_id: int,
    name: str | None = None,
    params: Mapping[str, int] | None = None,
    now: dt.datetime,
) -> RatingPool:
    """Rename a list, or compute it otherwise; ``params`` are those that change.

    Other parameters get the next version, and all states are replayed by the next refresh. Raises PoolNotFound,
    RightMissing, NameEmpty, NameTooLong, ValueRefused.
    """
    read = get_pool(pool_id)
    [pool] = [one for one in locks.lock_ledger(read.kind, read.club_id) if one.pk == pool_id]
    rights.require(actor, Right.MANAGE_CLUB, club_id=pool.club_id)
    before = {"name": pool.name, "params": pool.params}
    pool.name = pool.name if name is None else checked_name(name)
    present = Params.from_mapping(pool.params)
    chosen = checked_params(present, params or {})
    if chosen != present:
        pool.params = chosen.as_mapping()
    after = {"name": pool.name, "params": pool.params}
    if after == before:
        return pool
    pool.save(update_fields=["name", "params"])
    if chosen != present:
        _fill_in_points(pool, now=now)
        _mark_whole(pool, now=now)
    audit.record(
        actor,
        "rating_pool.changed",
        f"rating pool {pool_id}",
        now=now,
        club_id=pool.club_id,
        before=before,
        after=after,
    )
    pool.refresh_from_db()
    return pool


def checked_params(present: Params, changes: Mapping[str, int]) -> Params:
    """Return parameters with some of them changed, under the next version if any is another; raises ValueRefused."""
    if unknown := sorted(changes.keys() - (RANGES.keys() - {"version"})):
        raise ValueRefused(path=unknown[0], reason=_("is no parameter of a rating list"))
    wanted = {**present.as_mapping(), **changes}
    try:
        chosen = Params.from_mapping(wanted)
        return chosen if chosen == present else Params.from_mapping({**wanted, "version": present.version + 1})
    except ParamsRefused as error:
        raise ValueRefused(path=error.name, reason=_reason(error.name, wanted)) from error


def _reason(name: str, wanted: Mapping[str, int]) -> str:
    least, most = RANGES[name]
    value = wanted[name]
    if not isinstance(value, int) or not least <= value <= most:
        return _("must be a whole number from %(least)s to %(most)s") % {"least": least, "most": most}
    if name in MARGIN:
        return _("must be above 0 with all three about differences of scores, or 0 with all of them")
    if name == "bonus_drift":
        return _("must be 0 where partnerships have no bonus")
    return _("must not be above what newcomers start with")


def _words_of_formats() -> str:
    return ", ".join(word for word in RatingPool.Format.values if word)


def _fill_in_points(pool: RatingPool, *, now: dt.datetime) -> None:
    """Read the tables again where points count that were not kept when they were rated."""
    if pool.counts_margin and current_results(pool).filter(is_void=False, points=None).exists():
        reread(pool, now=now)


def _mark_whole(pool: RatingPool, *, now: dt.datetime) -> None:
    """Mark a pool from its first result on, if it has any."""
    first = counted_results(pool).aggregate(first=Min("period"))["first"]
    if first is not None:
        mark_dirty(pool, since=first, now=now)
