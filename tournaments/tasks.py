"""What the worker runs. A message is only a nudge: any of them may be lost, doubled or late."""

from celery import shared_task
from django.utils import timezone

from tournaments.services.draw_jobs import run_job, run_open_jobs


@shared_task(name="tournaments.make_draw", acks_late=True, ignore_result=True)
def make_draw(*, job_id: int, **_: object) -> None:
    """Make the draw of one job."""
    run_job(job_id=job_id, now=timezone.now())


@shared_task(name="tournaments.make_open_draws", acks_late=True, ignore_result=True)
def make_open_draws(**_: object) -> None:
    """Take up what waits, and what a dead worker has left."""
    run_open_jobs(now=timezone.now())
