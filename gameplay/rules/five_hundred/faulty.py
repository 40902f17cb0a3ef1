"""Records with a chosen fault, made from random legal ones: what the judge must refuse, by code and level."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred import faulty_calls, faulty_cards, faulty_claims
from gameplay.rules.five_hundred.bids import BIDS
from gameplay.rules.five_hundred.codes import NAME
from gameplay.rules.five_hundred.generate import random_hand
from gameplay.rules.five_hundred.score_line import switched_off
from gameplay.rules.five_hundred.variants import resolve_rules
from gameplay.rules.kinds import FaultImpossible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

_TRIES = 200
FAULTS = {**faulty_claims.FAULTS, **faulty_calls.FAULTS, **faulty_cards.FAULTS}

FAULT_LEVELS: Mapping[str, tuple[int, ...]] = {f"{NAME}.{name}": made.levels for name, made in FAULTS.items()}
"""The levels at which each code can be made; the code for a hand after the end of the game belongs to no record."""


def random_faulty_hand(
    rng: Random,
    code: str,
    *,
    level: int,
    options: Mapping[str, Any] | None = None,
    before: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return a record of ``level`` whose first fault has the ``code``, such as ``five_hundred.bid_too_low``.

    Raises FaultImpossible for a code that no record can have, and when the level or the options do not allow it.
    """
    made = FAULTS.get(code.removeprefix(f"{NAME}."))
    if made is None:
        raise FaultImpossible(code, level)
    rules = resolve_rules(options or {})
    bids = [text for text in made.bids if not switched_off(rules, BIDS[text], sans_kitty=False, path="")]
    if level in made.levels and len(bids) >= min(len(made.bids), 1):
        for _ in range(_TRIES):
            bid = rng.choice(bids) if bids else None
            record = deepcopy(random_hand(rng, level=level, options=options, before=before, bid=bid))
            if made.spoil(rng, record):
                return record
    raise FaultImpossible(code, level)
