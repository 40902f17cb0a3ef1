"""Ratings: a pure replay of closed rounds."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Reads what the tournaments wrote and never writes there."""

    name = "ratings"
