"""What the ratings store: pools, the results that were rated, and the states that the replay gave.

Results are a ledger: a row is never edited, a change below is a new revision. States are a pure function of the current
results and the pool's parameters; they may be thrown away and computed again.
"""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from gameplay.models import Game
from tournaments.models import Club, Player, Table

KINDS = ["five_hundred", "fives_threes"]


class RatingPool(models.Model):
    """Those who are rated against each other: one game at one club.

    ``dirty_from`` is the watermark: states from that day on are not what the results say. ``version`` counts what has
    been marked, so that a refresh clears the mark only if nothing came in meanwhile.
    """

    kind = models.CharField(max_length=16, choices=Game.Kind.choices)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rating_pools")
    name = models.CharField(max_length=120)
    params = models.JSONField(help_text="The engine's parameters with their version.")
    engine_version = models.PositiveSmallIntegerField()
    live_generation = models.PositiveIntegerField(default=1, help_text="The states that count; others are being made.")
    version = models.PositiveBigIntegerField(default=0)
    dirty_from = models.DateField(null=True, blank=True)
    dirty_at = models.DateTimeField(null=True, blank=True, help_text="Since when it has been waiting for a refresh.")
    refreshed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "club"], name="one_pool_per_game_and_club"),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="pool_kind_is_known"),
            models.CheckConstraint(condition=~Q(name=""), name="pool_has_a_name"),
            models.CheckConstraint(
                condition=Q(dirty_from__isnull=True, dirty_at__isnull=True)
                | Q(dirty_from__isnull=False, dirty_at__isnull=False),
                name="pool_waits_iff_dirty",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} (pool {self.pk})"


class RatedResult(models.Model):
    """One table's result as it was rated: who sat for which side, and the place that each side took.

    ``players`` are the ids of all sides in a row, ``side_sizes`` cut them into sides, ``places`` are by side (1 is
    best, equal places are a tie). A void revision says that the table counts no more.
    """

    kind = models.CharField(max_length=16, choices=Game.Kind.choices)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+")
    revision = models.PositiveIntegerField()
    is_current = models.BooleanField(default=True)
    is_void = models.BooleanField(default=False)
    period = models.DateField(help_text="The day of the round: all tables of a day are rated at once.")
    players = ArrayField(models.BigIntegerField())
    side_sizes = ArrayField(models.PositiveSmallIntegerField())
    places = ArrayField(models.PositiveSmallIntegerField())
    recorded_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "revision"], name="one_result_of_a_revision"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(is_current=True), name="one_current_result_per_table"
            ),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="result_kind_is_known"),
            models.CheckConstraint(condition=Q(revision__gte=1), name="result_revision_from_1"),
            models.CheckConstraint(condition=Q(side_sizes__len__gte=2), name="result_of_two_sides_or_more"),
            models.CheckConstraint(condition=Q(places__len=F("side_sizes__len")), name="result_has_a_place_per_side"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["kind", "club", "period"],
                condition=Q(is_current=True, is_void=False),
                name="rated_results_by_day",
            ),
        ]

    def __str__(self) -> str:
        return f"result of table {self.table_id}, revision {self.revision}"


class RatingState(models.Model):
    """What is believed of a player after a day of play: ``mu`` in 0.1 point, ``sigma`` in 0.01 point."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="states")
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    period = models.DateField()
    mu = models.IntegerField()
    sigma = models.PositiveIntegerField()
    tables = models.PositiveIntegerField(help_text="All tables rated up to then.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool", "generation", "player", "period"], name="one_state_per_player_and_day"
            ),
            models.CheckConstraint(condition=Q(sigma__gte=1), name="state_is_never_certain"),
            models.CheckConstraint(condition=Q(tables__gte=1), name="state_after_a_table"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["pool", "generation", "period"], name="rating_states_by_day"),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} after {self.period} in pool {self.pool_id}"
