"""Tournaments, their stages, and who is entered."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club
from tournaments.models.partnerships import Partnership, Team
from tournaments.models.players import Player

LARGEST_HANDICAP = 1000
"""In a game of whatever kind; what makes sense in one hangs on its target."""


class StandingTournaments(models.Manager["Tournament"]):
    """Those that were not taken out again."""

    def get_queryset(self) -> models.QuerySet[Tournament]:
        """Return them."""
        return super().get_queryset().filter(taken_out_at=None)


class Tournament(models.Model):
    """One event of a club, in one game."""

    class Status(models.TextChoices):
        """How far an event is."""

        OPEN = "open", "open for entries"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    class EntryKind(models.TextChoices):
        """What takes part."""

        PARTNERSHIP = "partnership", "fixed pairs"
        PLAYER = "player", "individuals"
        TEAM = "team", "teams"

    class LegsMode(models.TextChoices):
        """When a table of several legs is complete."""

        BEST_OF = "best_of", "best of"
        ALL = "all", "all are played"

    class LegStarter(models.TextChoices):
        """Who deals or opens first in the second leg and later ones."""

        ROTATE = "rotate", "the next seat"
        DRAWN = "drawn", "drawn anew"
        LOSER = "loser", "the loser of the leg before"

    class SitOutPolicy(models.TextChoices):
        """What a sit-out is worth."""

        OWN_AVERAGE = "own_average", "the entry's own average"
        WIN = "win", "a win"
        ROUND_WINNERS_AVERAGE = "round_winners_average", "the average of the round's winners"
        FIXED = "fixed", "fixed points"
        NOTHING = "nothing", "nothing"

    class UnplayedRounds(models.TextChoices):
        """What stands for the opponent where a round was not played."""

        DUMMY = "dummy", "one with the entry's own final score"
        IGNORE = "ignore", "nobody"

    class Agreement(models.TextChoices):
        """Who has to agree to a table before its round closes."""

        NONE = "none", "nobody"
        HAND = "hand", "the sides, to each hand"
        TABLE = "table", "the sides, to the whole table at its end"
        DIRECTOR = "director", "the director"

    class SecondKeying(models.TextChoices):
        """When the score sheets of a round have to be keyed a second time."""

        OPTIONAL = "optional", "never"
        CLOSING = "closing", "before a round is closed"
        FINAL = "final", "before the final standings"

    class WhenTimeIsUp(models.TextChoices):
        """What counts of a game that time breaks off; a game by the clock always goes to the side ahead."""

        DIRECTOR = "director", "what the director rules"
        LEADER = "leader", "it is won by the side ahead"
        SHARED = "shared", "all sides share it"
        UNPLAYED = "unplayed", "it counts for nobody"

    class Handicap(models.TextChoices):
        """Whether the weaker side at a table is given something."""

        NONE = "none", "nothing"
        POINTS = "points", "a start in points"

    uid = models.UUIDField(
        unique=True,
        default=uuid.uuid4,
        db_default=RandomUUID(),
        editable=False,
        help_text="Whatever the installation, the same tournament.",
    )
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(max_length=16)
    time_zone = models.CharField(max_length=64)
    entry_kind = models.CharField(max_length=16, choices=EntryKind.choices, default=EntryKind.PARTNERSHIP)
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.OPEN)
    rules = models.JSONField(help_text="Options of the game that differ from its default; frozen once a hand exists.")
    legs = models.PositiveSmallIntegerField(default=1)
    legs_mode = models.CharField(max_length=16, choices=LegsMode.choices, default=LegsMode.ALL)
    leg_starter = models.CharField(max_length=16, choices=LegStarter.choices, default=LegStarter.ROTATE)
    sit_out_policy = models.CharField(max_length=24, choices=SitOutPolicy.choices, default=SitOutPolicy.OWN_AVERAGE)
    sit_out_values = models.JSONField(default=dict, help_text="What a fixed sit-out is worth, by metric.")
    table_points = models.JSONField(help_text="Table points for win, draw and loss.")
    criteria = models.JSONField(help_text="The order of the standings: metrics, first to last.")
    unplayed_rounds = models.CharField(max_length=16, choices=UnplayedRounds.choices, default=UnplayedRounds.DUMMY)
    cancel_withdrawn = models.BooleanField(
        default=False, help_text="Nothing counts of who withdraws before half of its tables."
    )
    counting_version = models.PositiveIntegerField(
        default=0, help_text="How often what the standings count by was changed, or who is in them."
    )
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    when_time_is_up = models.CharField(
        max_length=16,
        choices=WhenTimeIsUp.choices,
        default=WhenTimeIsUp.DIRECTOR,
        help_text="What counts of a game that time breaks off.",
    )
    handicap = models.CharField(max_length=16, choices=Handicap.choices, default=Handicap.NONE)
    handicap_percent = models.PositiveSmallIntegerField(
        default=100, help_text="How much is suggested of the start that makes a game even."
    )
    handicap_most = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="No entry is suggested more than that; null: whatever it takes."
    )
    seed = models.BigIntegerField()
    is_rated = models.BooleanField(default=True)
    correction_window = models.CharField(
        max_length=20, blank=True, help_text="How long results may be corrected after the final standings."
    )
    table_correction_minutes = models.PositiveSmallIntegerField(
        default=0, help_text="How long a table may correct its own hand after it was entered; 0: only the director may."
    )
    agreement = models.CharField(max_length=16, choices=Agreement.choices, default=Agreement.NONE)
    second_keying = models.CharField(max_length=16, choices=SecondKeying.choices, default=SecondKeying.OPTIONAL)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    seals_at = models.DateTimeField(null=True, blank=True, help_text="When the results can be corrected no more.")
    taken_out_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the file that brought it was taken out again: it stands nowhere any more.",
    )

    every = models.Manager()
    objects = StandingTournaments()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=Q(seals_at__isnull=True) | Q(status="finished"), name="only_what_is_finished_is_sealed"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["five_hundred", "fives_threes"]), name="tournament_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(entry_kind__in=["partnership", "player", "team"]), name="tournament_entry_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "running", "finished"]), name="tournament_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False)
                | (~Q(status="finished") & Q(finished_at__isnull=True)),
                name="tournament_finished_iff_dated",
            ),
            models.CheckConstraint(condition=Q(legs__gte=1, legs__lte=9), name="tournament_legs_from_1_to_9"),
            models.CheckConstraint(
                condition=Q(table_correction_minutes__lte=240), name="table_corrects_for_four_hours_at_most"
            ),
            models.CheckConstraint(condition=Q(legs_mode__in=["best_of", "all"]), name="tournament_legs_mode_is_known"),
            models.CheckConstraint(
                condition=Q(leg_starter__in=["rotate", "drawn", "loser"]), name="tournament_leg_starter_is_known"
            ),
            models.CheckConstraint(
                condition=Q(sit_out_policy__in=["own_average", "win", "round_winners_average", "fixed", "nothing"]),
                name="tournament_sit_out_policy_is_known",
            ),
            models.CheckConstraint(
                condition=Q(unplayed_rounds__in=["dummy", "ignore"]), name="tournament_unplayed_rounds_is_known"
            ),
            models.CheckConstraint(
                condition=Q(agreement__in=["none", "hand", "table", "director"]), name="tournament_agreement_is_known"
            ),
            models.CheckConstraint(
                condition=Q(when_time_is_up__in=["director", "leader", "shared", "unplayed"]),
                name="tournament_when_time_is_up_is_known",
            ),
            models.CheckConstraint(
                condition=Q(second_keying__in=["optional", "closing", "final"]),
                name="tournament_second_keying_is_known",
            ),
            models.CheckConstraint(condition=Q(handicap__in=["none", "points"]), name="tournament_handicap_is_known"),
            models.CheckConstraint(
                condition=Q(handicap="none") | Q(legs_mode="all") | Q(legs=1),
                name="with_handicaps_all_legs_are_played",
            ),
            models.CheckConstraint(
                condition=Q(handicap_percent__gte=1, handicap_percent__lte=100),
                name="tournament_handicap_percent_from_1_to_100",
            ),
            models.CheckConstraint(
                condition=Q(handicap_most__isnull=True) | Q(handicap_most__gte=1, handicap_most__lte=LARGEST_HANDICAP),
                name="tournament_handicap_most_from_1_to_1000",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "-created_at", "-id"], name="tournaments_newest_first")]

    def __str__(self) -> str:
        return f"{self.name} ({self.slug})"


class Stage(models.Model):
    """A part of a tournament with one movement."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    movement = models.CharField(max_length=32)
    rounds_planned = models.PositiveSmallIntegerField()
    settings = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_of_a_number"),
            models.CheckConstraint(condition=Q(rounds_planned__gte=1), name="stage_has_a_round"),
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of tournament {self.tournament_id}"


class Entry(models.Model):
    """A player, partnership or team admitted to a tournament; the number is what the hall calls it by."""

    class Status(models.TextChoices):
        """Whether an entry still plays."""

        ACTIVE = "active", "playing"
        WITHDRAWN = "withdrawn", "withdrawn"

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="entries")
    partnership = models.ForeignKey(
        Partnership, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.ACTIVE)
    first_round = models.PositiveSmallIntegerField(default=1, help_text="The first round that it could be drawn in.")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    seed_rating = models.IntegerField(null=True, blank=True)
    handicap = models.IntegerField(
        default=0, help_text="Points that it is given in every game against one that has none."
    )
    handicap_day = models.DateField(
        null=True, blank=True, help_text="The day of the ratings that suggested it; null where somebody said it."
    )
    handicap_version = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="The version of the rating list that suggested it."
    )
    apart_group = models.CharField(
        max_length=80,
        blank=True,
        default="",
        help_text="A club, town or household: entries of the same are kept apart in draws by score where that can be.",
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_of_a_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="player_entered_once"),
            models.UniqueConstraint(fields=["tournament", "partnership"], name="partnership_entered_once"),
            models.UniqueConstraint(fields=["tournament", "team"], name="team_entered_once"),
            models.CheckConstraint(
                condition=Q(player__isnull=False, partnership__isnull=True, team__isnull=True)
                | Q(player__isnull=True, partnership__isnull=False, team__isnull=True)
                | Q(player__isnull=True, partnership__isnull=True, team__isnull=False),
                name="entry_is_of_one_kind",
            ),
            models.CheckConstraint(
                condition=Q(status="active", withdrawn_at__isnull=True)
                | Q(status="withdrawn", withdrawn_at__isnull=False),
                name="entry_withdrawn_iff_dated",
            ),
            models.CheckConstraint(
                condition=Q(handicap__gte=0, handicap__lte=LARGEST_HANDICAP), name="entry_handicap_from_0_to_1000"
            ),
            models.CheckConstraint(
                condition=Q(handicap_day__isnull=True, handicap_version__isnull=True)
                | Q(handicap_day__isnull=False, handicap_version__isnull=False),
                name="entry_handicap_dated_iff_of_a_list",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.number} of tournament {self.tournament_id}"


class LineUp(models.Model):
    """Who plays for an entry in one of its places, from which round on; a replacement opens a new row."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_up")
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    from_round = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "place"], condition=Q(is_current=True), name="one_player_in_a_place"
            ),
            models.UniqueConstraint(
                fields=["entry", "player"], condition=Q(is_current=True), name="player_in_one_place"
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in place {self.place} of entry {self.entry_id}"
