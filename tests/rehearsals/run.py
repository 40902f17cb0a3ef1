"""``make rehearse``: the whole product, started as ``make run`` starts it, through what an evening may bring.

Each rehearsal has a module, and a product in a folder of its own. The last line says how many checks passed and failed.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.rehearsals import faults, hostile, keyed_twice, late_correction, night, rated_at_once, storm
from tests.rehearsals.product import Product
from tests.rehearsals.report import Report
from tests.rehearsals.stage import Stage

if TYPE_CHECKING:
    from collections.abc import Callable

REHEARSALS: dict[str, Callable[[Stage], None]] = {
    "night": night.rehearse,
    "storm": storm.rehearse,
    "late-correction": late_correction.rehearse,
    "keyed-twice": keyed_twice.rehearse,
    "rated-at-once": rated_at_once.rehearse,
    "faults": faults.rehearse,
    "hostile": hostile.rehearse,
}


def main() -> int:
    """Run the rehearsals and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(REHEARSALS)}; all if left out")
    parser.add_argument("--seed", type=int, default=None, help="equal seeds post equal hands")
    given = parser.parse_args()
    for name in set(given.names) - REHEARSALS.keys():
        parser.error(f"there is no rehearsal {name!r}")
    seed = secrets.randbelow(10_000) if given.seed is None else given.seed
    report = Report()
    report.say(f"seed {seed}")
    for name in given.names or REHEARSALS:
        report.say(f"== {name}")
        _run(REHEARSALS[name], report, seed)
    return report.finish()


def _run(rehearse: Callable[[Stage], None], report: Report, seed: int) -> None:
    failed = report.failed
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        # PostgreSQL runs as another user when we are root.
        Path(folder).chmod(0o755)
        product = Product(Path(folder) / "data")
        try:
            with report:
                rehearse(Stage(product, report, seed))
            if report.failed > failed:
                print("\n".join(product.output().splitlines()[-15:]))
        finally:
            product.kill_everything()


if __name__ == "__main__":
    sys.exit(main())
