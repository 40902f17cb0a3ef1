"""How players and partnerships did."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from ratings.selectors.pairs import pair_record
from ratings.selectors.pools import get_pool
from ratings.selectors.records import player_record
from ratings.web.paging import paged
from ratings.web.plot import PlotPoint, draw
from tournaments.web.refusals import page


class SinceForm(forms.Form):
    """From which day on the season is to be counted; left open, from New Year."""

    since = forms.DateField(
        label=_("From which day on?"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
    )


@require_GET
@page
def player_company(request: HttpRequest, pool_id: int, player_id: int) -> HttpResponse:
    """Show a player's season, partners and opponents."""
    pool = get_pool(pool_id)
    form = SinceForm(request.GET)
    since = form.cleaned_data["since"] if form.is_valid() else None
    record = player_record(pool, player_id, since=since, now=timezone.now())
    context = {
        "pool": pool,
        "player": record,
        "form": SinceForm(initial={"since": record.season.since}) if form.is_valid() else form,
        **paged(request, record.opponents),
    }
    return render(request, "ratings/player_company.html", context)


@require_GET
@page
def pair_detail(request: HttpRequest, pool_id: int, one: int, other: int) -> HttpResponse:
    """Show how a partnership did, day by day, newest first."""
    pool = get_pool(pool_id)
    pair = pair_record(pool, one, other, now=timezone.now())
    context = {
        "pool": pool,
        "player": pair,
        "plot": draw([PlotPoint(day.day, day.rating, day.margin) for day in pair.days]),
        **paged(request, pair.days[::-1]),
    }
    return render(request, "ratings/pair_detail.html", context)
