"""How hands, tables and rounds look as JSON."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from gameplay.messages import detail_of
from gameplay.rules.kinds import GameState
from gameplay.selectors import PlayedHand
from tournaments.models import Draw, Round
from tournaments.selectors.desk import RoundView
from tournaments.selectors.judging import JudgedHand
from tournaments.selectors.progress import TableProgress
from tournaments.selectors.seating import Place
from tournaments.selectors.tables import NextHand, TableView, next_hand, round_is_complete
from tournaments.services.hands import RecordedHand


class HandOutput(serializers.Serializer[Any]):
    """A hand that counts."""

    number = serializers.IntegerField()
    record_id = serializers.IntegerField()
    kind = serializers.CharField()
    record = serializers.JSONField()
    starter = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    scores_after = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()


class NextHandOutput(serializers.Serializer[Any]):
    """What the table plays next."""

    leg = serializers.IntegerField()
    number = serializers.IntegerField()
    starter = serializers.IntegerField()
    starter_label = serializers.CharField()
    starter_name = serializers.CharField()
    scores = serializers.ListField(child=serializers.IntegerField())


class RecordedHandOutput(serializers.Serializer[Any]):
    """The hand in the books, the running score, and what happens next."""

    outcome = serializers.ChoiceField(choices=["kept", "repeated"])
    table_id = serializers.IntegerField()
    leg = serializers.IntegerField()
    hand = HandOutput()
    scores = serializers.ListField(child=serializers.IntegerField())
    game_over = serializers.BooleanField()
    ending = serializers.CharField(allow_null=True)
    winners = serializers.ListField(child=serializers.IntegerField())
    next = NextHandOutput(allow_null=True)
    table_complete = serializers.BooleanField()
    round_complete = serializers.BooleanField()


class FaultOutput(serializers.Serializer[Any]):
    """One thing that is wrong with a record."""

    code = serializers.CharField()
    path = serializers.CharField()
    detail = serializers.CharField()


class JudgedHandOutput(serializers.Serializer[Any]):
    """What a hand would be worth."""

    valid = serializers.BooleanField()
    errors = FaultOutput(many=True)  # type: ignore[assignment] # the name is the field's in every refusal
    leg = serializers.IntegerField()
    number = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    scores_after = serializers.ListField(child=serializers.IntegerField())
    game_over = serializers.BooleanField()
    ending = serializers.CharField(allow_null=True)
    winners = serializers.ListField(child=serializers.IntegerField())


class SubstitutionOutput(serializers.Serializer[Any]):
    """Somebody who took over a seat from a hand on."""

    id = serializers.IntegerField()
    player_out_id = serializers.IntegerField()
    player_out_name = serializers.CharField()
    player_in_id = serializers.IntegerField()
    player_in_name = serializers.CharField()
    leg = serializers.IntegerField()
    hand = serializers.IntegerField()


class SeatOutput(serializers.Serializer[Any]):
    """A seat with the person in it, and who took it over from whom before."""

    index = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    side = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    entry_number = serializers.IntegerField()
    entry_name = serializers.CharField()
    player_id = serializers.IntegerField()
    player_name = serializers.CharField()
    substitutions = SubstitutionOutput(many=True)


class WithStartOutput(serializers.Serializer[Any]):
    """What counts of a side in the standings, the points that it was given among the points."""

    games_won = serializers.CharField()
    points = serializers.IntegerField()
    given = serializers.IntegerField()


class SideOutput(serializers.Serializer[Any]):
    """A side of a table, with what it has won and scored as it was played."""

    index = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    entry_ids = serializers.ListField(child=serializers.IntegerField())
    name = serializers.CharField()
    games_won = serializers.CharField()
    points = serializers.IntegerField()
    start = serializers.IntegerField(help_text="The points that it is given in every game by handicap.")
    with_start = WithStartOutput(
        allow_null=True, help_text="Null until the table is complete, and where nobody there has a start."
    )


class LegOutput(serializers.Serializer[Any]):
    """A game at a table with its hands."""

    number = serializers.IntegerField()
    starters = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())
    ending = serializers.CharField(
        allow_null=True,
        help_text="Why it is over; time or unplayed where time broke it off: see the table's time.",
    )
    winners = serializers.ListField(child=serializers.IntegerField())
    hands = HandOutput(many=True)


class TimeOutput(serializers.Serializer[Any]):
    """The call of time at a table."""

    called_at = serializers.DateTimeField()
    counts = serializers.CharField(
        help_text="What counts of a game that was not over: leader (won by the side ahead), shared or unplayed."
    )
    counts_for_nobody = serializers.BooleanField(
        help_text="Whether nothing counts here, so that everybody has what a sit-out is worth."
    )


class RulingOutput(serializers.Serializer[Any]):
    """How the director decided a table that was not played out."""

    kind = serializers.CharField()
    entry_id = serializers.IntegerField(allow_null=True)
    entry_name = serializers.CharField()
    points = serializers.IntegerField()
    reason = serializers.CharField()


class HandAgreedOutput(serializers.Serializer[Any]):
    """Who agreed to a hand as it stands; what the director confirmed waits for nobody."""

    leg = serializers.IntegerField()
    number = serializers.IntegerField()
    record_id = serializers.IntegerField()
    agreed = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.IntegerField())
    disputed = serializers.ListField(child=serializers.IntegerField())
    is_confirmed = serializers.BooleanField()
    is_settled = serializers.BooleanField()


class AgreementOutput(serializers.Serializer[Any]):
    """Where a tournament asks for agreement: by whom, and how far it is; ``settled`` is of the hands so far."""

    policy = serializers.CharField()
    settled = serializers.BooleanField(source="is_settled")
    hands = HandAgreedOutput(many=True)


class TableOutput(serializers.Serializer[Any]):
    """A table."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    round_id = serializers.IntegerField()
    round_number = serializers.IntegerField()
    tournament = serializers.CharField()
    kind = serializers.CharField()
    rules = serializers.JSONField()
    status = serializers.CharField()
    starter_role = serializers.CharField()
    seats = SeatOutput(many=True)
    sides = SideOutput(many=True)
    legs = LegOutput(many=True)
    next = NextHandOutput(allow_null=True)
    ruling = RulingOutput(allow_null=True)
    time = TimeOutput(allow_null=True, help_text="null unless time was called.")
    agreement = AgreementOutput(allow_null=True, help_text="null where nobody is asked.")


class RulingOfDrawOutput(serializers.Serializer[Any]):
    """What a draw does not keep because the director ruled so, as codes with params, and why."""

    reason = serializers.CharField()
    broken = serializers.JSONField()


class DrawOutput(serializers.Serializer[Any]):
    """A proposal of who sits where."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    status = serializers.CharField()
    seed = serializers.IntegerField()
    plan = serializers.JSONField()
    explanation = serializers.JSONField()
    rulings = RulingOfDrawOutput(many=True)
    made_at = serializers.DateTimeField()


class SitOutOutput(serializers.Serializer[Any]):
    """An entry without a table."""

    entry_id = serializers.IntegerField()
    entry_number = serializers.IntegerField()
    entry_name = serializers.CharField()


class AbsentOutput(SitOutOutput):
    """An entry that is away; ``like_sit_out``: that is worth as much as a sit-out."""

    like_sit_out = serializers.BooleanField()


class MissingOutput(serializers.Serializer[Any]):
    """The next hand that a table has not entered."""

    table = serializers.IntegerField()
    leg = serializers.IntegerField()
    number = serializers.IntegerField()
    remaining = serializers.IntegerField(allow_null=True)


class ClockOutput(serializers.Serializer[Any]):
    """The clock of a round."""

    started_at = serializers.DateTimeField()
    minutes = serializers.IntegerField()
    ends_at = serializers.DateTimeField()


class ConflictOutput(serializers.Serializer[Any]):
    """A post that waits for the director: another hand stood there, the table was closed, or a side disputes a hand."""

    id = serializers.IntegerField(source="submission_key")
    table = serializers.IntegerField()
    leg = serializers.IntegerField()
    number = serializers.IntegerField()
    actor = serializers.CharField()
    record = serializers.JSONField()
    received_at = serializers.DateTimeField()
    side = serializers.IntegerField(allow_null=True, help_text="The side that disputes the hand in the books.")
    came_from = serializers.CharField(
        source="source", help_text="Where it came from, such as table_link, scorer or second_keying."
    )
    stands_at = serializers.IntegerField(
        allow_null=True, help_text="The number under which this very hand is in the books, where that is another one."
    )


class RoundSummaryOutput(serializers.Serializer[Any]):
    """A round in a list."""

    id = serializers.IntegerField()
    tournament = serializers.SlugField(source="tournament.slug")
    number = serializers.IntegerField()
    status = serializers.CharField()
    session_date = serializers.DateField()
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_because = serializers.CharField(help_text="Why it was closed although something was missing.")
    closed_unagreed = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of tables that were not agreed, or not keyed twice."
    )
    closed_unfinished = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of tables that were in play until then."
    )


class RoundOutput(RoundSummaryOutput):
    """A round with its draws, tables and what is missing; drafts and conflicts are shown to directors only."""

    clock = ClockOutput(allow_null=True)
    draws = DrawOutput(many=True)
    tables = TableOutput(many=True)
    sit_outs = SitOutOutput(many=True)
    absent = AbsentOutput(many=True)
    missing = MissingOutput(many=True)
    not_agreed = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of complete tables that somebody has to agree to."
    )
    conflicts = ConflictOutput(many=True)


class PlaceOutput(serializers.Serializer[Any]):
    """Where one player goes; ``table`` is null for a sit-out."""

    player_id = serializers.IntegerField()
    player_name = serializers.CharField()
    entry_id = serializers.IntegerField()
    entry_name = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    seat_label = serializers.CharField()
    side_label = serializers.CharField()
    partners = serializers.ListField(child=serializers.CharField())
    opponents = serializers.ListField(child=serializers.CharField())
    start = serializers.IntegerField(help_text="The points that the side there is given in every game by handicap.")


def hand(played: PlayedHand) -> dict[str, Any]:
    """Return a hand as HandOutput has it; built by hand, because it is on the path of every entry."""
    return {
        "number": played.number,
        "record_id": played.record_id,
        "kind": played.kind,
        "record": played.record,
        "starter": played.starter,
        "points": list(played.answer.values["points"]),
        "scores_after": list(played.state.scores),
        "reason": played.reason,
    }


def next_output(following: NextHand | None) -> dict[str, Any] | None:
    """Return what is played next, as NextHandOutput has it."""
    if following is None:
        return None
    return {
        "leg": following.leg,
        "number": following.number,
        "starter": following.starter,
        "starter_label": following.starter_label,
        "starter_name": following.starter_name,
        "scores": list(following.scores),
    }


def recorded_hand(recorded: RecordedHand) -> dict[str, Any]:
    """Return the answer to a post, as RecordedHandOutput has it."""
    progress = recorded.progress
    return {
        "outcome": "repeated" if recorded.is_repeat else "kept",
        "table_id": recorded.table.pk,
        "leg": recorded.leg,
        "hand": hand(recorded.hand),
        **_state(_state_of_leg(progress, recorded.leg)),
        "next": next_output(next_hand(progress, {})),
        "table_complete": progress.is_complete,
        "round_complete": progress.is_complete and round_is_complete(recorded.table.round_id),
    }


def judged_hand(judged: JudgedHand) -> dict[str, Any]:
    """Return a judgement, as JudgedHandOutput has it."""
    answer, state = judged.judgement.answer, judged.judgement.state
    shown = _state(state)
    return {
        "valid": answer.valid,
        "errors": [{"code": fault.code, "path": fault.path, "detail": detail_of(fault)} for fault in answer.errors],
        "leg": judged.leg,
        "number": judged.number,
        "points": list(answer.values["points"]) if answer.valid else [],
        "scores_after": shown.pop("scores"),
        **shown,
    }


def table(view: TableView) -> dict[str, Any]:
    """Return a table, as TableOutput has it."""
    first = view.progress.legs[0].game
    return {
        "id": view.table.pk,
        "number": view.table.number,
        "round_id": view.round.pk,
        "round_number": view.round.number,
        "tournament": view.tournament.slug,
        "kind": view.tournament.kind,
        "rules": first.kind.options_of(first.rules),
        "status": view.table.status,
        "starter_role": view.starter_role,
        "seats": [SeatOutput(seat).data for seat in view.seats],
        "sides": [SideOutput(side).data for side in view.sides],
        "legs": [
            {
                "number": leg.number,
                "starters": list(leg.game.starters),
                "scores": list(leg.game.state.scores),
                "ending": leg.game.state.ending,
                "winners": list(leg.game.state.winners),
                "hands": [hand(played) for played in leg.game.hands],
            }
            for leg in view.progress.legs
        ],
        "next": next_output(view.next_hand),
        "ruling": None if view.ruling is None else RulingOutput(view.ruling).data,
        "time": _time(view),
        "agreement": None if view.agreement is None else AgreementOutput(view.agreement).data,
    }


def _time(view: TableView) -> dict[str, Any] | None:
    if view.table.time_called_at is None:
        return None
    called = {
        "called_at": view.table.time_called_at,
        "counts": view.table.broken_off,
        "counts_for_nobody": view.progress.counts_for_nobody,
    }
    return dict(TimeOutput(called).data)


def round_view(view: RoundView) -> dict[str, Any]:
    """Return a round, as RoundOutput has it."""
    return {
        **round_summary(view.round),
        "clock": None if view.clock is None else ClockOutput(view.clock).data,
        "draws": [draw(row) for row in view.draws],
        "tables": [table(one) for one in view.tables],
        "sit_outs": [SitOutOutput(entry).data for entry in view.sit_outs],
        "absent": [AbsentOutput(entry).data for entry in view.absent],
        "missing": [MissingOutput(missing).data for missing in view.missing],
        "not_agreed": list(view.not_agreed),
        "conflicts": [ConflictOutput(conflict).data for conflict in view.conflicts],
    }


def round_summary(round_: Round) -> dict[str, Any]:
    """Return a round in short, as RoundSummaryOutput has it."""
    return dict(RoundSummaryOutput(round_).data)


def draw(row: Draw) -> dict[str, Any]:
    """Return a draw, as DrawOutput has it."""
    return dict(DrawOutput(row).data)


def place(row: Place) -> dict[str, Any]:
    """Return where a player goes, as PlaceOutput has it."""
    return dict(PlaceOutput(row).data)


def _state_of_leg(progress: TableProgress, leg: int) -> GameState:
    return next(one.game.state for one in progress.legs if one.number == leg)


def _state(state: GameState) -> dict[str, Any]:
    return {
        "scores": list(state.scores),
        "game_over": state.is_over,
        "ending": state.ending,
        "winners": list(state.winners),
    }
