"""``manage.py make_demo_club``: a club with a season behind it, to look around in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.services.demo import DemoClubExists, make_demo_club, welcome_lines


class Command(BaseCommand):
    """Plays the demo club's evenings."""

    help = "Makes the demo club by playing its evenings: three finished tournaments and one that is running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=500, help="equal seeds play equal hands (default: 500)")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            make_demo_club(seed=options["seed"], now=timezone.now())
        except DemoClubExists as error:
            raise CommandError(error.detail) from error
        if options["verbosity"]:
            for line in welcome_lines():
                self.stdout.write(line)
