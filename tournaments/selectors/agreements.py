"""Who has agreed to the hands of a table, and who has not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gameplay.models import HandRecord
from tournaments.models import HandAgreement, HandDispute, Table, Tournament
from tournaments.selectors.progress import TableProgress, read_tables


@dataclass(frozen=True, slots=True)
class HandAgreed:
    """A hand that counts, with the sides that agreed to it as it stands, those that have not, and those against it.

    What the director has ruled or confirmed waits for nobody; where only the director confirms, it waits for no side.
    """

    leg: int
    number: int
    record_id: int
    agreed: tuple[int, ...]
    missing: tuple[int, ...]
    disputed: tuple[int, ...]
    is_confirmed: bool
    is_settled: bool


@dataclass(frozen=True, slots=True)
class AgreementView:
    """The hands of a table where a tournament asks for agreement; ``policy`` says whose."""

    policy: str
    hands: tuple[HandAgreed, ...]

    @property
    def waiting(self) -> tuple[HandAgreed, ...]:
        """The hands that are not agreed to."""
        return tuple(hand for hand in self.hands if not hand.is_settled)

    @property
    def is_settled(self) -> bool:
        """Whether every hand is agreed to or confirmed, and nothing disputed is left to settle."""
        return not self.waiting


def view_agreements(tournament: Tournament, progress: Mapping[int, TableProgress]) -> dict[int, AgreementView]:
    """Return the agreement of tables that were replayed, by table: two queries, and none where nobody is asked."""
    policy = tournament.agreement
    if policy == Tournament.Agreement.NONE:
        return {}
    records = [hand.record_id for table in progress.values() for leg in table.legs for hand in leg.game.hands]
    said: dict[int, set[int | None]] = {record_id: set() for record_id in records}
    for record_id, side in HandAgreement.objects.filter(record_id__in=records).values_list("record_id", "side"):
        said[record_id].add(side)
    against: dict[int, set[int]] = {}
    open_disputes = HandDispute.objects.filter(record_id__in=records, submission__settlement__isnull=True)
    for record_id, side in open_disputes.values_list("record_id", "side"):
        against.setdefault(record_id, set()).add(side)
    return {table_id: _view(policy, table, said, against) for table_id, table in progress.items()}


def tables_not_agreed(tournament: Tournament, tables: Iterable[Table]) -> list[int]:
    """Return the numbers of complete tables that somebody still has to agree to, in order."""
    if tournament.agreement == Tournament.Agreement.NONE:
        return []
    complete = {table.pk: table.number for table in tables if table.status == Table.Status.COMPLETE}
    progress = read_tables(tournament, [table for table in tables if table.pk in complete])
    views = view_agreements(tournament, progress)
    return sorted(complete[table_id] for table_id, view in views.items() if not view.is_settled)


def _view(
    policy: str, progress: TableProgress, said: Mapping[int, set[int | None]], against: Mapping[int, set[int]]
) -> AgreementView:
    sides = range(len(progress.points))
    asks_sides = policy != Tournament.Agreement.DIRECTOR
    hands = []
    for leg in progress.legs:
        for hand in leg.game.hands:
            voices = said[hand.record_id]
            is_confirmed = None in voices or hand.kind == HandRecord.Kind.RULED
            disputed = tuple(sorted(against.get(hand.record_id, ())))
            missing = tuple(side for side in sides if side not in voices) if asks_sides and not is_confirmed else ()
            hands.append(
                HandAgreed(
                    leg=leg.number,
                    number=hand.number,
                    record_id=hand.record_id,
                    agreed=tuple(side for side in sides if side in voices),
                    missing=missing,
                    disputed=disputed,
                    is_confirmed=is_confirmed,
                    is_settled=not disputed and (is_confirmed or (asks_sides and not missing)),
                )
            )
    return AgreementView(policy, tuple(hands))
