"""``manage.py backup FILE``: the whole installation as one file, while it runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.backups import BackupError, write_backup


class Command(BaseCommand):
    """Everything in the database, with accounts; see docs/operators.md."""

    help = "Writes everything that the database holds into FILE, with checksums; the product may run meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="one that is there is not overwritten")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            said = write_backup(options["file"], now=timezone.now())
        except BackupError as error:
            raise CommandError(str(error)) from error
        size = options["file"].stat().st_size
        self.stdout.write(f"{options['file']}: {sum(said.rows.values())} rows, {size} bytes.")
