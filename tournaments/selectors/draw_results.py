"""What the results so far tell a movement that follows them."""

from __future__ import annotations

from dataclasses import replace

from tournaments.models import Round, Table, Tournament
from tournaments.movements.course import DrawState
from tournaments.movements.swiss.rules import ROUND_BEFORE
from tournaments.selectors.progress import TableProgress, read_tables
from tournaments.selectors.standings import rank_entries, rules_of


def with_results(state: DrawState, tournament: Tournament) -> DrawState:
    """Return the state with scores, order, winners and points from the closed rounds.

    Scores and order leave the last round out where the movement follows the standings of the round before it.
    """
    rounds = list(Round.objects.filter(tournament=tournament, status=Round.Status.CLOSED).order_by("number"))
    lag = state.options.get("standings") == ROUND_BEFORE
    counted = [round_ for round_ in rounds if not lag or round_.number < len(state.rounds)]
    standings = rank_entries(tournament, counted, state.entrants)
    first = next((one.column for one in rules_of(tournament).criteria if not one.in_ties), "table_points")
    tables = _complete_tables(tournament, rounds)
    place = {entrant: here for here, entrant in enumerate(state.entrants)}
    return replace(
        state,
        scores={row.entry: row.values[first] for row in standings},
        order=tuple(row.entry for row in sorted(standings, key=lambda row: (row.rank, place[row.entry]))),
        winners={where: table.winners for where, table in tables.items()},
        points={where: table.points for where, table in tables.items()},
    )


def _complete_tables(tournament: Tournament, rounds: list[Round]) -> dict[tuple[int, int], TableProgress]:
    """Return the complete tables by round and table number."""
    numbers = {round_.pk: round_.number for round_ in rounds}
    tables = list(Table.objects.filter(round_id__in=numbers).order_by("round_id", "number"))
    progress = read_tables(tournament, tables)
    return {
        (numbers[table.round_id], table.number): progress[table.pk]
        for table in tables
        if table.pk in progress and progress[table.pk].is_complete
    }
