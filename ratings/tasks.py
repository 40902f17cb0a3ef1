"""What the worker runs. A message is only a nudge: any of them may be lost, doubled or late."""

from celery import shared_task
from django.utils import timezone

from ratings.services.drain import drain
from ratings.services.lists import publish_monthly_lists
from ratings.services.rebuild_jobs import run_open_rebuilds, run_rebuild
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import check_pools


@shared_task(name="ratings.drain_outbox", acks_late=True, ignore_result=True)
def drain_outbox(**_: object) -> None:
    """Take in what is pending and bring the dirty pools up to date."""
    drain(now=timezone.now())
    refresh_dirty_pools(now=timezone.now())


@shared_task(name="ratings.rebuild", acks_late=True, ignore_result=True)
def rebuild(*, rebuild_id: int, **_: object) -> None:
    """Make one rebuild that was asked for."""
    run_rebuild(rebuild_id=rebuild_id, now=timezone.now())


@shared_task(name="ratings.rebuild_open", acks_late=True, ignore_result=True)
def rebuild_open(**_: object) -> None:
    """Take up what waits, and what a dead worker has left."""
    run_open_rebuilds(now=timezone.now())


@shared_task(name="ratings.check_pools", acks_late=True, ignore_result=True)
def check_all_pools(**_: object) -> None:
    """Compare what is stored with whole replays."""
    check_pools(now=timezone.now())


@shared_task(name="ratings.publish_lists", acks_late=True, ignore_result=True)
def publish_lists(**_: object) -> None:
    """Publish the lists of the month that are due and not there yet."""
    publish_monthly_lists(now=timezone.now())
