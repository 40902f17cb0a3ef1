"""The rules engines, and games with their hands as stored."""

from django.apps import AppConfig


class GameplayConfig(AppConfig):
    """Knows seats and sides, never players."""

    name = "gameplay"
