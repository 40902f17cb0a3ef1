"""The peer as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class TutorialConfig(AppConfig):
    """Its label names its table."""

    name = "bench.peers.tutorial"
    label = "tutorial"
