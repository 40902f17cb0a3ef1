"""How a tournament is played, for the templates."""

from __future__ import annotations

from django import template
from django.utils.translation import ngettext

from tournaments.selectors.home import Overview
from tournaments.web.movement_names import movement_name

register = template.Library()


@register.simple_tag
def movement_set(overview: Overview) -> str:
    """Return which movement is set and for how many rounds, as a sentence."""
    rounds = overview.view.rounds_planned
    said = ngettext(
        "It is set to be played as “%(movement)s”, %(rounds)s round.",
        "It is set to be played as “%(movement)s”, %(rounds)s rounds.",
        rounds,
    )
    return said % {"movement": movement_name(overview.view.stage.movement), "rounds": rounds}
