"""``manage.py up``: start the whole product and keep it running until Ctrl-C."""

import errno
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

from config import launch
from config.embedded import folders, paths
from config.embedded.errors import EmbeddedError
from config.supervisor import StopRequested, Supervisor


class Command(BaseCommand):
    """PostgreSQL and the broker unless they are given, migrations, web server, worker and clock."""

    help = "Starts everything and keeps it running. Reads DATA_DIR, HOST, PORT, DATABASE_URL and REDIS_URL."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            self._run(demo=not options["no_demo"])
        except (EmbeddedError, DatabaseError, OSError) as error:
            self.stderr.write(_sentence(error))
            sys.exit(1)

    def _run(self, *, demo: bool) -> None:
        folder = paths.data_dir(os.environ)
        folder.mkdir(parents=True, exist_ok=True)
        with folders.sole_owner(folder):
            supervisor = Supervisor(folder, self._say)
            supervisor.listen()
            supervisor.end_leftovers()
            plan = launch.plan_from_environment(folder, demo=demo)
            try:
                launch.start(plan, supervisor, self._say)
                for line in launch.welcome(plan):
                    self._say(line)
                self._say("Ctrl-C stops everything.")
                supervisor.watch()
            except StopRequested:
                self._say("Stopping ...")
            finally:
                supervisor.stop()
                launch.tidy(plan)
        self._say("Stopped.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _sentence(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    if isinstance(error, EmbeddedError):
        return text
    if "No space left on device" in text or getattr(error, "errno", None) == errno.ENOSPC:
        return f"The disk is full: {text.splitlines()[0]}"
    if isinstance(error, DatabaseError):
        return f"The database refuses: {text.splitlines()[0]}"
    return f"The system refuses: {text}"
