"""Published lists: numbered snapshots of the live ratings, by the month or at will, that nobody ever changes."""

import datetime as dt
import logging
from dataclasses import asdict

from django.db import transaction

from ratings import locks
from ratings.errors import FAULTS, NobodyRated
from ratings.models import PublishedList, PublishedRating, RatingPool
from ratings.selectors.figures import today_at
from ratings.selectors.next_list import INACTIVE, NextList, checksum_of, last_list, next_list, says_the_same
from ratings.selectors.outbox import rounds_pending
from ratings.selectors.pools import get_pool
from ratings.services.ledger import take_in_round
from ratings.services.pools import find_or_open_pool
from ratings.services.refresh import bring_up_to_date
from tournaments.actors import SYSTEM, Actor, Right
from tournaments.models import Club
from tournaments.selectors import rights
from tournaments.services import audit

BATCH = 2_000
"""Lines per statement."""
MORNING = 6
"""The hour, at the club, from which the list of a month is published on its first day: last night's rounds are in."""
logger = logging.getLogger(__name__)


@transaction.atomic(durable=True)
def publish_list(*, actor: Actor, pool_id: int, now: dt.datetime) -> PublishedList:
    """Publish the ratings as of today, as an organiser of the club asks; return the last list where nothing is new.

    A pool over all clubs is the admins' to publish.

    A list cannot be mended afterwards, so it is neither refused nor made from old states while results wait: what is
    pending is taken in and the pool brought up to date first, in this transaction and under the pool's locks. What is
    published is what the results say. Raises PoolNotFound, RightMissing, NobodyRated.
    """
    rights.require(actor, Right.MANAGE_CLUB, club_id=get_pool(pool_id).club_id)
    pool = _lock_up_to_date(pool_id, now=now)
    last = last_list(pool)
    found = next_list(pool, last, day=_not_before(last, today_at(pool.club, now)))
    if not found.lines:
        raise NobodyRated
    if last is not None and says_the_same(found, pool, last):
        return last
    return _publish(actor, pool, found, number=_number_after(last), month=None, now=now)


def publish_monthly_lists(*, now: dt.datetime) -> int:
    """Publish the list of the month of every pool that has none yet, as of the month before; return how many.

    One list a month and pool, however often and late this runs. A pool in which everybody is inactive has none. One
    that cannot be computed is logged and has its list once it can.
    """
    published = 0
    for pool in RatingPool.objects.select_related("club").order_by("pk"):
        month = _month_at(pool.club, now)
        if PublishedList.objects.filter(pool=pool, month=month).exists():
            continue
        try:
            published += publish_month(pool_id=pool.pk, month=month, now=now)
        except FAULTS:
            logger.exception("The list of rating pool %s cannot be published", pool.pk)
    return published


@transaction.atomic(durable=True)
def publish_month(*, pool_id: int, month: dt.date, now: dt.datetime) -> bool:
    """Publish the list of a month, named by its first day; True if that was to be done. Raises PoolNotFound.

    It is as of the day before the month, or of the last list if that has a later one.
    """
    pool = _lock_up_to_date(pool_id, now=now)
    if PublishedList.objects.filter(pool=pool, month=month).exists():
        return False
    last = last_list(pool)
    found = next_list(pool, last, day=_not_before(last, month - dt.timedelta(days=1)))
    if all(INACTIVE in line.marks for line in found.lines):
        return False
    _publish(SYSTEM, pool, found, number=_number_after(last), month=month, now=now)
    return True


def _lock_up_to_date(pool_id: int, *, now: dt.datetime) -> RatingPool:
    """Lock a pool with its states and ledger and bring it to what its results say.

    Events stay pending, and find done what they tell of.
    """
    locks.lock_states(pool_id)
    pool = get_pool(pool_id)
    pending = rounds_pending(pool)
    for club_id in sorted({club_id for club_id, _round in pending}):
        find_or_open_pool(kind=pool.kind, club_id=club_id, now=now)
    # All at once and in order, before those that each round asks for.
    locks.lock_ledger(pool.kind, pool.club_id)
    for club_id, round_id in pending:
        take_in_round(kind=pool.kind, club_id=club_id, round_id=round_id, now=now)
    bring_up_to_date(pool_id, now=now)
    return get_pool(pool_id)


def _publish(
    actor: Actor, pool: RatingPool, found: NextList, *, number: int, month: dt.date | None, now: dt.datetime
) -> PublishedList:
    published = PublishedList(
        pool=pool,
        number=number,
        month=month,
        day=found.day,
        published_at=now,
        ledger_mark=found.ledger_mark,
        params=pool.params,
        engine_version=pool.engine_version,
        size=len(found.lines),
        corrections=found.corrections,
        players_left=found.players_left,
    )
    published.checksum = checksum_of(published, found.lines)
    published.save()
    PublishedRating.objects.bulk_create(
        (PublishedRating(published=published, **asdict(line)) for line in found.lines), batch_size=BATCH
    )
    audit.record(
        actor,
        "ratings.published",
        f"rating list {number}",
        now=now,
        club_id=pool.club_id,
        after={
            "pool": pool.pk,
            "month": None if month is None else month.isoformat(),
            "day": found.day.isoformat(),
            "players": len(found.lines),
            "corrections": len(found.corrections),
            "checksum": published.checksum,
        },
    )
    return published


def _number_after(last: PublishedList | None) -> int:
    return 1 if last is None else last.number + 1


def _not_before(last: PublishedList | None, day: dt.date) -> dt.date:
    return day if last is None else max(day, last.day)


def _month_at(club: Club | None, now: dt.datetime) -> dt.date:
    """Return the month whose list is due at a club: until the morning of its first day, still the one before."""
    return today_at(club, now - dt.timedelta(hours=MORNING)).replace(day=1)
