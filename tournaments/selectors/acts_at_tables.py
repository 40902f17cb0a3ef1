"""Acts of the director at tables: what goes if one is undone, and what was done there since."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext

from gameplay.errors import gettext_noop
from gameplay.models import HandRecord
from tournaments.models import BulkAct, HandAgreement, PostSettlement, Round, Table
from tournaments.selectors.since import Since, since_of

_CLOSED = gettext_noop("Round %(number)s is closed.")
_TAKEN_BACK = gettext_noop("Round %(number)s was taken back.")
_DECIDED = gettext_noop("Table %(number)s was decided.")
_CORRECTED = gettext_noop("%(names)s: corrected since.")
_CALLED_NO_MORE = gettext_noop("The call was taken back at each of the tables by itself.")
_SETTLED = gettext_noop("%(names)s: what a side said against it was settled since.")


def hands_confirmed(act: BulkAct) -> list[str]:
    """Return the names of the hands that the director confirmed, in the order of their legs."""
    return [_hand(record) for record in _records(act)]


def since_confirmed(act: BulkAct) -> list[Since]:
    """Return what stands on hands that the director confirmed, or has made the confirmation of others' business."""
    assert act.table is not None
    found = list(since_in_round(act.table.round))
    if act.table.status == Table.Status.RULED:
        found.append(Since("decided", _DECIDED, {"number": act.table.number}))
    corrected = [_hand(record) for record in _records(act) if not record.is_current]
    if corrected:
        found.append(since_of("corrected", _CORRECTED, corrected))
    against = _records(act).filter(disputes__submission__settlement__kind=PostSettlement.Kind.KEPT)
    if settled := [_hand(record) for record in against.distinct()]:
        found.append(since_of("settled", _SETTLED, settled))
    return found


def tables_called(act: BulkAct) -> list[Table]:
    """Return the tables at which an act called time and where that still stands, in order of their numbers."""
    rows = Table.objects.filter(pk__in=_called(act), time_called_at=act.made_at).select_related("round__tournament")
    return list(rows.order_by("number"))


def round_called(act: BulkAct) -> Round:
    """Return the round at whose tables an act called time."""
    return Round.objects.get(tables__pk=min(_called(act)))


def since_called(act: BulkAct) -> list[Since]:
    """Return what stands on time that was called at all tables of a round."""
    found = list(since_in_round(round_called(act)))
    if not tables_called(act):
        found.append(Since("called_no_more", _CALLED_NO_MORE, {}))
    return found


def _called(act: BulkAct) -> list[int]:
    return [pk for _name, pk, _before, _after in act.changed]


def since_in_round(round_: Round) -> Iterable[Since]:
    """Yield why nothing that was done at the tables of a round can be undone any more by itself."""
    if round_.status == Round.Status.CLOSED:
        yield Since("closed", _CLOSED, {"number": round_.number})
    if round_.status == Round.Status.TAKEN_BACK:
        yield Since("taken_back", _TAKEN_BACK, {"number": round_.number})


def _records(act: BulkAct) -> QuerySet[HandRecord]:
    made = HandAgreement.objects.filter(pk__in=act.made["handagreement"])
    rows = HandRecord.objects.filter(agreements__in=made).select_related("game__leg")
    return rows.order_by("game__leg__number", "number")


def _hand(record: HandRecord) -> str:
    return gettext("Leg %(leg)s, hand %(number)s") % {"leg": record.game.leg.number, "number": record.number}
