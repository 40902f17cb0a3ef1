"""Rounds, draws, tables, seats, and who really sat in them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from gameplay.models import Game
from tournaments.models.players import Player
from tournaments.models.tournaments import Entry, Stage, Tournament


class Round(models.Model):
    """A round of a tournament."""

    class Status(models.TextChoices):
        """A draft may be drawn again, a closed round counts for ratings; one that was taken back counts for nothing."""

        DRAFT = "draft", "draft"
        PUBLISHED = "published", "in play"
        CLOSED = "closed", "closed"
        TAKEN_BACK = "taken_back", "taken back"

    NOT_PLAYED = (Status.DRAFT, Status.TAKEN_BACK)
    """Those that nobody outside the desk gets to see, and that nothing is counted of."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    session_date = models.DateField(help_text="The day of the round in the event's time zone.")
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_because = models.CharField(
        max_length=500, blank=True, help_text="Why it was closed although something was missing; as the director said."
    )
    closed_unagreed = models.JSONField(
        default=list, blank=True, help_text="The numbers of the tables that were not agreed, or not keyed twice."
    )
    closed_unfinished = models.JSONField(
        default=list, blank=True, help_text="The numbers of the tables that were in play until then."
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"], condition=~Q(status="taken_back"), name="one_round_of_a_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=Q(status="draft", published_at__isnull=True, closed_at__isnull=True)
                | Q(status="published", published_at__isnull=False, closed_at__isnull=True)
                | Q(status="closed", published_at__isnull=False, closed_at__isnull=False)
                | Q(status="taken_back"),
                name="round_status_and_dates_agree",
            ),
            models.CheckConstraint(
                condition=Q(status="taken_back", taken_back_at__isnull=False)
                | (~Q(status="taken_back") & Q(taken_back_at__isnull=True)),
                name="round_taken_back_iff_dated",
            ),
            models.CheckConstraint(
                condition=Q(closed_because="", closed_unagreed=[], closed_unfinished=[])
                | (~Q(closed_because="") & ~Q(closed_unagreed=[], closed_unfinished=[]) & Q(closed_at__isnull=False)),
                name="round_closed_lacking_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(clock_started_at__isnull=True) | Q(clock_minutes__gte=1), name="round_clock_has_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of tournament {self.tournament_id}"


class Draw(models.Model):
    """A proposal of who sits where in a round, with what it was made from, so that it can be made again."""

    class Status(models.TextChoices):
        """At most one draw of a round is published."""

        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"
        DISCARDED = "discarded", "discarded"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="draws")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.DRAFT)
    seed = models.BigIntegerField()
    made_from = models.JSONField(help_text="Standings version, entries and settings that the movement was given.")
    plan = models.JSONField(help_text="Tables with the entries at their sides and who starts; entries sitting out.")
    explanation = models.JSONField(default=list)
    rulings = models.JSONField(
        default=list, blank=True, help_text="What it does not keep because the director ruled so, each with the reason."
    )
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="one_draw_of_a_number"),
            models.UniqueConstraint(
                fields=["round"], condition=Q(status="published"), name="one_published_draw_per_round"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "published", "discarded"]), name="draw_status_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number} of round {self.round_id}"


class Fixture(models.Model):
    """Two entries meeting over several tables of a round (leagues)."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="fixtures")
    home = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    away = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "home"], name="home_once_per_round"),
            models.UniqueConstraint(fields=["round", "away"], name="away_once_per_round"),
            models.CheckConstraint(condition=~Q(home=models.F("away")), name="fixture_of_two_entries"),
        ]

    def __str__(self) -> str:
        return f"fixture {self.home_id} v {self.away_id} in round {self.round_id}"


class Table(models.Model):
    """A table in a round."""

    class Status(models.TextChoices):
        """A complete table has its result; a ruled one has that of its ruling, whatever its hands say."""

        IN_PLAY = "in_play", "in play"
        COMPLETE = "complete", "complete"
        RULED = "ruled", "decided by the director"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    fixture = models.ForeignKey(Fixture, null=True, blank=True, on_delete=models.PROTECT, related_name="tables")
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.IN_PLAY)
    completed_at = models.DateTimeField(null=True, blank=True)
    time_called_at = models.DateTimeField(
        null=True, blank=True, help_text="When the director ended the game at this table by the clock."
    )
    broken_off = models.CharField(
        max_length=16,
        blank=True,
        default="",
        choices=[
            ("", "no time was called"),
            ("leader", "it is won by the side ahead"),
            ("shared", "all sides share it"),
            ("unplayed", "it counts for nobody"),
        ],
        help_text="What counts of the game that time broke off, as the tournament had it when time was called.",
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_of_a_number"),
            models.UniqueConstraint(fields=["id", "round"], name="table_belongs_to_its_round"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_1"),
            models.CheckConstraint(
                condition=Q(status="in_play", completed_at__isnull=True)
                | Q(status__in=["complete", "ruled"], completed_at__isnull=False),
                name="table_complete_iff_dated",
            ),
            models.CheckConstraint(
                condition=Q(time_called_at__isnull=True, broken_off="")
                | Q(time_called_at__isnull=False, broken_off__in=["leader", "shared", "unplayed"]),
                name="table_says_what_time_broke_off",
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"


class Leg(models.Model):
    """One game of several at a table."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="legs")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="leg")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_leg_of_a_number"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=9), name="leg_number_from_1_to_9"),
        ]

    def __str__(self) -> str:
        return f"leg {self.number} at table {self.table_id}"


class RoundEntry(models.Model):
    """What an entry does in a round: it sits, sits out or is away. One row each, so nobody is lost or doubled."""

    class Role(models.TextChoices):
        """A sit-out is the club's doing, an absence the entry's."""

        SEATED = "seated", "seated"
        SIT_OUT = "sit_out", "sits out"
        ABSENT = "absent", "absent"

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="round_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="round_entries")
    role = models.CharField(max_length=16, choices=Role.choices)
    like_sit_out = models.BooleanField(default=False, help_text="An absence that is worth what a sit-out is worth.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry"], name="entry_once_per_round"),
            models.CheckConstraint(
                condition=Q(like_sit_out=False) | Q(role="absent"), name="only_an_absence_is_like_a_sit_out"
            ),
            models.CheckConstraint(condition=Q(role__in=["seated", "sit_out", "absent"]), name="round_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} {self.role} in round {self.round_id}"


class Seat(models.Model):
    """A seat at a table: which entry holds it, and for which side it plays. ``index`` runs clockwise from 0."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+")
    index = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_of_an_index"),
            models.UniqueConstraint(fields=["id", "round"], name="seat_belongs_to_its_round"),
            models.CheckConstraint(condition=Q(index__lte=5), name="seat_index_from_0_to_5"),
        ]

    def __str__(self) -> str:
        return f"seat {self.index} at table {self.table_id}"


class Occupancy(models.Model):
    """Who really sat in a seat, from which hand on; the current ones seat a player once per round and slot."""

    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="occupancies")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="occupancies")
    slot = models.PositiveSmallIntegerField(default=1)
    from_leg = models.PositiveSmallIntegerField(default=1)
    from_hand = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "player", "slot"], condition=Q(is_current=True), name="player_seated_once_per_round"
            ),
            models.UniqueConstraint(fields=["seat"], condition=Q(is_current=True), name="one_player_in_a_seat"),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in seat {self.seat_id}"


class TableLink(models.Model):
    """A key to one table number of a tournament, printed as a QR code; it needs no account.

    The secret in the link is derived from the nonce and the installation's key, so it can be printed again but not read
    from the database.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_links")
    table_number = models.PositiveSmallIntegerField()
    nonce = models.CharField(max_length=32)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "table_number"],
                condition=Q(revoked_at__isnull=True),
                name="one_live_link_per_table_number",
            ),
        ]

    def __str__(self) -> str:
        return f"link {self.pk} to table {self.table_number} of tournament {self.tournament_id}"
