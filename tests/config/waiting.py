"""Waiting for other processes."""

import time


def wait_until(condition, *, seconds=90.0):
    """Return the condition's first true value; an AssertionError if it stays false for too long."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
    return value
