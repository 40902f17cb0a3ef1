"""What a director arranges for single entries: who keeps a table, or sits at a given one, and who fills in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import TournamentFinished, ValueRefused
from tournaments.models import Entry, Tournament
from tournaments.movements.staying import MOST_TABLES, TableFixedTwice
from tournaments.selectors import rights
from tournaments.selectors.arrangements import Arrangements, arrangements_of
from tournaments.selectors.names import entry_names
from tournaments.selectors.tournaments import first_stage
from tournaments.services import audit


@transaction.atomic(durable=True)
def arrange(
    *,
    actor: Actor,
    tournament_id: int,
    staying: Sequence[int],
    house: int | None,
    fixed_tables: Sequence[tuple[int, int]] = (),
    now: dt.datetime,
) -> Arrangements:
    """Say which entries keep their table, and which one is the house's and plays only to fill the last table.

    ``fixed_tables`` are entries with the number of the table that each is to sit at in every round. It all holds from
    the next draw on. Raises TournamentFinished, TableFixedTwice, and ValueRefused for an entry of another tournament or
    with two tables, and for a table that there cannot be.
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
    _check_fixed(tournament, known, fixed_tables)
    before = arrangements_of(tournament)
    after = Arrangements(tuple(dict.fromkeys(staying)), house, tuple((entry, table) for entry, table in fixed_tables))
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


def _check_fixed(tournament: Tournament, known: set[int], fixed_tables: Sequence[tuple[int, int]]) -> None:
    """Raise for what cannot be: nobody sits at two tables, and two who are always at one table would always meet."""
    owners: dict[int, int] = {}
    for entry, table in fixed_tables:
        if entry not in known:
            raise ValueRefused(path="fixed_tables", reason=_("these are not all entries of this tournament"))
        if entry in owners.values():
            raise ValueRefused(path="fixed_tables", reason=_("an entry can have one table only"))
        if not 1 <= table <= MOST_TABLES:
            said = _("a table has a number from 1 to %(most)s") % {"most": MOST_TABLES}
            raise ValueRefused(path="fixed_tables", reason=said)
        if table in owners:
            names = entry_names(tournament.pk, tournament.club_id)
            raise TableFixedTwice(one=names[owners[table]], other=names[entry], table=table)
        owners[table] = entry
