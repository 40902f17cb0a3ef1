"""What was corrected in a tournament, for everybody to read: what, old and new, when, from where, and why."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from gameplay.models import HandRecord, HandSubmission
from tournaments.models import Round, RoundChange, Tournament

HAND = "hand_corrected"
TABLE, SCORER, DIRECTOR = "table", "scorer", "director"
_BY = {HandSubmission.Source.TABLE_LINK.value: TABLE, HandSubmission.Source.SCORER.value: SCORER}
SHOWN = (
    RoundChange.Kind.RULED,
    RoundChange.Kind.RULING_REVOKED,
    RoundChange.Kind.SUBSTITUTED,
    RoundChange.Kind.SUBSTITUTION_UNDONE,
    RoundChange.Kind.RESEATED,
    RoundChange.Kind.TIME_TAKEN_BACK,
    RoundChange.Kind.DRAW_KEPT,
    RoundChange.Kind.TAKEN_BACK,
    RoundChange.Kind.PUT_BACK,
)


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """One correction. ``kind`` is that of a RoundChange, or HAND: then leg, number, ``before`` and ``after`` are there.

    ``after`` is None for a hand that fell away. ``table`` is None for what is of a whole round. ``by`` is TABLE, SCORER
    or DIRECTOR: as what somebody corrected it, never who, because everybody reads this.
    """

    kind: str
    round_id: int
    round_number: int
    table_id: int | None
    table: int | None
    leg: int | None
    number: int | None
    before: Any
    after: Any
    reason: str
    by: str
    made_at: dt.datetime

    @property
    def label(self) -> str:
        """What was done, in English."""
        return "a hand corrected" if self.kind == HAND else RoundChange.Kind(self.kind).label


def corrections_of(tournament: Tournament) -> list[CorrectionView]:
    """Return the corrections of a tournament, newest first."""
    found = [*_hands(tournament), *_changes(tournament)]
    return sorted(found, key=lambda view: view.made_at, reverse=True)


def draws_kept(round_: Round) -> list[CorrectionView]:
    """Return after which corrections the draw of a round was kept."""
    rows = RoundChange.objects.filter(round=round_, kind=RoundChange.Kind.DRAW_KEPT).select_related("round", "table")
    return [_change(row) for row in rows.order_by("pk")]


def _hands(tournament: Tournament) -> list[CorrectionView]:
    rows = HandRecord.objects.filter(game__leg__table__round__tournament=tournament, supersedes__isnull=False)
    # The tables of a round that was taken back are the director's to read.
    rows = rows.exclude(game__leg__table__round__status=Round.Status.TAKEN_BACK)
    rows = rows.select_related("submission", "supersedes__submission", "game__leg__table__round").order_by("pk")
    return [
        CorrectionView(
            kind=HAND,
            round_id=row.game.leg.table.round_id,
            round_number=row.game.leg.table.round.number,
            table_id=row.game.leg.table_id,
            table=row.game.leg.table.number,
            leg=row.game.leg.number,
            number=row.number,
            before=None if row.supersedes is None else row.supersedes.submission.payload,
            after=None if row.kind == HandRecord.Kind.VOID else row.submission.payload,
            reason=row.reason,
            by=_BY.get(row.submission.source, DIRECTOR),
            made_at=row.created_at,
        )
        for row in rows
        # A hand that is entered in the place of one that fell away corrects nothing.
        if row.supersedes is not None and row.supersedes.kind != HandRecord.Kind.VOID
    ]


def _changes(tournament: Tournament) -> list[CorrectionView]:
    rows = RoundChange.objects.filter(round__tournament=tournament, kind__in=SHOWN).select_related("round", "table")
    return [_change(row) for row in rows.order_by("pk")]


def _change(row: RoundChange) -> CorrectionView:
    return CorrectionView(
        kind=row.kind,
        round_id=row.round_id,
        round_number=row.round.number,
        table_id=row.table_id,
        table=None if row.table is None else row.table.number,
        leg=None,
        number=None,
        before=row.before,
        after=row.after,
        reason=row.reason,
        by=DIRECTOR,
        made_at=row.made_at,
    )
