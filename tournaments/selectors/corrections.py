"""What was corrected in a tournament, for everybody to read: what, old and new, when, from where, and why."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from gameplay.models import HandRecord, HandSubmission
from tournaments.models import Round, RoundChange, Table, Tournament

HAND = "hand_corrected"
TABLE, SCORER, DIRECTOR = "table", "scorer", "director"
_BY = {HandSubmission.Source.TABLE_LINK.value: TABLE, HandSubmission.Source.SCORER.value: SCORER}
OF_HAND, OF_ROUND = "hand", "change"
Reference = tuple[str, int]
"""A correction by its kind, OF_HAND or OF_ROUND, and its id: its rows are never edited, only names are forgotten."""
SHOWN = (
    RoundChange.Kind.RULED,
    RoundChange.Kind.RULING_REVOKED,
    RoundChange.Kind.SUBSTITUTED,
    RoundChange.Kind.SUBSTITUTION_UNDONE,
    RoundChange.Kind.RESEATED,
    RoundChange.Kind.SIT_OUT_MENDED,
    RoundChange.Kind.ENTRY_CORRECTED,
    RoundChange.Kind.TIME_TAKEN_BACK,
    RoundChange.Kind.DRAW_KEPT,
    RoundChange.Kind.TAKEN_BACK,
    RoundChange.Kind.PUT_BACK,
)


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """One correction. ``kind`` is that of a RoundChange, or HAND: then leg, number, ``before`` and ``after`` are there.

    ``id`` is that of the change, or of the record that stands for the hand since then.
    ``after`` is None for a hand that fell away. ``table`` is None for what is of a whole round. ``by`` is TABLE, SCORER
    or DIRECTOR: as what somebody corrected it, never who, because everybody reads this.
    """

    id: int
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

    @property
    def reference(self) -> Reference:
        """What finds it again."""
        return (OF_HAND if self.kind == HAND else OF_ROUND, self.id)


def corrections_of(tournament: Tournament) -> list[CorrectionView]:
    """Return the corrections of a tournament, newest first."""
    found = [
        *_hands(Q(game__leg__table__round__tournament=tournament)),
        *_changes(Q(round__tournament=tournament)),
    ]
    return sorted(found, key=lambda view: view.made_at, reverse=True)


def corrections_at(since: Mapping[int, dt.datetime]) -> dict[int, list[CorrectionView]]:
    """Return, by table, what was corrected there after the time given for it, oldest first: three queries.

    A change of a whole round counts for each of its tables; that a later draw was kept changes no result.
    """
    if not since:
        return {}
    rounds = dict(Table.objects.filter(pk__in=since).values_list("pk", "round_id"))
    first = min(since.values())
    of_round = Q(table__in=since) | Q(table__isnull=True, round__in=set(rounds.values()))
    changes = _changes(of_round & Q(made_at__gt=first) & ~Q(kind=RoundChange.Kind.DRAW_KEPT))
    found = sorted(
        [*_hands(Q(game__leg__table__in=since, created_at__gt=first)), *changes], key=lambda view: view.made_at
    )
    return {
        table_id: [
            view
            for view in found
            if view.made_at > after
            and (view.table_id == table_id or (view.table_id is None and view.round_id == rounds[table_id]))
        ]
        for table_id, after in since.items()
    }


def corrections_by_reference(references: Collection[Reference]) -> dict[Reference, CorrectionView]:
    """Return corrections by what finds them again; those that not everybody may read any more are missing."""
    hands = [key for kind, key in references if kind == OF_HAND]
    changes = [key for kind, key in references if kind == OF_ROUND]
    found: list[CorrectionView] = []
    if hands:
        found += _hands(Q(pk__in=hands))
    if changes:
        found += _changes(Q(pk__in=changes))
    return {view.reference: view for view in found}


def draws_kept(round_: Round) -> list[CorrectionView]:
    """Return after which corrections the draw of a round was kept."""
    rows = RoundChange.objects.filter(round=round_, kind=RoundChange.Kind.DRAW_KEPT).select_related("round", "table")
    return [_change(row) for row in rows.order_by("pk")]


def _hands(wanted: Q) -> list[CorrectionView]:
    rows = HandRecord.objects.filter(wanted, supersedes__isnull=False)
    # The tables of a round that was taken back are the director's to read.
    rows = rows.exclude(game__leg__table__round__status=Round.Status.TAKEN_BACK)
    rows = rows.select_related("submission", "supersedes__submission", "game__leg__table__round").order_by("pk")
    return [
        CorrectionView(
            id=row.pk,
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


def _changes(wanted: Q) -> list[CorrectionView]:
    rows = RoundChange.objects.filter(wanted, kind__in=SHOWN).select_related("round", "table")
    return [_change(row) for row in rows.order_by("pk")]


def _change(row: RoundChange) -> CorrectionView:
    return CorrectionView(
        id=row.pk,
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
