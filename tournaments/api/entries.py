"""Who takes part in a tournament."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.api.consequences import DoneOrLookedAt, LookedAtInput, confirmation_of, consequences
from tournaments.api.lists import PairListInput
from tournaments.imports import LINES_LIMIT
from tournaments.models import Entry
from tournaments.movements.staying import MOST_TABLES
from tournaments.selectors import entries as selectors
from tournaments.selectors import rights
from tournaments.selectors.arrangements import Arrangements, arrangements_of
from tournaments.selectors.partner_draws import BY_LOT, WAYS
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import absences, arrangements, entries, partner_draws
from tournaments.services.departures import Unfinished
from tournaments.services.entry_corrections import RightPerson, correct_entry, preview_entry_correction
from tournaments.set_up import LARGEST_SEED


class LateInput(Input):
    """Whether the rounds that were played before somebody came are worth what a sit-out is worth, or nothing."""

    missed_like_sit_out = serializers.BooleanField(required=False, default=False)


class EntriesInput(LateInput):
    """Who is to be admitted, in the order of their numbers: partnerships, or players where individuals take part."""

    partnership_ids = serializers.ListField(child=IdField(), min_length=1, max_length=LINES_LIMIT, required=False)
    player_ids = serializers.ListField(child=IdField(), min_length=1, max_length=LINES_LIMIT, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two is sent."""
        if len({"partnership_ids", "player_ids"} & attrs.keys()) != 1:
            raise serializers.ValidationError(_("Send partnership_ids or player_ids."))
        return attrs


class EntryListInput(PairListInput, LateInput):
    """Entries, one a line: a pair as ``Ann Lee + Bob O'Brien``, or one name where individuals take part."""


class ReasonInput(Input):
    """Why."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class AbsenceInput(ReasonInput):
    """The round that an entry misses, and whether that is worth to it what a sit-out is worth."""

    round = serializers.IntegerField(min_value=1, max_value=32_767)
    like_sit_out = serializers.BooleanField(required=False, default=False)


class SubstituteInput(Input):
    """Who leaves a seat, and who sits in."""

    player_out_id = IdField()
    player_in_id = IdField()


class WithdrawalInput(ReasonInput):
    """Why an entry leaves, and what becomes of the table that it has not finished."""

    unfinished = serializers.ChoiceField(choices=list(Unfinished), required=False, default=Unfinished.FINISH.value)
    points = serializers.IntegerField(required=False, default=0)
    substitutes = SubstituteInput(many=True, required=False, default=list)


class ReplacementInput(ReasonInput):
    """Who stops playing for the entry, and who plays instead."""

    player_out_id = IdField()
    player_in_id = IdField()


class WrongPlayerInput(LookedAtInput):
    """Who stands in the entry by mistake, and who it was: a player of the club, or somebody new by their name.

    ``is_new`` says that a namesake at the club is somebody else.
    """

    needs_reason = True

    player_out_id = IdField()
    player_in_id = IdField(required=False, allow_null=True, default=None)
    new_name = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    is_new = serializers.BooleanField(required=False, default=False)
    from_round = serializers.IntegerField(min_value=1, max_value=32_767, required=False, default=1)


class FixedTableInput(Input):
    """An entry, and the number of the table that it sits at in every round."""

    entry_id = IdField()
    table = serializers.IntegerField(min_value=1, max_value=MOST_TABLES)


class ArrangementsInput(Input):
    """Which entries keep their table, in the order in which they choose one; which sit at a given one; the house's."""

    staying = serializers.ListField(child=IdField(), max_length=LINES_LIMIT)
    house = IdField(allow_null=True)
    fixed_tables = FixedTableInput(many=True, required=False, default=list)


class PartnerDrawInput(Input):
    """How partners are drawn: by lot, or one of the stronger half by rating with one of the other (ladders)."""

    by = serializers.ChoiceField(choices=list(WAYS), required=False, default=BY_LOT)
    seed = serializers.IntegerField(
        min_value=0, max_value=LARGEST_SEED, required=False, help_text="Left out: the tournament's, another each time."
    )


class LineUpOutput(serializers.Serializer[Any]):
    """Who plays for an entry, or did until somebody took the place."""

    place = serializers.IntegerField()
    player_id = IdField()
    name = serializers.CharField()
    from_round = serializers.IntegerField()
    is_current = serializers.BooleanField()


class AbsenceOutput(serializers.Serializer[Any]):
    """A round that an entry misses; ``like_sit_out``: that is worth as much as a sit-out."""

    round = serializers.IntegerField()
    like_sit_out = serializers.BooleanField()
    reason = serializers.CharField()


class EntryOutput(serializers.Serializer[Any]):
    """An entry under the name that it was admitted by."""

    id = IdField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    partnership_id = IdField(allow_null=True)
    player_id = IdField(allow_null=True)
    status = serializers.CharField()
    first_round = serializers.IntegerField()
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    players = LineUpOutput(many=True)
    absences = AbsenceOutput(many=True)


class EntryListView(GenericAPIView[Entry]):
    """The entries of a tournament."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=EntryOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the entries by number; why somebody is away is for those who manage entries."""
        tournament = get_tournament(slug)
        page = self.paginate_queryset(selectors.entries_of(tournament.pk)) or []
        views = selectors.view_entries(page, tournament)
        if Right.MANAGE_ENTRIES not in rights.rights_in_club(actor_of(request), tournament.club_id):
            views = selectors.without_reasons(views)
        return self.get_paginated_response(EntryOutput(views, many=True).data)

    @extend_schema(request=EntriesInput, responses={201: EntryOutput(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Admit partnerships or players, all of them or none."""
        form = EntriesInput(data=request.data)
        form.is_valid(raise_exception=True)
        tournament = get_tournament(slug)
        admit = entries.admit_players if "player_ids" in form.validated_data else entries.admit_partnerships
        admitted = admit(
            actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.validated_data
        )
        views = selectors.view_entries(admitted, tournament)
        return Response(EntryOutput(views, many=True).data, status=status.HTTP_201_CREATED)


class EntryImportView(APIView):
    """Entries as a list."""

    @extend_schema(request=EntryListInput, responses={201: EntryOutput(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Admit the pairs or the players of all lines or of none; partnerships are formed."""
        form = EntryListInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        tournament = get_tournament(slug)
        admitted = entries.admit_text(
            actor=actor_of(request),
            tournament=tournament,
            text=values["text"],
            add_unknown=values["add_unknown"],
            decisions=values.get("decisions"),
            missed_like_sit_out=values["missed_like_sit_out"],
            now=timezone.now(),
        )
        views = selectors.view_entries(admitted, tournament)
        return Response(EntryOutput(views, many=True).data, status=status.HTTP_201_CREATED)


class PartnerDrawView(APIView):
    """Individuals who are drawn into pairs for the evening."""

    @extend_schema(request=PartnerDrawInput, responses={201: EntryOutput(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Draw everybody who takes part into pairs, which are entered in their place. Only before the first round."""
        form = PartnerDrawInput(data=request.data)
        form.is_valid(raise_exception=True)
        tournament = get_tournament(slug)
        drawn = partner_draws.draw_pairs(
            actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.validated_data
        )
        return Response(_listed(drawn, slug), status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses={200: EntryOutput(many=True)})
    def delete(self, request: Request, slug: str) -> Response:
        """Take the pairs apart again: everybody is signed up alone as before. Only before the first round."""
        tournament = get_tournament(slug)
        alone = partner_draws.undo_draw(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now())
        return Response(_listed(alone, slug))


class WithdrawalView(APIView):
    """An entry that leaves, or comes back."""

    @extend_schema(request=WithdrawalInput, responses=EntryOutput)
    def post(self, request: Request, entry_id: int) -> Response:
        """Withdraw the entry from the next draw on; its results stay.

        The table that it has not finished is played out (finish), won by the others (forfeit), void, or played out by
        substitutes.
        """
        form = WithdrawalInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        pairs = [(one["player_out_id"], one["player_in_id"]) for one in values.pop("substitutes")]
        entries.withdraw_entry(
            actor=actor_of(request), entry_id=entry_id, substitutes=pairs, now=timezone.now(), **values
        )
        return Response(_shown(entry_id))

    @extend_schema(request=None, responses={200: EntryOutput})
    def delete(self, request: Request, entry_id: int) -> Response:
        """Take the withdrawal back: the entry plays again from the next draw on."""
        entries.reinstate_entry(actor=actor_of(request), entry_id=entry_id, now=timezone.now())
        return Response(_shown(entry_id))


class AbsenceListView(APIView):
    """Rounds that an entry misses."""

    @extend_schema(request=AbsenceInput, responses={201: EntryOutput})
    def post(self, request: Request, entry_id: int) -> Response:
        """Leave the entry out of one round that is not published yet; it stays in the tournament."""
        form = AbsenceInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        absences.announce_absence(
            actor=actor_of(request),
            entry_id=entry_id,
            round_number=values["round"],
            like_sit_out=values["like_sit_out"],
            reason=values["reason"],
            now=timezone.now(),
        )
        return Response(_shown(entry_id), status=status.HTTP_201_CREATED)


class AbsenceDetailView(APIView):
    """A round that an entry plays after all."""

    @extend_schema(request=None, responses={200: EntryOutput})
    def delete(self, request: Request, entry_id: int, number: int) -> Response:
        """Cancel the absence."""
        absences.cancel_absence(actor=actor_of(request), entry_id=entry_id, round_number=number, now=timezone.now())
        return Response(_shown(entry_id))


class ReplacementListView(APIView):
    """Players of an entry who are replaced."""

    @extend_schema(request=ReplacementInput, responses={201: EntryOutput})
    def post(self, request: Request, entry_id: int) -> Response:
        """Let another player play for the entry from the next round on."""
        form = ReplacementInput(data=request.data)
        form.is_valid(raise_exception=True)
        entries.replace_player(actor=actor_of(request), entry_id=entry_id, now=timezone.now(), **form.validated_data)
        return Response(_shown(entry_id), status=status.HTTP_201_CREATED)


class WrongPlayerView(APIView):
    """An entry under the wrong person."""

    @extend_schema(request=WrongPlayerInput, responses=DoneOrLookedAt(EntryOutput))
    def post(self, request: Request, entry_id: int) -> Response:
        """Put the right person into the entry and into every seat that the wrong one had, from a round on.

        Hands and standings stay, ratings follow; who sat in as a substitute stays. It is undone by correcting it back.
        """
        form = WrongPlayerInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "entry_id": entry_id,
            "player_out_id": values["player_out_id"],
            "right": RightPerson(values["player_in_id"], values["new_name"], values["is_new"]),
            "from_round": values["from_round"],
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(preview_entry_correction(**what)))
        correct_entry(**what, **confirmation_of(values))
        return Response(_shown(entry_id))


def _listed(of_one: list[Entry], slug: str) -> list[dict[str, Any]]:
    """Return entries as they are now; what takes part may just have changed."""
    views = selectors.view_entries(of_one, get_tournament(slug))
    return [dict(EntryOutput(view).data) for view in views]


def _shown(entry_id: int) -> dict[str, Any]:
    entry = selectors.get_entry(entry_id)
    [view] = selectors.view_entries([entry], entry.tournament)
    return dict(EntryOutput(view).data)


class ArrangementsView(APIView):
    """What is arranged for single entries."""

    @extend_schema(responses=ArrangementsInput)
    def get(self, request: Request, slug: str) -> Response:
        """Return who keeps a table, and which entry is the house's."""
        tournament = get_tournament(slug)
        rights.require(actor_of(request), Right.ENTER_HANDS, club_id=tournament.club_id)
        return Response(_arranged(arrangements_of(tournament)))

    @extend_schema(request=ArrangementsInput, responses=ArrangementsInput)
    def put(self, request: Request, slug: str) -> Response:
        """Arrange it anew; it holds from the next draw on."""
        form = ArrangementsInput(data=request.data)
        form.is_valid(raise_exception=True)
        wanted = form.validated_data
        arranged = arrangements.arrange(
            actor=actor_of(request),
            tournament_id=get_tournament(slug).pk,
            staying=wanted["staying"],
            house=wanted["house"],
            fixed_tables=[(row["entry_id"], row["table"]) for row in wanted["fixed_tables"]],
            now=timezone.now(),
        )
        return Response(_arranged(arranged))


def _arranged(arranged: Arrangements) -> dict[str, Any]:
    fixed = [{"entry_id": entry, "table": table} for entry, table in arranged.fixed_tables]
    return {"staying": list(arranged.staying), "house": arranged.house, "fixed_tables": fixed}
