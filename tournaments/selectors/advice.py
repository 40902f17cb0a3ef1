"""How a tournament could be played, for those who are here or are expected."""

from __future__ import annotations

from tournaments.models import Entry, Tournament
from tournaments.movements.advice import Advice, Answers, advise
from tournaments.movements.registry import Movement, movements_for
from tournaments.selectors.tournaments import first_stage
from tournaments.table_facts import facts_of, kind_of_entrants, other_shapes, shape_of


def entries_here(tournament: Tournament) -> int:
    """Return how many entries play."""
    return Entry.objects.filter(tournament=tournament, status=Entry.Status.ACTIVE).count()


def movements_of(tournament: Tournament) -> tuple[Movement, ...]:
    """Return all movements that draw such tables, the usual one first."""
    shape = shape_of(tournament.kind, tournament.entry_kind, facts_of(first_stage(tournament.pk)))
    return movements_for(kind_of_entrants(tournament.entry_kind), shape)


def advice_for(
    tournament: Tournament, *, entries: int | None = None, minutes: int | None = None, round_minutes: int | None = None
) -> tuple[Advice, ...]:
    """Return the movements to offer, the best first, for so many entries (None: those who are here)."""
    facts = facts_of(first_stage(tournament.pk))
    return advise(
        Answers(
            entries=entries_here(tournament) if entries is None else entries,
            kind=kind_of_entrants(tournament.entry_kind),
            shape=shape_of(tournament.kind, tournament.entry_kind, facts),
            shapes=other_shapes(tournament.kind, facts),
            minutes=minutes,
            round_minutes=tournament.round_minutes if round_minutes is None else round_minutes,
        )
    )
