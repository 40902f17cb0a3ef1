"""``manage.py import_file FILE``: bring a club or a tournament in that was taken along from here or elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from gameplay.errors import DomainError
from tournaments.actors import SYSTEM
from tournaments.services.importing import Brought, import_file, preview_import


class Command(BaseCommand):
    """All of it or nothing; the same file again changes nothing. See docs/files.md."""

    help = "Brings in a file that export_club or export_tournament wrote, all of it or nothing (docs/files.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="only say what would come, and change nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            content = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        bring = preview_import if options["check"] else import_file
        try:
            brought = bring(actor=SYSTEM, content=content, now=timezone.now())
        except DomainError as error:
            raise CommandError(f"{error.detail} [{error.code}]") from error
        for line in _told(brought, is_check=options["check"]):
            self.stdout.write(line)


def _told(brought: Brought, *, is_check: bool) -> list[str]:
    new = "would come" if is_check else "brought in"
    lines = [
        f"Club {brought.club.name}: {new if brought.club_is_new else 'here already'}.",
        f"Players: {brought.players_new} of {brought.players} {new}; members: {brought.members_new}.",
    ]
    for one in brought.tournaments:
        said = f"{one.entries} entries, {one.rounds} rounds, {one.hands} hands"
        lines.append(f"Tournament {one.name} ({said}): {new if one.is_new else 'here already, and the same'}.")
    if not brought.is_anything_new:
        lines.append("Nothing is new.")
    return lines
