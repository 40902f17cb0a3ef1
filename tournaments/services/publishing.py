"""Publishing standings as numbered snapshots."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.correction_errors import PublicationReasonMissing
from tournaments.errors import NothingToPublish, TableUnfinished, TournamentUnfinished
from tournaments.keying_errors import FinalNotKeyed
from tournaments.models import Publication, Round, Table, Tournament
from tournaments.selectors import rights
from tournaments.selectors.adjustments import AdjustmentView, DecisionView
from tournaments.selectors.keying import tables_not_keyed
from tournaments.selectors.publications import reads_otherwise
from tournaments.selectors.standings import Standings, standings_of
from tournaments.services import audit
from tournaments.services.changes import require_reason
from tournaments.windows import end_of_window


@transaction.atomic(durable=True)
def publish_standings(
    *, actor: Actor, tournament_id: int, kind: str, reason: str = "", without_keying: bool = False, now: dt.datetime
) -> Publication:
    """Keep the standings of the closed rounds as the next numbered snapshot; return the latest where nothing is new.

    Whoever presses twice, or sends again what may not have come through, publishes once. What corrects the publication
    before it says why: PublicationReasonMissing. Raises NothingToPublish without a closed round; for final standings
    TournamentUnfinished while a round is in play, TableUnfinished while a correction has left a table of a closed one
    in play, and FinalNotKeyed while score sheets that have to be keyed twice are not, unless ``without_keying`` says
    that they are published all the same: then the reason is needed (ReasonNeeded), and the publication names the tables
    for ever. A round that is a draft has not begun and does not count.
    """
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.PUBLISH, club_id=tournament.club_id)
    standings = standings_of(tournament, closed_only=True)
    if not standings.rounds_closed:
        raise NothingToPublish
    not_keyed: list[tuple[int, list[int]]] = []
    if kind == Publication.Kind.FINAL:
        not_keyed = _finish(tournament, without_keying=without_keying, reason=reason, now=now)
    latest = Publication.objects.filter(tournament=tournament).order_by("-number").first()
    if latest is not None and not reason.strip() and reads_otherwise(tournament, latest):
        raise PublicationReasonMissing(number=latest.number)
    if latest is not None and _says_the_same(latest, kind, reason, standings):
        return latest
    publication = Publication.objects.create(
        tournament=tournament,
        number=latest.number + 1 if latest else 1,
        kind=kind,
        reason=reason,
        standings_version=standings.version,
        snapshot={**_snapshot(standings), **({"not_keyed": not_keyed} if not_keyed else {})},
        published_at=now,
    )
    audit.record(
        actor,
        "standings.published",
        f"publication {publication.number}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        after={"kind": kind, "version": standings.version, **({"not_keyed": not_keyed} if not_keyed else {})},
        reason=reason,
    )
    return publication


def _says_the_same(latest: Publication, kind: str, reason: str, standings: Standings) -> bool:
    """Whether a publication has all that would be published now, by the number of the facts behind it."""
    counted = (latest.standings_version, latest.snapshot["rounds_closed"]) == (
        standings.version,
        standings.rounds_closed,
    )
    return counted and latest.kind == kind and reason.strip() in ("", latest.reason.strip())


def _finish(
    tournament: Tournament, *, without_keying: bool, reason: str, now: dt.datetime
) -> list[tuple[int, list[int]]]:
    """Finish a tournament; return the tables that were not keyed twice, by round, where that is overruled."""
    in_play = Round.objects.filter(tournament=tournament, status=Round.Status.PUBLISHED).first()
    if in_play is not None:
        raise TournamentUnfinished(number=in_play.number)
    tables = Table.objects.filter(round__tournament=tournament, status=Table.Status.IN_PLAY).select_related("round")
    reopened = tables.order_by("round__number", "number").first()
    if reopened is not None:
        raise TableUnfinished(table=reopened.number, number=reopened.round.number)
    lacking = [] if tournament.second_keying == Tournament.SecondKeying.OPTIONAL else _not_keyed(tournament)
    if lacking and not without_keying:
        number, unkeyed = lacking[0]
        raise FinalNotKeyed(number=number, tables=", ".join(map(str, unkeyed)))
    if lacking:
        require_reason(reason)
    if tournament.status != Tournament.Status.FINISHED:
        tournament.status, tournament.finished_at = Tournament.Status.FINISHED, now
        tournament.seals_at = end_of_window(tournament.correction_window, start=now, time_zone=tournament.time_zone)
        tournament.save(update_fields=["status", "finished_at", "seals_at"])
    return lacking


def _not_keyed(tournament: Tournament) -> list[tuple[int, list[int]]]:
    """Return by round the tables whose sheet is not keyed twice, unless it was closed without that for a reason."""
    found = []
    for round_ in Round.objects.filter(tournament=tournament, status=Round.Status.CLOSED).order_by("number"):
        lacking = tables_not_keyed(Table.objects.filter(round=round_))
        if left := [number for number in lacking if number not in round_.closed_unagreed]:
            found.append((round_.number, left))
    return found


def _snapshot(standings: Standings) -> dict[str, Any]:
    """Return the standings as they stand, with ids in place of names."""
    return {
        "columns": [list(column) for column in standings.columns],
        "criteria": list(standings.criteria),
        "rounds_closed": standings.rounds_closed,
        "sit_out_policy": standings.sit_out_policy,
        "rows": [
            {
                "rank": row.rank,
                "entry": row.entry_id,
                "withdrawn": row.is_withdrawn,
                "values": {value.key: [value.exact, value.shown] for value in row.values},
                "tables_played": row.tables_played,
                "sit_outs": row.sit_outs,
                "forfeits": row.forfeits,
                "absences": row.absences,
                "cancelled": row.is_cancelled,
            }
            for row in standings.rows
        ],
        "adjustments": [_adjustment(view) for view in standings.additions.adjustments if view.taken_back is None],
        "decisions": [_decision(view) for view in standings.additions.decisions if view.taken_back is None],
    }


def _adjustment(view: AdjustmentView) -> dict[str, Any]:
    return {
        "id": view.id,
        "entry": view.entry_id,
        "round": view.round_number,
        "metric": view.metric,
        "amount": str(view.amount),
        "reason": view.reason,
        "made_at": view.made_at.isoformat(),
    }


def _decision(view: DecisionView) -> dict[str, Any]:
    return {
        "id": view.id,
        "kind": view.kind,
        "order": list(view.order),
        "reason": view.reason,
        "made_at": view.made_at.isoformat(),
    }
