"""Telling the worker of a row that waits for it. The row is what counts; a nudge may be lost, doubled or late."""

from __future__ import annotations

import datetime as dt
import logging
from functools import partial
from typing import Protocol

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


class Job(Protocol):
    """A row that the worker is to take up, and when it was last told of it."""

    pk: int
    nudged_at: dt.datetime

    @property
    def is_open(self) -> bool: ...


def nudge(task: str, **kwargs: object) -> None:
    """Send a task, by its name since its app may be one that the caller does not know, once the transaction commits.

    Forgiving: with a dead broker the row waits for the sweep.
    """
    transaction.on_commit(partial(_send, task, kwargs), robust=True)


def nudge_if_lost(job: Job, task: str, *, patience: dt.timedelta, now: dt.datetime, **kwargs: object) -> None:
    """Send the task again if the job is open and its last nudge is older than ``patience``.

    Of several who look at once, one tells the worker.
    """
    if not job.is_open or now - job.nudged_at < patience:
        return
    jobs = type(job)._default_manager  # type: ignore[attr-defined]  # noqa: SLF001 - how Django names it
    if jobs.filter(pk=job.pk, nudged_at=job.nudged_at).update(nudged_at=now):
        nudge(task, **kwargs)
    job.nudged_at = now


def _send(task: str, kwargs: dict[str, object]) -> None:
    try:
        current_app.send_task(task, kwargs=kwargs, ignore_result=True, retry=False)
    except OperationalError as error:
        logger.warning("The worker was not told of %s %s and will find it with its next sweep: %s", task, kwargs, error)
