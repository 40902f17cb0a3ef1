"""A large draw through the API: accepted, followed, called off."""

from __future__ import annotations

import pytest

from tests.api import client_of, refusal
from tests.factories import NOW, make_club, make_tournament, make_user
from tournaments.actors import SYSTEM
from tournaments.imports import PairLine
from tournaments.models import Draw, DrawJob, Round
from tournaments.services import entries
from tournaments.tasks import make_open_draws

pytestmark = pytest.mark.django_db(transaction=True)

V1 = "/api/v1"


@pytest.fixture
def night():
    club = make_club(director=make_user("dan"), scorer=make_user("sam"))
    tournament = make_tournament(club, movement="double_round_robin", rounds=4)
    lines = [PairLine(line, f"Ann {line:02}", f"Bob {line:02}") for line in range(1, 26)]
    entries.admit_lines(actor=SYSTEM, tournament_id=tournament.pk, lines=lines, add_unknown=True, now=NOW)
    return tournament


@pytest.fixture
def director(night):
    return client_of(night.club.roles.get(role="director").user)


def test_large_draw_is_accepted_and_leads_to_the_draft(night, director):
    asked = director.post(f"{V1}/tournaments/{night.slug}/rounds/", {"seed": 3})

    job = DrawJob.objects.get()
    where = asked["Location"]
    assert (asked.status_code, where) == (202, f"{V1}/draw-jobs/{job.pk}/")
    assert (
        asked.json()
        | {
            "id": job.pk,
            "tournament": night.slug,
            "round_number": 1,
            "state": "waiting",
            "stage": "It waits for the worker.",
            "fraction": 0.0,
            "ended_at": None,
            "round_id": None,
            "draw_id": None,
            "problem": None,
        }
        == asked.json()
    )
    assert director.post(f"{V1}/tournaments/{night.slug}/rounds/").json()["id"] == job.pk

    make_open_draws.apply(throw=True)

    done = director.get(where).json()
    draw = Draw.objects.get()
    assert (done["state"], done["fraction"], done["round_id"], done["draw_id"]) == (
        "done",
        1.0,
        draw.round_id,
        draw.pk,
    )
    again = director.post(f"{V1}/rounds/{draw.round_id}/draws/")
    assert (again.status_code, again.json()["round_id"]) == (202, draw.round_id)
    assert refusal(director.post(f"{V1}/draws/999999/publication/")) == (404, "not_found")


def test_job_called_off_says_so(night, director):
    where = director.post(f"{V1}/tournaments/{night.slug}/rounds/")["Location"]

    ended = director.delete(where)

    assert (ended.status_code, ended.json()["state"]) == (200, "failed")
    assert ended.json()["problem"] == {
        "code": "draw.cancelled",
        "detail": "This draw was called off before it was made.",
    }
    assert refusal(director.delete(where)) == (409, "draw.ended")
    make_open_draws.apply(throw=True)
    assert not Round.objects.exists()


def test_job_is_for_those_who_run_rounds(night, director):
    where = director.post(f"{V1}/tournaments/{night.slug}/rounds/")["Location"]
    scorer = client_of(night.club.roles.get(role="scorer").user)

    assert refusal(scorer.get(where)) == (403, "rights.missing")
    assert refusal(scorer.delete(where)) == (403, "rights.missing")
    assert refusal(client_of().get(where)) == (401, "auth.required")
    assert refusal(director.get(f"{V1}/draw-jobs/999999/")) == (404, "not_found")
    assert DrawJob.objects.get().state == "waiting"


def test_draw_that_cannot_be_is_refused_before_the_worker_hears_of_it(night, director):
    director.post(f"{V1}/tournaments/{night.slug}/rounds/")
    make_open_draws.apply(throw=True)

    assert refusal(director.post(f"{V1}/tournaments/{night.slug}/rounds/")) == (409, "draw.round_still_open")
    assert DrawJob.objects.count() == 1
