import stat

import pytest

from config.embedded import paths
from config.embedded.errors import EmbeddedError


def test_data_dir_is_what_the_environment_says(tmp_path):
    assert paths.data_dir({"DATA_DIR": str(tmp_path / "kept")}) == tmp_path / "kept"


def test_data_dir_without_a_word_is_in_the_checkout():
    assert paths.data_dir({"DATA_DIR": ""}) == paths.CHECKOUT / ".data"


def test_socket_paths_are_short_however_deep_the_folder_is(tmp_path):
    deep = tmp_path / ("x" * 200) / ("y" * 200)

    longest = paths.postgres_socket_dir(deep) / ".s.PGSQL.5432"

    assert len(str(longest)) < 107


def test_socket_folders_differ_between_data_folders(tmp_path):
    assert paths.postgres_socket_dir(tmp_path / "a") != paths.postgres_socket_dir(tmp_path / "b")


def test_secret_key_is_made_once_and_for_its_owner_only(tmp_path):
    folder = tmp_path / "new"

    first = paths.secret_key(folder)

    assert len(first) >= 50
    assert paths.secret_key(folder) == first
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret_key"]


def test_secret_key_differs_between_installations(tmp_path):
    assert paths.secret_key(tmp_path / "a") != paths.secret_key(tmp_path / "b")


def test_secret_key_in_a_folder_that_is_none_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(EmbeddedError) as refusal:
        paths.secret_key(tmp_path / "file")

    assert str(refusal.value) == f"DATA_DIR {tmp_path}/file is no folder."


def test_secret_key_below_a_file_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(EmbeddedError) as refusal:
        paths.secret_key(tmp_path / "file" / "below")

    assert str(refusal.value) == (
        f"DATA_DIR {tmp_path}/file/below cannot be used: Not a directory ({tmp_path}/file/below)."
    )
