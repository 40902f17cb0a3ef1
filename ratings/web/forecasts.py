"""What would happen if these met those: a question that a club asks on the way home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from ratings.selectors.forecasts import expected_round, expected_table
from ratings.selectors.players import RatedPlayer, rating_list
from ratings.selectors.pools import get_pool
from tournaments.names import has_letters, name_key
from tournaments.selectors.ordering import name_order
from tournaments.web.refusals import attempt, page

MOST_OFFERED = 500
"""Names that are offered while somebody types; of a longer list none, so that the page stays small."""


class WhatIfForm(forms.Form):
    """Four names of the list, or two: the second of a side may be left out."""

    one = forms.CharField(label=_("First side"), max_length=140)
    one_partner = forms.CharField(label=_("and partner"), max_length=140, required=False)
    other = forms.CharField(label=_("Second side"), max_length=140)
    other_partner = forms.CharField(label=_("and partner"), max_length=140, required=False)

    def __init__(self, data: Any, players: Sequence[RatedPlayer]) -> None:
        super().__init__(data)
        self.players = players
        self.labels = _labels(players)
        for field in self.fields.values():
            field.widget.attrs.update({"list": "rated-players", "autocomplete": "off"})

    def clean(self) -> dict[str, Any]:
        """Find everybody on the list."""
        values = super().clean() or {}
        for name in [name for name, text in values.items() if text]:
            found = self._called(values[name])
            if len(found) == 1:
                values[name] = found[0]
            elif found:
                several = ", ".join(self.labels[player] for player in found[:5])
                self.add_error(name, _("Several on this list are called so: %(names)s.") % {"names": several})
            else:
                self.add_error(name, _("Nobody on this list is called so."))
        return values

    @property
    def sides(self) -> list[list[int]]:
        """The ids by side."""
        values = self.cleaned_data
        pairs = (("one", "one_partner"), ("other", "other_partner"))
        return [[values[name] for name in pair if values[name]] for pair in pairs]

    def _called(self, text: str) -> list[int]:
        """Return whom a text means: who is called exactly so, or else who has all its words in the name."""
        key = name_key(text)
        exactly = [player for player, label in self.labels.items() if name_key(label) == key]
        exactly = exactly or [one.player_id for one in self.players if name_key(one.name) == key]
        return exactly or [one.player_id for one in self.players if has_letters(one.name, text)]


def _labels(players: Sequence[RatedPlayer]) -> dict[int, str]:
    """Return by player how each is offered: by name, and where several have it, with the number too."""
    count = Counter(name_key(player.name) for player in players)
    return {
        player.player_id: player.name if count[name_key(player.name)] == 1 else f"{player.name} #{player.player_id}"
        for player in players
    }


@require_GET
@page
def what_if(request: HttpRequest, pool_id: int) -> HttpResponse:
    """Show what is expected of a table that nobody has played."""
    pool = get_pool(pool_id)
    now = timezone.now()
    form = WhatIfForm(request.GET or None, rating_list(pool, now=now))
    table = attempt(form, lambda: expected_table(pool, form.sides, now=now)) if form.is_valid() else None
    offered = sorted(form.labels.values(), key=name_order) if len(form.labels) <= MOST_OFFERED else []
    return render(request, "ratings/what_if.html", {"pool": pool, "form": form, "table": table, "offered": offered})


@require_GET
@page
def round_forecast(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show what is expected of each table of a published round."""
    told = expected_round(round_id)
    context = {"tournament": told.round.tournament, "round": told.round, "tables": told.tables}
    return render(request, "ratings/round_forecast.html", context)
