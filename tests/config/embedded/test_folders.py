import os
import shutil

import pytest

from config.embedded import folders
from config.embedded.errors import EmbeddedError
from config.embedded.processes import account_of


@pytest.fixture
def me():
    return account_of(os.geteuid())


def test_sole_owner_refuses_a_second_and_names_the_first(tmp_path):
    with folders.sole_owner(tmp_path), pytest.raises(EmbeddedError) as refusal, folders.sole_owner(tmp_path):
        pass

    assert str(refusal.value) == f"Another instance is already running on {tmp_path} (process {os.getpid()})."


def test_sole_owner_lets_the_next_one_in_afterwards(tmp_path):
    with folders.sole_owner(tmp_path):
        pass

    with folders.sole_owner(tmp_path):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_private_folder_is_closed_to_others_even_if_it_was_open(tmp_path, me):
    (tmp_path / "sockets").mkdir(mode=0o777)

    folder = folders.private(tmp_path / "sockets", me)

    assert folder.stat().st_mode & 0o777 == 0o700


def test_private_folder_refuses_a_link_that_somebody_laid(tmp_path, me):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "sockets").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(EmbeddedError, match="belongs to somebody else"):
        folders.private(tmp_path / "sockets", me)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
def test_private_folder_refuses_one_of_another_user(tmp_path, me):
    (tmp_path / "sockets").mkdir()
    os.chown(tmp_path / "sockets", 12345, 12345)

    with pytest.raises(EmbeddedError, match="belongs to somebody else"):
        folders.private(tmp_path / "sockets", me)


def test_shared_folder_refuses_a_link_that_somebody_laid(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "shared").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(EmbeddedError, match="belongs to somebody else"):
        folders.shared(tmp_path / "shared")


def test_can_enter_tells_an_open_folder_from_a_missing_one(tmp_path, me):
    assert folders.can_enter(tmp_path, me)
    assert not folders.can_enter(tmp_path / "missing", me)


def test_empty_leaves_the_folder_and_what_its_links_point_to(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    folder = tmp_path / "folder"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "file").touch()
    (folder / "link").symlink_to(kept)

    folders.empty(folder)

    assert list(folder.iterdir()) == []
    assert (kept / "file").exists()


def test_ensure_space_asks_for_more_than_there_is(tmp_path):
    free = shutil.disk_usage(tmp_path).free // 1_000_000

    folders.ensure_space(tmp_path, megabytes=1)
    with pytest.raises(EmbeddedError, match=rf"^The disk is full: {tmp_path} has \d+ MB left"):
        folders.ensure_space(tmp_path, megabytes=free * 2)
