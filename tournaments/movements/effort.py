"""Which draws take so long that nobody should wait for them with a page half loaded.

The measure is the most expensive round of an event, that after several have left at once, when all that follows is
planned anew; the figures are in ``docs/benchmarks.md``.
"""

from __future__ import annotations

from collections.abc import Mapping

LONG_FROM: Mapping[str, int] = {
    "round_robin": 70,
    "double_round_robin": 25,
    "howell": 70,
    "reduced_howell": 70,
    "mitchell": 90,
    "individual": 1000,
    "whist": 1000,
    "mixed": 1000,
    "pods": 600,
    "swiss": 400,
    "monrad": 400,
    "danish": 400,
}
"""By movement, the number of entries from which a round may take about a second. Others are drawn at once."""


def takes_long(movement: str, entries: int) -> bool:
    """Whether a round of so many entries may take about a second or more.

    >>> takes_long("round_robin", 69), takes_long("round_robin", 70), takes_long("progressive", 1000)
    (False, True, False)
    """
    least = LONG_FROM.get(movement)
    return least is not None and entries >= least
