"""One hand of a table: who sat there then, how the score stood, and what counted in its place before."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gameplay.models import HandRecord
from gameplay.selectors import PlayedHand
from tournaments.errors import ThingNotFound
from tournaments.models import Round
from tournaments.selectors.names import player_names
from tournaments.selectors.progress import LegProgress
from tournaments.selectors.sitting import spell_at, spells_of
from tournaments.selectors.tables import TableView, get_table


@dataclass(frozen=True, slots=True)
class Replaced:
    """A record that counted once for a hand: what it said, until when, and why it counts no more."""

    record: Any
    is_void: bool
    replaced_at: dt.datetime
    reason: str


@dataclass(frozen=True, slots=True)
class HandPage:
    """A hand that counts. ``people`` are those who sat at the table then, by seat; scores are by side."""

    view: TableView
    leg: LegProgress
    hand: PlayedHand
    people: tuple[str, ...]
    before: tuple[int, ...]
    replaced: tuple[Replaced, ...]

    @property
    def previous(self) -> int | None:
        """The number of the hand before it in the same leg."""
        return self.hand.number - 1 or None

    @property
    def following(self) -> int | None:
        """The number of the hand after it in the same leg, once that has been played."""
        return self.hand.number + 1 if self.hand.number < len(self.leg.game.hands) else None

    @property
    def record(self) -> Mapping[str, Any]:
        """The record with what the server knows besides: the game, its rules and the scores before."""
        game = self.leg.game
        return {
            **self.hand.record,
            "game": game.kind.name,
            "rules": game.kind.options_of(game.rules),
            game.kind.before_field: list(self.before),
        }


def get_hand(table_id: int, leg: int, number: int) -> HandPage:
    """Return a hand of a published round; raises ThingNotFound, also for one that does not count."""
    view = get_table(table_id)
    played = next((one for one in view.progress.legs if one.number == leg), None)
    if view.round.status in Round.NOT_PLAYED or played is None or not 1 <= number <= len(played.game.hands):
        raise ThingNotFound(thing="hand")
    game = played.game
    start = game.kind.start(game.rules) if number == 1 else game.hands[number - 2].state
    return HandPage(
        view=view,
        leg=played,
        hand=game.hands[number - 1],
        people=_people(view, leg, number),
        before=start.scores,
        replaced=_replaced(played.game_id, number),
    )


def _people(view: TableView, leg: int, number: int) -> tuple[str, ...]:
    """Return who sat at the table in that hand, by seat."""
    spells = spells_of([view.table.pk])[view.table.pk]
    sitting = {index: spell_at(seat, (leg, number)).player_id for index, seat in spells.items()}
    names = player_names(sitting.values(), view.tournament.club_id)
    return tuple(names[sitting[seat.index]] for seat in view.seats)


def _replaced(game_id: int, number: int) -> tuple[Replaced, ...]:
    """Return the records of a hand that count no more, the first one first."""
    rows = HandRecord.objects.filter(game_id=game_id, number=number).select_related("submission").order_by("pk")
    return tuple(
        Replaced(old.submission.payload, old.kind == HandRecord.Kind.VOID, new.created_at, new.reason)
        for old, new in pairwise(rows)
    )
