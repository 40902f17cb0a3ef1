"""Starting child processes that never outlive us, and telling live processes from dead ones."""

import contextlib
import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from config.embedded.errors import EmbeddedError

PR_SET_PDEATHSIG = 1
LOG_LIMIT_BYTES = 5_000_000
ROOT = Path("/")
"""Where every account may stand; the present folder may be closed to the server's."""
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass(frozen=True)
class Account:
    """A user of the system."""

    name: str
    uid: int
    gid: int


def account_of(uid: int) -> Account:
    """Raises EmbeddedError for a user id without an entry in the password file: initdb needs one."""
    try:
        entry = pwd.getpwuid(uid)
    except KeyError as error:
        detail = f"PostgreSQL needs a user with a name, and user id {uid} has none on this machine."
        raise EmbeddedError(detail) from error
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def unprivileged_account() -> Account:
    """An existing account for servers that refuse to run as root. Raises EmbeddedError if there is none."""
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(name, entry.pw_uid, entry.pw_gid)
    detail = "PostgreSQL refuses to run as root, and this machine has neither a user 'postgres' nor 'nobody'."
    raise EmbeddedError(detail)


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path,
    death_signal: signal.Signals,
    account: Account | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
) -> subprocess.Popen[bytes]:
    """Start a child in a process group of its own, so that Ctrl-C reaches only us.

    On Linux the kernel sends it ``death_signal`` when we die. Must be called from the main thread: the kernel
    takes the death of the thread that spawned for ours.
    """
    user = _other(account)
    with log.open("ab") as output:
        return subprocess.Popen(  # noqa: S603 - our own commands
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
            process_group=0,
            preexec_fn=_die_with(os.getpid(), death_signal),  # noqa: PLW1509 - no threads are running
            user=user.uid if user else None,
            group=user.gid if user else None,
            extra_groups=[] if user else None,
        )


def run(
    command: Sequence[str | Path], *, account: Account | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and keep what it says."""
    user = _other(account)
    return subprocess.run(  # noqa: S603 - our own commands
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        cwd=ROOT,
        env=env,
        process_group=0,
        preexec_fn=_die_with(os.getpid(), signal.SIGKILL),
        user=user.uid if user else None,
        group=user.gid if user else None,
        extra_groups=[] if user else None,
    )


def _other(account: Account | None) -> Account | None:
    """The account if it is not our own; only root may change to another."""
    return None if account is None or account.uid == os.geteuid() else account


def _die_with(parent: int, death_signal: signal.Signals) -> Callable[[], None]:
    def prepare() -> None:
        # Runs after the change of user, which would have cleared the setting.
        if _LIBC is not None:
            _LIBC.prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return prepare


def command_line(pid: int) -> str | None:
    """How a process was started; None if there is no such process, or only its zombie."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return "\0".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return None
    except psutil.AccessDenied:
        return ""


def group_commands(group: int) -> dict[int, str]:
    """Of each live process of a process group its number and how it was started."""
    found = {}
    for pid in psutil.pids():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(pid) == group and (command := command_line(pid)) is not None:
                found[pid] = command
    return found


def kill_group(group: int, what: signal.Signals) -> None:
    """Signal all that is left of a group; nothing left is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, what)


def shorten_log(log: Path) -> None:
    """Put a long log aside, in the place of the one put aside before."""
    with contextlib.suppress(FileNotFoundError):
        if log.stat().st_size > LOG_LIMIT_BYTES:
            log.replace(log.with_suffix(".old.log"))


def log_since(log: Path, position: int) -> str:
    """What a log has gained since it was ``position`` bytes long."""
    with log.open("rb") as file:
        file.seek(position)
        return file.read().decode("utf-8", "replace")
