"""The frame of the project: the folders that people look for, and the packages that it stands on, all in use."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FRAME = ("manage.py", "config", "tournaments", "gameplay", "ratings", "templates", "tests", "requirements.txt")
EXTRAS = {
    "README.md", "Makefile", "pyproject.toml", "requirements-dev.txt", ".ci", ".gitignore", "docs", "static", "locale",
    "deploy", "bench", "LICENSE",
}  # fmt: skip
MADE_BY_TOOLS = {
    ".git", ".venv", ".data", ".coverage", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache",
    ".import_linter_cache", "staticfiles", "screenshots", "__pycache__",
}  # fmt: skip
PACKAGES = {
    "django": "django",
    "djangorestframework": "rest_framework",
    "celery": "celery",
    "redis": "redis",
    "psycopg": "psycopg",
}


@pytest.mark.parametrize("name", FRAME)
def test_frame_has_each_part(name):
    assert (ROOT / name).exists()


def test_frame_has_nothing_else_at_the_top():
    names = {path.name for path in ROOT.iterdir()}

    assert names - set(FRAME) - EXTRAS - MADE_BY_TOOLS == set()


@pytest.mark.parametrize("package", [*PACKAGES, "pytest-django"])
def test_frame_pins_each_package_exactly(package):
    wanted = (ROOT / "requirements.txt").read_text() + (ROOT / "requirements-dev.txt").read_text()

    assert re.search(rf"^{package}(\[[a-z,]+\])?==[\d.]+", wanted, re.MULTILINE | re.IGNORECASE)


@pytest.mark.parametrize("module", PACKAGES.values())
def test_frame_uses_each_package(module):
    sources = [path for app in ("config", "gameplay", "tournaments", "ratings") for path in (ROOT / app).rglob("*.py")]

    assert any(module in _imported(path) for path in sources)


def test_frame_tests_run_under_pytest_django(pytestconfig):
    assert pytestconfig.pluginmanager.has_plugin("django")


def _imported(path: Path) -> set[str]:
    """Return the top-level packages that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found
