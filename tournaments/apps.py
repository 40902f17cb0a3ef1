"""Clubs, players, entries, rounds, tables, standings."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Puts players into the seats of games."""

    name = "tournaments"
