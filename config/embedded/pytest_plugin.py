"""Starts the servers for a test run that was given none. Named in pytest's options, so that it comes early enough.

pytest-django reads the settings before any ``conftest.py`` is loaded; the settings need the servers' URLs.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from config.embedded import folders, processes
from config.embedded.postgres import Postgres
from config.embedded.valkey import Valkey

_cleanup = contextlib.ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, Any, Any]:
    """Set ``DATABASE_URL`` and ``REDIS_URL``; the workers of pytest-xdist inherit them."""
    servers = [
        (name, kind) for name, kind in (("DATABASE_URL", Postgres), ("REDIS_URL", Valkey)) if name not in os.environ
    ]
    if servers:
        folder = Path(tempfile.mkdtemp(prefix="tournaments-test-"))
        folder.chmod(0o755)
        _cleanup.callback(shutil.rmtree, folder, ignore_errors=True)
        _cleanup.enter_context(folders.sole_owner(folder))
        for name, kind in servers:
            _start(name, kind(folder, durable=False))
    return (yield)


def _start(name: str, server: Postgres | Valkey) -> None:
    server.prepare()
    process = server.start()
    _cleanup.callback(process.wait)
    _cleanup.callback(processes.kill_group, process.pid, server.stop_signal)
    os.environ[name] = server.url
    _cleanup.callback(shutil.rmtree, server.sockets, ignore_errors=True)
    _cleanup.callback(os.environ.pop, name, None)


def pytest_unconfigure() -> None:
    _cleanup.close()
