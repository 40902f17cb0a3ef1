"""What the director let stand in a draw, and why, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import Draw, Round, Tournament
from tournaments.selectors.draw_rulings import for_everybody
from tournaments.web.drafts import promise_words


@dataclass(frozen=True, slots=True)
class RulingOfDraw:
    """Why a draw is as it is, as the director said, and what it does not keep thereby."""

    reason: str
    sentences: list[str]


def rulings_on(draw: Draw, tournament: Tournament) -> list[RulingOfDraw]:
    """Return the rulings on a draw."""
    return list(_told(draw, tournament))


def rulings_for_everybody(round_: Round) -> list[RulingOfDraw]:
    """Return the rulings on the draw that was published for a round, without naming who must not meet."""
    draw = Draw.objects.filter(round=round_, status=Draw.Status.PUBLISHED).exclude(rulings=[]).first()
    return [] if draw is None else list(_told(for_everybody(draw), round_.tournament))


def _told(draw: Draw, tournament: Tournament) -> Iterator[RulingOfDraw]:
    for ruling in draw.rulings:
        yield RulingOfDraw(ruling["reason"], promise_words(ruling["broken"], tournament))
