"""What the results so far tell a movement that follows them."""

from __future__ import annotations

from dataclasses import replace

from tournaments.models import Round, Table, TableRuling, Tournament
from tournaments.movements.course import DrawState
from tournaments.movements.swiss.rules import ROUND_BEFORE
from tournaments.selectors.book import rules_of
from tournaments.selectors.played import sides_of
from tournaments.selectors.progress import read_tables
from tournaments.selectors.rulings import forfeit_winners, rulings_of
from tournaments.selectors.standings import rank_entries


def with_results(state: DrawState, tournament: Tournament) -> DrawState:
    """Return the state with scores, order, winners and points from the closed rounds.

    Scores and order leave the last round out where the movement follows the standings of the round before it.
    """
    rounds = list(Round.objects.filter(tournament=tournament, status=Round.Status.CLOSED).order_by("number"))
    lag = state.options.get("standings") == ROUND_BEFORE
    counted = [round_ for round_ in rounds if not lag or round_.number < len(state.rounds)]
    standings = rank_entries(tournament, counted, state.entrants)
    first = next((one.column for one in rules_of(tournament).criteria if not one.in_ties), "table_points")
    tables = _decided_tables(tournament, rounds)
    place = {entrant: here for here, entrant in enumerate(state.entrants)}
    return replace(
        state,
        scores={row.entry: row.values[first] for row in standings},
        order=tuple(row.entry for row in sorted(standings, key=lambda row: (row.rank, place[row.entry]))),
        winners={where: winners for where, (winners, _points) in tables.items()},
        points={where: points for where, (_winners, points) in tables.items()},
    )


def _decided_tables(
    tournament: Tournament, rounds: list[Round]
) -> dict[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the winning sides and the points by side of complete and forfeited tables, by round and table number."""
    numbers = {round_.pk: round_.number for round_ in rounds}
    tables = list(Table.objects.filter(round_id__in=numbers).order_by("round_id", "number"))
    progress = read_tables(tournament, tables)
    rulings = rulings_of(tables)
    sides = sides_of(list(rulings))
    found = {}
    for table in tables:
        ruling, played = rulings.get(table.pk), progress[table.pk]
        where = numbers[table.round_id], table.number
        if ruling is None and played.is_complete:
            found[where] = played.winners, played.points
        elif ruling is not None and ruling.kind == TableRuling.Kind.FORFEIT:
            winners = forfeit_winners(ruling, sides[table.pk])
            found[where] = winners, tuple(ruling.points * (side in winners) for side in range(len(played.points)))
    return found
