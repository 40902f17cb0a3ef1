"""What the ratings store: pools, the results that were rated, and the states that the replay gave.

Results are a ledger: a row is never edited, a change below is a new revision. States are a pure function of the current
results and the pool's parameters; they may be thrown away and computed again.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, gettext_lazy

from gameplay.models import Game
from tournaments.models import Club, Player, Table, Tournament

KINDS = ["five_hundred", "fives_threes"]
_NAMES = {"Five Hundred", "Fives and Threes"}
FORMATS = ["", "partners", "single", "fixed_pairs", "changing"]
ENTRY_KINDS = ["partnership", "player", "team"]


class RatingPool(models.Model):
    """Those who are rated against each other: one game at one club or, without one, in the whole installation.

    ``dirty_from`` is the watermark: states from that day on are not what the results say. ``version`` counts what has
    been marked, so that a refresh clears the mark only if nothing came in meanwhile. ``missed_from`` is the watermark
    of the generation that is being made beside the live one: the earliest day marked since that began.
    """

    class Format(models.TextChoices):
        """Which tables belong to it. The pool of all of them opens by itself at a club."""

        ALL = "", gettext_lazy("all tables")
        PARTNERS = "partners", gettext_lazy("tables of partners")
        SINGLE = "single", gettext_lazy("tables where everybody plays alone")
        FIXED_PAIRS = "fixed_pairs", gettext_lazy("tables of pairs that entered together")
        CHANGING = "changing", gettext_lazy("tables of partners who change from round to round")

    kind = models.CharField(max_length=16, choices=Game.Kind.choices)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="rating_pools", help_text="None: all clubs."
    )
    format = models.CharField(max_length=16, choices=Format.choices, blank=True, default=Format.ALL)
    name = models.CharField(max_length=120)
    params = models.JSONField(help_text="The engine's parameters with their version.")
    engine_version = models.PositiveSmallIntegerField()
    live_generation = models.PositiveIntegerField(default=1, help_text="The states that count; others are being made.")
    version = models.PositiveBigIntegerField(default=0)
    dirty_from = models.DateField(null=True, blank=True)
    missed_from = models.DateField(null=True, blank=True)
    has_pair_states = models.BooleanField(default=False, help_text="Whether states of pairs may be stored for it.")
    dirty_at = models.DateTimeField(null=True, blank=True, help_text="Since when it has been waiting for a refresh.")
    refreshed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "club", "format"], nulls_distinct=False, name="one_pool_per_game_club_and_format"
            ),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="pool_kind_is_known"),
            models.CheckConstraint(condition=Q(format__in=FORMATS), name="pool_format_is_known"),
            models.CheckConstraint(condition=~Q(name=""), name="pool_has_a_name"),
            models.CheckConstraint(
                condition=Q(dirty_from__isnull=True, dirty_at__isnull=True)
                | Q(dirty_from__isnull=False, dirty_at__isnull=False),
                name="pool_waits_iff_dirty",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} (pool {self.pk})"

    @property
    def shown_name(self) -> str:
        """The name, in the reader's language where nobody has given it another than that of the game."""
        return gettext(self.name) if self.name in _NAMES else self.name

    @property
    def counts_margin(self) -> bool:
        """Whether points count for it, and not only who won; also of one whose parameters cannot be read."""
        return bool(self.params.get("margin_unit"))

    @property
    def rates_pairs(self) -> bool:
        """Whether partners have a bonus of their own; also of one whose parameters cannot be read."""
        return bool(self.params.get("bonus_sigma"))


class RatedResult(models.Model):
    """One table's result as it was rated: who sat for which side, and the place that each side took.

    ``players`` are the ids of all sides in a row, ``side_sizes`` cut them into sides, ``places`` are by side (1 is
    best, equal places are a tie), and so are ``points``, the scores over all the table's ``games``; None in rows from
    before they were kept. A void revision says that the table counts no more.
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
    points = ArrayField(models.IntegerField(), null=True, blank=True)
    games = models.PositiveSmallIntegerField(default=1)
    entry_kind = models.CharField(max_length=16, choices=Tournament.EntryKind.choices)
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
            models.CheckConstraint(
                condition=Q(points__isnull=True) | Q(points__len=F("side_sizes__len")),
                name="result_has_points_per_side",
            ),
            models.CheckConstraint(condition=Q(games__gte=1), name="result_of_a_game_or_more"),
            models.CheckConstraint(condition=Q(entry_kind__in=ENTRY_KINDS), name="result_entry_kind_is_known"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["kind", "club", "period"],
                condition=Q(is_current=True, is_void=False),
                name="rated_results_by_day",
            ),
            models.Index(
                fields=["kind", "period"],
                condition=Q(is_current=True, is_void=False),
                name="rated_results_of_all_clubs",
            ),
        ]

    def __str__(self) -> str:
        return f"result of table {self.table_id}, revision {self.revision}"


class RatingState(models.Model):
    """What is believed of a player after a day of play: ``mu`` in 0.1 point, ``sigma`` in 0.01 point.

    The database checks neither pool nor player: the ledger says who they are, every row can be computed again, and of
    three million rows the two checks took more than half of the time that writing them takes. Its table is partitioned
    by pool and generation, so that a large generation can have one of its own (``services/large_generations.py``).
    """

    pk = models.CompositePrimaryKey("pool_id", "generation", "player_id", "period")

    pool = models.ForeignKey(
        RatingPool, on_delete=models.CASCADE, related_name="states", db_constraint=False, db_index=False
    )
    generation = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    period = models.DateField()
    mu = models.IntegerField()
    sigma = models.PositiveIntegerField()
    tables = models.PositiveIntegerField(help_text="All tables rated up to then.")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(sigma__gte=1), name="state_is_never_certain"),
            models.CheckConstraint(condition=Q(tables__gte=1), name="state_after_a_table"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["pool", "generation", "period"], name="rating_states_by_day"),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} after {self.period} in pool {self.pool_id}"


class PairState(models.Model):
    """What is believed of two partners' bonus after a day together, where a pool has them: in the units of a state.

    Kept like the states of players, which it stands beside: with the same generations, and checked as little.
    """

    pool = models.ForeignKey(
        RatingPool, on_delete=models.CASCADE, related_name="pair_states", db_constraint=False, db_index=False
    )
    generation = models.PositiveIntegerField()
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    period = models.DateField()
    mu = models.IntegerField()
    sigma = models.PositiveIntegerField()
    tables = models.PositiveIntegerField(help_text="All tables rated together up to then.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool", "generation", "first", "second", "period"], name="one_state_per_pair_and_day"
            ),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_state_in_order"),
            models.CheckConstraint(condition=Q(sigma__gte=1), name="pair_state_is_never_certain"),
            models.CheckConstraint(condition=Q(tables__gte=1), name="pair_state_after_a_table"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["pool", "generation", "period"], name="pair_states_by_day"),
        ]

    def __str__(self) -> str:
        return f"players {self.first_id} and {self.second_id} after {self.period} in pool {self.pool_id}"


class RatingRebuild(models.Model):
    """One whole replay of a pool that was asked for. The row is what counts; the worker's message is only a nudge."""

    class State(models.TextChoices):
        """An open one waits or runs; the others have ended."""

        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    class Step(models.TextChoices):
        """What is being done at the moment, in this order."""

        RESULTS = "results", "reading the tables"
        READING = "reading", "reading the results"
        REPLAYING = "replaying", "replaying them"
        WRITING = "writing", "writing the ratings"
        SWITCHING = "switching", "switching over"

    OPEN = (State.WAITING, State.RUNNING)

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="rebuilds")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    step = models.CharField(max_length=16, choices=Step.choices, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    states = models.PositiveIntegerField(null=True, blank=True, help_text="How many were made.")
    fault = models.TextField(blank=True, help_text="What went wrong, as the log has it.")
    asked_at = models.DateTimeField()
    nudged_at = models.DateTimeField(help_text="When the worker was last told of it.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["pool"], condition=Q(state__in=["waiting", "running"]), name="one_open_rebuild"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running"], states__isnull=True, fault="", ended_at__isnull=True)
                | Q(state="done", states__isnull=False, fault="", ended_at__isnull=False)
                | (Q(state="failed", states__isnull=True, ended_at__isnull=False) & ~Q(fault="")),
                name="rebuild_state_and_outcome_agree",
            ),
        ]

    def __str__(self) -> str:
        return f"rebuild {self.pk} of pool {self.pool_id}"

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in self.OPEN


class RatingCheck(models.Model):
    """The last comparison of a pool's stored states with a whole replay, and of its lists with their checksums.

    Anything that differs is an alarm.
    """

    pool = models.OneToOneField(RatingPool, on_delete=models.CASCADE, related_name="check_made")
    checked_at = models.DateTimeField()
    results = models.PositiveIntegerField()
    states = models.PositiveIntegerField()
    results_differ = models.PositiveIntegerField()
    states_differ = models.PositiveIntegerField()
    lists_differ = models.PositiveIntegerField(default=0, help_text="Published lists that are not what was published.")

    def __str__(self) -> str:
        return f"check of pool {self.pool_id} at {self.checked_at}"


class PublishedList(models.Model):
    """The ratings of a pool as they were published. Neither it nor its lines ever change: the database refuses it.

    It keeps ids and figures; names and reasons are read where they stand when it is shown, so that a person can be
    forgotten. ``corrections`` are the tables of days that the list before had, whose results came or changed since:
    ``{"table", "before", "after", "reasons"}``, before and after as ``{"day", "sides", "places", "points"}`` or null,
    points null where they do not count, reasons as ``[kind, id]`` (``ratings.selectors.reasons``). ``checksum`` is of
    the list with its lines.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="lists")
    number = models.PositiveIntegerField()
    month = models.DateField(null=True, help_text="First day of the month whose list it is; none if made at will.")
    day = models.DateField(help_text="The last day of play that is in it.")
    published_at = models.DateTimeField()
    ledger_mark = models.PositiveBigIntegerField(help_text="The newest row of the ledger that it was made from.")
    params = models.JSONField()
    engine_version = models.PositiveSmallIntegerField()
    size = models.PositiveIntegerField(help_text="How many lines it has.")
    corrections = models.JSONField()
    players_left = ArrayField(models.BigIntegerField(), help_text="Who was on the list before and is no more.")
    checksum = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pool", "number"], name="one_list_of_a_number"),
            models.UniqueConstraint(fields=["pool", "month"], name="one_list_a_month"),
            models.CheckConstraint(condition=Q(number__gte=1), name="list_number_from_1"),
            models.CheckConstraint(condition=Q(size__gte=1), name="list_has_a_line"),
            models.CheckConstraint(condition=Q(checksum__regex="^[0-9a-f]{64}$"), name="list_has_a_checksum"),
        ]

    def __str__(self) -> str:
        return f"list {self.number} of pool {self.pool_id}"


class PublishedRating(models.Model):
    """A line of a published list, in the order of ``place``; figures in the units of a state.

    ``mu`` is ``mu_before``, which the list before had (or that of a newcomer), and what was moved since: ``by_play`` by
    the tables of later days, ``by_correction`` because results of earlier days came or changed.
    """

    published = models.ForeignKey(PublishedList, on_delete=models.PROTECT, related_name="lines")
    place = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    is_shared = models.BooleanField(help_text="Whether others have the same rank.")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    mu = models.IntegerField()
    sigma = models.PositiveIntegerField()
    tables = models.PositiveIntegerField()
    last_played = models.DateField()
    marks = ArrayField(models.CharField(max_length=16), help_text="What was shown beside the rating.")
    is_new = models.BooleanField(help_text="Not on the list before.")
    mu_before = models.IntegerField()
    by_play = models.IntegerField()
    by_correction = models.IntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["published", "place"], name="one_line_of_a_place"),
            models.UniqueConstraint(fields=["published", "player"], name="one_line_of_a_player"),
            models.CheckConstraint(condition=Q(place__gte=1, rank__gte=1), name="line_place_from_1"),
            models.CheckConstraint(
                condition=Q(mu=F("mu_before") + F("by_play") + F("by_correction")), name="line_adds_up"
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.place} of list {self.published_id}"
