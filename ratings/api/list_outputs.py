"""What the API returns of published lists."""

from typing import Any

from rest_framework import serializers

from ratings.api.outputs import MU, SIGMA
from ratings.selectors.lists import GONE, LATE, MOVED, PEOPLE, POINTS, RESULT, ListView


class ListSummaryOutput(serializers.Serializer[Any]):
    """A published list: it never changes."""

    number = serializers.IntegerField()
    month = serializers.DateField(allow_null=True, help_text="First day of the month whose list it is.")
    day = serializers.DateField(help_text="The last day of play that is in it.")
    published_at = serializers.DateTimeField()
    players = serializers.IntegerField(source="size")
    checksum = serializers.CharField(help_text="SHA-256 of the figures with their ids.")


class RatedSideOutput(serializers.Serializer[Any]):
    """A side of a table."""

    player_ids = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    place = serializers.IntegerField(help_text="1 is best; equal places are a tie.")
    points = serializers.IntegerField(allow_null=True, help_text="Null where only places count.")


class RatedTableOutput(serializers.Serializer[Any]):
    """What a table's result was taken for."""

    day = serializers.DateField()
    sides = RatedSideOutput(many=True)


class RatingReasonOutput(serializers.Serializer[Any]):
    """Why a result changed. ``by`` is the part that somebody played who corrected it, never a name.

    ``kind`` as in the corrections of a tournament, or ``merged`` and ``parted`` (two records of one person made one, or
    taken apart again) and ``taken_out`` (a file or archive was taken out).
    """

    kind = serializers.CharField()
    leg = serializers.IntegerField(source="correction.leg", default=None, allow_null=True)
    number = serializers.IntegerField(source="correction.number", default=None, allow_null=True)
    reason = serializers.CharField(source="correction.reason", default="")
    by = serializers.CharField(source="correction.by", default="")
    made_at = serializers.DateTimeField(source="correction.made_at", default=None, allow_null=True)


class TableCorrectionOutput(serializers.Serializer[Any]):
    """A table of days that the list before had, whose result came, changed or went since."""

    number = serializers.IntegerField()
    table_id = serializers.IntegerField()
    table = serializers.IntegerField()
    round_id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    tournament = serializers.CharField(help_text="Its name.")
    slug = serializers.CharField()
    what = serializers.ListField(
        child=serializers.ChoiceField([LATE, GONE, MOVED, PEOPLE, RESULT, POINTS]),
        help_text="It came late, counts no more, has another day, other people, other places, or other points.",
    )
    before = RatedTableOutput(allow_null=True)
    after = RatedTableOutput(allow_null=True)
    reasons = RatingReasonOutput(many=True)


class LeftOutput(serializers.Serializer[Any]):
    """Somebody who was on the list before and is no more."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()


class ChangedParamOutput(serializers.Serializer[Any]):
    """A parameter of the engine that is another than for the list before."""

    name = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class RecalculationOutput(serializers.Serializer[Any]):
    """Why earlier days were calculated otherwise than for the list before."""

    version = serializers.IntegerField(help_text="Of the parameters now.")
    changed = ChangedParamOutput(many=True)
    engine_version = serializers.IntegerField()
    has_other_engine = serializers.BooleanField()


class ListOutput(ListSummaryOutput):
    """A published list, but for its lines, with what was corrected since the one before."""

    pool = serializers.IntegerField()
    params = serializers.DictField(help_text="The engine's parameters.")
    engine_version = serializers.IntegerField()
    is_calculated_otherwise = serializers.BooleanField(
        help_text="Whether earlier days were calculated in another way than for the list before."
    )
    recalculated = RecalculationOutput(
        allow_null=True, help_text="In which way; what it moved is in `by_correction` of the lines. Else null."
    )
    corrections = TableCorrectionOutput(many=True)
    left = LeftOutput(many=True, help_text="Who was on the list before and is no more.")


class PublishedLineOutput(serializers.Serializer[Any]):
    """A line of a published list: ``mu`` is ``mu_before``, ``by_play`` and ``by_correction`` together.

    ``corrected`` are the numbers of those corrections at whose tables the player sat; a rating that was moved without
    any met others that were.
    """

    rank = serializers.IntegerField()
    rank_label = serializers.CharField(help_text="`2=` where a rank is shared.")
    player_id = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    mu = serializers.IntegerField(help_text=MU)
    sigma = serializers.IntegerField(help_text=SIGMA)
    tables = serializers.IntegerField()
    last_played = serializers.DateField()
    marks = serializers.ListField(child=serializers.CharField())
    is_new = serializers.BooleanField(help_text="Not on the list before: `mu_before` is that of a newcomer.")
    mu_before = serializers.IntegerField(help_text=MU)
    by_play = serializers.IntegerField(help_text="Moved by the tables of days after the list before; in 0.1 point.")
    by_correction = serializers.IntegerField(
        help_text="Moved because results of days that the list before had came or changed; in 0.1 point."
    )
    corrected = serializers.ListField(child=serializers.IntegerField())


def list_detail(view: ListView) -> dict[str, Any]:
    """Return a list, as ListOutput has it."""
    published = view.published
    return {
        **ListSummaryOutput(published).data,
        "pool": published.pool_id,
        "params": published.params,
        "engine_version": published.engine_version,
        "is_calculated_otherwise": view.is_calculated_otherwise,
        "recalculated": None if view.recalculated is None else RecalculationOutput(view.recalculated).data,
        "corrections": TableCorrectionOutput(view.corrections, many=True).data,
        "left": [{"player_id": player, "name": name} for player, name in view.left],
    }
