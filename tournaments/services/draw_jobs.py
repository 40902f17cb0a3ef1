"""Draws that take too long to wait for: asked for with a row, made by the worker, done once.

The row is what counts; a message to the worker is only a nudge. Whoever takes a job up holds it while it draws, so that
doubled messages, the sweep and a second worker find it taken. The draft and the end of its job are one transaction.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from django.contrib.auth import get_user_model
from django.db import connection, transaction

from gameplay.errors import DomainError
from tournaments import locks
from tournaments.actors import SYSTEM, Actor, Right
from tournaments.errors import ThingNotFound
from tournaments.models import Draw, DrawJob, Round, Stage, Tournament
from tournaments.movements.effort import takes_long
from tournaments.round_errors import DrawCancelled, DrawEnded, DrawGivenUp
from tournaments.selectors import rights
from tournaments.selectors.draw_jobs import field_of, find_job, open_job_of
from tournaments.selectors.draws import Pair
from tournaments.services import audit, drawing, rounds
from tournaments.services.nudging import nudge, nudge_if_lost

TASK = "tournaments.make_draw"
PATIENCE = dt.timedelta(seconds=10)
"""So long after a nudge an open job is taken for lost when somebody looks at it."""
MOST_ATTEMPTS = 3


def draw_next_round(*, actor: Actor, tournament_id: int, seed: int | None = None, now: dt.datetime) -> Draw | DrawJob:
    """Draw the next round, or leave it to the worker if that may take long; while one is open, return that.

    Raises as ``rounds.draw_next_round``; a job keeps what its draw raises later.
    """
    movement, entries = field_of(tournament_id)
    if open_job_of(tournament_id) is None and not takes_long(movement, entries):
        return rounds.draw_next_round(actor=actor, tournament_id=tournament_id, seed=seed, now=now)
    return _ask(actor, tournament_id, None, seed, (), now=now)


def draw_again(
    *, actor: Actor, round_id: int, seed: int | None = None, together: Sequence[Pair] = (), now: dt.datetime
) -> Draw | DrawJob:
    """Make another draft, or leave it to the worker if that may take long; while one is open, return that.

    Raises as ``rounds.draw_again``; a job keeps what its draw raises later.
    """
    tournament_id = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise ThingNotFound(thing="round")
    movement, entries = field_of(tournament_id)
    if open_job_of(tournament_id) is None and not takes_long(movement, entries):
        return rounds.draw_again(actor=actor, round_id=round_id, seed=seed, together=together, now=now)
    return _ask(actor, tournament_id, round_id, seed, together, now=now)


@transaction.atomic(durable=True)
def look_at_job(*, actor: Actor, job_id: int, now: dt.datetime) -> DrawJob:
    """Return a job for those who run rounds; the worker is told again of one that seems to be lost.

    Raises ThingNotFound, RightMissing.
    """
    job = find_job(job_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=job.tournament.club_id)
    nudge_if_lost(job, TASK, patience=PATIENCE, now=now, job_id=job.pk)
    return job


@transaction.atomic(durable=True)
def call_off(*, actor: Actor, job_id: int, now: dt.datetime) -> DrawJob:
    """End a job that is still open: what is being drawn for it will not be kept.

    Raises ThingNotFound, RightMissing, DrawEnded.
    """
    job = find_job(job_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=job.tournament.club_id)
    if not _end(job_id, DrawCancelled(), now=now):
        raise DrawEnded
    _audit(actor, "round.draw_called_off", job, now=now)
    return find_job(job_id)


def run_job(*, job_id: int, now: dt.datetime) -> None:
    """Make the draw of a job, unless somebody else is at it or it has ended; what it refuses is kept with the job."""
    try:
        if _begin(job_id, now=now):
            _draw(job_id, now=now)
    except DomainError as error:
        with transaction.atomic(durable=True):
            _end(job_id, error, now=now)


def run_open_jobs(*, now: dt.datetime) -> None:
    """Take up every job that waits, or whose worker has died, the oldest first."""
    for job_id in DrawJob.objects.filter(state__in=DrawJob.OPEN).order_by("pk").values_list("pk", flat=True):
        run_job(job_id=job_id, now=now)


@transaction.atomic(durable=True)
def _ask(
    actor: Actor,
    tournament_id: int,
    round_id: int | None,
    seed: int | None,
    together: Sequence[Pair],
    *,
    now: dt.datetime,
) -> DrawJob:
    club_id = Tournament.objects.values_list("club_id", flat=True).get(pk=tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=club_id)
    # Before the lock: whoever draws holds the tournament until the draft is kept.
    job = open_job_of(tournament_id)
    if job is not None:
        return job
    tournament = locks.lock_tournament(tournament_id)
    job = open_job_of(tournament_id)
    if job is not None:
        return job
    if round_id is None:
        number = drawing.require_next(actor, tournament, Stage.objects.get(tournament=tournament, number=1))
    else:
        round_ = locks.lock_round(round_id)
        drawing.require_draft(actor, round_)
        number = round_.number
    job = DrawJob.objects.create(
        tournament=tournament,
        round_number=number,
        round_id=round_id,
        seed=seed,
        together=[list(pair) for pair in together],
        user_id=actor.user_id,
        address=actor.address,
        asked_at=now,
        nudged_at=now,
    )
    _audit(actor, "round.draw_asked", job, now=now)
    nudge(TASK, job_id=job.pk)
    return job


@transaction.atomic(durable=True)
def _begin(job_id: int, *, now: dt.datetime) -> bool:
    """Count an attempt, for all to see, and return whether there is anything to do."""
    if not locks.hold_draw_job(job_id):
        return False
    job = DrawJob.objects.filter(pk=job_id, state__in=DrawJob.OPEN).first()
    if job is None:
        return False
    if job.attempts >= MOST_ATTEMPTS:
        _end(job_id, DrawGivenUp(attempts=job.attempts), now=now)
        return False
    job.attempts, job.state, job.step = job.attempts + 1, DrawJob.State.RUNNING, DrawJob.Step.READING
    job.save(update_fields=["attempts", "state", "step"])
    return True


@transaction.atomic(durable=True)
def _draw(job_id: int, *, now: dt.datetime) -> None:
    if not locks.hold_draw_job(job_id):
        return
    job = DrawJob.objects.filter(pk=job_id, state__in=DrawJob.OPEN).first()
    if job is None:
        return
    actor = _actor_of(job)

    def tell(step: DrawJob.Step) -> None:
        _tell(job_id, step)

    if job.round_id is None:
        draw = drawing.draw_next(actor=actor, tournament_id=job.tournament_id, seed=job.seed, tell=tell, now=now)
    else:
        together = [(one, other) for one, other in job.together]
        draw = drawing.draw_another(
            actor=actor, round_id=job.round_id, seed=job.seed, together=together, tell=tell, now=now
        )
    ended = {"state": DrawJob.State.DONE, "draw": draw, "ended_at": now}
    if not DrawJob.objects.filter(pk=job_id, state__in=DrawJob.OPEN).update(**ended):
        # Called off meanwhile: the draft goes with the transaction.
        raise DrawCancelled


def _tell(job_id: int, step: DrawJob.Step) -> None:
    """Write how far a job is where others can see it at once: with a connection beside the one that draws."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(_write_step, job_id, step).result()


def _write_step(job_id: int, step: DrawJob.Step) -> None:
    try:
        DrawJob.objects.filter(pk=job_id, state=DrawJob.State.RUNNING).update(step=step)
    finally:
        connection.close()


def _end(job_id: int, error: DomainError, *, now: dt.datetime) -> bool:
    """Let an open job fail with what was refused; returns whether it was open."""
    problem = {"code": error.code, "template": error.template, "params": {k: str(v) for k, v in error.params.items()}}
    ended = {"state": DrawJob.State.FAILED, "problem": problem, "ended_at": now}
    return bool(DrawJob.objects.filter(pk=job_id, state__in=DrawJob.OPEN).update(**ended))


def _actor_of(job: DrawJob) -> Actor:
    """Return who asked, with the rights that they have now."""
    if job.user_id is None:
        return SYSTEM
    user = get_user_model().objects.get(pk=job.user_id)
    return Actor(user_id=user.pk, is_admin=user.is_superuser, address=job.address)


def _audit(actor: Actor, action: str, job: DrawJob, *, now: dt.datetime) -> None:
    audit.record(
        actor,
        action,
        f"round {job.round_number}",
        now=now,
        club_id=job.tournament.club_id,
        tournament_id=job.tournament_id,
        after={"job": job.pk},
    )
