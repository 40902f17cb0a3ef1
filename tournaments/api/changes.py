"""Changes of a round in play: tables added, or decided instead of played out, and substitutes."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from tournaments.api.actors import actor_of
from tournaments.api.consequences import (
    ConfirmedInput,
    ConsequencesOutput,
    DoneOrLookedAt,
    EntryConsequenceOutput,
    LookedAtInput,
    confirmation_of,
    consequences,
)
from tournaments.api.fields import MOST_SWAPS, PairField
from tournaments.api.outputs import RoundOutput, TableOutput, round_view, table
from tournaments.models import TableRuling
from tournaments.selectors.desk import get_round
from tournaments.selectors.keying import require_seeing_round
from tournaments.selectors.tables import get_table
from tournaments.services import added_tables, reseating, rulings, sit_outs, substitutes, taking_back


class AddedTableInput(Input):
    """The entries of each side of a table to be added, North and South's first."""

    sides = serializers.ListField(
        child=serializers.ListField(child=IdField(), min_length=1, max_length=3), min_length=2, max_length=6
    )
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class AddedTableView(APIView):
    """A table more in a round in play."""

    @extend_schema(request=AddedTableInput, responses={201: RoundOutput})
    def post(self, request: Request, round_id: int) -> Response:
        """Seat entries that sit out, are away or came late at a table of their own."""
        form = AddedTableInput(data=request.data)
        form.is_valid(raise_exception=True)
        actor = actor_of(request)
        require_seeing_round(actor, round_id)
        added_tables.add_table(actor=actor, round_id=round_id, now=timezone.now(), **form.validated_data)
        return Response(round_view(get_round(round_id)), status=status.HTTP_201_CREATED)


class LostTableOutput(serializers.Serializer[Any]):
    """A table with hands, or decided, that would count no more."""

    table_id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    number = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    hands = serializers.IntegerField()
    is_complete = serializers.BooleanField()
    is_decided = serializers.BooleanField()


class StayingOutput(serializers.Serializer[Any]):
    """What was done since the draw and stays as it is."""

    came = serializers.ListField(child=serializers.CharField())
    left = serializers.ListField(child=serializers.CharField())
    adjustments = serializers.IntegerField()


class LossesOutput(serializers.Serializer[Any]):
    """What is lost with rounds, on the results of a version; the real call names that version."""

    number = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField())
    version = serializers.IntegerField()
    hands = serializers.IntegerField()
    tables = LostTableOutput(many=True)
    entries = EntryConsequenceOutput(many=True)
    staying = StayingOutput()


class TakingBackInput(Input):
    """The version of the losses that were looked at; where hands were played also why, and the round's number typed."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    typed = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")


class TakingBackView(APIView):
    """The latest round, drawn again."""

    @extend_schema(responses=LossesOutput)
    def get(self, request: Request, round_id: int) -> Response:
        """Return what would be lost if the round were taken back; nothing is changed."""
        found = taking_back.preview_taking_back(actor=actor_of(request), round_id=round_id, now=timezone.now())
        return Response(LossesOutput(found).data)

    @extend_schema(request=TakingBackInput, responses=RoundOutput)
    def post(self, request: Request, round_id: int) -> Response:
        """Take the round back: it counts for nothing any more, and its number can be drawn again; hands are kept."""
        form = TakingBackInput(data=request.data)
        form.is_valid(raise_exception=True)
        actor = actor_of(request)
        require_seeing_round(actor, round_id)
        taking_back.take_back_round(actor=actor, round_id=round_id, now=timezone.now(), **form.validated_data)
        return Response(round_view(get_round(round_id)))


class ReseatingInput(ConfirmedInput):
    """Entries, and players of pairs, that sat in each other's place; to look at first, then by the version seen."""

    entries = serializers.ListField(child=PairField(), required=False, max_length=MOST_SWAPS)
    players = serializers.ListField(child=PairField(), required=False, max_length=MOST_SWAPS)


class ReseatingView(APIView):
    """Wrong seats."""

    @extend_schema(request=ReseatingInput, responses={200: ConsequencesOutput, 204: None})
    def post(self, request: Request, round_id: int) -> Response:
        """Let entries or players change places as they really sat; hands stay, standings and ratings follow.

        With preview nothing is changed, and the answer says what would be.
        """
        form = ReseatingInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        who: dict[str, Any] = {
            "actor": actor_of(request),
            "round_id": round_id,
            "entries": values.get("entries", []),
            "players": values.get("players", []),
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(reseating.preview_reseating(**who)))
        reseating.reseat(**who, **confirmation_of(values))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SitOutInput(LookedAtInput):
    """What an entry without a table did: it sat out, or was absent, which may be worth as much as a sit-out."""

    needs_reason = True

    entry_id = IdField()
    role = serializers.ChoiceField(choices=sit_outs.ROLES)
    like_sit_out = serializers.BooleanField(required=False, default=False)


class SitOutView(APIView):
    """Sit-outs and absences that were wrong."""

    @extend_schema(request=SitOutInput, responses=DoneOrLookedAt(RoundOutput))
    def post(self, request: Request, round_id: int) -> Response:
        """Say what an entry without a table really did in a round; standings and later draws follow."""
        form = SitOutInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        actor = actor_of(request)
        require_seeing_round(actor, round_id)
        what: dict[str, Any] = {
            "actor": actor,
            "round_id": round_id,
            **{name: values[name] for name in ("entry_id", "role", "like_sit_out")},
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(sit_outs.preview_sit_out(**what)))
        sit_outs.correct_sit_out(**what, **confirmation_of(values))
        return Response(round_view(get_round(round_id)))


class RulingInput(LookedAtInput):
    """How a table is decided: whose doing it is, and what the others score if it is forfeited."""

    needs_reason = True

    kind = serializers.ChoiceField(choices=TableRuling.Kind.choices)
    entry_id = IdField(required=False, allow_null=True, default=None)
    points = serializers.IntegerField(required=False, default=0)


class SubstitutionInput(LookedAtInput):
    """Who leaves a seat and who takes it, from the next hand on or from one that is named."""

    player_out_id = IdField()
    player_in_id = IdField()
    leg = serializers.IntegerField(required=False, min_value=1)
    hand = serializers.IntegerField(required=False, min_value=1)


class SubstitutionListView(APIView):
    """Substitutes at a table."""

    @extend_schema(request=SubstitutionInput, responses={200: ConsequencesOutput, 201: TableOutput})
    def post(self, request: Request, table_id: int) -> Response:
        """Let another player of the club sit in; the table still counts for the entry whose seat it is."""
        form = SubstitutionInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "table_id": table_id,
            **{name: values.get(name) for name in ("player_out_id", "player_in_id", "leg", "hand")},
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(substitutes.preview_substitution(**what)))
        substitutes.substitute_player(**what, **confirmation_of(values))
        return Response(table(get_table(table_id)), status=status.HTTP_201_CREATED)


class SubstitutionDetailView(APIView):
    """A substitute who was entered wrongly."""

    @extend_schema(request=None, responses={200: TableOutput})
    def delete(self, request: Request, table_id: int, substitution_id: int) -> Response:
        """Undo a substitution: whoever was there before has sat on.

        Where ratings follow from it, ``POST`` to its undoing instead.
        """
        substitutes.undo_substitution(
            actor=actor_of(request), table_id=table_id, occupancy_id=substitution_id, now=timezone.now()
        )
        return Response(table(get_table(table_id)))


class SubstitutionUndoingView(APIView):
    """A substitution that is undone after a look at what follows."""

    @extend_schema(request=LookedAtInput, responses=DoneOrLookedAt(TableOutput))
    def post(self, request: Request, table_id: int, substitution_id: int) -> Response:
        """Undo a substitution, after a look at what follows: whoever was there before has sat on."""
        form = LookedAtInput(data=request.data)
        form.is_valid(raise_exception=True)
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "table_id": table_id,
            "occupancy_id": substitution_id,
            "now": timezone.now(),
        }
        if form.validated_data["preview"]:
            return Response(consequences(substitutes.preview_undoing(**what)))
        substitutes.undo_substitution(**what, **confirmation_of(form.validated_data))
        return Response(table(get_table(table_id)))


class RulingView(APIView):
    """A table that will not be played out."""

    @extend_schema(request=RulingInput, responses=DoneOrLookedAt(TableOutput))
    def post(self, request: Request, table_id: int) -> Response:
        """Decide an unfinished table: forfeited by an entry, so that all others win it, or void."""
        form = RulingInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "table_id": table_id,
            **{name: values[name] for name in ("kind", "entry_id", "points")},
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(rulings.preview_ruling(**what)))
        rulings.rule_table(**what, **confirmation_of(values))
        return Response(table(get_table(table_id)))

    @extend_schema(request=None, responses={200: TableOutput})
    def delete(self, request: Request, table_id: int) -> Response:
        """Take the decision back: the table goes on where its hands are.

        Where draws, publications or ratings follow from it, ``POST`` to its revocation instead.
        """
        rulings.revoke_ruling(actor=actor_of(request), table_id=table_id, now=timezone.now())
        return Response(table(get_table(table_id)))


class RulingRevocationView(APIView):
    """A decision that is taken back."""

    @extend_schema(request=LookedAtInput, responses=DoneOrLookedAt(TableOutput))
    def post(self, request: Request, table_id: int) -> Response:
        """Take the decision back, after a look at what follows: the table goes on where its hands are."""
        form = LookedAtInput(data=request.data)
        form.is_valid(raise_exception=True)
        what: dict[str, Any] = {"actor": actor_of(request), "table_id": table_id, "now": timezone.now()}
        if form.validated_data["preview"]:
            return Response(consequences(rulings.preview_revoking(**what)))
        rulings.revoke_ruling(**what, **confirmation_of(form.validated_data))
        return Response(table(get_table(table_id)))
