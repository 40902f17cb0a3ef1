"""Rounds and their draws."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input, values_of
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.api.consequences import DoneOrLookedAt, LookedAtInput, confirmation_of, consequences
from tournaments.api.draw_jobs import DrawJobOutput, answer_drawn
from tournaments.api.fields import MOST_SWAPS, PairField
from tournaments.api.outputs import PlaceOutput, RoundOutput, RoundSummaryOutput, place, round_summary, round_view
from tournaments.models import Round
from tournaments.movements.schedule import to_json
from tournaments.selectors import rights
from tournaments.selectors.acts_at_tables import tables_called
from tournaments.selectors.chart import schedule_of
from tournaments.selectors.desk import get_round, get_round_as_seen, get_standing_round
from tournaments.selectors.draws import forbidden_in
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.keying import require_seeing_round
from tournaments.selectors.seating import places_in
from tournaments.selectors.tournaments import first_stage, get_tournament
from tournaments.services import calling_all, draw_jobs, forbidden, hand_made, rounds
from tournaments.set_up import LARGEST_SEED


class DrawInput(Input):
    """The seed of a draw, if the director wants a certain one."""

    seed = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_SEED)


class RedrawInput(DrawInput):
    """A draw in which some entries are to meet."""

    together = serializers.ListField(child=PairField(), required=False, max_length=MOST_SWAPS)


class DraftChangeInput(Input):
    """Entries that change places, or the whole seating (as draws have it); a reason where that makes the draw worse."""

    swaps = serializers.ListField(child=PairField(), required=False, min_length=1, max_length=MOST_SWAPS)
    plan = serializers.JSONField(required=False)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two is sent."""
        if ("swaps" in attrs) == ("plan" in attrs):
            raise serializers.ValidationError(_("Send swaps or plan."))
        return attrs


class PublicationOfDrawInput(Input):
    """Why a draft is put into play that breaks what was arranged, if it does."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class ForbiddenInput(Input):
    """Two entries that must not come together, and why."""

    entries = PairField()
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class ForbiddenOutput(serializers.Serializer[Any]):
    """All pairs of entries that must not come together."""

    forbidden = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class ClockInput(Input):
    """How long the round is to last."""

    minutes = serializers.IntegerField()


class ClosingInput(Input):
    """Why a round is closed although something is missing, if it is, and what becomes of tables in play."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    unfinished = serializers.ChoiceField(
        choices=rounds.UNFINISHED,
        required=False,
        help_text="``time``: it is called at tables in play; ``void``: they count for nobody.",
    )


class ChartOutput(serializers.Serializer[Any]):
    """A schedule as ``verify_movement`` reads it; the first ``published`` of its rounds are."""

    kind = serializers.CharField()
    entrants = serializers.ListField(child=serializers.IntegerField())
    rounds = serializers.ListField(child=serializers.DictField())
    published = serializers.IntegerField()


class RoundListView(GenericAPIView[Round]):
    """The rounds of a tournament."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=RoundSummaryOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Return the rounds in order of number."""
        rows = Round.objects.filter(tournament=get_tournament(slug)).exclude(status=Round.Status.TAKEN_BACK)
        rows = rows.select_related("tournament").order_by("number")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response([round_summary(row) for row in page or ()])

    @extend_schema(request=DrawInput, responses={201: RoundOutput, 202: DrawJobOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Draw the next round: a draft that is not in play yet. One that may take long is left to the worker."""
        form = DrawInput(data=request.data)
        form.is_valid(raise_exception=True)
        drawn = draw_jobs.draw_next_round(
            actor=actor_of(request), tournament_id=get_tournament(slug).pk, now=timezone.now(), **form.validated_data
        )
        return answer_drawn(drawn)


class RoundDetailView(APIView):
    """A round with its tables, open to everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=RoundOutput)
    def get(self, request: Request, round_id: int) -> Response:
        """Return the round, its tables, who sits out, and what is missing."""
        return Response(round_view(get_round_as_seen(actor_of(request), round_id)))


class ChartView(APIView):
    """The whole event as far as it is known."""

    @extend_schema(responses=ChartOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return the rounds that were published and those that follow if nobody else comes or goes, as a schedule."""
        tournament = get_tournament(slug)
        rights.require(actor_of(request), Right.ENTER_HANDS, club_id=tournament.club_id)
        return Response({**to_json(schedule_of(tournament)), "published": len(rounds_so_far(tournament))})


class DrawCreateView(APIView):
    """Another draft of a round."""

    @extend_schema(request=RedrawInput, responses={201: RoundOutput, 202: DrawJobOutput})
    def post(self, request: Request, round_id: int) -> Response:
        """Draw an unpublished round again, with some together; the drafts before stay. It may be left to the worker."""
        form = RedrawInput(data=request.data)
        form.is_valid(raise_exception=True)
        drawn = draw_jobs.draw_again(
            actor=actor_of(request), round_id=round_id, now=timezone.now(), **form.validated_data
        )
        return answer_drawn(drawn)


class DraftChangeView(APIView):
    """A draft changed by hand."""

    @extend_schema(request=DraftChangeInput, responses={201: RoundOutput})
    def post(self, request: Request, draw_id: int) -> Response:
        """Make another draft of one: judged, and refused if it makes the draw worse without a reason (promises)."""
        form = DraftChangeInput(data=request.data)
        form.is_valid(raise_exception=True)
        draw = hand_made.change_draft(
            actor=actor_of(request), draw_id=draw_id, now=timezone.now(), **form.validated_data
        )
        return Response(round_view(get_round(draw.round_id)), status=status.HTTP_201_CREATED)


class ForbiddenListView(APIView):
    """Who must not meet."""

    @extend_schema(responses=ForbiddenOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return the pairs of entries, for those who run the tournament."""
        tournament = get_tournament(slug)
        rights.require(actor_of(request), Right.RUN_ROUNDS, club_id=tournament.club_id)
        return Response({"forbidden": forbidden_in(first_stage(tournament.pk))})

    @extend_schema(request=ForbiddenInput, responses={201: ForbiddenOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Let two entries not come together, from the next draw on."""
        form = ForbiddenInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        pairs = forbidden.forbid_meeting(
            actor=actor_of(request),
            tournament_id=get_tournament(slug).pk,
            entries=(values["entries"][0], values["entries"][1]),
            reason=values["reason"],
            now=timezone.now(),
        )
        return Response({"forbidden": pairs}, status=status.HTTP_201_CREATED)


class ForbiddenDetailView(APIView):
    """Two who may meet again."""

    @extend_schema(request=None, responses={200: ForbiddenOutput})
    def delete(self, request: Request, slug: str, one: int, other: int) -> Response:
        """Let them come together again, from the next draw on."""
        pairs = forbidden.allow_meeting(
            actor=actor_of(request), tournament_id=get_tournament(slug).pk, entries=(one, other), now=timezone.now()
        )
        return Response({"forbidden": pairs})


class DrawPublicationView(APIView):
    """A draft put into play."""

    @extend_schema(request=PublicationOfDrawInput, responses=RoundOutput)
    def post(self, request: Request, draw_id: int) -> Response:
        """Publish a draft: the round is in play. One that breaks what was arranged needs a reason (promises)."""
        form = PublicationOfDrawInput(data=request.data)
        form.is_valid(raise_exception=True)
        round_ = rounds.publish_draw(
            actor=actor_of(request), draw_id=draw_id, now=timezone.now(), **form.validated_data
        )
        return Response(round_view(get_round(round_.pk)))


class ClockView(APIView):
    """The clock of a round."""

    @extend_schema(request=ClockInput, responses=RoundOutput)
    def post(self, request: Request, round_id: int) -> Response:
        """Start the clock, or set it anew."""
        form = ClockInput(data=request.data)
        form.is_valid(raise_exception=True)
        actor = actor_of(request)
        require_seeing_round(actor, round_id)
        rounds.start_clock(actor=actor, round_id=round_id, now=timezone.now(), **form.validated_data)
        return Response(round_view(get_round(round_id)))


class CalledAtAllOutput(serializers.Serializer[Any]):
    """Time called at tables: their numbers, and the act that undoes it."""

    act = IdField()
    tables = serializers.ListField(child=serializers.IntegerField())


class TimeAtAllView(APIView):
    """Time called at all tables of a round at once."""

    @extend_schema(request=LookedAtInput, responses=DoneOrLookedAt(CalledAtAllOutput))
    def post(self, request: Request, round_id: int) -> Response:
        """Call time at every table that is still in play; with preview nothing is changed, and each is shown.

        What counts of games that are not over is the tournament's setting ``when_time_is_up``. The act can be undone
        until the round is closed.
        """
        values = values_of(LookedAtInput, request.data)
        what: dict[str, Any] = {"actor": actor_of(request), "round_id": round_id, "now": timezone.now()}
        if values["preview"]:
            return Response(consequences(calling_all.preview_call_time_at_all(**what)))
        act = calling_all.call_time_at_all(**what, **confirmation_of(values))
        return Response({"act": act.pk, "tables": [table.number for table in tables_called(act)]})


class ClosingView(APIView):
    """The end of a round."""

    @extend_schema(request=ClosingInput, responses=RoundOutput)
    def post(self, request: Request, round_id: int) -> Response:
        """Close a round whose tables are complete and agreed; its results count for the ratings.

        With a reason it is closed although tables are not agreed, and with ``unfinished`` although some are in play.
        """
        form = ClosingInput(data=request.data)
        form.is_valid(raise_exception=True)
        actor = actor_of(request)
        require_seeing_round(actor, round_id)
        rounds.close_round(actor=actor, round_id=round_id, now=timezone.now(), **form.validated_data)
        return Response(round_view(get_round(round_id)))


class SeatingView(APIView):
    """Where everybody goes, open to everyone."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=PlaceOutput(many=True))
    def get(self, request: Request, round_id: int) -> Response:  # noqa: ARG002
        """Return each player's table and seat, by name."""
        return Response([place(row) for row in places_in(get_standing_round(round_id).round)])
