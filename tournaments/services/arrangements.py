"""What a director arranges for single entries: who keeps a table all evening, and who fills in when one is missing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import TournamentFinished, ValueRefused
from tournaments.models import Entry, Tournament
from tournaments.selectors import rights
from tournaments.selectors.arrangements import Arrangements, arrangements_of
from tournaments.selectors.tournaments import first_stage
from tournaments.services import audit


@transaction.atomic(durable=True)
def arrange(
    *, actor: Actor, tournament_id: int, staying: Sequence[int], house: int | None, now: dt.datetime
) -> Arrangements:
    """Say which entries keep their table, and which one is the house's and plays only to fill the last table.

    It holds from the next draw on. Raises TournamentFinished, and ValueRefused for an entry of another tournament.
    """
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    known = set(Entry.objects.filter(tournament=tournament).values_list("pk", flat=True))
    if not known.issuperset(staying):
        raise ValueRefused(path="staying", reason=_("these are not all entries of this tournament"))
    if house is not None and house not in known:
        raise ValueRefused(path="house", reason=_("this is no entry of this tournament"))
    before = arrangements_of(tournament)
    after = Arrangements(tuple(dict.fromkeys(staying)), house)
    stage = first_stage(tournament_id)
    stage.settings = {**stage.settings, **after.as_json()}
    stage.save(update_fields=["settings"])
    audit.record(
        actor,
        "tournament.arranged",
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        before=before.as_json(),
        after=after.as_json(),
    )
    return after
