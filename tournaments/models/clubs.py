"""Clubs and who may do what in them."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class Club(models.Model):
    """A club that runs events."""

    uid = models.UUIDField(
        unique=True,
        default=uuid.uuid4,
        db_default=RandomUUID(),
        editable=False,
        help_text="Whatever the installation, the same club.",
    )
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    time_zone = models.CharField(max_length=64, help_text="A name of the tz database, such as Europe/Vilnius.")
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.slug})"


class ClubRole(models.Model):
    """A right that a user has in one club."""

    class Role(models.TextChoices):
        """Each includes what stands before it."""

        SCORER = "scorer", gettext_lazy("scorer")
        DIRECTOR = "director", gettext_lazy("director")
        ORGANISER = "organiser", gettext_lazy("organiser")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_roles")
    role = models.CharField(max_length=16, choices=Role.choices)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_per_user_and_club"),
            models.CheckConstraint(
                condition=Q(role__in=["scorer", "director", "organiser"]), name="club_role_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.user_id} of club {self.club_id}"
