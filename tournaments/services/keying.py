"""Score sheets keyed a second time, unseen: taken as a pile, keyed hand by hand, handed in, and laid beside the books.

What agrees is marked; what does not waits for the director beside everything else that was posted against the books.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction

from gameplay.errors import HandOutOfOrder, RuleViolation, SubmissionReused
from gameplay.models import HandRecord, HandSubmission
from gameplay.selectors import PlayedHand
from gameplay.services import Post, keep_submission
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import RightMissing, TableComplete, ThingNotFound
from tournaments.integrity import refused_as
from tournaments.keying_errors import (
    KeyedByTheSame,
    NobodyKeys,
    NoSheetLeft,
    SheetHandedIn,
    SheetTaken,
    SheetUnfinished,
    SheetWaits,
)
from tournaments.models import KeyedHand, KeyingPile, KeyingSheet, Leg, PostSettlement, Round, Table
from tournaments.round_errors import RoundTakenBack, TableRuled
from tournaments.selectors import keying, rights
from tournaments.selectors.judging import judge_in_place
from tournaments.selectors.keying import SheetView, read_keyed, same_hand, view_sheet
from tournaments.selectors.progress import TableProgress, read_table
from tournaments.services import audit
from tournaments.services.sealing import require_unsealed

SOURCE = HandSubmission.Source.SECOND_KEYING
NEXT, SKIP, BACK = "next", "skip", "back"
MOVES = (NEXT, SKIP, BACK)
_POSTS_OF_SHEETS = uuid.UUID("5f2c1d1e-7e0b-4c57-9d6c-6b1d6f0f8a11")
_KEYED_ANEW = "the sheet is keyed anew"


@transaction.atomic(durable=True)
def take_pile(
    *, actor: Actor, round_id: int, tables: Collection[int] | None = None, now: dt.datetime
) -> list[KeyingSheet]:
    """Take the score sheets of a round to key them a second time: those of ``tables`` by number, or all that are left.

    Returns the sheets that were taken now. Where nobody names tables, those are left out that somebody else has, that
    the director decided, or that the actor has entered hands of. Raises NobodyKeys, RightMissing, ThingNotFound,
    SheetTaken, KeyedByTheSame, TableRuled, NoSheetLeft, RoundTakenBack, TournamentSealed.
    """
    round_ = locks.lock_round(round_id)
    user_id = _keyer(actor)
    rights.require(actor, Right.ENTER_HANDS, club_id=round_.tournament.club_id)
    _require_keyable(round_, now=now)
    of_round = {table.number: table for table in locks.lock_tables_of(round_.pk)}
    wanted = sorted(of_round) if tables is None else sorted(set(tables))
    if not of_round.keys() >= set(wanted):
        raise ThingNotFound(thing="table")
    taken = set(
        KeyingSheet.objects.filter(table__round=round_, given_back_at=None).values_list("table__number", flat=True)
    )
    own = _entered_by(actor, round_)
    if tables is None:
        ruled = {number for number, table in of_round.items() if table.status == Table.Status.RULED}
        wanted = [number for number in wanted if number not in taken | own | ruled]
        if not wanted:
            raise NoSheetLeft
    for number in wanted:
        if number in taken:
            raise SheetTaken(number=number)
        if number in own:
            raise KeyedByTheSame(number=number)
        if of_round[number].status == Table.Status.RULED:
            raise TableRuled(number=number)
    pile, _ = KeyingPile.objects.get_or_create(round=round_, keyer_id=user_id, defaults={"at_table": wanted[0]})
    if not keying.open_sheets(actor).filter(pile=pile).exists():
        _lay_on_top(pile, wanted[0])
    with refused_as({"one_second_keyer_of_a_table": SheetTaken(number=wanted[0])}):
        sheets = KeyingSheet.objects.bulk_create(
            KeyingSheet(pile=pile, table=of_round[number], keyer_id=user_id, taken_at=now) for number in wanted
        )
    for sheet in sheets:
        _audit(actor, "keying.taken", sheet.table, round_, now=now)
    return sheets


@transaction.atomic(durable=True)
def move_to(*, actor: Actor, round_id: int, to: str | int, now: dt.datetime) -> KeyingSheet:
    """Lay another sheet of the actor's pile on top, and return it: the pile keeps its place until it is moved again.

    ``to`` is the number of a table, ``skip`` for the next sheet that is not handed in, ``back`` for the one before,
    ``next`` for the one on top, or the next open one where that is handed in. Raises ThingNotFound, NoSheetLeft,
    RightMissing.
    """
    round_ = keying.round_to_key(round_id)
    pile = locks.lock_pile(round_id, _keyer(actor))
    rights.require(actor, Right.ENTER_HANDS, club_id=round_.tournament.club_id)
    if pile is None:
        raise NoSheetLeft
    sheets = list(
        KeyingSheet.objects.filter(pile=pile, given_back_at=None).select_related("table").order_by("table__number")
    )
    before = pile.at_table
    chosen = _chosen(sheets, before, to)
    _lay_on_top(pile, chosen.table.number)
    if chosen.table.number != before:
        after = {"table": chosen.table.number}
        _audit(actor, "keying.moved", chosen.table, round_, now=now, before={"table": before}, after=after)
    return chosen


@transaction.atomic(durable=True)
def key_hand(
    *,
    actor: Actor,
    sheet_id: int,
    leg: int,
    number: int,
    submission_id: uuid.UUID,
    record: Any,
    now: dt.datetime,
) -> tuple[SheetView, bool]:
    """Key the next hand of a sheet, or one that was misread again; return the sheet, and whether it was keyed before.

    It is judged by the rules after the hands of this sheet alone. A record that does not say who started is taken to
    agree with the plan. Hands after a changed one that no longer stand are to be keyed again. The same submission again
    changes nothing. Raises ThingNotFound, SheetHandedIn, KeyedByTheSame, SheetWaits, HandOutOfOrder, TableComplete,
    RuleViolation, SubmissionReused, TableRuled, RoundTakenBack, TournamentSealed, RightMissing.
    """
    sheet, locked = _lock_sheet(actor, sheet_id, now=now)
    table, tournament = locked.table, locked.table.round.tournament
    own = read_keyed(sheet.pk, locked.legs, tournament)
    wanted = _leg(locked.legs, own, leg)
    complete = _with_starter(record, own, leg, number)
    earlier = HandSubmission.objects.filter(game__leg__table_id=table.pk, submission_id=submission_id).first()
    if earlier is not None:
        _require_same(earlier, sheet, wanted, number, complete)
        return view_sheet(sheet, sheet.table.round.tournament), True
    if sheet.handed_in_at is not None:
        raise SheetHandedIn(number=table.number)
    game = own.legs[leg - 1].game
    if number > game.next_number:
        raise HandOutOfOrder(expected=game.next_number, number=number)
    judgement = judge_in_place(game, number, complete)
    if not judgement.answer.valid:
        raise RuleViolation(judgement.answer.errors)
    post = Post(submission_id, number, complete, SOURCE, actor.label)
    kept = keep_submission(wanted.game, post, outcome=HandSubmission.Outcome.KEYED, now=now)
    current = KeyedHand.objects.filter(sheet=sheet, is_current=True)
    replaced = current.filter(leg=leg, number=number).select_related("submission").first()
    if replaced is not None:
        KeyedHand.objects.filter(pk=replaced.pk).update(is_current=False)
    KeyedHand.objects.create(sheet=sheet, leg=leg, number=number, submission=kept)
    if replaced is not None:
        _drop_what_falls(sheet, locked)
    before = None if replaced is None else replaced.submission.payload
    _audit_hand(actor, "hand.keyed", table, leg, number, now=now, before=before, after=complete)
    return view_sheet(sheet, sheet.table.round.tournament), False


@transaction.atomic(durable=True)
def hand_in(*, actor: Actor, sheet_id: int, no_more_hands: bool = False, now: dt.datetime) -> KeyingSheet:
    """Lay a sheet beside the books: equal hands are marked, every other one goes to the director.

    So does a hand that one of the two has and the other lacks. To hand in again changes nothing, and nobody who keys
    learns what was found. Raises SheetUnfinished unless the games on the sheet are over or ``no_more_hands`` is said,
    ThingNotFound, KeyedByTheSame, TableRuled, RoundTakenBack, TournamentSealed, RightMissing.
    """
    sheet, locked = _lock_sheet(actor, sheet_id, now=now)
    if sheet.handed_in_at is not None:
        return sheet
    table, tournament = locked.table, locked.table.round.tournament
    own = read_keyed(sheet.pk, locked.legs, tournament)
    if not own.is_complete and table.time_called_at is None and not no_more_hands:
        waiting = own.open_leg
        raise SheetUnfinished(number=1 if waiting is None else waiting.game.next_number)
    equal, differing = _compare(sheet, locked, own, actor, now=now)
    KeyingSheet.objects.filter(pk=sheet.pk).update(handed_in_at=now)
    sheet.handed_in_at = now
    after = {"equal": equal, "differing": differing}
    _audit(actor, "keying.handed_in", table, table.round, now=now, after=after)
    return sheet


@transaction.atomic(durable=True)
def give_back(*, actor: Actor, sheet_id: int, reason: str = "", now: dt.datetime) -> Table:
    """Let a sheet be keyed anew: its keyer gives back one that is not handed in, the director takes back any.

    What it held against the books is settled by that. Raises ThingNotFound, SheetHandedIn, RightMissing,
    RoundTakenBack, TournamentSealed.
    """
    table_id = KeyingSheet.objects.filter(pk=sheet_id, given_back_at=None).values_list("table_id", flat=True).first()
    if table_id is None:
        raise ThingNotFound(thing="sheet")
    table = locks.lock_table(table_id, asks=actor.user_id, to_key=True).table
    sheet = KeyingSheet.objects.filter(pk=sheet_id, given_back_at=None).first()
    if sheet is None:
        raise ThingNotFound(thing="sheet")
    held = rights.rights_in_club(actor, table.round.tournament.club_id)
    is_own = actor.user_id is not None and sheet.keyer_id == actor.user_id and Right.ENTER_HANDS in held
    if Right.CORRECT_HANDS not in held:
        if not is_own:
            raise RightMissing(right=Right.CORRECT_HANDS.value)
        if sheet.handed_in_at is not None:
            raise SheetHandedIn(number=table.number)
    _require_keyable(table.round, now=now)
    said = reason.strip() or _KEYED_ANEW
    posts = HandSubmission.objects.filter(
        keyed__sheet=sheet, outcome=HandSubmission.Outcome.CONFLICT, settlement__isnull=True
    )
    PostSettlement.objects.bulk_create(
        PostSettlement(
            submission=post, kind=PostSettlement.Kind.KEPT, reason=said[:500], actor=actor.label, made_at=now
        )
        for post in posts.order_by("pk")
    )
    KeyingSheet.objects.filter(pk=sheet.pk).update(given_back_at=now)
    before = {"keyer": sheet.keyer_id, "handed_in": sheet.handed_in_at is not None}
    _audit(actor, "keying.given_back", table, table.round, now=now, before=before, reason=reason.strip())
    return table


def _keyer(actor: Actor) -> int:
    if actor.user_id is None:
        raise NobodyKeys
    return actor.user_id


def _require_keyable(round_: Round, *, now: dt.datetime) -> None:
    if round_.status == Round.Status.TAKEN_BACK:
        raise RoundTakenBack(number=round_.number)
    if round_.status == Round.Status.DRAFT:
        raise ThingNotFound(thing="round")
    require_unsealed(round_.tournament, now=now)


def _entered_by(actor: Actor, round_: Round) -> set[int]:
    """Return the numbers of the tables of a round of which this person entered hands that count."""
    rows = HandRecord.objects.filter(
        game__leg__table__round=round_, is_current=True, submission__actor=actor.label
    ).exclude(submission__source=SOURCE)
    return set(rows.values_list("game__leg__table__number", flat=True))


def _chosen(sheets: list[KeyingSheet], at: int, to: str | int) -> KeyingSheet:
    if isinstance(to, int):
        for sheet in sheets:
            if sheet.table.number == to:
                return sheet
        raise ThingNotFound(thing="sheet")
    if to == BACK and sheets:
        before = [sheet for sheet in sheets if sheet.table.number < at]
        return before[-1] if before else sheets[-1]
    waiting = [sheet for sheet in sheets if sheet.handed_in_at is None]
    if not waiting:
        raise NoSheetLeft
    after = [sheet for sheet in waiting if sheet.table.number > at or (to == NEXT and sheet.table.number == at)]
    return after[0] if after else waiting[0]


def _lay_on_top(pile: KeyingPile, number: int) -> None:
    KeyingPile.objects.filter(pk=pile.pk).update(at_table=number)


def _lock_sheet(actor: Actor, sheet_id: int, *, now: dt.datetime) -> tuple[KeyingSheet, locks.LockedTable]:
    """Lock the table of a sheet of the actor's own, and read the sheet again under the lock."""
    table_id = keying.sheet_of(actor, sheet_id).table_id
    locked = locks.lock_table(table_id, asks=actor.user_id, to_key=True)
    sheet = keying.sheet_of(actor, sheet_id)
    if Right.ENTER_HANDS not in rights.rights_by_role(actor, locked.role):
        raise RightMissing(right=Right.ENTER_HANDS.value)
    table = locked.table
    _require_keyable(table.round, now=now)
    if table.status == Table.Status.RULED:
        raise TableRuled(number=table.number)
    if table.number in _entered_by(actor, table.round):
        raise KeyedByTheSame(number=table.number)
    return sheet, locked


def _leg(legs: list[Leg], own: TableProgress, number: int) -> Leg:
    """Return a leg that has begun by what was keyed."""
    if number <= len(own.legs):
        return legs[number - 1]
    if own.is_complete:
        raise TableComplete(number=legs[0].table.number)
    last = own.legs[-1].game
    if not last.state.is_over:
        raise HandOutOfOrder(expected=last.next_number, number=last.next_number + 1)
    raise SheetWaits(leg=number)


def _with_starter(record: Any, own: TableProgress, leg: int, number: int) -> Any:
    game = own.legs[leg - 1].game
    field = game.kind.starter_field
    if not isinstance(record, Mapping) or field in record or number < 1:
        return record
    return {**record, field: game.starter_of(number)}


def _require_same(earlier: HandSubmission, sheet: KeyingSheet, leg: Leg, number: int, record: Any) -> None:
    same = (earlier.game_id, earlier.number, earlier.payload) == (leg.game_id, number, record)
    if not same or not KeyedHand.objects.filter(submission=earlier, sheet=sheet).exists():
        raise SubmissionReused


def _drop_what_falls(sheet: KeyingSheet, locked: locks.LockedTable) -> None:
    """Take hands off the sheet that no longer stand after one that was keyed again."""
    own = read_keyed(sheet.pk, locked.legs, locked.table.round.tournament)
    standing = {(leg.number, hand.number) for leg in own.legs for hand in leg.game.hands}
    fallen = [
        hand.pk
        for hand in KeyedHand.objects.filter(sheet=sheet, is_current=True)
        if (hand.leg, hand.number) not in standing
    ]
    KeyedHand.objects.filter(pk__in=fallen).update(is_current=False)


def _compare(
    sheet: KeyingSheet, locked: locks.LockedTable, own: TableProgress, actor: Actor, *, now: dt.datetime
) -> tuple[int, int]:
    """Say of each keyed hand what became of it, and keep a post for each hand that the sheet lacks.

    Returns how many hands are equal, and how many are not. What the director ruled stands as it was ruled.
    """
    table = locked.table
    books = _hands(read_table(table, locked.legs, table.round.tournament))
    keyed = _hands(own)
    equal: list[int] = []
    differing: list[int] = []
    for place, hand in keyed.items():
        stored = books.get(place)
        agrees = stored is not None and (stored.kind == HandRecord.Kind.RULED or same_hand(stored, hand))
        (equal if agrees else differing).append(hand.submission_key)
        record_id = None if stored is None else stored.record_id
        KeyedHand.objects.filter(submission_id=hand.submission_key).update(record_id=record_id)
    of_sheet = HandSubmission.objects.filter(keyed__sheet=sheet)
    of_sheet.filter(pk__in=equal).update(outcome=HandSubmission.Outcome.REPEATED)
    of_sheet.filter(pk__in=differing).update(outcome=HandSubmission.Outcome.CONFLICT)
    games = {leg.number: leg.game for leg in locked.legs}
    lacking = [(place, hand) for place, hand in books.items() if place not in keyed]
    lacking = [(place, hand) for place, hand in lacking if hand.kind != HandRecord.Kind.RULED]
    for (leg, number), hand in lacking:
        key = uuid.uuid5(_POSTS_OF_SHEETS, f"{sheet.pk}:{leg}:{number}")
        post = Post(key, number, keying.MISSING, SOURCE, actor.label)
        kept = keep_submission(games[leg], post, outcome=HandSubmission.Outcome.CONFLICT, now=now)
        KeyedHand.objects.create(
            sheet=sheet, leg=leg, number=number, submission=kept, record_id=hand.record_id, is_missing=True
        )
    return len(equal), len(differing) + len(lacking)


def _hands(progress: TableProgress) -> dict[tuple[int, int], PlayedHand]:
    return {(leg.number, hand.number): hand for leg in progress.legs for hand in leg.game.hands}


def _audit_hand(
    actor: Actor, action: str, table: Table, leg: int, number: int, *, now: dt.datetime, **what: Any
) -> None:
    _write(actor, action, f"hand {number} of leg {leg}", table, table.round, now=now, **what)


def _audit(actor: Actor, action: str, table: Table, round_: Round, *, now: dt.datetime, **what: Any) -> None:
    _write(actor, action, f"sheet of table {table.number}", table, round_, now=now, **what)


def _write(
    actor: Actor, action: str, subject: str, table: Table, round_: Round, *, now: dt.datetime, **what: Any
) -> None:
    audit.record(
        actor,
        action,
        subject,
        now=now,
        club_id=round_.tournament.club_id,
        tournament_id=round_.tournament_id,
        table_id=table.pk,
        **what,
    )
