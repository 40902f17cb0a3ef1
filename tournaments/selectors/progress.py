"""Where tables stand: their games replayed leg by leg, and what the table is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gameplay.rules.breaking_off import UNPLAYED
from gameplay.rules.kinds import GameState
from gameplay.selectors import Progress, StoredHand, current_hands, replay_game
from tournaments.models import Leg, Table, Tournament


@dataclass(frozen=True, slots=True)
class LegProgress:
    """One game at a table."""

    number: int
    game_id: int
    game: Progress


@dataclass(frozen=True, slots=True)
class TableProgress:
    """A table replayed. ``games_won`` and ``points`` are by side; who shares a game has an equal part of it."""

    legs: tuple[LegProgress, ...]
    games_won: tuple[Fraction, ...]
    points: tuple[int, ...]
    is_complete: bool

    @property
    def open_leg(self) -> LegProgress | None:
        """The leg being played; None when the table is complete or its next leg has not been laid out yet."""
        return next((leg for leg in self.legs if not leg.game.state.is_over), None)

    @property
    def counts_for_nobody(self) -> bool:
        """Whether time broke its only game off, or its first one, and that counts for nobody."""
        return self.is_complete and all(leg.game.state.ending == UNPLAYED for leg in self.legs)

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides with the most games won, once the table is complete; none where it counts for nobody."""
        if not self.is_complete or self.counts_for_nobody:
            return ()
        best = max(self.games_won)
        return tuple(side for side, won in enumerate(self.games_won) if won == best)

    @property
    def games_counted(self) -> int:
        """How many of its games count, those that are on included."""
        return sum(leg.game.state.ending != UNPLAYED for leg in self.legs)

    @property
    def hands_entered(self) -> int:
        """How many hands count so far, over all legs."""
        return sum(len(leg.game.hands) for leg in self.legs)


def read_table(table: Table, legs: Sequence[Leg], tournament: Tournament) -> TableProgress:
    """Replay one table, whose legs have their games at hand, from the database."""
    return _table_progress(table, legs, tournament, current_hands(leg.game_id for leg in legs))


def read_tables(tournament: Tournament, tables: Iterable[Table]) -> dict[int, TableProgress]:
    """Replay many tables of one tournament: two queries, whatever their number."""
    by_table: dict[int, list[Leg]] = {table.pk: [] for table in tables}
    rows = Leg.objects.filter(table_id__in=by_table).select_related("game", "table").order_by("table_id", "number")
    for leg in rows:
        by_table[leg.table_id].append(leg)
    hands = current_hands(leg.game_id for legs in by_table.values() for leg in legs)
    return {
        table_id: _table_progress(legs[0].table, legs, tournament, hands) for table_id, legs in by_table.items() if legs
    }


def combine(legs: tuple[LegProgress, ...], tournament: Tournament, *, time_called: bool = False) -> TableProgress:
    """Add up the legs of a table, up to the one that decides a best-of; what was played after it does not count.

    Once time was called no further leg follows, and one that was laid out without a hand has never begun.
    """
    if time_called:
        legs = (legs[0], *(leg for leg in legs[1:] if leg.game.hands))
    sides = len(legs[0].game.state.scores)
    won = [Fraction(0)] * sides
    points = [0] * sides
    counted: list[LegProgress] = []
    decided = False
    for leg in legs:
        _count(leg.game.state, won, points)
        counted.append(leg)
        decided = tournament.legs_mode == Tournament.LegsMode.BEST_OF and max(won) * 2 > tournament.legs
        if decided:
            break
    over = all(leg.game.state.is_over for leg in counted)
    complete = over and (decided or time_called or len(counted) == tournament.legs)
    return TableProgress(tuple(counted), tuple(won), tuple(points), complete)


def _count(state: GameState, won: list[Fraction], points: list[int]) -> None:
    if state.ending == UNPLAYED:
        return
    for side, score in enumerate(state.scores):
        points[side] += score
    for side in state.winners:
        won[side] += Fraction(1, len(state.winners))


def _table_progress(
    table: Table, legs: Sequence[Leg], tournament: Tournament, hands: dict[int, list[StoredHand]]
) -> TableProgress:
    played = tuple(
        LegProgress(leg.number, leg.game_id, replay_game(leg.game, hands[leg.game_id], broken_off=table.broken_off))
        for leg in legs
    )
    return combine(played, tournament, time_called=table.time_called_at is not None)
