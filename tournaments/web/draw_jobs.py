"""A draw that takes long: a page to wait on, which goes on to the draft by itself."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.models import Draw, DrawJob
from tournaments.selectors.draw_jobs import find_job, fraction_done, problem_of_job, stage_words
from tournaments.services import draw_jobs
from tournaments.web.actors import actor_of
from tournaments.web.refusals import attempt_button, page


def to_drawn(drawn: Draw | DrawJob) -> HttpResponse:
    """Go on to a draft that was just drawn, or to where one waits for it."""
    if isinstance(drawn, DrawJob):
        return redirect("draw-job", job_id=drawn.pk)
    return redirect("round-desk", round_id=drawn.round_id)


@require_GET
@never_cache
@page
def draw_job(request: HttpRequest, job_id: int) -> HttpResponse:
    """Show how far a draw is; once it is made, go on to it."""
    job = draw_jobs.look_at_job(actor=actor_of(request), job_id=job_id, now=timezone.now())
    if job.draw is not None:
        return to_drawn(job.draw)
    problem = problem_of_job(job)
    context = {
        "job": job,
        "tournament": job.tournament,
        "stage": stage_words(job),
        "fraction": fraction_done(job),
        "percent": round(100 * fraction_done(job)),
        "problem": problem["detail"] if problem else "",
    }
    return render(request, "tournaments/rounds/draw_job.html", context)


@require_POST
@page
def draw_job_call_off(request: HttpRequest, job_id: int) -> HttpResponse:
    """Call a draw off."""
    tournament = find_job(job_id).tournament
    done = attempt_button(
        request, lambda: draw_jobs.call_off(actor=actor_of(request), job_id=job_id, now=timezone.now())
    )
    if done:
        messages.success(request, _("The draw is called off."))
    return redirect("tournament-manage", slug=tournament.slug)
