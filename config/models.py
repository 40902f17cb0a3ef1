"""What is kept of an API token besides its hash."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from knox.models import AuthToken

from tournaments.actors import Scope


class TokenTerms(models.Model):
    """What a token is for; one that has none was made before there were any, and is for everything."""

    class ScopeChoice(models.TextChoices):
        """As ``tournaments.actors.Scope``."""

        READ = Scope.READ.value, "to read"
        ENTER = Scope.ENTER.value, "to enter hands"
        RUN = Scope.RUN.value, "to run tournaments"
        ALL = Scope.ALL.value, "for all that its holder may do"

    token = models.OneToOneField(AuthToken, primary_key=True, on_delete=models.CASCADE, related_name="terms")
    name = models.CharField(max_length=80, blank=True)
    scope = models.CharField(max_length=8, choices=ScopeChoice.choices)
    last_used_date = models.DateField(null=True, help_text="In UTC; a day is enough to see what lies about unused.")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(scope__in=["read", "enter", "run", "all"]), name="token_scope_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.name} ({self.token_id[:8]})"
