"""The whole product as its user starts it: a process, its children, and what they print."""

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import psutil

from config.embedded import paths
from tests.config.waiting import wait_until

SERVERS = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
"""What the test run has in its environment and the product must not have: it is to start its own."""


class Product:
    """``manage.py up`` on any free port, with its output in a file; without the demo unless it is asked for."""

    def __init__(self, folder, *, port="0", demo=False):
        descriptor, name = tempfile.mkstemp(prefix="tournaments-test-", suffix=".out")
        os.close(descriptor)
        self.output = Path(name)
        environment = {name: value for name, value in os.environ.items() if name not in SERVERS}
        with self.output.open("wb") as file:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up", *([] if demo else ["--no-demo"])],
                cwd=paths.CHECKOUT,
                env={**environment, "DATA_DIR": str(folder), "PORT": port},
                stdout=file,
                stderr=subprocess.STDOUT,
            )

    def said(self):
        return self.output.read_text()

    def url(self):
        """Wait until it is ready, and say where."""
        found = wait_until(
            lambda: re.search(r"Ready after .* seconds: (\S+)", self.said()) or self.process.poll() is not None,
            seconds=180.0,
        )
        assert found is not True, self.said()
        return found.group(1)

    def family(self):
        """All processes below the supervisor."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def child(self, words):
        """The direct child whose command line has these words; None while there is none."""
        for process in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.Error):
                if words in " ".join(process.cmdline()):
                    return process
        return None

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=30)
        self.output.unlink()


def is_ready(url):
    """Whether the product says that all of its parts work."""
    try:
        with urllib.request.urlopen(f"{url}/api/v1/health/ready/", timeout=10) as answer:
            return answer.status == 200
    except OSError:
        return False
