"""Drafts of a round: made by the movement, kept with what they were made from. Called inside other services."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tournaments.actors import Actor
from tournaments.errors import DrawOutOfDate, FixedMeetingRefused, KnockoutSharedPlayer
from tournaments.models import Draw, DrawJob, Round
from tournaments.movements.schedule import round_from_json
from tournaments.selectors.draws import (
    EntryForDraw,
    Pair,
    Proposal,
    entries_for_draw,
    forbidden_in,
    is_out_of_date,
    propose,
    read_state,
    version_for_draw,
)
from tournaments.selectors.keeping_apart import groups_of
from tournaments.selectors.names import entry_names
from tournaments.services import audit
from tournaments.table_facts import facts_of, kind_of_entrants

Tell = Callable[[DrawJob.Step], None]
"""What hears how far a draw is."""


def tell_nobody(_step: DrawJob.Step) -> None:
    """Hear how far a draw is that somebody waits for anyhow."""


def draw_draft(
    round_: Round,
    *,
    actor: Actor,
    seed: int | None,
    together: Sequence[Pair] = (),
    tell: Tell = tell_nobody,
    kept: bool = True,
    now: dt.datetime,
) -> Draw:
    """Let the movement draw a round and keep that as its next draft; ``together``: who is to meet in it.

    ``kept`` False leaves the cache alone: so asks who has changed results in the same transaction.

    Raises what the movement raises, FixedMeetingRefused.
    """
    tournament = round_.tournament
    tell(DrawJob.Step.READING)
    entries = entries_for_draw(tournament, round_.number)
    used = seed if seed is not None else tournament.seed + Draw.objects.filter(round=round_).count()
    try:
        state = read_state(tournament, round_.stage, entries, together=together, kept=kept)
        tell(DrawJob.Step.DRAWING)
        proposal = propose(tournament, round_.stage, state, seed=used)
    except (FixedMeetingRefused, KnockoutSharedPlayer) as error:
        names = entry_names(tournament.pk, tournament.club_id)
        said = {key: names.get(value, value) for key, value in error.params.items() if isinstance(value, int)}
        raise type(error)(**said) from error
    tell(DrawJob.Step.STORING)
    proposal = _with_likeness(round_, proposal)
    facts = {**_made_from(round_, entries), "together": [list(pair) for pair in together]}
    if proposal.bracket:
        facts["bracket"] = [list(place) for place in proposal.bracket]
    what = {"together": [list(pair) for pair in together]} if together else {}
    return keep_draft(round_, proposal, actor=actor, seed=used, facts=facts, action="round.drawn", what=what, now=now)


def _with_likeness(round_: Round, proposal: Proposal) -> Proposal:
    """Say so if the round is one that the director has seen already: otherwise people look for the difference."""
    kind = kind_of_entrants(round_.tournament.entry_kind)
    company = round_from_json(kind, proposal.plan).company
    for draw in Draw.objects.filter(round=round_).order_by("number"):
        if round_from_json(kind, draw.plan).company == company:
            first, *others = proposal.explanation
            same = {"code": "draw.same_company", "params": {"draw": draw.number}}
            return replace(proposal, explanation=[first, same, *others])
    return proposal


def keep_draft(
    round_: Round,
    proposal: Proposal,
    *,
    actor: Actor,
    seed: int,
    facts: Mapping[str, Any],
    action: str,
    what: Mapping[str, Any],
    rulings: Sequence[Mapping[str, Any]] = (),
    reason: str = "",
    now: dt.datetime,
) -> Draw:
    """Keep a draft with what it was made from, and its audit row with ``what`` beside number and seed."""
    number = Draw.objects.filter(round=round_).count() + 1
    draw = Draw.objects.create(
        round=round_,
        number=number,
        seed=seed,
        made_from=dict(facts),
        plan=proposal.plan,
        explanation=proposal.explanation,
        rulings=list(rulings),
        made_at=now,
    )
    audit.record(
        actor,
        action,
        f"round {round_.number}",
        now=now,
        club_id=round_.tournament.club_id,
        tournament_id=round_.tournament_id,
        after={"draw": number, "seed": seed, **what},
        reason=reason,
    )
    return draw


def entries_of_draft(round_: Round, draw: Draw) -> list[EntryForDraw]:
    """Return the entries of a draft with their players.

    Raises DrawOutOfDate if they or the tables have changed since it was made.
    """
    entries = entries_for_draw(round_.tournament, round_.number)
    if is_out_of_date(round_, draw, entries):
        raise DrawOutOfDate
    return entries


def _made_from(round_: Round, entries: Sequence[EntryForDraw]) -> dict[str, Any]:
    settings = round_.stage.settings
    return {
        "standings_version": version_for_draw(round_.stage, round_.number),
        "entries": [entry.as_json() for entry in entries],
        "table": facts_of(round_.stage).as_json(),
        "movement": round_.stage.movement,
        "fixed_tables": settings.get("fixed_tables", []),
        "movement_options": settings.get("movement_options", {}),
        "rounds_planned": round_.stage.rounds_planned,
        "forbidden": [list(pair) for pair in forbidden_in(round_.stage)],
        "apart": [list(entry_ids) for entry_ids in groups_of(round_.tournament_id)],
    }
