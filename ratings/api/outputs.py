"""What the API of the ratings returns."""

from typing import Any

from rest_framework import serializers

MU = "In 0.1 point, as computed."
SIGMA = "In 0.01 point, as computed."


class PoolOutput(serializers.Serializer[Any]):
    """A rating list: one game at one club, or in the whole installation."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    club = serializers.SlugField(source="club.slug", allow_null=True, help_text="Null: of all clubs.")
    club_name = serializers.CharField(source="club.name", allow_null=True)
    format = serializers.CharField(
        help_text="Which tables count: empty for all, partners, single, fixed_pairs or changing."
    )
    players = serializers.IntegerField(help_text="How many are rated.")
    params = serializers.DictField(child=serializers.IntegerField(), help_text="The engine's parameters.")
    engine_version = serializers.IntegerField()
    refreshed_at = serializers.DateTimeField(allow_null=True)
    dirty_from = serializers.DateField(
        allow_null=True, help_text="Results from this day on are still being worked in; null if all are."
    )


class LineOutput(serializers.Serializer[Any]):
    """What players and partnerships have in common: ``rating`` ± ``margin`` in whole points."""

    rank = serializers.IntegerField()
    rank_label = serializers.CharField(help_text="`2=` where a rank is shared.")
    name = serializers.CharField()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    tables = serializers.IntegerField()
    last_played = serializers.DateField()
    is_provisional = serializers.BooleanField()
    is_inactive = serializers.BooleanField()


class RatedPlayerOutput(LineOutput):
    """A line of the rating list."""

    player_id = serializers.IntegerField()
    mu = serializers.IntegerField(help_text=MU)
    sigma = serializers.IntegerField(help_text=SIGMA)
    is_partner_locked = serializers.BooleanField(
        help_text="The results do not tell the player from their partners: only the pair's rating says something."
    )


class BonusOutput(serializers.Serializer[Any]):
    """By how much two are better together than the sum of both; their rating is half of the sum of all three."""

    mu = serializers.IntegerField(help_text=MU)
    sigma = serializers.IntegerField(help_text=SIGMA)
    tables = serializers.IntegerField(help_text="Tables rated together up to then.")


def bonus_field() -> serializers.Serializer[Any]:
    """Return the field of a bonus that a list may not have."""
    return BonusOutput(allow_null=True, help_text="Null where the list has no bonuses.")


class RatedPartnershipOutput(LineOutput):
    """A partnership: the mean of its two players, with their bonus; ``tables`` are those that they played together."""

    player_ids = serializers.ListField(child=serializers.IntegerField())
    bonus = bonus_field()


class HistoryPointOutput(serializers.Serializer[Any]):
    """A player after one day of play."""

    period = serializers.DateField()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    mu = serializers.IntegerField(help_text=MU)
    sigma = serializers.IntegerField(help_text=SIGMA)
    change = serializers.IntegerField(help_text=f"Of mu. {MU}")
    tables = serializers.IntegerField(help_text="All tables rated up to then.")
    tables_played = serializers.IntegerField(help_text="Tables of that day.")
