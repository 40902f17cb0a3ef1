"""Rounds taken back: a tournament goes back to before a draw. What was played stays to be read, and counts no more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.correction_errors import DrawAlreadyPlayed
from tournaments.errors import RoundNotInPlay, TournamentFinished
from tournaments.models import BulkAct, Draw, Entry, Leg, LineUp, Round, RoundChange, Tournament
from tournaments.round_errors import LaterRoundPlayed, LossesChanged
from tournaments.selectors import rights
from tournaments.selectors.consequences import compare_lines
from tournaments.selectors.losses import Losses, is_played, losses_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tournaments import first_stage
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.changes import note_change, require_reason
from tournaments.services.outbox import announce
from tournaments.services.sealing import require_unsealed
from tournaments.services.tournaments import fit_rounds_to_field
from tournaments.undo_errors import LossesNotTyped, NothingDrawn


@transaction.atomic(durable=True)
def preview_taking_back(*, actor: Actor, round_id: int, now: dt.datetime) -> Losses:
    """Return what ``take_back_round`` would throw away, and change nothing. Raises what that raises."""
    return _foresee(actor, _lock_latest(actor, round_id), now=now)


@transaction.atomic(durable=True)
def take_back_round(
    *, actor: Actor, round_id: int, version: int, reason: str = "", typed: str = "", now: dt.datetime
) -> Round:
    """Take the latest round back, which is in play or closed; otherwise as ``go_back``.

    Raises what that raises, RoundNotInPlay, LaterRoundPlayed.
    """
    rounds = _lock_latest(actor, round_id)
    _confirm(actor, rounds, version=version, reason=reason, typed=typed, now=now)
    return rounds[0]


@transaction.atomic(durable=True)
def preview_going_back(*, actor: Actor, tournament_id: int, number: int, now: dt.datetime) -> Losses:
    """Return what ``go_back`` would throw away, and change nothing. Raises what that raises."""
    return _foresee(actor, _lock_from(actor, tournament_id, number), now=now)


@transaction.atomic(durable=True)
def go_back(
    *,
    actor: Actor,
    tournament_id: int,
    number: int,
    version: int,
    reason: str = "",
    typed: str = "",
    now: dt.datetime,
) -> list[Round]:
    """Go back to before round ``number`` was drawn: it and all later rounds count for nothing, and can be drawn again.

    Their hands are kept to be read; penalties belong to the entries and stay. ``version`` is that of the losses that
    were looked at. Where a hand was played a reason is needed, and ``typed`` is the number, as a second thought.
    Returns the rounds that went. Raises NothingDrawn, LossesChanged, ReasonNeeded, LossesNotTyped, TournamentFinished.
    """
    rounds = _lock_from(actor, tournament_id, number)
    _confirm(actor, rounds, version=version, reason=reason, typed=typed, now=now)
    return rounds


def reopen_number(actor: Actor, round_: Round, *, reason: str, now: dt.datetime) -> Round:
    """Take a locked round that has not begun back, and return a new one of its number, in the caller's transaction.

    Raises DrawAlreadyPlayed for one that has: a hand may have come in until its tables were locked.
    """
    locks.lock_tables_of(round_.pk)
    if Leg.objects.filter(table__round=round_, game__hands__is_current=True).exists():
        raise DrawAlreadyPlayed(number=round_.number)
    _take_back(actor, _with_drafts([round_]), Traces(), reason=reason, now=now)
    fresh = Round.objects.create(
        tournament=round_.tournament, stage=round_.stage, number=round_.number, session_date=round_.session_date
    )
    fresh.tournament, fresh.stage = round_.tournament, round_.stage
    return fresh


def take_back_brought(actor: Actor, rounds: Sequence[Round], *, reason: str, now: dt.datetime) -> None:
    """Take locked rounds back that came in an archive, in the caller's transaction."""
    _take_back(actor, rounds, Traces(), reason=reason, now=now)


def _lock_latest(actor: Actor, round_id: int) -> list[Round]:
    """Lock a round in play or closed that is the latest one, and return it with the draft of the next."""
    round_ = locks.lock_round(round_id)
    _require_open(actor, round_.tournament)
    if round_.status not in (Round.Status.PUBLISHED, Round.Status.CLOSED):
        raise RoundNotInPlay(number=round_.number)
    later = Round.objects.filter(tournament=round_.tournament, number__gt=round_.number)
    played = later.exclude(status__in=Round.NOT_PLAYED).first()
    if played is not None:
        raise LaterRoundPlayed(number=played.number)
    locks.lock_tables_of(round_.pk)
    return _with_drafts([round_])


def _lock_from(actor: Actor, tournament_id: int, number: int) -> list[Round]:
    """Lock a round, whatever its state, with all later ones and their tables; the first one comes first."""
    tournament = locks.lock_tournament(tournament_id)
    _require_open(actor, tournament)
    standing = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.TAKEN_BACK)
    ids = list(standing.filter(number__gte=number).order_by("pk").values_list("pk", flat=True))
    rounds = sorted((locks.lock_round(round_id) for round_id in ids), key=lambda round_: round_.number)
    if not rounds or rounds[0].number != number:
        raise NothingDrawn(number=number)
    for round_ in rounds:
        round_.tournament = tournament
    for round_id in ids:
        locks.lock_tables_of(round_id)
    return rounds


def _require_open(actor: Actor, tournament: Tournament) -> None:
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished


def _with_drafts(rounds: list[Round]) -> list[Round]:
    """Return rounds and what was drawn ahead of them."""
    tournament = rounds[0].tournament
    drafts = Round.objects.filter(tournament=tournament, status=Round.Status.DRAFT).order_by("number")
    for draft in drafts.exclude(pk__in=[round_.pk for round_ in rounds]):
        draft.tournament = tournament
        rounds.append(draft)
    return rounds


def _foresee(actor: Actor, rounds: list[Round], *, now: dt.datetime) -> Losses:
    tournament = rounds[0].tournament
    before = standings_of(tournament, kept=False)
    found = losses_of(rounds, before.version, ())
    _take_back(actor, rounds, Traces(), reason="", now=now)
    lines = compare_lines(before, standings_of(tournament, kept=False))
    transaction.set_rollback(True)
    return replace(found, entries=lines)


def _confirm(actor: Actor, rounds: Sequence[Round], *, version: int, reason: str, typed: str, now: dt.datetime) -> None:
    first, tournament = rounds[0], rounds[0].tournament
    played = is_played(rounds)
    said = require_reason(reason) if played else reason.strip()
    if standings_of(tournament, kept=False).version != version:
        raise LossesChanged
    if played and typed.strip() != str(first.number):
        raise LossesNotTyped(number=first.number)
    traces = Traces()
    _take_back(actor, rounds, traces, reason=said, now=now)
    where = {"club_id": tournament.club_id, "tournament_id": tournament.pk}
    act = keep_act(actor, BulkAct.Kind.WENT_BACK, traces, count=len(rounds), now=now, **where)
    after = {"rounds": [round_.number for round_ in rounds], "act": act.pk}
    audit.record(actor, "tournament.went_back", f"round {first.number}", now=now, after=after, reason=said, **where)


def _take_back(actor: Actor, rounds: Sequence[Round], traces: Traces, *, reason: str, now: dt.datetime) -> None:
    """Take locked rounds back, the last one first."""
    tournament = rounds[0].tournament
    require_unsealed(tournament, now=now)
    stage = first_stage(tournament.pk)
    planned = stage.rounds_planned
    for round_ in sorted(rounds, key=lambda one: -one.number):
        _take_one_back(actor, round_, traces, reason=reason, now=now)
    fit_rounds_to_field(tournament)
    stage.refresh_from_db()
    if stage.rounds_planned != planned:
        now_planned = stage.rounds_planned
        traces.changed.append(["stage", stage.pk, {"rounds_planned": planned}, {"rounds_planned": now_planned}])


def _take_one_back(actor: Actor, round_: Round, traces: Traces, *, reason: str, now: dt.datetime) -> None:
    was = round_.status
    if was == Round.Status.DRAFT:
        traces.change(Draw.objects.filter(round=round_, status=Draw.Status.DRAFT), status=Draw.Status.DISCARDED.value)
    traces.change([round_], status=Round.Status.TAKEN_BACK.value, taken_back_at=now)
    if was == Round.Status.DRAFT:
        return
    _bring_forward(round_, traces)
    note_change(actor, round_, RoundChange.Kind.TAKEN_BACK, before={"status": was}, reason=reason, now=now)
    if was == Round.Status.CLOSED:
        announce(round_, "results.changed", now=now)


def _bring_forward(round_: Round, traces: Traces) -> None:
    """Let those who came while the round was played take part when it is drawn again."""
    following = round_.number + 1
    tournament = round_.tournament
    came = Entry.objects.filter(tournament=tournament, first_round=following)
    traces.change(came, first_round=round_.number)
    sat_in = LineUp.objects.filter(entry__tournament=tournament, is_current=True, from_round=following)
    traces.change(sat_in, from_round=round_.number)
