"""Folders that the embedded servers may rely on: ours alone, and reachable by the account that runs the server."""

import contextlib
import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from config.embedded.errors import EmbeddedError
from config.embedded.processes import Account, run


@contextlib.contextmanager
def sole_owner(folder: Path) -> Iterator[None]:
    """Hold the folder's lock. Raises EmbeddedError if another instance holds it; the kernel frees it on our death."""
    with (folder / "lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            detail = f"Another instance is already running on {folder} (process {file.read().strip() or 'unknown'})."
            raise EmbeddedError(detail) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def private(folder: Path, account: Account) -> Path:
    """Make a folder that only ``account`` may enter. Raises EmbeddedError if somebody else has made one there."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {account.uid, os.geteuid()}:
            detail = f"{folder} belongs to somebody else; remove it, or choose another DATA_DIR."
            raise EmbeddedError(detail) from None
        folder.chmod(0o700)
    if folder.lstat().st_uid != account.uid:
        os.chown(folder, account.uid, account.gid)
    return folder


def shared(folder: Path) -> Path:
    """Make a folder of our own that others may enter. Raises EmbeddedError if somebody else has made one there."""
    folder.mkdir(mode=0o755, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        detail = f"{folder} belongs to somebody else; remove it, or choose another DATA_DIR."
        raise EmbeddedError(detail)
    folder.chmod(0o755)
    return folder


def can_enter(folder: Path, account: Account) -> bool:
    """Whether the account gets to the folder through all that is above it; asked of the system, not worked out."""
    return run(["/bin/sh", "-c", 'cd "$0"', folder], account=account).returncode == 0


def can_run(program: Path, account: Account) -> bool:
    return run(["/bin/sh", "-c", '"$0" --version', program], account=account).returncode == 0


def empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def ensure_space(folder: Path, *, megabytes: int) -> None:
    """Raises EmbeddedError if the folder's disk has less than so much left."""
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < megabytes:
        detail = f"The disk is full: {folder} has {free} MB left, and at least {megabytes} MB are needed."
        raise EmbeddedError(detail)
