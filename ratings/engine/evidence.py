"""What one period tells, laid out for the update: the comparisons as they count under the pool's parameters."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ratings.engine.params import Params
from ratings.engine.scale import Floats, Ints

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The comparisons of one period.

    By comparison: ``score`` and ``weight`` as in ``Comparisons``; ``margin``, the first side's lead in logits, NaN
    where only the score counts, None where it does so everywhere; ``noise`` is the variance of a margin. By member: the
    ``player`` (an index into the beliefs), ``coefficient``, ``comparison`` (an index into ``score``), and ``is_held``
    for those who are not moved; None where everybody is.
    """

    player: Ints
    coefficient: Floats
    comparison: Ints
    score: Floats
    weight: Floats
    margin: Floats | None
    noise: float
    is_held: Flags | None


def gather(
    *,
    player: Ints,
    coefficient: Floats,
    comparison: Ints,
    score: Floats,
    lead: Floats,
    weight: Floats,
    tables: Ints,
    is_person: Flags,
    params: Params,
) -> Evidence:
    """Return what counts of one period.

    ``tables`` are those that each player had before it; no ``is_person`` is a partnership.
    """
    return Evidence(
        player=player,
        coefficient=coefficient,
        comparison=comparison,
        score=score,
        weight=weight,
        margin=np.clip(lead, -params.margin_cap, params.margin_cap) / params.margin_unit
        if params.counts_margin
        else None,
        noise=(params.margin_noise / params.margin_unit) ** 2 if params.counts_margin else 0.0,
        is_held=_held(tables[player] < params.novice_tables, is_person[player], coefficient, comparison)
        if params.novice_tables
        else None,
    )


def _held(has_few: Flags, is_person: Flags, coefficient: Floats, comparison: Ints) -> Flags:
    """Return by member whether a partner is a novice while they are none."""
    side = 2 * comparison + (coefficient < 0)
    is_novice = has_few & is_person
    novices = np.bincount(side, is_novice)
    return np.asarray(~is_novice & is_person & (novices[side] > 0))
