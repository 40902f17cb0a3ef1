import contextlib
import shutil
import tempfile
from pathlib import Path

import pytest

from config.embedded import paths


@pytest.fixture
def data_dir():
    """An empty folder that the servers' account can reach, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="tournaments-test-"))
    folder.chmod(0o755)
    yield folder
    for place in (folder, paths.postgres_socket_dir(folder), paths.valkey_socket_dir(folder)):
        with contextlib.suppress(FileNotFoundError):
            shutil.rmtree(place)
