"""``manage.py restore FILE``: what ``manage.py backup`` wrote, back into the database."""

from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.backups import BackupError, restore_backup


class Command(BaseCommand):
    """In one transaction or not at all; see docs/operators.md."""

    help = "Puts what FILE holds in the place of an empty database, in one transaction, and migrates it to this code."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            metavar="DATABASE",
            default="",
            help="give up all that the database of this name holds; without it only an empty one is filled",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            said = restore_backup(options["file"], replace=options["replace"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        # What was kept of another database under the same ids.
        cache.clear()
        self.stdout.write(f"Restored {sum(said.rows.values())} rows, as of {said.written_at}.")
