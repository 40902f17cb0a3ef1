"""What axe-core finds on a page by the rules of WCAG 2.2, levels A and AA."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Evaluated as an expression, so that the pages' policy for content stays in force.
_RUN = "(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })"


def barriers(page: Page) -> list[str]:
    """Return each violation in one line: the rule, what is wrong, and the elements with what axe says of them."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(SCRIPT)
    return [_line(found) for found in page.evaluate(_RUN, TAGS)["violations"]]


def _line(found: dict[str, Any]) -> str:
    places = (f"{' '.join(map(str, node['target']))} ({node['failureSummary']})" for node in found["nodes"])
    return f"{found['id']}: {found['help']}: {'; '.join(places)}"
