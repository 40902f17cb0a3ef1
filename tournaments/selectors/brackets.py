"""What a knock-out is drawn from beside its rounds: the bracket as it was drawn, the ties that were decided."""

from __future__ import annotations

from tournaments.models import Draw, Round, Tournament
from tournaments.movements.knockout import Places
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors.adjustments import counted_decisions, decisions_of
from tournaments.selectors.tournaments import first_stage


def bracket_of(tournament: Tournament) -> Places:
    """Return the places of the first round in the order in which they were drawn; none where nobody kept them."""
    drawn = Draw.objects.filter(round__tournament=tournament, round__number=1, status=Draw.Status.PUBLISHED)
    made_from = drawn.exclude(round__status=Round.Status.TAKEN_BACK).values_list("made_from", flat=True).first() or {}
    return tuple(tuple(place) for place in made_from.get("bracket", ()))


def is_closed_to_newcomers(tournament: Tournament) -> bool:
    """Whether it is a knock-out whose first round is over."""
    closed = Round.objects.filter(tournament=tournament, number=1, status=Round.Status.CLOSED)
    return closed.exists() and MOVEMENTS[first_stage(tournament.pk).movement].knocks_out


def decided_of(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return who was in each play-off or cut of cards that counts, best first, the latest one last."""
    return tuple(decision.order for decision in counted_decisions(decisions_of(tournament.pk)))
