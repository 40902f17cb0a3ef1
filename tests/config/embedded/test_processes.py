import os
import signal
import subprocess
import sys

import pytest

from config.embedded import processes
from tests.config.waiting import wait_until


def test_command_line_of_a_zombie_is_none():
    child = subprocess.Popen(["/bin/true"])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)

    assert processes.command_line(child.pid) is None

    child.wait()
    assert processes.command_line(child.pid) is None


def test_command_line_of_ourselves_names_python():
    program, *_ = processes.command_line(os.getpid()).split("\0")

    assert "python" in program


def test_spawned_child_is_out_of_reach_of_our_terminals_signals(tmp_path):
    child = processes.spawn(["/bin/sleep", "60"], log=tmp_path / "log", death_signal=signal.SIGTERM)

    assert os.getpgid(child.pid) == child.pid
    assert processes.group_commands(child.pid) == {child.pid: "/bin/sleep\x0060"}
    processes.kill_group(child.pid, signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    assert processes.group_commands(child.pid) == {}
    processes.kill_group(child.pid, signal.SIGKILL)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a child as somebody else")
def test_spawned_child_of_another_account_has_its_rights_only():
    account = processes.unprivileged_account()

    result = processes.run(["/usr/bin/id", "-u"], account=account)
    groups = processes.run(["/usr/bin/id", "-G"], account=account)

    assert result.stdout == f"{account.uid}\n"
    assert groups.stdout == f"{account.gid}\n"


def test_spawned_child_gets_its_signal_when_we_are_killed(tmp_path):
    code = (
        "import sys, time, signal; from pathlib import Path; from config.embedded import processes\n"
        "child = processes.spawn(['/bin/sleep', '60'], log=Path(sys.argv[1]), death_signal=signal.SIGTERM)\n"
        "print(child.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, tmp_path / "log"], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    assert processes.command_line(pid) == "/bin/sleep\x0060"

    parent.kill()
    parent.communicate()

    wait_until(lambda: processes.command_line(pid) is None)


def test_long_log_is_put_aside_and_a_short_one_stays(tmp_path):
    long, short, missing = tmp_path / "long.log", tmp_path / "short.log", tmp_path / "missing.log"
    long.write_bytes(b"x" * (processes.LOG_LIMIT_BYTES + 1))
    short.write_text("short")

    for log in (long, short, missing):
        processes.shorten_log(log)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["long.old.log", "short.log"]


def test_log_since_gives_only_what_came_after(tmp_path):
    log = tmp_path / "log"
    log.write_text("before\n")
    position = log.stat().st_size
    with log.open("a") as file:
        file.write("after\n")

    assert processes.log_since(log, position) == "after\n"
