"""Keeps child processes running: starts them again when they die, and ends them all when it is told to stop."""

import contextlib
import json
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

from config.embedded import processes
from config.embedded.errors import EmbeddedError

TICK_SECONDS: Final = 0.1
DEATHS_ALLOWED: Final = 6
"""So many deaths within ``DEATHS_WINDOW_SECONDS`` are taken for a fault that starting again does not mend."""
DEATHS_WINDOW_SECONDS: Final = 60.0
LONGEST_PAUSE_SECONDS: Final = 5.0
STOP_SECONDS: Final = 8.0
"""What a child may take to end in peace."""


class StopRequested(BaseException):
    """Ctrl-C or a request to terminate; no ``Exception``, so that nothing takes it for a failure."""


@dataclass
class Child:
    """A process that is kept running."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    log: Path
    stop_signal: signal.Signals
    is_server: bool = False
    """Servers end after the programs that use them."""
    process: subprocess.Popen[bytes] | None = None
    deaths: deque[float] = field(default_factory=deque)
    start_again_at: float = 0.0


class Supervisor:
    """The children of one data folder. Everything happens in the main thread.

    ``say`` gets a line for the person at the keyboard whenever something happens. A child that dies again and again
    is started after ever longer pauses; the first is twice ``pause_seconds``.
    """

    def __init__(self, folder: Path, say: Callable[[str], None], *, pause_seconds: float = 0.1) -> None:
        self._notes = folder / "children.json"
        self._say = say
        self._pause_seconds = pause_seconds
        self._children: list[Child] = []
        self._stop_wanted = False
        self._may_interrupt = False

    def listen(self) -> None:
        """Take Ctrl-C and requests to terminate as a wish to stop in order."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stop_wanted = True
        if self._may_interrupt:
            raise StopRequested

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Let a stop break off what runs inside. Elsewhere it waits, so that no child is started and forgotten."""
        self._raise_if_stopped()
        self._may_interrupt = True
        try:
            yield
        finally:
            self._may_interrupt = False

    def _raise_if_stopped(self) -> None:
        if self._stop_wanted:
            raise StopRequested

    def add(self, child: Child) -> None:
        """Start a child and keep it running from now on."""
        self._raise_if_stopped()
        child.process = child.start()
        self._children.append(child)
        self._take_note()

    def watch(self, *, until: Callable[[], bool] = lambda: False) -> None:
        """Keep the children running until the condition holds.

        Raises StopRequested, or EmbeddedError if a child cannot be kept running.
        """
        while not until():
            for child in self._children:
                self._raise_if_stopped()
                self._look_after(child)
            time.sleep(TICK_SECONDS)

    def _look_after(self, child: Child) -> None:
        if child.process is None:
            if time.monotonic() >= child.start_again_at:
                self._start_again(child)
        elif (code := child.process.poll()) is not None:
            # Whatever the dead process has left behind would hold its port or its files.
            processes.kill_group(child.process.pid, signal.SIGKILL)
            child.process = None
            self._count_death(child, f"{child.name} {_how_it_ended(code)}")

    def _start_again(self, child: Child) -> None:
        try:
            child.process = child.start()
        except EmbeddedError as error:
            self._count_death(child, str(error))
        else:
            self._take_note()

    def _count_death(self, child: Child, what: str) -> None:
        now = time.monotonic()
        child.deaths.append(now)
        while now - child.deaths[0] > DEATHS_WINDOW_SECONDS:
            child.deaths.popleft()
        if len(child.deaths) > DEATHS_ALLOWED:
            detail = f"{what}, for the {len(child.deaths)}th time within a minute; its log is {child.log}."
            raise EmbeddedError(detail)
        pause = min(self._pause_seconds * 2 ** len(child.deaths), LONGEST_PAUSE_SECONDS)
        child.start_again_at = now + pause
        self._say(f"{what}; starting it again.")

    def stop(self) -> None:
        """End all children: first the programs, then the servers that they use."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        for servers in (False, True):
            self._end([child for child in self._children if child.is_server == servers])
        self._children.clear()
        self._notes.unlink(missing_ok=True)

    def _end(self, children: list[Child]) -> None:
        running = [(child, child.process) for child in children if child.process is not None]
        for child, process in running:
            if process.poll() is None:
                process.send_signal(child.stop_signal)
        deadline = time.monotonic() + STOP_SECONDS
        for child, process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=max(0.0, deadline - time.monotonic()))
            if process.poll() is None:
                self._say(f"{child.name} does not end and is killed.")
            processes.kill_group(process.pid, signal.SIGKILL)
            process.wait()

    def _take_note(self) -> None:
        """Write down what runs, for a successor that finds us killed."""
        running = [(child.process, child.stop_signal) for child in self._children if child.process is not None]
        text = json.dumps([[process.pid, _program(process), stop_signal] for process, stop_signal in running])
        draft = self._notes.with_suffix(".new")
        draft.write_text(text, "utf-8")
        draft.replace(self._notes)

    def end_leftovers(self) -> None:
        """End what a predecessor has left running because it was killed itself."""
        try:
            noted = json.loads(self._notes.read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return
        deadline = time.monotonic() + STOP_SECONDS
        for group, program, stop_signal in noted:
            # The number may meanwhile belong to something else.
            while any(program in command for command in processes.group_commands(group).values()):
                late = time.monotonic() > deadline
                processes.kill_group(group, signal.SIGKILL if late else signal.Signals(stop_signal))
                time.sleep(TICK_SECONDS)
        self._notes.unlink()


def _program(process: subprocess.Popen[bytes]) -> str:
    assert isinstance(process.args, list)
    return str(process.args[0])


def _how_it_ended(code: int) -> str:
    if code < 0:
        return f"was killed by {signal.Signals(-code).name}"
    return f"ended by itself with code {code}"
