import os
import signal
import subprocess

import pytest

from config import supervisor as module
from config.embedded import processes
from config.embedded.errors import EmbeddedError
from config.supervisor import Child, StopRequested, Supervisor
from tests.config.waiting import wait_until


@pytest.fixture
def said():
    return []


@pytest.fixture
def supervisor(tmp_path, said):
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    supervisor = Supervisor(tmp_path, said.append, pause_seconds=0.01)
    yield supervisor
    supervisor.stop()
    for number, handler in handlers.items():
        signal.signal(number, handler)


def make_child(tmp_path, command, *, name="the sleeper", is_server=False):
    log = tmp_path / "log"
    return Child(
        name,
        lambda: processes.spawn(["/bin/sh", "-c", command], log=log, death_signal=signal.SIGTERM),
        log=log,
        stop_signal=signal.SIGTERM,
        is_server=is_server,
    )


def test_killed_child_is_started_again_and_what_it_left_is_ended(tmp_path, supervisor, said):
    child = make_child(tmp_path, "sleep 60 & sleep 60")
    supervisor.add(child)
    first = child.process
    wait_until(lambda: len(processes.group_commands(first.pid)) == 3)

    first.kill()
    supervisor.watch(until=lambda: child.process not in (first, None))

    assert child.process.poll() is None
    assert processes.group_commands(first.pid) == {}
    assert said == ["the sleeper was killed by SIGKILL; starting it again."]


def test_child_that_keeps_dying_is_given_up_with_a_sentence(tmp_path, supervisor, said):
    supervisor.add(make_child(tmp_path, "exit 3"))

    with pytest.raises(EmbeddedError) as refusal:
        supervisor.watch()

    assert str(refusal.value) == (
        f"the sleeper ended by itself with code 3, for the 7th time within a minute; its log is {tmp_path / 'log'}."
    )
    assert said == ["the sleeper ended by itself with code 3; starting it again."] * module.DEATHS_ALLOWED


def test_child_that_cannot_be_started_again_is_tried_until_it_can(tmp_path, supervisor, said):
    child = make_child(tmp_path, "sleep 60")
    start = child.start
    supervisor.add(child)
    first, failures = child.process, iter(["It is too early."])

    def start_late():
        if text := next(failures, None):
            raise EmbeddedError(text)
        return start()

    child.start = start_late
    first.kill()
    supervisor.watch(until=lambda: child.process not in (first, None))

    assert said == [
        "the sleeper was killed by SIGKILL; starting it again.",
        "It is too early.; starting it again.",
    ]


def test_stop_ends_programs_before_the_servers_they_use(tmp_path, supervisor):
    order = tmp_path / "order"
    noting = "trap 'echo {0} >> {1}; kill $!; exit 0' TERM; sleep 60 & echo up >> {1}.{0}; wait"
    for name, is_server in (("server", True), ("program", False)):
        supervisor.add(make_child(tmp_path, noting.format(name, order), name=name, is_server=is_server))
        wait_until((tmp_path / f"order.{name}").exists)

    supervisor.stop()

    assert order.read_text().split() == ["program", "server"]
    assert not (tmp_path / "children.json").exists()


def test_signal_stops_the_watch(tmp_path, supervisor):
    supervisor.listen()
    supervisor.add(make_child(tmp_path, "sleep 60"))
    os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(StopRequested):
        supervisor.watch()


def test_signal_breaks_off_only_what_may_be_broken_off(tmp_path, supervisor):
    supervisor.listen()
    os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(StopRequested):
        supervisor.add(make_child(tmp_path, "sleep 60"))
    with pytest.raises(StopRequested), supervisor.interruptible():
        pytest.fail("went on after the signal")
    assert not (tmp_path / "children.json").exists()


def test_leftovers_of_a_killed_predecessor_are_ended_and_strangers_are_not(tmp_path, supervisor):
    # As a web server's processes are left when their own parent and the supervisor are killed at once.
    orphans = make_child(tmp_path, "sleep 61 & wait").start()
    wait_until(lambda: len(processes.group_commands(orphans.pid)) == 2)
    stranger = subprocess.Popen(["/bin/sleep", "60"], process_group=0)
    (tmp_path / "children.json").write_text(
        f'[[{orphans.pid}, "sleep", {signal.SIGTERM:d}], [{stranger.pid}, "/bin/sh", {signal.SIGTERM:d}]]'
    )

    supervisor.end_leftovers()

    assert orphans.wait(timeout=5) == -signal.SIGTERM
    assert processes.group_commands(orphans.pid) == {}
    assert stranger.poll() is None
    assert not (tmp_path / "children.json").exists()
    stranger.kill()
    stranger.wait()


def test_running_children_are_written_down_for_a_successor(tmp_path, supervisor):
    child = make_child(tmp_path, "sleep 60")

    supervisor.add(child)

    assert (tmp_path / "children.json").read_text() == f'[[{child.process.pid}, "/bin/sh", {signal.SIGTERM:d}]]'
