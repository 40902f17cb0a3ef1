"""``manage.py file_schema``: the JSON Schema of the files that a club or a tournament is taken along in."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.selectors.files.schema import file_schema


class Command(BaseCommand):
    """Kept as docs/file-schema.json; a test compares the two."""

    help = "Prints the JSON Schema of the files of export_club and export_tournament."
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(json.dumps(file_schema(), indent=1))
