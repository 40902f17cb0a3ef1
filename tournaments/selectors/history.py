"""The rounds so far as they were seated in the end, whatever was drawn: what the next draw has to follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from tournaments.models import Draw, Entry, Leg, Round, RoundEntry, Table, Tournament
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.selectors.played import sides_of
from tournaments.selectors.rulings import left_idle, rulings_of


def rounds_so_far(tournament: Tournament, *, before: int | None = None) -> tuple[RoundPlan, ...]:
    """Return the rounds that were put into play, or those ``before`` a number; eight queries at most for any number.

    A void table was not played: nobody has met there, and who was left idle by it has sat out. Whoever is not in a
    round, or left it so, is absent.
    """
    rounds = Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    numbers = dict(rounds.order_by("number").values_list("pk", "number"))
    tables = list(Table.objects.filter(round_id__in=numbers).order_by("round_id", "number"))
    sides = sides_of([table.pk for table in tables])
    firsts = _first_starters([table.pk for table in tables])
    boards = _boards(list(numbers))
    rulings = rulings_of(tables)
    plans: defaultdict[int, list[TablePlan]] = defaultdict(list)
    out = _sitting_out(list(numbers))
    for round_id, entry in left_idle(tables, sides, rulings):
        out[round_id].append(entry)
    for table in tables:
        ruling = rulings.get(table.pk)
        if ruling is None or ruling.kind != ruling.Kind.VOID:
            its_boards = boards.get((table.round_id, table.number), ())
            plans[table.round_id].append(TablePlan(table.number, sides[table.pk], firsts.get(table.pk), its_boards))
    entrants = list(Entry.objects.filter(tournament=tournament).order_by("number").values_list("pk", flat=True))
    return tuple(
        _with_absent(RoundPlan(number, tuple(plans[round_id]), out=tuple(out[round_id])), entrants)
        for round_id, number in numbers.items()
    )


def _with_absent(plan: RoundPlan, entrants: Sequence[int]) -> RoundPlan:
    present = plan.present
    return replace(plan, absent=tuple(entrant for entrant in entrants if entrant not in present))


def _first_starters(table_ids: list[int]) -> dict[int, int]:
    """Return the seat that dealt or opened the first hand of each table, by its own cut if it had one."""
    rows = Leg.objects.filter(table_id__in=table_ids, number=1)
    return {table_id: starters[0] for table_id, starters in rows.values_list("table_id", "game__starters")}


def _boards(round_ids: list[int]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the boards that a table of a round was drawn to play, by the ids of rounds and numbers of tables."""
    rows = Draw.objects.filter(round_id__in=round_ids, status=Draw.Status.PUBLISHED).values_list("round_id", "plan")
    return {
        (round_id, table["table"]): tuple(table["boards"])
        for round_id, plan in rows
        for table in plan["tables"]
        if "boards" in table
    }


def _sitting_out(round_ids: list[int]) -> defaultdict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    rows = RoundEntry.objects.filter(round_id__in=round_ids, role=RoundEntry.Role.SIT_OUT).order_by("entry__number")
    for round_id, entry_id in rows.values_list("round_id", "entry_id"):
        found[round_id].append(entry_id)
    return found
