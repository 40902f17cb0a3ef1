"""Why a result of the ledger changed: kept as kinds and ids, and read where the reason stands when it is shown."""

from collections.abc import Collection, Iterable

from django.db.models import Q

from ratings.selectors.ledger import LedgerChange
from tournaments.models import PlayerMerge, Table
from tournaments.selectors.corrections import corrections_at

MERGED, PARTED, TAKEN_OUT = "merged", "parted", "taken_out"
"""Beside the kinds of corrections: two records made one, taken apart again, a file or archive taken out."""
Reason = list[str | int]
"""A kind and an id, as JSON has them: of a correction, a merge, or a tournament."""


def reasons_of(changes: Collection[LedgerChange]) -> dict[int, list[Reason]]:
    """Return, by table, why its result is another than it was: at most five queries, whatever their number.

    A result that came late has no reason but that.
    """
    since = {change.table_id: change.known_at for change in changes if change.known_at is not None}
    found: dict[int, list[Reason]] = {change.table_id: [] for change in changes}
    for table_id, corrections in corrections_at(since).items():
        found[table_id] += [list(view.reference) for view in corrections]
    _add_merges(changes, found)
    _add_taken_out([change.table_id for change in changes if change.after is None], found)
    return found


def _add_merges(changes: Iterable[LedgerChange], found: dict[int, list[Reason]]) -> None:
    others = {
        change.table_id: players
        for change in changes
        if change.before is not None
        and change.after is not None
        and (players := _players(change.before.sides) ^ _players(change.after.sides))
    }
    if not others:
        return
    people = set().union(*others.values())
    merges = list(PlayerMerge.objects.filter(Q(kept__in=people, merged__in=people)).order_by("pk"))
    known = {change.table_id: change.known_at for change in changes}
    for table_id, players in others.items():
        since = known[table_id]
        for merge in merges:
            if since is None or not {merge.kept_id, merge.merged_id} <= players:
                continue
            if merge.undone_at is not None and merge.undone_at > since:
                found[table_id].append([PARTED, merge.pk])
            elif merge.made_at > since:
                found[table_id].append([MERGED, merge.pk])


def _add_taken_out(tables: list[int], found: dict[int, list[Reason]]) -> None:
    if not tables:
        return
    rows = Table.objects.filter(pk__in=tables, round__tournament__taken_out_at__isnull=False)
    for table_id, tournament_id in rows.values_list("pk", "round__tournament_id"):
        found[table_id].append([TAKEN_OUT, tournament_id])


def _players(sides: tuple[tuple[int, ...], ...]) -> set[int]:
    return {player for side in sides for player in side}
