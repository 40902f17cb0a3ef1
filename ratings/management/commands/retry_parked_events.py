"""``manage.py retry_parked_events``: once the cause is gone, give parked events of the outbox another chance."""

from typing import Any

from django.core.management.base import BaseCommand

from ratings.services.drain import retry_parked


class Command(BaseCommand):
    help = "Put the parked events of the outbox back in the queue; the next sweep takes them."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{retry_parked()} events are waiting again")
