"""Penalties and awards, and decisions of ties, as they stand and as they were taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Q, QuerySet

from tournaments.errors import ThingNotFound
from tournaments.models import Adjustment, TieDecision, Tournament
from tournaments.selectors.figures import LABELS, shown
from tournaments.standings import results


@dataclass(frozen=True, slots=True)
class AdjustmentView:
    """A penalty or an award. ``taken_back`` says why it counts no more; None while it counts."""

    id: int
    entry_id: int
    round_number: int | None
    metric: str
    amount: Fraction
    reason: str
    made_by: str
    made_at: dt.datetime
    taken_back: str | None

    @property
    def label(self) -> str:
        """What is added to, in English."""
        return LABELS[self.metric]

    @property
    def shown(self) -> str:
        """The amount with its sign."""
        return f"+{shown(self.amount)}" if self.amount > 0 else shown(self.amount)


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A play-off or a cut of cards: the entries, best first. ``taken_back`` is as of an adjustment."""

    id: int
    kind: str
    order: tuple[int, ...]
    reason: str
    made_by: str
    made_at: dt.datetime
    taken_back: str | None

    @property
    def label(self) -> str:
        """What was held, in English."""
        return LABELS[self.kind]


def in_order(view: DecisionView, names: Mapping[int, str]) -> str:
    """Return the names of those who were in a play-off or a cut, best first."""
    return ", ".join(f"{place}. {names[entry]}" for place, entry in enumerate(view.order, 1))


def adjustments_of(tournament_id: int) -> list[AdjustmentView]:
    """Return all penalties and awards of a tournament, in the order in which they were made."""
    return _adjustments(Adjustment.objects.filter(entry__tournament_id=tournament_id))


def decisions_of(tournament_id: int) -> list[DecisionView]:
    """Return all decisions of ties of a tournament, in the order in which they were taken."""
    return _decisions(TieDecision.objects.filter(tournament_id=tournament_id))


def get_adjustment(adjustment_id: int) -> AdjustmentView:
    """Return one penalty or award; raises ThingNotFound."""
    found = _adjustments(Adjustment.objects.filter(Q(pk=adjustment_id) | Q(supersedes_id=adjustment_id)))
    if not found:
        raise ThingNotFound(thing="penalty or award")
    return found[0]


def get_decision(decision_id: int) -> DecisionView:
    """Return one decision of a tie; raises ThingNotFound."""
    found = _decisions(TieDecision.objects.filter(Q(pk=decision_id) | Q(supersedes_id=decision_id)))
    if not found:
        raise ThingNotFound(thing="decision")
    return found[0]


def tournament_of_adjustment(adjustment_id: int) -> Tournament:
    """Return the tournament that a penalty or an award belongs to; raises ThingNotFound."""
    return _tournament(Tournament.objects.filter(entries__adjustments=adjustment_id), "penalty or award")


def tournament_of_decision(decision_id: int) -> Tournament:
    """Return the tournament whose tie was decided; raises ThingNotFound."""
    return _tournament(Tournament.objects.filter(tie_decisions=decision_id), "decision")


def counted_adjustments(views: Collection[AdjustmentView], rounds: Collection[int]) -> list[results.Adjustment]:
    """Return what counts when these rounds do: what was given for one of them, or for the whole event."""
    return [
        results.Adjustment(view.entry_id, results.TallyKey(view.metric), view.amount, view.reason, view.round_number)
        for view in views
        if view.taken_back is None and (view.round_number is None or view.round_number in rounds)
    ]


def counted_decisions(views: Collection[DecisionView]) -> tuple[results.Decision, ...]:
    """Return the decisions that count."""
    return tuple(
        results.Decision(results.DecisionKind(view.kind), view.order) for view in views if view.taken_back is None
    )


def _tournament(query: QuerySet[Tournament], thing: str) -> Tournament:
    tournament = query.select_related("club").first()
    if tournament is None:
        raise ThingNotFound(thing=thing)
    return tournament


def _adjustments(query: QuerySet[Adjustment]) -> list[AdjustmentView]:
    rows = list(query.order_by("pk").select_related("round", "made_by"))
    revoked = {row.supersedes_id: row.reason for row in rows if row.supersedes_id is not None}
    return [
        AdjustmentView(
            id=row.pk,
            entry_id=row.entry_id,
            round_number=None if row.round is None else row.round.number,
            metric=row.metric,
            amount=Fraction(row.amount),
            reason=row.reason,
            made_by="" if row.made_by is None else row.made_by.get_username(),
            made_at=row.made_at,
            taken_back=revoked.get(row.pk),
        )
        for row in rows
        if row.supersedes_id is None
    ]


def _decisions(query: QuerySet[TieDecision]) -> list[DecisionView]:
    rows = list(query.order_by("pk").select_related("made_by"))
    revoked = {row.supersedes_id: row.reason for row in rows if row.supersedes_id is not None}
    return [
        DecisionView(
            id=row.pk,
            kind=row.kind,
            order=tuple(row.order),
            reason=row.reason,
            made_by="" if row.made_by is None else row.made_by.get_username(),
            made_at=row.made_at,
            taken_back=revoked.get(row.pk),
        )
        for row in rows
        if row.supersedes_id is None
    ]
