"""``manage.py export_club SLUG FILE``: a club with everything that belongs to it, as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.actors import SYSTEM
from tournaments.models import Club
from tournaments.services.exporting import export_club


class Command(BaseCommand):
    """Members, partnerships, teams, the log, and every tournament; see docs/files.md."""

    help = "Writes a club and all of its tournaments into one file (docs/files.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the club's name in its address")
        parser.add_argument("file", type=Path, help="the file to write; one that is there is not overwritten")

    def handle(self, *_args: Any, **options: Any) -> None:
        club_id = Club.objects.filter(slug=options["slug"]).values_list("pk", flat=True).first()
        if club_id is None:
            raise CommandError(f"There is no club {options['slug']}.")
        content = export_club(actor=SYSTEM, club_id=club_id, now=timezone.now())
        try:
            with options["file"].open("xb") as file:
                file.write(content)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{options['file']}: {len(content)} bytes.")
