"""What a draw does not keep, and the director let stand all the same: asked for before it is in play, told ever after.

A ruling is ``{"user": 5, "reason": "...", "broken": [{"code": "promise.rematch", "params": {...}}]}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.models import Draw, Round
from tournaments.movements.schedule import Remark, RoundPlan, round_from_json
from tournaments.movements.staying import away_from_home, homes_of
from tournaments.selectors.arrangements import arrangements_of
from tournaments.selectors.draws import forbidden_in
from tournaments.selectors.history import rounds_so_far
from tournaments.table_facts import kind_of_entrants

APART = "promise.apart"
"""Who must not meet is told to directors only, and so is that they do."""

BY_HAND = "draw.by_hand"

Broken = dict[str, Any]
"""A remark as JSON."""


def as_json(remark: Remark) -> Broken:
    """Return a remark as draws keep it."""
    return {"code": remark.code, "params": dict(remark.params)}


def homes_for(round_: Round, draw: Draw) -> dict[int, int]:
    """Return the tables of those who had one of their own when a draw was made, or are to keep theirs."""
    staying = arrangements_of(round_.tournament).staying
    played = rounds_so_far(round_.tournament, before=round_.number) if staying else ()
    return homes_of(staying, played, fixed_for(draw))


def fixed_for(draw: Draw) -> dict[int, int]:
    """Return the tables that were fixed for entries when a draw was made."""
    return dict(draw.made_from.get("fixed_tables", ()))


def tables_not_kept(plan: RoundPlan, homes: Mapping[int, int]) -> tuple[Remark, ...]:
    """Return who does not sit at its own table."""
    return tuple(
        Remark("promise.table", {"entrant": entrant, "table": table, "expected": expected})
        for entrant, table, expected in away_from_home(plan, homes)
    )


def met_though_forbidden_since(round_: Round, draw: Draw) -> tuple[Remark, ...]:
    """Return who sits at one table in a draft and was forbidden to meet after it was made."""
    known = {frozenset(pair) for pair in draw.made_from.get("forbidden", ())}
    plan = _plan_of(round_, draw)
    return tuple(
        Remark(APART, {"entrants": list(pair)})
        for pair in forbidden_in(round_.stage)
        if frozenset(pair) not in known and any(set(table.entrants).issuperset(pair) for table in plan.tables)
    )


def not_ruled_on(round_: Round, draw: Draw) -> list[Broken]:
    """Return what a draft breaks that the director has to let stand before it is put into play."""
    kept = tables_not_kept(_plan_of(round_, draw), fixed_for(draw))
    found = (*kept, *met_though_forbidden_since(round_, draw))
    ruled = [one for ruling in draw.rulings for one in ruling["broken"]]
    return [one for one in map(as_json, found) if one not in ruled]


def _plan_of(round_: Round, draw: Draw) -> RoundPlan:
    return round_from_json(kind_of_entrants(round_.tournament.entry_kind), draw.plan)


def still_meant(rulings: Iterable[Mapping[str, Any]], broken: Sequence[Broken]) -> list[dict[str, Any]]:
    """Return the rulings on a draft as they hold for another one made of it, which breaks no more than this."""
    kept = ({**ruling, "broken": [one for one in ruling["broken"] if one in broken]} for ruling in rulings)
    return [ruling for ruling in kept if ruling["broken"]]


def for_everybody(draw: Draw) -> Draw:
    """Return a draw, without changing the stored one, that says nothing of who must not meet.

    Nor does it say who changed it by hand, and why: that is for those who run the rounds.
    """
    draw.explanation = [_told_openly(one) for one in draw.explanation if one["code"] != APART]
    draw.rulings = [
        {**ruling, "broken": [one for one in ruling["broken"] if one["code"] != APART]} for ruling in draw.rulings
    ]
    return draw


def _told_openly(one: Broken) -> Broken:
    return {**one, "params": {"draw": one["params"]["draw"]}} if one["code"] == BY_HAND else one
