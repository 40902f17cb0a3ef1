"""Series: the page that everybody reads, and how organisers set one up and choose its nights."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.actors import Right
from tournaments.selectors.clubs import get_club
from tournaments.selectors.series import candidates_for, get_series
from tournaments.selectors.series_prizes import prizes_of
from tournaments.selectors.series_table import table_of
from tournaments.services import series as services
from tournaments.web.actors import actor_of
from tournaments.web.forms.series import NightsForm, SeriesForm, initial_of
from tournaments.web.refusals import attempt, attempt_button, page
from tournaments.web.rights import allowed, require
from tournaments.web.series_words import counting_words, prize_words


@require_GET
@page
def series_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table of a series, how each row came about, and the side prizes."""
    found = get_series(slug)
    table = table_of(found)
    context = {
        "series": found,
        "club": found.club,
        "can": allowed(request, found.club_id),
        "table": table,
        "counting": counting_words(table.rules),
        "prizes": [prize_words(prize) for prize in prizes_of(table)] if table.rows else [],
    }
    return render(request, "tournaments/series/series.html", context)


@require_http_methods(["GET", "POST"])
@page
def series_create(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up a series of a club."""
    club = get_club(slug)
    require(request, Right.MANAGE_CLUB, club_id=club.pk)
    form = SeriesForm(request.POST or None)
    if form.is_valid():
        made = attempt(
            form,
            lambda: services.create_series(
                actor=actor_of(request), club_id=club.pk, settings=form.settings, now=timezone.now()
            ),
        )
        if made is not None:
            messages.success(request, _("The series is there. These nights belong to it."))
            return redirect("series-nights", slug=made.slug)
    return render(request, "tournaments/series/settings.html", {"form": form, "club": club})


@require_http_methods(["GET", "POST"])
@page
def series_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Set a series up anew."""
    found = get_series(slug)
    require(request, Right.MANAGE_CLUB, club_id=found.club_id)
    form = SeriesForm(request.POST or None, initial=initial_of(found))
    if form.is_valid():
        changed = attempt(
            form,
            lambda: services.change_series(
                actor=actor_of(request), series_id=found.pk, settings=form.settings, now=timezone.now()
            ),
        )
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("series", slug=slug)
    context = {"form": form, "club": found.club, "series": found}
    return render(request, "tournaments/series/settings.html", context)


@require_http_methods(["GET", "POST"])
@page
def series_nights(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the nights of a series."""
    found = get_series(slug)
    require(request, Right.MANAGE_CLUB, club_id=found.club_id)
    candidates = candidates_for(found)
    form = NightsForm(request.POST if request.method == "POST" else None, candidates)
    if form.is_valid():
        changed = attempt(
            form,
            lambda: services.choose_nights(
                actor=actor_of(request),
                series_id=found.pk,
                tournament_ids=form.cleaned_data["nights"],
                seen_by_day=form.cleaned_data["seen_by_day"],
                now=timezone.now(),
            ),
        )
        if changed is not None:
            messages.success(request, _("Saved."))
            return redirect("series", slug=slug)
    context = {"form": form, "club": found.club, "series": found, "candidates": candidates}
    return render(request, "tournaments/series/nights.html", context)


@require_POST
@page
def series_remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a series."""
    found = get_series(slug)
    done = attempt_button(
        request,
        lambda: services.remove_series(actor=actor_of(request), series_id=found.pk, now=timezone.now()),
        done=_("The series is removed. Its nights are as they were."),
    )
    return redirect("club", slug=found.club.slug) if done else redirect("series", slug=slug)
