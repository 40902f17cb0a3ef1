"""Entries seeded by rating: what draws by rating, and ties at the end, take them by."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import NobodyRated, SeedsFixed, TournamentFinished
from tournaments.models import BulkAct, Entry, Tournament
from tournaments.selectors import rights
from tournaments.selectors.seeding import ratings_today
from tournaments.selectors.tournaments import rounds_drawn
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act


@transaction.atomic(durable=True)
def seed_by_rating(*, actor: Actor, tournament_id: int, now: dt.datetime) -> BulkAct | None:
    """Store the ratings of today with the entries, and return the act; None if all of them stood there already.

    An entry not all of whose players are rated loses what it had. Raises TournamentFinished, SeedsFixed once a round is
    drawn, NobodyRated.
    """
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if rounds_drawn(tournament_id):
        raise SeedsFixed
    ratings = ratings_today(tournament)
    if not ratings:
        raise NobodyRated
    traces = Traces()
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    for rating in {ratings.get(entry.pk): None for entry in entries}:
        traces.change([entry for entry in entries if ratings.get(entry.pk) == rating], seed_rating=rating)
    if not traces.changed:
        return None
    where = {"club_id": tournament.club_id, "tournament_id": tournament.pk}
    act = keep_act(actor, BulkAct.Kind.SEEDED, traces, count=len(traces.changed), now=now, **where)
    audit.record(
        actor,
        "tournament.seeded",
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        after={"rated": len(ratings), "act": act.pk},
    )
    return act
