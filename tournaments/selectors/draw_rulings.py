"""What a draw does not keep, and the director let stand all the same: asked for before it is in play, told ever after.

A ruling is ``{"user": 5, "reason": "...", "broken": [{"code": "promise.rematch", "params": {...}}]}``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tournaments.models import Draw, Round
from tournaments.movements.schedule import Remark, round_from_json
from tournaments.selectors.draws import EntryForDraw, faults_of, forbidden_in
from tournaments.table_facts import kind_of_entrants

APART = "promise.apart"
"""Who must not meet is told to directors only, and so is that they do."""

Broken = dict[str, Any]
"""A remark as JSON."""


def as_json(remark: Remark) -> Broken:
    """Return a remark as draws keep it."""
    return {"code": remark.code, "params": dict(remark.params)}


def tables_not_kept(
    round_: Round, entries: list[EntryForDraw], plan: Mapping[str, Any], fixed_tables: Sequence[tuple[int, int]]
) -> tuple[Remark, ...]:
    """Return who does not sit at the table that was fixed for it, in a plan that can be played."""
    if not fixed_tables:
        return ()
    faults = faults_of(round_.tournament, round_, entries, dict(plan), fixed_tables)
    params = ("entrant", "table", "expected")
    return tuple(
        Remark("promise.table", {name: fault.params[name] for name in params})
        for fault in faults
        if fault.code == "schedule.table_not_kept"
    )


def met_though_forbidden_since(round_: Round, draw: Draw) -> tuple[Remark, ...]:
    """Return who sits at one table in a draft and was forbidden to meet after it was made."""
    known = {frozenset(pair) for pair in draw.made_from.get("forbidden", ())}
    plan = round_from_json(kind_of_entrants(round_.tournament.entry_kind), draw.plan)
    return tuple(
        Remark(APART, {"entrants": list(pair)})
        for pair in forbidden_in(round_.stage)
        if frozenset(pair) not in known and any(set(table.entrants).issuperset(pair) for table in plan.tables)
    )


def not_ruled_on(round_: Round, draw: Draw, entries: list[EntryForDraw]) -> list[Broken]:
    """Return what a draft breaks that the director has to let stand before it is put into play."""
    fixed = [(entry, table) for entry, table in draw.made_from.get("fixed_tables", ())]
    found = (*tables_not_kept(round_, entries, draw.plan, fixed), *met_though_forbidden_since(round_, draw))
    ruled = [one for ruling in draw.rulings for one in ruling["broken"]]
    return [one for one in map(as_json, found) if one not in ruled]


def still_meant(rulings: Iterable[Mapping[str, Any]], broken: Sequence[Broken]) -> list[dict[str, Any]]:
    """Return the rulings on a draft as they hold for another one made of it, which breaks no more than this."""
    kept = ({**ruling, "broken": [one for one in ruling["broken"] if one in broken]} for ruling in rulings)
    return [ruling for ruling in kept if ruling["broken"]]


def for_everybody(draw: Draw) -> Draw:
    """Return a draw, without changing the stored one, that says nothing of who must not meet."""
    draw.explanation = [one for one in draw.explanation if one["code"] != APART]
    draw.rulings = [
        {**ruling, "broken": [one for one in ruling["broken"] if one["code"] != APART]} for ruling in draw.rulings
    ]
    return draw
