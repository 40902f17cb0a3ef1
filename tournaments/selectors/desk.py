"""The director's desk: how every table of a round stands, what is missing, and what needs a decision."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from gameplay.models import HandSubmission
from gameplay.rules.comparing import same_play
from gameplay.rules.kinds import GameState
from gameplay.selectors import PLAYED
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound
from tournaments.models import Draw, Round
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors import rights
from tournaments.selectors.draw_rulings import for_everybody
from tournaments.selectors.judging import judge_in_place
from tournaments.selectors.keying import MISSING, require_seeing, require_seeing_round
from tournaments.selectors.seating import SitOutView, without_table
from tournaments.selectors.tables import TableView, clock_ends_at, get_table, tables_of_round


@dataclass(frozen=True, slots=True)
class MissingHand:
    """The next hand that a table has not entered; ``remaining`` is how many are still to come, if that is known."""

    table: int
    leg: int
    number: int
    remaining: int | None


@dataclass(frozen=True, slots=True)
class ConflictView:
    """A post that is not in the books and not settled: another hand stood there, or the table was closed.

    ``side`` is the one that disputes the hand, None where nobody said so. ``stands_at``: the number under which this
    very hand is in the books, where that is another one (two hands swapped, or one entered twice).
    """

    submission_key: int
    table: int
    leg: int
    number: int
    actor: str
    record: Any
    received_at: dt.datetime
    side: int | None
    source: str
    stands_at: int | None = None

    @property
    def is_second_keying(self) -> bool:
        """Whether it is from a score sheet that was keyed a second time."""
        return self.source == HandSubmission.Source.SECOND_KEYING

    @property
    def has_no_hand(self) -> bool:
        """Whether it says that the score sheet has no such hand."""
        return bool(self.record == MISSING)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round."""

    started_at: dt.datetime
    minutes: int
    ends_at: dt.datetime


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with everything that hangs on it."""

    round: Round
    draws: tuple[Draw, ...]
    tables: tuple[TableView, ...]
    sit_outs: tuple[SitOutView, ...]
    absent: tuple[SitOutView, ...]
    missing: tuple[MissingHand, ...]
    conflicts: tuple[ConflictView, ...]
    clock: Clock | None

    @property
    def has_byes(self) -> bool:
        """Whether those without a table have a bye, as in a knock-out."""
        return MOVEMENTS[self.round.stage.movement].knocks_out

    @property
    def is_complete(self) -> bool:
        """Whether the round can be closed."""
        return self.round.status == Round.Status.PUBLISHED and not self.missing and not self.not_agreed

    @property
    def not_agreed(self) -> tuple[int, ...]:
        """The numbers of complete tables that somebody still has to agree to."""
        return tuple(table.table.number for table in self.tables if table.waits_for_agreement)


def find_round(round_id: int) -> Round:
    """Return a round with its tournament; raises ThingNotFound."""
    try:
        return Round.objects.select_related("tournament__club", "stage").get(pk=round_id, tournament__taken_out_at=None)
    except Round.DoesNotExist:
        raise ThingNotFound(thing="round") from None


def get_round(round_id: int) -> RoundView:
    """Return a round as the director sees it; raises ThingNotFound."""
    round_ = find_round(round_id)
    tables = tuple(tables_of_round(round_))
    sit_outs, absent = without_table(round_)
    return RoundView(
        round=round_,
        draws=tuple(Draw.objects.filter(round=round_).order_by("number")),
        tables=tables,
        sit_outs=tuple(sit_outs),
        absent=tuple(absent),
        missing=tuple(hand for hand in map(_missing, tables) if hand is not None),
        conflicts=_placed(conflicts_in(round_), tables),
        clock=_clock(round_),
    )


def get_standing_round(round_id: int) -> RoundView:
    """Return a round that was not taken back; raises ThingNotFound."""
    view = get_round(round_id)
    _require_standing(view)
    return view


def get_round_as_seen(actor: Actor, round_id: int) -> RoundView:
    """Return a round as somebody may see it.

    Drafts, the posts that wait for the director, and rounds that were taken back are for the director. Raises
    ThingNotFound, and KeyedBlind for somebody who keys score sheets of the round a second time.
    """
    require_seeing_round(actor, round_id)
    view = get_round(round_id)
    if Right.RUN_ROUNDS in rights.rights_in_club(actor, view.round.tournament.club_id):
        return view
    _require_standing(view)
    published = tuple(for_everybody(draw) for draw in view.draws if draw.status == Draw.Status.PUBLISHED)
    return replace(view, draws=published, conflicts=())


def _require_standing(view: RoundView) -> None:
    if view.round.status == Round.Status.TAKEN_BACK:
        raise ThingNotFound(thing="round")


def get_table_as_seen(actor: Actor, table_id: int) -> TableView:
    """Return a table as somebody may see it; of a round that was taken back only the director.

    Raises ThingNotFound, KeyedBlind.
    """
    require_seeing(actor, table_id=table_id)
    view = get_table(table_id)
    if view.round.status == Round.Status.TAKEN_BACK:
        held = rights.rights_in_club(actor, view.tournament.club_id)
        if Right.RUN_ROUNDS not in held:
            raise ThingNotFound(thing="table")
    return view


def conflict_and_table(submission_key: int) -> tuple[ConflictView, TableView]:
    """Return a post that waits for the director, and its table. Raises ThingNotFound."""
    row = _waiting_posts().filter(pk=submission_key).first()
    if row is None:
        raise ThingNotFound(thing="hand")
    view = get_table(row.game.leg.table_id)
    return _placed((_conflict(row),), (view,))[0], view


def conflicts_in(round_: Round) -> tuple[ConflictView, ...]:
    """Return the posts of a round that wait for the director, newest first."""
    return tuple(_conflict(row) for row in _waiting_posts().filter(game__leg__table__round=round_).order_by("-pk"))


def _placed(conflicts: tuple[ConflictView, ...], tables: tuple[TableView, ...]) -> tuple[ConflictView, ...]:
    """Say of each post where else its hand is in the books."""
    views = {view.table.number: view for view in tables}
    return tuple(replace(one, stands_at=_stands_at(one, views[one.table])) for one in conflicts)


def _stands_at(conflict: ConflictView, view: TableView) -> int | None:
    for leg in view.progress.legs:
        if leg.number != conflict.leg or conflict.number > leg.game.next_number:
            continue
        judgement = judge_in_place(leg.game, conflict.number, conflict.record)
        if not judgement.answer.valid:
            return None
        for hand in leg.game.hands:
            is_another = hand.kind == PLAYED and hand.number != conflict.number
            if is_another and same_play(hand.record, hand.answer, conflict.record, judgement.answer):
                return hand.number
    return None


def _waiting_posts() -> QuerySet[HandSubmission]:
    return HandSubmission.objects.filter(
        outcome__in=(HandSubmission.Outcome.CONFLICT, HandSubmission.Outcome.DISPUTED),
        settlement__isnull=True,
    ).select_related("game__leg__table", "dispute")


def _conflict(row: HandSubmission) -> ConflictView:
    return ConflictView(
        submission_key=row.pk,
        table=row.game.leg.table.number,
        leg=row.game.leg.number,
        number=row.number,
        actor=row.actor,
        record=row.payload,
        received_at=row.received_at,
        side=row.dispute.side if row.outcome == HandSubmission.Outcome.DISPUTED else None,
        source=row.source,
    )


def _clock(round_: Round) -> Clock | None:
    ends_at = clock_ends_at(round_)
    if ends_at is None or round_.clock_started_at is None or round_.clock_minutes is None:
        return None
    return Clock(round_.clock_started_at, round_.clock_minutes, ends_at)


def _missing(view: TableView) -> MissingHand | None:
    if view.next_hand is None:
        return None
    leg = view.progress.open_leg
    remaining = None if leg is None else _remaining(leg.game.kind.options_of(leg.game.rules), leg.game.state)
    return MissingHand(view.table.number, view.next_hand.leg, view.next_hand.number, remaining)


def _remaining(rules: dict[str, Any], state: GameState) -> int | None:
    return rules["hands"] - state.hands if rules.get("hands") is not None else None
