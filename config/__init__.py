"""The composition root: settings, URLs, the Celery app and the supervisor.

The Celery app is imported here so that ``shared_task`` finds it in every process.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
