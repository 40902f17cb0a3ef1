"""Invitations: a link that makes somebody an account, or gives one that is there a role in a club."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club, ClubRole


class Invitation(models.Model):
    """A link to a role in a club; it opens once, and for a while. Its secret is derived, and stored nowhere."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=16, choices=ClubRole.Role.choices)
    note = models.CharField(max_length=80, blank=True, help_text="Whom it is for, as the organiser wrote it.")
    nonce = models.CharField(max_length=32)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(role__in=["scorer", "director", "organiser"]), name="invitation_role_is_known"
            ),
            models.CheckConstraint(
                condition=Q(used_at=None) | Q(withdrawn_at=None), name="invitation_is_used_or_withdrawn"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of club {self.club_id} (invitation {self.pk})"
