"""Several people acting at the same moment, each with a database connection of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplay.errors import DomainError

PATIENCE = 30
"""Seconds after which a thread that has not come back counts as stuck."""


def run_together(
    count: int, act: Callable[[int], str], *, refused: type[DomainError] | tuple[type[DomainError], ...] = ()
) -> list[str]:
    """Call ``act(0)`` ... ``act(count - 1)`` at once; return what each returned, or the code it was refused with.

    Any error that is not in ``refused`` is raised here.
    """
    barrier = Barrier(count)

    def one(index: int) -> str:
        try:
            connection.ensure_connection()
            barrier.wait(PATIENCE)
            return act(index)
        except refused as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return [future.result(PATIENCE) for future in [pool.submit(one, index) for index in range(count)]]
