"""Draws that are left to the worker: asked for once, made once, whatever happens to messages and workers."""

from __future__ import annotations

import datetime as dt
import logging
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from celery import Celery, current_app
from django.db import connection, transaction

from tests.concurrency import PATIENCE, run_together, wait_until_blocked
from tests.factories import NOW, SYSTEM, make_club, make_entry, make_tournament, make_user
from tournaments import locks
from tournaments.actors import Actor
from tournaments.errors import RightMissing, RoundStillOpen
from tournaments.imports import PairLine
from tournaments.models import AuditEntry, ClubRole, Draw, DrawJob, Entry, Round
from tournaments.movements.schedule import round_from_json
from tournaments.round_errors import DrawEnded
from tournaments.selectors.draw_jobs import fraction_done, problem_of_job, stage_words
from tournaments.services import clubs, draw_jobs, drawing, entries, rounds
from tournaments.tasks import make_draw, make_open_draws

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 25
"""So many pairs are too many to wait for when everybody meets everybody twice."""


def make_night(pairs, club=None):
    tournament = make_tournament(club, movement="double_round_robin", rounds=4)
    lines = [PairLine(line, f"Ann {line:02}", f"Bob {line:02}") for line in range(1, pairs + 1)]
    entries.admit_lines(actor=SYSTEM, tournament_id=tournament.pk, lines=lines, add_unknown=True, now=NOW)
    return tournament


@pytest.fixture
def night():
    return make_night(LONG)


def ask(tournament, **options):
    return draw_jobs.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW, **options)


def written():
    return Round.objects.count(), Draw.objects.count()


def test_small_draw_is_made_at_once_and_a_large_one_is_asked_for(night):
    small = make_night(LONG - 1)

    assert isinstance(ask(small), Draw)
    job = ask(night)

    assert isinstance(job, DrawJob)
    assert (job.state, job.round_number, job.round_id, job.asked_at) == ("waiting", 1, None, NOW)
    assert (stage_words(job), fraction_done(job)) == ("It waits for the worker.", 0.0)
    assert not Round.objects.filter(tournament=night).exists()
    assert AuditEntry.objects.filter(action="round.draw_asked", tournament=night).get().after == {"job": job.pk}


def test_task_makes_the_draw_that_the_direct_way_makes(night):
    job = ask(night, seed=5)

    make_draw.apply(kwargs={"job_id": job.pk, "sent_by": "a later release"}, throw=True)

    job = draw_jobs.look_at_job(actor=SYSTEM, job_id=job.pk, now=NOW)
    assert (job.state, job.attempts, fraction_done(job)) == ("done", 1, 1.0)
    assert (job.draw.number, job.draw.seed) == (1, 5)
    plan, explanation = job.draw.plan, job.draw.explanation
    again = rounds.draw_again(actor=SYSTEM, round_id=job.draw.round_id, seed=5, now=NOW)
    assert again.plan == plan
    same = {"code": "draw.same_company", "params": {"draw": 1}}
    assert again.explanation == [explanation[0], same, *explanation[1:]]


def test_doubled_messages_and_the_sweep_make_one_draft(night):
    job = ask(night)

    for _ in range(2):
        make_draw.apply(kwargs={"job_id": job.pk}, throw=True)
        make_open_draws.apply(throw=True)

    assert written() == (1, 1)


def test_two_workers_at_once_make_one_draft(night):
    job = ask(night)

    def work(_index):
        make_draw.apply(kwargs={"job_id": job.pk}, throw=True)
        return "came back"

    assert run_together(3, work) == ["came back"] * 3
    assert written() == (1, 1)
    assert DrawJob.objects.get().state == "done"


def test_second_press_returns_the_job_that_is_open(night):
    first = ask(night)

    assert run_together(2, lambda _index: str(ask(night).pk)) == [str(first.pk)] * 2
    assert DrawJob.objects.count() == 1
    make_open_draws.apply(throw=True)
    with pytest.raises(RoundStillOpen):
        ask(night)
    assert DrawJob.objects.count() == 1


def test_another_draft_is_asked_for_with_who_is_to_meet(night):
    make_draw.apply(kwargs={"job_id": ask(night).pk}, throw=True)
    round_ = Round.objects.get()
    one, other = Entry.objects.order_by("number").values_list("pk", flat=True)[:2]

    job = draw_jobs.draw_again(actor=SYSTEM, round_id=round_.pk, together=[(one, other)], now=NOW)
    make_open_draws.apply(throw=True)

    draw = DrawJob.objects.get(pk=job.pk).draw
    assert (draw.number, draw.round_id) == (2, round_.pk)
    assert {one, other} in [set(table.entrants) for table in round_from_json("pairs", draw.plan).tables]


def test_sweep_takes_up_what_a_killed_worker_has_left(night):
    job = ask(night)
    DrawJob.objects.update(state="running", step="drawing", attempts=1)

    make_open_draws.apply(throw=True)

    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 2)


def test_job_that_never_comes_to_its_end_is_given_up(night):
    job = ask(night)
    DrawJob.objects.update(state="running", step="drawing", attempts=draw_jobs.MOST_ATTEMPTS)

    make_open_draws.apply(throw=True)

    job.refresh_from_db()
    assert (job.state, problem_of_job(job)["code"]) == ("failed", "draw.given_up")
    assert written() == (0, 0)
    assert ask(night).pk != job.pk


def test_job_that_somebody_holds_is_left_alone(night):
    job = ask(night)
    is_held, has_worked = threading.Event(), threading.Event()

    def hold_or_work(index):
        if index:
            assert is_held.wait(PATIENCE)
            make_draw.apply(kwargs={"job_id": job.pk}, throw=True)
            has_worked.set()
            return DrawJob.objects.get().state
        with transaction.atomic():
            held = locks.hold_draw_job(job.pk)
            is_held.set()
            # The worker goes away at once, so it comes to its end while the job is still held.
            assert has_worked.wait(PATIENCE)
        return str(held)

    assert run_together(2, hold_or_work) == ["True", "waiting"]


def test_job_whose_draw_waits_for_the_tournament_is_left_alone_by_another_worker(night):
    job = ask(night)

    def work():
        try:
            return make_draw.apply(kwargs={"job_id": job.pk}, throw=True).state
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            locks.lock_tournament(night.pk)
            first = pool.submit(work)
            wait_until_blocked(1)
            second = pool.submit(work).result(PATIENCE)
            attempts = DrawJob.objects.get().attempts
        assert (first.result(PATIENCE), second, attempts) == ("SUCCESS", "SUCCESS", 1)
    assert written() == (1, 1)


def test_two_who_ask_for_a_large_draw_at_once_get_one_job(night):
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            locks.lock_tournament(night.pk)
            both = pool.submit(run_together, 2, lambda _index: str(ask(night).pk))
            wait_until_blocked(2)
        assert both.result(PATIENCE) == [str(DrawJob.objects.get().pk)] * 2


def test_what_the_draw_refuses_is_kept_with_the_job(night):
    job = ask(night)
    for entry in Entry.objects.all()[1:]:
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)

    make_open_draws.apply(throw=True)

    job.refresh_from_db()
    assert job.state == "failed"
    assert problem_of_job(job)["code"] == "draw.too_few_entries"
    assert written() == (0, 0)


def test_job_acts_with_the_rights_that_its_asker_has_when_it_runs():
    director = make_user()
    club = make_club(director=director)
    night = make_night(LONG, club)
    actor = Actor(user_id=director.pk, address="192.0.2.1")
    kept = draw_jobs.draw_next_round(actor=actor, tournament_id=night.pk, now=NOW)
    clubs.revoke_role(actor=SYSTEM, club_id=club.pk, user_id=director.pk, now=NOW)

    make_open_draws.apply(throw=True)

    kept.refresh_from_db()
    assert problem_of_job(kept)["code"] == "rights.missing"
    assert written() == (0, 0)


@pytest.mark.parametrize("role", [None, "scorer"])
def test_only_who_runs_rounds_asks_looks_and_calls_off(night, role):
    user = make_user()
    if role:
        clubs.grant_role(actor=SYSTEM, club_id=night.club_id, user_id=user.pk, role=ClubRole.Role(role), now=NOW)
    actor = Actor(user_id=user.pk)

    with pytest.raises(RightMissing):
        draw_jobs.draw_next_round(actor=actor, tournament_id=night.pk, now=NOW)
    assert not DrawJob.objects.exists()
    job = ask(night)
    with pytest.raises(RightMissing):
        draw_jobs.draw_next_round(actor=actor, tournament_id=night.pk, now=NOW)
    with pytest.raises(RightMissing):
        draw_jobs.look_at_job(actor=actor, job_id=job.pk, now=NOW)
    with pytest.raises(RightMissing):
        draw_jobs.call_off(actor=actor, job_id=job.pk, now=NOW)
    assert DrawJob.objects.get().state == "waiting"


def test_job_called_off_is_not_made_and_another_may_be_asked_for(night):
    job = ask(night)

    draw_jobs.call_off(actor=SYSTEM, job_id=job.pk, now=NOW)
    make_draw.apply(kwargs={"job_id": job.pk}, throw=True)

    assert written() == (0, 0)
    with pytest.raises(DrawEnded):
        draw_jobs.call_off(actor=SYSTEM, job_id=job.pk, now=NOW)
    make_draw.apply(kwargs={"job_id": ask(night).pk}, throw=True)
    assert written() == (1, 1)


def test_job_is_seen_to_run_while_it_waits_for_whoever_holds_the_tournament(night):
    job = ask(night)
    is_locked = threading.Event()

    def work_or_look(index):
        if index:
            assert is_locked.wait(PATIENCE)
            make_draw.apply(kwargs={"job_id": job.pk}, throw=True)
            return "came back"
        with transaction.atomic():
            locks.lock_tournament(night.pk)
            is_locked.set()
            wait_until_blocked(1)
            seen = draw_jobs.open_job_of(night.pk)
            # Nobody who asks again has to wait for the lock.
            assert ask_inside(night).pk == job.pk
        return f"{seen.state} {seen.step} {fraction_done(seen)} {stage_words(seen)}"

    def ask_inside(tournament):
        [pk] = run_together(1, lambda _index: str(ask(tournament).pk))
        return DrawJob.objects.get(pk=pk)

    said, _ = run_together(2, work_or_look)

    assert said == "running reading 0.1 What has been played so far is being read."
    assert DrawJob.objects.get().state == "done"


def test_draw_tells_its_steps_in_order(night):
    told = []

    with transaction.atomic():
        drawing.draw_next(actor=SYSTEM, tournament_id=night.pk, seed=1, tell=told.append, now=NOW)

    assert told == ["reading", "drawing", "storing"]


def test_dead_broker_neither_holds_up_nor_loses_a_draw(night, caplog):
    logger = logging.getLogger("tournaments.services.nudging")
    logger.addHandler(caplog.handler)
    alive = current_app._get_current_object()
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        dead = Celery("dead", broker=f"redis://127.0.0.1:{mute.getsockname()[1]}/0", set_as_current=False)
        dead.conf.update(broker_transport_options=alive.conf.broker_transport_options)
        try:
            dead.set_current()
            began = time.monotonic()
            job = ask(night)
            looked = draw_jobs.look_at_job(actor=SYSTEM, job_id=job.pk, now=NOW + draw_jobs.PATIENCE)
            assert time.monotonic() - began < 20
        finally:
            alive.set_current()
            logger.removeHandler(caplog.handler)
    assert all(record.args[:2] == (draw_jobs.TASK, {"job_id": job.pk}) for record in caplog.records)
    assert caplog.records
    assert (looked.state, looked.nudged_at) == ("waiting", NOW + draw_jobs.PATIENCE)

    make_open_draws.apply(throw=True)

    assert written() == (1, 1)


def test_look_at_a_job_tells_the_worker_again_only_when_it_seems_lost(night):
    job = ask(night)
    soon, late = NOW + dt.timedelta(seconds=9), NOW + dt.timedelta(seconds=10)

    assert draw_jobs.look_at_job(actor=SYSTEM, job_id=job.pk, now=soon).nudged_at == NOW
    assert draw_jobs.look_at_job(actor=SYSTEM, job_id=job.pk, now=late).nudged_at == late
    make_open_draws.apply(throw=True)
    done = draw_jobs.look_at_job(actor=SYSTEM, job_id=job.pk, now=late + draw_jobs.PATIENCE)
    assert (done.state, done.nudged_at) == ("done", late)


def test_entry_more_is_in_the_draft_if_it_came_before_the_draw(night):
    job = ask(night)
    late = make_entry(night)

    make_open_draws.apply(throw=True)

    job.refresh_from_db()
    assert late.pk in [entry for entry, _players in job.draw.made_from["entries"]]
