"""Partners drawn by lot among those who came alone, and the draw undone."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.actors import Right
from tournaments.selectors.partner_draws import BY_LOT, LADDERS
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import partner_draws
from tournaments.web.actors import actor_of
from tournaments.web.refusals import attempt_button, page
from tournaments.web.rights import require


class PartnerDrawForm(forms.Form):
    """How partners are drawn."""

    by = forms.ChoiceField(
        label=gettext_lazy("Who can become whose partner?"),
        choices=[
            (BY_LOT, gettext_lazy("everybody with everybody")),
            (LADDERS, gettext_lazy("one of the stronger half by rating with one of the other half")),
        ],
        initial=BY_LOT,
    )


@require_POST
@page
def partners_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw everybody who takes part into pairs."""
    tournament = get_tournament(slug)
    require(request, Right.MANAGE_ENTRIES, club_id=tournament.club_id)
    form = PartnerDrawForm(request.POST)
    by = form.cleaned_data["by"] if form.is_valid() else ""
    attempt_button(
        request,
        lambda: partner_draws.draw_pairs(
            actor=actor_of(request), tournament_id=tournament.pk, by=by, now=timezone.now()
        ),
        done=_("Partners are drawn. Until the first round is drawn that can be undone."),
    )
    return redirect("tournament-entries", slug=slug)


@require_POST
@page
def partners_undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the pairs apart again."""
    tournament = get_tournament(slug)
    require(request, Right.MANAGE_ENTRIES, club_id=tournament.club_id)
    attempt_button(
        request,
        lambda: partner_draws.undo_draw(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now()),
        done=_("Everybody is signed up alone again."),
    )
    return redirect("tournament-entries", slug=slug)
