"""Where the embedded servers keep things. Everything follows from ``DATA_DIR``, so that any command finds them."""

import hashlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from config.embedded.errors import EmbeddedError

CHECKOUT = Path(__file__).resolve().parents[2]
DATABASE = "tournaments"
DATABASE_USER = "tournaments"


def data_dir(environ: Mapping[str, str]) -> Path:
    """The folder of everything that is kept: ``DATA_DIR``, or ``.data`` in the checkout."""
    return Path(environ.get("DATA_DIR") or CHECKOUT / ".data").expanduser().resolve()


def fingerprint(path: Path) -> str:
    """A short name for a path: sockets live under /tmp, since their own paths may have 107 bytes at most."""
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def postgres_socket_dir(folder: Path) -> Path:
    return Path(f"/tmp/pg-{os.getuid()}-{fingerprint(folder)}")  # noqa: S108 - made 0700, and its owner is checked


def valkey_socket_dir(folder: Path) -> Path:
    return Path(f"/tmp/vk-{os.getuid()}-{fingerprint(folder)}")  # noqa: S108 - made 0700, and its owner is checked


def database_url(folder: Path) -> str:
    return f"postgresql://{DATABASE_USER}@{quote(str(postgres_socket_dir(folder)), safe='')}/{DATABASE}"


def redis_url(folder: Path) -> str:
    return f"unix://{valkey_socket_dir(folder)}/s?db=0"


def secret_key(folder: Path) -> str:
    """The secret of this installation, made once and readable by its owner only.

    Raises EmbeddedError if the folder cannot be used.
    """
    path = folder / "secret_key"
    if folder.exists() and not folder.is_dir():
        detail = f"DATA_DIR {folder} is no folder."
        raise EmbeddedError(detail)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _write_secret(path)
        return path.read_text("ascii")
    except OSError as error:
        detail = f"DATA_DIR {folder} cannot be used: {error.strerror} ({error.filename})."
        raise EmbeddedError(detail) from error


def _write_secret(path: Path) -> None:
    # Written aside and linked, so that two commands starting at once agree on one key.
    draft = path.with_name(f"secret_key.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
