"""Score sheets that are keyed a second time: what lies where, what was keyed, and what was found."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import orjson
from django.db.models import QuerySet

from gameplay.models import HandRecord, HandSubmission
from gameplay.rules.comparing import same_play
from gameplay.selectors import PLAYED, PlayedHand, StoredHand, replay_game
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound
from tournaments.keying_errors import KeyedBlind
from tournaments.models import KeyedHand, KeyingSheet, Leg, Round, Table, Tournament
from tournaments.selectors import rights
from tournaments.selectors.progress import LegProgress, TableProgress, combine
from tournaments.selectors.tables import NextHand, TableView, seats_of, view_table

MISSING = {"missing": True}
"""What is kept as the post of a sheet that lacks a hand which is in the books."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet in the hands of its keyer: the table as keyed from it, and nothing of what is in the books."""

    sheet: KeyingSheet
    view: TableView
    following: NextHand | None
    """The hand that is keyed next, with the scores so far, both by this sheet alone."""
    left: int
    """How many sheets of the pile are still to be handed in, this one included."""

    @property
    def is_handed_in(self) -> bool:
        """Whether nothing more can be keyed on it."""
        return self.sheet.handed_in_at is not None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sheet in a list, without anything of its hands but how many were keyed."""

    id: int
    table_id: int
    table: int
    keyer_id: int | None
    keyer: str
    hands: int
    taken_at: dt.datetime
    handed_in_at: dt.datetime | None
    is_on_top: bool


@dataclass(frozen=True, slots=True)
class SheetResult:
    """What the comparison of a sheet has found: hands that agree, and posts that wait for the director."""

    line: SheetLine
    equal: int
    to_rule: int


def require_seeing(actor: Actor, *, table_id: int) -> None:
    """Raise KeyedBlind for somebody who keys this table's sheet a second time and has not handed it in."""
    if actor.user_id is not None and open_sheets(actor).filter(table_id=table_id).exists():
        raise KeyedBlind


def require_seeing_round(actor: Actor, round_id: int) -> None:
    """Raise KeyedBlind for somebody who has sheets of this round to key."""
    if actor.user_id is not None and open_sheets(actor).filter(table__round_id=round_id).exists():
        raise KeyedBlind


def require_seeing_tournament(actor: Actor, tournament_id: int) -> None:
    """Raise KeyedBlind for somebody who has sheets of any round of this tournament to key."""
    if actor.user_id is not None and open_sheets(actor).filter(table__round__tournament_id=tournament_id).exists():
        raise KeyedBlind


def open_sheets(actor: Actor) -> QuerySet[KeyingSheet]:
    """Return the sheets that a user has not handed in or given back."""
    return KeyingSheet.objects.filter(keyer_id=actor.user_id, handed_in_at__isnull=True, given_back_at__isnull=True)


def sheet_of(actor: Actor, sheet_id: int) -> KeyingSheet:
    """Return a sheet of the actor's own; what others key is nobody's business. Raises ThingNotFound."""
    rows = KeyingSheet.objects.select_related("pile", "table__round__tournament__club").filter(given_back_at=None)
    found = rows.filter(pk=sheet_id, keyer_id=actor.user_id).first() if actor.user_id is not None else None
    if found is None:
        raise ThingNotFound(thing="sheet")
    return found


def get_sheet(actor: Actor, sheet_id: int) -> SheetView:
    """Return a sheet of the actor's own as far as it is keyed. Raises ThingNotFound, RightMissing."""
    sheet = sheet_of(actor, sheet_id)
    tournament = sheet.table.round.tournament
    rights.require(actor, Right.ENTER_HANDS, club_id=tournament.club_id)
    return view_sheet(sheet, tournament)


def view_sheet(sheet: KeyingSheet, tournament: Tournament) -> SheetView:
    """Return a sheet with the table as keyed from it."""
    table = sheet.table
    legs = list(Leg.objects.filter(table=table).select_related("game").order_by("number"))
    keyed = read_keyed(sheet.pk, legs, tournament)
    view = view_table(table, seats_of([table], tournament)[table.pk], keyed)
    left = KeyingSheet.objects.filter(pile_id=sheet.pile_id, handed_in_at=None, given_back_at=None).count()
    return SheetView(sheet, view, view.next_hand, left)


def read_keyed(sheet_id: int, legs: Sequence[Leg], tournament: Tournament) -> TableProgress:
    """Replay a table from what was keyed on a sheet alone; a leg is there once those before it are over.

    Where time was called, the sheet says after which hand: the clock ends nothing here.
    """
    rows = KeyedHand.objects.filter(sheet_id=sheet_id, is_current=True, is_missing=False).select_related("submission")
    hands: dict[int, list[StoredHand]] = {leg.number: [] for leg in legs}
    for row in rows.order_by("leg", "number"):
        payload = orjson.dumps(row.submission.payload).decode()
        hands[row.leg].append(StoredHand(row.pk, row.number, PLAYED, "", row.submission_id, payload))
    played: list[LegProgress] = []
    for leg in legs:
        if played and not played[-1].game.state.is_over:
            break
        game = replay_game(leg.game, hands[leg.number])
        played.append(LegProgress(leg.number, leg.game_id, game))
    return combine(tuple(played), tournament)


def pile_of(actor: Actor, round_id: int) -> list[SheetLine]:
    """Return the actor's own sheets of a round, in the order of their tables. Raises ThingNotFound, RightMissing."""
    round_ = _standing_round(round_id)
    rights.require(actor, Right.ENTER_HANDS, club_id=round_.tournament.club_id)
    return [line for line in lines_of(round_) if line.keyer_id is not None and line.keyer_id == actor.user_id]


def lines_of(round_: Round) -> list[SheetLine]:
    """Return all sheets of a round that somebody has, sorted by keyer, then table."""
    rows = KeyingSheet.objects.filter(table__round=round_, given_back_at=None).select_related("pile", "table", "keyer")
    counts: dict[int, int] = {}
    for sheet_id in KeyedHand.objects.filter(sheet__table__round=round_, is_current=True, is_missing=False).values_list(
        "sheet_id", flat=True
    ):
        counts[sheet_id] = counts.get(sheet_id, 0) + 1
    lines = [
        SheetLine(
            id=row.pk,
            table_id=row.table_id,
            table=row.table.number,
            keyer_id=row.keyer_id,
            keyer="" if row.keyer is None else row.keyer.get_username(),
            hands=counts.get(row.pk, 0),
            taken_at=row.taken_at,
            handed_in_at=row.handed_in_at,
            is_on_top=row.pile is not None and row.pile.at_table == row.table.number,
        )
        for row in rows
    ]
    return sorted(lines, key=lambda line: (line.keyer, line.keyer_id or 0, line.table))


def results_of(actor: Actor, round_id: int) -> list[SheetResult]:
    """Return what was found on the sheets of a round, for those who rule on it.

    Raises ThingNotFound, RightMissing, and KeyedBlind for somebody who keys sheets of the round.
    """
    round_ = _standing_round(round_id)
    rights.require(actor, Right.CORRECT_HANDS, club_id=round_.tournament.club_id)
    require_seeing_round(actor, round_id)
    equal: dict[int, int] = {}
    to_rule: dict[int, int] = {}
    rows = KeyedHand.objects.filter(sheet__table__round=round_, is_current=True, sheet__given_back_at=None)
    for sheet_id, outcome, settled in rows.values_list("sheet_id", "submission__outcome", "submission__settlement"):
        if outcome == HandSubmission.Outcome.REPEATED:
            equal[sheet_id] = equal.get(sheet_id, 0) + 1
        elif outcome == HandSubmission.Outcome.CONFLICT and settled is None:
            to_rule[sheet_id] = to_rule.get(sheet_id, 0) + 1
    return [SheetResult(line, equal.get(line.id, 0), to_rule.get(line.id, 0)) for line in lines_of(round_)]


def round_to_key(round_id: int) -> Round:
    """Return a round that has been put into play and was not taken back. Raises ThingNotFound."""
    return _standing_round(round_id)


def tables_not_keyed(tables: Iterable[Table]) -> list[int]:
    """Return the numbers of tables that lack a second keying handed in, or the rulings on what it found, in order.

    Of a table that the director decided nothing is asked. Three queries, however many tables there are.
    """
    wanted = {table.pk: table.number for table in tables if table.status != Table.Status.RULED}
    handed_in = set(
        KeyingSheet.objects.filter(
            table_id__in=wanted, given_back_at__isnull=True, handed_in_at__isnull=False
        ).values_list("table_id", flat=True)
    )
    keyed: set[tuple[int, int, int]] = set()
    open_tables = set()
    rows = KeyedHand.objects.filter(sheet__table_id__in=handed_in, sheet__given_back_at=None, is_current=True)
    for table_id, leg, number, outcome, settled in rows.values_list(
        "sheet__table_id", "leg", "number", "submission__outcome", "submission__settlement"
    ):
        keyed.add((table_id, leg, number))
        if outcome == HandSubmission.Outcome.CONFLICT and settled is None:
            open_tables.add(table_id)
    in_books = HandRecord.objects.filter(game__leg__table_id__in=handed_in, is_current=True)
    in_books = in_books.exclude(kind=HandRecord.Kind.VOID)
    for place in in_books.values_list("game__leg__table_id", "game__leg__number", "number"):
        if place not in keyed:
            open_tables.add(place[0])
    return sorted(number for pk, number in wanted.items() if pk not in handed_in or pk in open_tables)


def hands_checked(table_id: int, record_ids: Collection[int]) -> frozenset[int]:
    """Return those of a table's records that a second keying found equal."""
    rows = KeyedHand.objects.filter(
        sheet__table_id=table_id,
        sheet__given_back_at=None,
        is_current=True,
        record_id__in=record_ids,
        submission__outcome=HandSubmission.Outcome.REPEATED,
    )
    return frozenset(rows.values_list("record_id", flat=True))


def same_hand(one: PlayedHand, other: PlayedHand) -> bool:
    """Whether two hands that stand tell of the same play; one that was ruled has no play to compare."""
    if HandRecord.Kind.RULED in (one.kind, other.kind):
        return False
    return same_play(one.record, one.answer, other.record, other.answer)


def _standing_round(round_id: int) -> Round:
    rows = Round.objects.select_related("tournament__club").exclude(status__in=Round.NOT_PLAYED)
    found = rows.filter(pk=round_id, tournament__taken_out_at=None).first()
    if found is None:
        raise ThingNotFound(thing="round")
    return found
