"""What the worker runs. A message is only a nudge: any of them may be lost, doubled or late."""

from celery import shared_task
from django.utils import timezone

from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools


@shared_task(name="ratings.drain_outbox", acks_late=True, ignore_result=True)
def drain_outbox(**_: object) -> None:
    """Take in what is pending and bring the dirty pools up to date."""
    drain(now=timezone.now())
    refresh_dirty_pools(now=timezone.now())
