"""What the results so far tell a movement that follows them."""

from __future__ import annotations

from dataclasses import replace

from tournaments.models import Round, Table, Tournament
from tournaments.movements.course import DrawState
from tournaments.selectors.progress import read_tables
from tournaments.selectors.standings import rank_entries, rules_of
from tournaments.standings.rules import HEAD_TO_HEAD


def with_results(state: DrawState, tournament: Tournament) -> DrawState:
    """Return the state with scores, order and winners from the closed rounds."""
    rounds = list(Round.objects.filter(tournament=tournament, status=Round.Status.CLOSED).order_by("number"))
    standings = rank_entries(tournament, rounds, state.entrants)
    first = next(one.key for one in rules_of(tournament).criteria if one.key != HEAD_TO_HEAD)
    place = {entrant: here for here, entrant in enumerate(state.entrants)}
    return replace(
        state,
        scores={row.entry: row.values[first] for row in standings},
        order=tuple(row.entry for row in sorted(standings, key=lambda row: (row.rank, place[row.entry]))),
        winners=_winners(tournament, rounds),
    )


def _winners(tournament: Tournament, rounds: list[Round]) -> dict[tuple[int, int], tuple[int, ...]]:
    numbers = {round_.pk: round_.number for round_ in rounds}
    tables = list(Table.objects.filter(round_id__in=numbers).order_by("round_id", "number"))
    progress = read_tables(tournament, tables)
    return {
        (numbers[table.round_id], table.number): progress[table.pk].winners
        for table in tables
        if table.pk in progress and progress[table.pk].is_complete
    }
