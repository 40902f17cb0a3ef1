"""A file taken out again. What came whole leaves whole, as long as nothing was done in it since.

Its tournaments are marked and stand nowhere any more instead of being deleted: hands and the ledger of the ratings are
never deleted, and so the same file can come back as it was.
"""

from __future__ import annotations

import datetime as dt

from tournaments.models import BulkAct, Membership, Player, Round, TeamMember, Tournament
from tournaments.selectors.brought import leaving, series_brought
from tournaments.selectors.files.writing import People, tournament_records
from tournaments.selectors.since import references_to
from tournaments.services.outbox import announce


def take_out(act: BulkAct, *, now: dt.datetime) -> None:
    """Take out what a file brought, in the caller's transaction: tournaments, series, people known by nothing else."""
    goes = leaving(act)
    ids = [one.pk for one in goes.tournaments]
    series_brought(act).delete()
    people = People()
    for tournament in goes.tournaments:
        # Also those whom only the log and the changes of rounds name, such as who was entered by mistake.
        list(tournament_records(tournament, people))
    Tournament.objects.filter(pk__in=ids).update(taken_out_at=now)
    tell_ratings(ids, now=now)
    players = [member.player_id for member in goes.memberships]
    TeamMember.objects.filter(pk__in=act.made.get("teammember", []), player__in=players).delete()
    goes.teams.delete()
    Membership.objects.filter(pk__in=[member.pk for member in goes.memberships]).delete()
    goes.partnerships.delete()
    # Whoever is named in what was taken out stays as a number, without a name.
    new = set(act.made.get("player", []))
    named = {player for _name, found in references_to(Player, new, but_for={}) for player in found} | people.uids.keys()
    Player.objects.filter(pk__in=new - named).delete()


def tell_ratings(tournament_ids: list[int], *, now: dt.datetime) -> None:
    """Tell the ratings of all closed rounds of some tournaments, in the order of their days."""
    closed = Round.objects.filter(tournament__in=tournament_ids, status=Round.Status.CLOSED)
    for round_ in closed.select_related("tournament").order_by("session_date", "tournament", "number"):
        announce(round_, "results.changed", now=now)
