"""What a rating list would say if it were computed by other parameters. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from ratings.engine.columns import compare_tables
from ratings.engine.params import Params
from ratings.engine.replay import replay
from ratings.engine.tuning import losses
from ratings.models import RatingPool
from ratings.selectors.figures import change_of, points_of
from ratings.selectors.ledger import tables_since
from tournaments.selectors.names import player_names


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose rating would be another, in whole points; ``change`` is in 0.1 point."""

    player_id: int
    name: str
    before: int
    after: int
    change: int
    change_label: str


@dataclass(frozen=True, slots=True)
class Preview:
    """``moved`` by how far, the farthest first. The losses are means over the later half of the tables, in nats.

    A lower loss foretold the results better; None where there are no tables.
    """

    tables: int
    players: int
    moved: tuple[Moved, ...]
    loss_before: float | None
    loss_after: float | None


def preview_params(pool: RatingPool, params: Params) -> Preview:
    """Replay a pool's results by its own parameters and by others."""
    comparisons = compare_tables(tables_since(pool, None))
    present = Params.from_mapping(pool.params)
    (before, loss_before), (after, loss_after) = (
        (
            {
                key: state.mu
                for state in replay(comparisons, params=one, before={}).states()
                if (key := state.player) >= 0
            },
            losses(comparisons, one),
        )
        for one in (present, params)
    )
    names = player_names(before, pool.club_id)
    moved = [
        Moved(
            player_id=player,
            name=names[player],
            before=points_of(before[player]),
            after=points_of(after[player]),
            change=after[player] - before[player],
            change_label=change_of(after[player] - before[player]),
        )
        for player in before
        if after[player] != before[player]
    ]
    judged = (len(loss_before) + 1) // 2
    return Preview(
        tables=len(loss_before),
        players=len(before),
        moved=tuple(sorted(moved, key=lambda one: (-abs(one.change), one.player_id))),
        loss_before=float(loss_before[-judged:].mean()) if judged else None,
        loss_after=float(loss_after[-judged:].mean()) if judged else None,
    )
