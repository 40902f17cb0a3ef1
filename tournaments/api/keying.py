"""Score sheets keyed a second time: the pile of each keyer, its sheets, and what the director hears of them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Input
from gameplay.api.parsers import SmallJSONParser
from tournaments.api.actors import actor_of
from tournaments.api.hands import HIGHEST_HAND, HIGHEST_LEG
from tournaments.api.outputs import LegOutput, NextHandOutput, SeatOutput, SideOutput, next_output, table
from tournaments.selectors import keying as selectors
from tournaments.selectors.keying import SheetView
from tournaments.services import keying

HIGHEST_TABLE = 32_767


class PileInput(Input):
    """Which sheets are wanted; all that are left where no tables are named."""

    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_TABLE),
        required=False,
        min_length=1,
        max_length=1_000,
        help_text="The numbers of tables.",
    )


class PlaceInput(Input):
    """Which sheet is to lie on top: by where it lies, or by the number of its table."""

    to = serializers.ChoiceField(
        choices=list(keying.MOVES), required=False, help_text="next, skip (to the next one that is open) or back."
    )
    table = serializers.IntegerField(min_value=1, max_value=HIGHEST_TABLE, required=False)


class KeyedHandInput(Input):
    """A hand as it is read from the sheet."""

    submission_id = serializers.UUIDField(help_text="Made by the client; the same id again is the same hand again.")
    leg = serializers.IntegerField(min_value=1, max_value=HIGHEST_LEG, default=1)
    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_HAND)
    record = serializers.JSONField(
        help_text="The hand, as the rules reference describes it; who starts may be left out."
    )


class HandingInInput(Input):
    """That a sheet is done."""

    no_more_hands = serializers.BooleanField(
        required=False, default=False, help_text="That it ends here although its game is not over."
    )


class GivingBackInput(Input):
    """Why a sheet is to be keyed anew."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class SheetLineOutput(serializers.Serializer[Any]):
    """A sheet of a pile."""

    id = serializers.IntegerField()
    table_id = serializers.IntegerField()
    table = serializers.IntegerField()
    keyer_id = serializers.IntegerField(allow_null=True, help_text="null where the sheet came with a file.")
    keyer = serializers.CharField()
    hands = serializers.IntegerField(help_text="How many hands are keyed.")
    taken_at = serializers.DateTimeField()
    handed_in_at = serializers.DateTimeField(allow_null=True)
    is_on_top = serializers.BooleanField(help_text="Whether the keyer is at this one.")


class SheetResultOutput(SheetLineOutput):
    """What was found when a sheet was laid beside the books."""

    equal = serializers.IntegerField(help_text="How many hands agree.")
    to_rule = serializers.IntegerField(help_text="How many wait for the director, among the conflicts of the round.")


class SheetOutput(serializers.Serializer[Any]):
    """A sheet as far as it is keyed. Points, scores and what comes next are by this sheet alone."""

    id = serializers.IntegerField()
    table_id = serializers.IntegerField()
    table = serializers.IntegerField()
    round_id = serializers.IntegerField()
    kind = serializers.CharField()
    rules = serializers.JSONField()
    starter_role = serializers.CharField()
    handed_in = serializers.BooleanField()
    left = serializers.IntegerField(help_text="How many sheets of the pile are not handed in.")
    seats = SeatOutput(many=True)
    sides = SideOutput(many=True)
    legs = LegOutput(many=True)
    next = NextHandOutput(allow_null=True)


class PileView(APIView):
    """The sheets of a round that one keys."""

    @extend_schema(responses=SheetLineOutput(many=True))
    def get(self, request: Request, round_id: int) -> Response:
        """Return the caller's own pile, in the order of the tables."""
        return Response(_lines(request, round_id))

    @extend_schema(request=PileInput, responses={201: SheetLineOutput(many=True)})
    def post(self, request: Request, round_id: int) -> Response:
        """Take sheets of a round to key them a second time; return the whole pile."""
        values = _values(PileInput, request)
        keying.take_pile(actor=actor_of(request), round_id=round_id, tables=values.get("tables"), now=timezone.now())
        return Response(_lines(request, round_id), status=status.HTTP_201_CREATED)


class PlaceView(APIView):
    """Where a keyer is in the pile."""

    @extend_schema(request=PlaceInput, responses=SheetOutput)
    def post(self, request: Request, round_id: int) -> Response:
        """Lay another sheet on top of the pile and return it; the place is kept on every device."""
        values = _values(PlaceInput, request)
        to = values.get("table") or values.get("to") or keying.NEXT
        sheet = keying.move_to(actor=actor_of(request), round_id=round_id, to=to, now=timezone.now())
        return Response(_sheet(selectors.get_sheet(actor_of(request), sheet.pk)))


class ResultsView(APIView):
    """What the second keying of a round has found."""

    @extend_schema(responses=SheetResultOutput(many=True))
    def get(self, request: Request, round_id: int) -> Response:
        """Return all sheets, by keyer and table, for those who rule; the hands are among the conflicts of the round."""
        found = selectors.results_of(actor_of(request), round_id)
        return Response(
            [
                {**SheetLineOutput(result.line).data, "equal": result.equal, "to_rule": result.to_rule}
                for result in found
            ]
        )


class SheetDetailView(APIView):
    """One sheet of the caller's own."""

    @extend_schema(responses=SheetOutput)
    def get(self, request: Request, sheet_id: int) -> Response:
        """Return what was keyed from a sheet, and nothing of what is in the books."""
        return Response(_sheet(selectors.get_sheet(actor_of(request), sheet_id)))


class KeyedHandView(APIView):
    """The hands of a sheet."""

    parser_classes = (SmallJSONParser,)

    @extend_schema(
        request=KeyedHandInput,
        responses={201: SheetOutput, 200: OpenApiResponse(SheetOutput, description="The same submission came before.")},
    )
    def post(self, request: Request, sheet_id: int) -> Response:
        """Key the next hand of a sheet, or one of its hands again; it is judged after the hands of this sheet alone."""
        values = _values(KeyedHandInput, request)
        shown, is_repeat = keying.key_hand(actor=actor_of(request), sheet_id=sheet_id, now=timezone.now(), **values)
        return Response(_sheet(shown), status=status.HTTP_200_OK if is_repeat else status.HTTP_201_CREATED)


class HandingInView(APIView):
    """A sheet that is done."""

    @extend_schema(request=HandingInInput, responses=SheetLineOutput(many=True))
    def post(self, request: Request, sheet_id: int) -> Response:
        """Hand a sheet in, and return the pile. What was found is for the director, not for who keys."""
        values = _values(HandingInInput, request)
        sheet = keying.hand_in(actor=actor_of(request), sheet_id=sheet_id, now=timezone.now(), **values)
        return Response(_lines(request, sheet.table.round_id))


class GivingBackView(APIView):
    """A sheet that is to be keyed anew."""

    @extend_schema(request=GivingBackInput, responses=SheetLineOutput(many=True))
    def post(self, request: Request, sheet_id: int) -> Response:
        """Give a sheet back, or take it back as the director; return the caller's own pile."""
        values = _values(GivingBackInput, request)
        given = keying.give_back(actor=actor_of(request), sheet_id=sheet_id, now=timezone.now(), **values)
        return Response(_lines(request, given.round_id))


def _lines(request: Request, round_id: int) -> list[Any]:
    return [SheetLineOutput(line).data for line in selectors.pile_of(actor_of(request), round_id)]


def _sheet(shown: SheetView) -> dict[str, Any]:
    of_table = table(shown.view)
    alike = ("kind", "rules", "starter_role", "seats", "sides", "legs")
    return {
        "id": shown.sheet.pk,
        "table_id": of_table["id"],
        "table": of_table["number"],
        "round_id": of_table["round_id"],
        **{name: of_table[name] for name in alike},
        "handed_in": shown.is_handed_in,
        "left": shown.left,
        "next": next_output(shown.following),
    }


def _values(form_of: type[Input], request: Request) -> dict[str, Any]:
    form = form_of(data=request.data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
