"""Two players who play together, and teams."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from tournaments.models.clubs import Club
from tournaments.models.players import Player


class Partnership(models.Model):
    """Two players, fixed and persistent; ``first`` is the one with the lower key, so a pair exists once."""

    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["first", "second"], name="partnership_exists_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="partnership_of_two_people_in_order"),
        ]

    def __str__(self) -> str:
        return f"partnership {self.first_id} + {self.second_id}"


class Team(models.Model):
    """More than two who play for one name."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(max_length=120)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "name"], name="one_team_of_a_name_per_club"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} (team {self.pk})"


class TeamMember(models.Model):
    """A player in a team's squad."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "player"], name="player_once_in_a_team"),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in team {self.team_id}"
