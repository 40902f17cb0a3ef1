"""The only place that locks rows.

Order, for everybody: club, tournament, round, table, game, rating pool; several rows of one kind by primary key.
``no_key`` locks let others insert rows that refer to the locked ones.
"""

from __future__ import annotations

from tournaments.errors import ThingNotFound
from tournaments.models import Club, Leg, Round, Table, Tournament


def lock_club(club_id: int) -> Club:
    """Lock a club: its members and roles change under this lock only, so that two lists cannot add one person twice."""
    rows = Club.objects.select_for_update(no_key=True)
    try:
        return rows.get(pk=club_id)
    except Club.DoesNotExist:
        raise ThingNotFound(thing="club") from None


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock a tournament: its entries, its rounds and draws change under this lock only."""
    rows = Tournament.objects.select_for_update(no_key=True)
    try:
        return rows.get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise ThingNotFound(thing="tournament") from None


def lock_round(round_id: int) -> Round:
    """Lock a round's tournament and the round."""
    owner = Round.objects.filter(pk=round_id).values_list("tournament_id", flat=True).first()
    if owner is None:
        raise ThingNotFound(thing="round")
    tournament = lock_tournament(owner)
    locked = Round.objects.select_for_update(no_key=True).get(pk=round_id)
    locked.tournament = tournament
    return locked


def lock_tables_of(round_id: int) -> list[Table]:
    """Lock all tables of a round that is locked already, so that no hand arrives while it is being closed."""
    return list(Table.objects.filter(round_id=round_id).order_by("pk").select_for_update(no_key=True))


def lock_table(table_id: int) -> Table:
    """Lock a table with what hangs on it read in the same statement; its hands change under this lock only."""
    rows = Table.objects.select_related("round__tournament__club").select_for_update(of=("self",), no_key=True)
    try:
        return rows.get(pk=table_id)
    except Table.DoesNotExist:
        raise ThingNotFound(thing="table") from None


def lock_games_of(table: Table) -> list[Leg]:
    """Lock the games of a locked table, in the order of its legs."""
    rows = Leg.objects.filter(table=table).select_related("game").order_by("number")
    return list(rows.select_for_update(of=("game",), no_key=True))
