"""The composition root as a Django app, for the sake of its management commands."""

from django.apps import AppConfig


class CompositionConfig(AppConfig):
    """Only it knows everybody."""

    name = "config"
