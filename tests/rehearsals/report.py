"""What was checked, said in a few lines, with the count alone on the last one."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


class Report:
    """Collects checks from any thread and prints each as it is made."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self.passed = 0
        self.failed = 0

    def say(self, text: str) -> None:
        """Print a line of news."""
        with self._lock:
            print(f"[{time.monotonic() - self._began:6.1f} s] {text}", flush=True)

    def check(self, what: str, *, holds: bool, seen: object = "") -> bool:
        """Count one promise of the product; ``seen`` is shown when it is broken."""
        with self._lock:
            self.passed += holds
            self.failed += not holds
            print(f"  {'ok  ' if holds else 'FAIL'} {what}" + ("" if holds else f": {seen}"), flush=True)
        return holds

    def equal(self, what: str, got: object, expected: object) -> bool:
        """Count a promise of equality."""
        return self.check(what, holds=got == expected, seen=f"{got!r}, expected {expected!r}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _where: TracebackType | None) -> bool:
        """Tell and count what broke the rehearsal off; only a wish to stop goes on from here."""
        seen = "".join(traceback.format_exception(error)) if error else ""
        self.check("the rehearsal came to its end", holds=error is None, seen=seen)
        return isinstance(error, Exception)

    def finish(self) -> int:
        """Print the last line and return the exit code."""
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        sys.stdout.flush()
        return 1 if self.failed or not self.passed else 0
