"""What the results so far tell a movement that follows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.models import Round, Table, TableRuling, Tournament
from tournaments.movements.course import DrawState
from tournaments.movements.schedule import RoundPlan
from tournaments.movements.swiss.rules import ROUND_BEFORE
from tournaments.selectors.book import rules_of
from tournaments.selectors.played import played_in
from tournaments.selectors.played_cache import played_so_far
from tournaments.selectors.rulings import forfeit_winners, rulings_of
from tournaments.selectors.standings import rank_entries
from tournaments.selectors.versions import versions_of


def with_results(state: DrawState, tournament: Tournament, *, kept: bool = True) -> DrawState:
    """Return the state with scores, order, winners and points from the closed ones of its rounds.

    Scores and order leave the last round out where the movement follows the standings of the round before it. ``kept``
    is for ``standings_of``.
    """
    closed = Round.objects.filter(tournament=tournament, status=Round.Status.CLOSED)
    rounds = list(closed.filter(number__lte=len(state.rounds)).order_by("number"))
    lag = state.options.get("standings") == ROUND_BEFORE
    counted = [round_ for round_ in rounds if not lag or round_.number < len(state.rounds)]
    standings = rank_entries(tournament, counted, state.entrants, kept=kept)
    first = next((one.column for one in rules_of(tournament).criteria if not one.in_ties), "table_points")
    tables = _decided_tables(tournament, rounds, state.rounds, kept=kept)
    place = {entrant: here for here, entrant in enumerate(state.entrants)}
    return replace(
        state,
        scores={row.entry: row.values[first] for row in standings},
        order=tuple(row.entry for row in sorted(standings, key=lambda row: (row.rank, place[row.entry]))),
        winners={where: winners for where, (winners, _points) in tables.items()},
        points={where: points for where, (_winners, points) in tables.items()},
    )


def _decided_tables(
    tournament: Tournament, rounds: list[Round], plans: Sequence[RoundPlan], *, kept: bool
) -> dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the winning sides and the points by side of complete and forfeited tables, by round and table number.

    Who sat at them is in ``plans``. Played tables are taken from what is kept for the standings: to replay a large
    event takes seconds.
    """
    scheme = rules_of(tournament).table_points
    if kept:
        played = played_so_far(tournament, rounds, scheme, versions_of(tournament.pk))
    else:
        played = played_in(tournament, rounds, scheme)
    results = {(table.round, table.sides): table for table in played.tables if table.is_played}
    numbers = {round_.pk: round_.number for round_ in rounds}
    ruled = {table.pk: table for table in Table.objects.filter(round_id__in=numbers, status=Table.Status.RULED)}
    rulings = {
        (numbers[ruled[pk].round_id], ruled[pk].number): ruling for pk, ruling in rulings_of(ruled.values()).items()
    }
    closed = frozenset(numbers.values())
    found = {}
    for plan in plans:
        for table in plan.tables if plan.number in closed else ():
            where = plan.number, table.number
            ruling, result = rulings.get(where), results.get((plan.number, table.sides))
            if ruling is None and result is not None:
                most = max(result.games_won)
                winners = tuple(side for side, won in enumerate(result.games_won) if won == most)
                found[where] = winners, tuple(map(int, result.points))
            elif ruling is not None and ruling.kind == TableRuling.Kind.FORFEIT:
                winners = forfeit_winners(ruling, table.sides)
                found[where] = winners, tuple(ruling.points * (side in winners) for side in range(len(table.sides)))
    return found
