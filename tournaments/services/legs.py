"""The games at a table: the first one and those that follow it. Called inside the transactions of other services."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from gameplay.models import Game
from gameplay.selectors import replay_game
from gameplay.services import start_game, start_games
from tournaments.models import Leg, Table, Tournament
from tournaments.selectors.progress import LegProgress, TableProgress, combine
from tournaments.table_facts import TableFacts, table_rules


def open_first_leg(table: Table, tournament: Tournament, *, facts: TableFacts, first: int) -> None:
    """Lay out the first game of one table, whose first hand falls to seat ``first``."""
    open_first_legs(tournament, [(table, facts, first)])


def open_first_legs(tournament: Tournament, tables: Sequence[tuple[Table, TableFacts, int]]) -> None:
    """Lay out the first game of each table, whose first hand falls to the seat that comes with it."""
    kinds_of_table = {facts for _, facts, _ in tables}
    rules = {facts: table_rules(tournament.kind, tournament.rules, facts) for facts in kinds_of_table}
    games = start_games(tournament.kind, [(rules[facts], _rotation(first, facts.size)) for _, facts, first in tables])
    Leg.objects.bulk_create(
        Leg(table=table, number=1, game=game) for (table, _, _), game in zip(tables, games, strict=True)
    )


def open_next_leg(table: Table, tournament: Tournament, progress: TableProgress) -> TableProgress:
    """Lay out the next game of a table whose games so far are over, and return the table with it."""
    last = progress.legs[-1]
    number = last.number + 1
    game = start_game(
        tournament.kind,
        last.game.kind.options_of(last.game.rules),
        _rotation(_first_of_leg(table, tournament, progress), last.game.kind.players(last.game.rules)),
    )
    Leg.objects.create(table=table, number=number, game=game)
    return combine((*progress.legs, LegProgress(number, game.pk, replay_game(game, ()))), tournament)


def turn_next_leg(table: Table, tournament: Tournament, progress: TableProgress) -> TableProgress:
    """Let a game that is laid out but not begun start where it falls now that the results before it have changed."""
    *before, last = progress.legs
    if not before or last.game.hands or not all(leg.game.state.is_over for leg in before):
        return progress
    first = _first_of_leg(table, tournament, combine(tuple(before), tournament))
    starters = _rotation(first, last.game.kind.players(last.game.rules))
    Game.objects.filter(pk=last.game_id).update(starters=starters)
    turned = replace(last.game, starters=tuple(starters))
    return combine((*before, replace(last, game=turned)), tournament)


def _first_of_leg(table: Table, tournament: Tournament, progress: TableProgress) -> int:
    """Return the seat that starts the next leg, by the tournament's choice (rules B9a)."""
    first_leg, last = progress.legs[0], progress.legs[-1]
    players = last.game.kind.players(last.game.rules)
    if tournament.leg_starter == Tournament.LegStarter.DRAWN:
        text = f"{tournament.seed}:{table.pk}:{last.number + 1}"
        return hashlib.sha256(text.encode()).digest()[0] % players
    sides = last.game.kind.sides(last.game.rules)
    losers = [side for side in range(len(sides)) if side not in last.game.state.winners]
    if tournament.leg_starter == Tournament.LegStarter.LOSER and losers:
        worst = min(losers, key=lambda side: last.game.state.scores[side])
        return sides[worst][0]
    return (first_leg.game.starters[0] + last.number) % players


def _rotation(first: int, players: int) -> list[int]:
    return [(first + turn) % players for turn in range(players)]
