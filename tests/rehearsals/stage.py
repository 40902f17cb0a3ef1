"""What a rehearsal starts from: the product in an empty folder, one organiser, and a club of thirty people."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from tests.rehearsals import audit, people
from tests.rehearsals.client import Client, log_in
from tests.rehearsals.evening import Evening

if TYPE_CHECKING:
    from tests.rehearsals.product import Product
    from tests.rehearsals.report import Report
    from tests.rehearsals.tables import DominoTable, FiveHundredTable

USERNAME = "organiser"


class Stage:
    """A running product with a club; ``desk`` speaks for its organiser. Equal seeds post equal hands."""

    def __init__(self, product: Product, report: Report, seed: int) -> None:
        self.product = product
        self.report = report
        self.seed = seed
        report.say(f"ready for the first time after {product.start():.1f} s")
        self.password = secrets.token_urlsafe(12)
        self.product.manage(
            "createsuperuser",
            "--noinput",
            DJANGO_SUPERUSER_USERNAME=USERNAME,
            DJANGO_SUPERUSER_EMAIL="organiser@example.org",
            DJANGO_SUPERUSER_PASSWORD=self.password,
        )
        self.token = log_in(product.url, USERNAME, self.password)
        self.desk = Client(product.url, self.token)
        self.club = self.found_club("Rehearsal Club")
        self.desk.create(f"clubs/{self.club}/players/import/", {"text": people.as_lines()})
        self.desk.create(f"clubs/{self.club}/players/import/", {"csv": people.as_csv()})

    def found_club(self, name: str) -> str:
        """Found a club and return its slug."""
        return str(self.desk.create("clubs/", {"name": name, "time_zone": "Europe/Vilnius"})["slug"])

    def evening(self, kind: type[FiveHundredTable | DominoTable], lines: str, settings: dict[str, object]) -> Evening:
        """Set up a tournament with its entries, one a line."""
        table_points = {"table_points": audit.TABLE_POINTS, "criteria": list(audit.CRITERIA)}
        tournament = self.desk.create("tournaments/", {"club": self.club, **table_points, **settings})
        self.desk.create(f"tournaments/{tournament['slug']}/entries/import/", {"text": lines})
        return Evening(self.product.url, self.desk, self.token, tournament["slug"], kind, self.report, self.seed)
