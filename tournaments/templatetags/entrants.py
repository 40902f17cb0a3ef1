"""The words for those who take part, for the templates."""

from __future__ import annotations

from django import template

from tournaments.models import Tournament
from tournaments.web.entrants import EntrantWords, entrant_words

register = template.Library()


@register.filter
def entrants(tournament: Tournament) -> EntrantWords:
    """Return the words for what takes part in a tournament."""
    return entrant_words(tournament.entry_kind)


@register.simple_tag
def entrants_here(tournament: Tournament, count: int) -> str:
    """Return how many are there, as a sentence."""
    return entrant_words(tournament.entry_kind).here % {"count": count}
