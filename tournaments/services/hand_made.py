"""Drafts changed by hand: two change places, or the whole seating is written; judged, and kept as a new draft."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import (
    DrawDiscarded,
    DrawUnplayable,
    RoundNotDraft,
    ThingNotFound,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import Draw, Round, Tournament
from tournaments.movements.by_hand import PROMISE_CODES, exchange, named_in
from tournaments.movements.schedule import Remark, RoundPlan, round_from_json, round_to_json
from tournaments.movements.staying import away_from_home, keep_tables
from tournaments.round_errors import PromisesBroken
from tournaments.selectors import rights
from tournaments.selectors.draw_rulings import as_json, homes_for, still_meant, tables_not_kept
from tournaments.selectors.draws import Pair, Proposal, faults_of, promises_broken_by
from tournaments.services.drafts import entries_of_draft, keep_draft
from tournaments.table_facts import kind_of_entrants


@transaction.atomic(durable=True)
def change_draft(
    *,
    actor: Actor,
    draw_id: int,
    swaps: Sequence[Pair] = (),
    plan: Mapping[str, Any] | None = None,
    reason: str = "",
    now: dt.datetime,
) -> Draw:
    """Make another draft of one: entries change places two by two, at tables or sitting out, or ``plan`` is given.

    The draft stays to choose from. What the change makes worse than the draft was needs a reason, which stays with the
    draft as a ruling, and is read by everybody once that is published.
    Raises RoundNotDraft, DrawDiscarded, DrawOutOfDate, TournamentFinished, DrawUnplayable when ``verify`` finds that it
    cannot be played, PromisesBroken, ScheduleUnreadable, ValueRefused.
    """
    draw, round_ = _lock(actor, draw_id)
    entries = entries_of_draft(round_, draw)
    kind = kind_of_entrants(round_.tournament.entry_kind)
    before = round_from_json(kind, draw.plan)
    homes = homes_for(round_, draw)
    if plan is None:
        after = _taking_tables_along(before, _changed(before, swaps), homes)
    else:
        after = replace(round_from_json(kind, plan), absent=before.absent)
    if after == before:
        raise ValueRefused(path="swaps", reason=_("this changes nothing"))
    document = round_to_json(kind, after)
    if faults := faults_of(round_.tournament, round_, entries, document):
        raise DrawUnplayable(tuple(fault.code for fault in faults))

    def broken_by(plan: RoundPlan) -> list[dict[str, Any]]:
        together = [(one, other) for one, other in draw.made_from.get("together", ())]
        promises = promises_broken_by(round_.tournament, round_, entries, plan, together=together)
        return [
            *map(as_json, promises),
            *map(as_json, tables_not_kept(plan, homes)),
        ]

    old, broken = broken_by(before), broken_by(after)
    worse = [one for one in broken if one not in old]
    said = reason.strip()
    if worse and not said:
        raise PromisesBroken(worse)
    rulings = still_meant(draw.rulings, broken)
    if worse:
        rulings.append({"user": actor.user_id, "reason": said, "broken": worse})
    what: dict[str, Any] = {"draw": draw.number, "user": actor.user_id, "reason": said}
    moved = _moved(before, after)
    remarks = [Remark("draw.by_hand", what)]
    if plan is None:
        remarks += [Remark("draw.swapped_by_hand", {"entrants": list(pair)}) for pair in swaps]
    kept = [remark for remark in draw.explanation if _still_holds(remark, moved)]
    return keep_draft(
        round_,
        Proposal(document, [*map(as_json, remarks), *kept, *broken]),
        actor=actor,
        seed=draw.seed,
        facts={**draw.made_from, "by_hand": what},
        action="round.draft_changed",
        what={"from": draw.number, "swaps": [list(pair) for pair in swaps]},
        rulings=rulings,
        reason=said,
        now=now,
    )


def _lock(actor: Actor, draw_id: int) -> tuple[Draw, Round]:
    owner = Draw.objects.filter(pk=draw_id).values_list("round_id", flat=True).first()
    if owner is None:
        raise ThingNotFound(thing="draw")
    round_ = locks.lock_round(owner)
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    if round_.tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if round_.status != Round.Status.DRAFT:
        raise RoundNotDraft(number=round_.number)
    draw = Draw.objects.get(pk=draw_id)
    if draw.status != Draw.Status.DRAFT:
        raise DrawDiscarded
    return draw, round_


def _changed(plan: RoundPlan, swaps: Sequence[Pair]) -> RoundPlan:
    for one, other in swaps:
        try:
            plan = exchange(plan, one, other)
        except KeyError:
            raise ValueRefused(path="swaps", reason=_("both have to be in this draw")) from None
    return plan


def _taking_tables_along(before: RoundPlan, after: RoundPlan, homes: Mapping[int, int]) -> RoundPlan:
    """Return the changed round in which whoever sat at a table of its own takes the number of that along."""
    sat = {entrant: table.number for table in before.tables for entrant in table.entrants}
    own = {entrant: number for entrant, number in homes.items() if sat.get(entrant, number) == number}
    return keep_tables(after, (), (), own)[0] if any(away_from_home(after, own)) else after


def _moved(before: RoundPlan, after: RoundPlan) -> frozenset[int]:
    """Return who sits with others than before, or sits out and did not, or the other way round."""
    companies = {frozenset(table.sides) for table in before.tables}
    moved = {entrant for table in after.tables if frozenset(table.sides) not in companies for entrant in table.entrants}
    return frozenset(moved) | (frozenset(before.out) ^ frozenset(after.out))


def _still_holds(remark: Mapping[str, Any], moved: frozenset[int]) -> bool:
    """Whether a reason of the draft is of nobody who was moved, and no judgement on the whole of what it was."""
    is_judgement = remark["code"] in (*PROMISE_CODES, "draw.same_company")
    return not is_judgement and moved.isdisjoint(named_in(Remark(remark["code"], remark["params"])))
