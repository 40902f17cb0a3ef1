"""What later rounds would have been drawn like from the results as they stand now."""

from __future__ import annotations

from dataclasses import dataclass

from gameplay.errors import StateConflict
from tournaments.models import Draw, Leg, Round, Tournament
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import RoundPlan
from tournaments.selectors.draws import plan_again

Meeting = tuple[tuple[int, ...], ...]
"""The entries of each side of a table, in no order that matters: sides and their entries are sorted."""


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A later round with the draw that stands in it, and who would meet and sit out if it were drawn now.

    ``meetings`` is None where the movement could not draw the round any more.
    """

    round: Round
    draw: Draw
    meetings: frozenset[Meeting] | None
    out: frozenset[int]
    hands: int

    @property
    def has_byes(self) -> bool:
        """Whether those without a table have a bye, as in a knock-out."""
        return MOVEMENTS[self.draw.made_from["movement"]].knocks_out

    @property
    def may_be_drawn_again(self) -> bool:
        """Whether nothing would be lost but a plan: it has not begun."""
        return self.round.status == Round.Status.DRAFT or (
            self.round.status == Round.Status.PUBLISHED and not self.hands
        )


def drawn_after(tournament: Tournament, number: int) -> dict[int, DrawnRound]:
    """Return by number the rounds after ``number`` whose draw followed the results."""
    rounds = Round.objects.filter(tournament=tournament, number__gt=number).exclude(status=Round.Status.TAKEN_BACK)
    found = {}
    for round_ in rounds.order_by("number").select_related("stage"):
        draw = _standing_draw(round_)
        if draw is None or not MOVEMENTS[draw.made_from["movement"]].needs_results:
            continue
        round_.tournament = tournament
        draw.round = round_
        found[round_.number] = _drawn_now(tournament, round_, draw)
    return found


def _standing_draw(round_: Round) -> Draw | None:
    """Return the draw that was published, or the latest draft."""
    return Draw.objects.filter(round=round_).exclude(status=Draw.Status.DISCARDED).order_by("-number").first()


def _drawn_now(tournament: Tournament, round_: Round, draw: Draw) -> DrawnRound:
    hands = Leg.objects.filter(table__round=round_, game__hands__is_current=True).count()
    try:
        plan = plan_again(tournament, draw)
    except StateConflict:
        return DrawnRound(round_, draw, None, frozenset(), hands)
    return DrawnRound(round_, draw, _meetings(plan), frozenset(plan.out), hands)


def _meetings(plan: RoundPlan) -> frozenset[Meeting]:
    return frozenset(tuple(sorted(tuple(sorted(side)) for side in table.sides)) for table in plan.tables)
