"""``manage.py export_tournament SLUG FILE``: a tournament with its club and the people concerned, as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.actors import SYSTEM
from tournaments.models import Tournament
from tournaments.services.exporting import export_tournament


class Command(BaseCommand):
    """Entries, rounds, hands and all that was decided; see docs/files.md."""

    help = "Writes a tournament with the people concerned into one file (docs/files.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's name in its address")
        parser.add_argument("file", type=Path, help="the file to write; one that is there is not overwritten")

    def handle(self, *_args: Any, **options: Any) -> None:
        tournament_id = Tournament.objects.filter(slug=options["slug"]).values_list("pk", flat=True).first()
        if tournament_id is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        content = export_tournament(actor=SYSTEM, tournament_id=tournament_id, now=timezone.now())
        try:
            with options["file"].open("xb") as file:
                file.write(content)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{options['file']}: {len(content)} bytes.")
