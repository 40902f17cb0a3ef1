"""What a change would move, and how it is confirmed, as the API says it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from gameplay.api.inputs import Input
from tournaments.selectors.consequences import Consequences
from tournaments.services.confirming import Confirmation, DrawDecision

MOST_DRAWS = 100


class DrawDecisionInput(Input):
    """What becomes of the draw of a later round; to make it again, its number is typed in as a second thought."""

    round = serializers.IntegerField(min_value=1)
    again = serializers.BooleanField(default=False)
    typed = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")


class LookedAtInput(Input):
    """A change: with ``preview`` it is only looked at. ``version`` names the preview that was looked at.

    Without either it is made at once, unless seats, draws, publications or ratings follow from it, or hands fall away.
    """

    needs_reason: ClassVar[bool] = False

    preview = serializers.BooleanField(required=False, default=False)
    version = serializers.CharField(max_length=64, required=False)
    draws = serializers.ListField(child=DrawDecisionInput(), required=False, max_length=MOST_DRAWS)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Whoever does not only look says why, where that is needed."""
        if self.needs_reason and not attrs["preview"] and not attrs["reason"]:
            raise serializers.ValidationError({"reason": [_("Say why.")]})
        return attrs


class UndoInput(LookedAtInput):
    """Why something is to count no more."""

    needs_reason = True


class ConfirmedInput(LookedAtInput):
    """A change that is never made before it was looked at."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Who does not only look names the version that was looked at."""
        if not attrs["preview"] and "version" not in attrs:
            raise serializers.ValidationError({"version": [_("Send the version of the preview.")]})
        return super().validate(attrs)


def confirmation_of(values: dict[str, Any]) -> dict[str, Any]:
    """Return the reason and what was looked at, as the services take them."""
    return {"reason": values["reason"], "confirmation": looked_at(values.get("version"), values.get("draws", ()))}


def looked_at(version: str | None, draws: Iterable[dict[str, Any]]) -> Confirmation:
    """Return the version of the preview that was looked at, and what becomes of the draws, as the services take it."""
    return Confirmation(version, [DrawDecision(one["round"], one["again"], one["typed"]) for one in draws])


class FiguresOutput(serializers.Serializer[Any]):
    """Where an entry stands, as it is shown."""

    rank = serializers.CharField()
    table_points = serializers.CharField()
    games_won = serializers.CharField()
    points = serializers.CharField()


class EntryConsequenceOutput(serializers.Serializer[Any]):
    """An entry whose line in the standings changes."""

    entry_id = serializers.IntegerField()
    entry_number = serializers.IntegerField()
    entry_name = serializers.CharField()
    before = FiguresOutput()
    after = FiguresOutput()
    moves_a_prize = serializers.BooleanField()


class HandLineOutput(serializers.Serializer[Any]):
    """What a hand is worth to each side, and the score after it."""

    points = serializers.ListField(child=serializers.IntegerField())
    scores = serializers.ListField(child=serializers.IntegerField())


class HandConsequenceOutput(serializers.Serializer[Any]):
    """A hand that counts otherwise; ``after`` is null for one that falls away, ``before`` for one that comes in."""

    leg = serializers.IntegerField()
    number = serializers.IntegerField()
    before = HandLineOutput(allow_null=True)
    after = HandLineOutput(allow_null=True)


class TableFiguresOutput(serializers.Serializer[Any]):
    """Where a table stands; ``missing`` is the leg and number of the hand that is still to be played, or null."""

    is_complete = serializers.BooleanField()
    is_decided = serializers.BooleanField()
    games_won = serializers.ListField(child=serializers.CharField())
    points = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class TableConsequenceOutput(serializers.Serializer[Any]):
    """A table whose hands or result change."""

    table_id = serializers.IntegerField()
    number = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    before = TableFiguresOutput()
    after = TableFiguresOutput()
    hands = HandConsequenceOutput(many=True)


class DrawConsequenceOutput(serializers.Serializer[Any]):
    """A later round that would have been drawn otherwise."""

    round_number = serializers.IntegerField()
    status = serializers.CharField()
    standings_version = serializers.IntegerField()
    not_met = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    met_instead = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    no_sit_out = serializers.ListField(child=serializers.CharField())
    sit_out_instead = serializers.ListField(child=serializers.CharField())
    has_byes = serializers.BooleanField(help_text="Whether those without a table have a bye, as in a knock-out.")
    hands = serializers.IntegerField()
    can_be_drawn = serializers.BooleanField()
    may_be_drawn_again = serializers.BooleanField()


class PublicationConsequenceOutput(serializers.Serializer[Any]):
    """Published standings that would read otherwise today, and how many lines of them."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    lines = serializers.IntegerField()


class RatingConsequenceOutput(serializers.Serializer[Any]):
    """A player's rating in points; null for somebody without one."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class PersonConsequenceOutput(serializers.Serializer[Any]):
    """Somebody in the place of another: at a table of a round, from a round on, or without both as who is entered."""

    entry_number = serializers.IntegerField()
    entry_name = serializers.CharField()
    round_number = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    before = serializers.CharField()
    after = serializers.CharField()


class ConsequencesOutput(serializers.Serializer[Any]):
    """All that a change moves; the real call names the version."""

    version = serializers.CharField()
    tables = TableConsequenceOutput(many=True)
    entries = EntryConsequenceOutput(many=True)
    draws = DrawConsequenceOutput(many=True)
    publications = PublicationConsequenceOutput(many=True)
    ratings = RatingConsequenceOutput(many=True)
    persons = PersonConsequenceOutput(many=True)
    sharing = serializers.ListField(
        child=serializers.CharField(), help_text="Entries that come to share a player with the one that is corrected."
    )


def consequences(found: Consequences) -> dict[str, Any]:
    """Return what a change moves as JSON."""
    return dict(ConsequencesOutput(found).data)


class DoneOrLookedAt(PolymorphicProxySerializer):
    """The answer of a change that may only be looked at: what it would move, or what it made."""

    def __init__(self, made: type[serializers.Serializer[Any]]) -> None:
        name = f"ConsequencesOr{made.__name__.removesuffix('Output')}"
        super().__init__(name, [ConsequencesOutput, made], resource_type_field_name=None)
