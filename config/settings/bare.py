"""For what reads and answers, such as ``check_hand``: no database, no broker, nothing kept on the disk."""

from config.settings.base import *  # noqa: F403 - settings are a namespace

# Nothing is signed here.
SECRET_KEY = "of no use"  # noqa: S105 - no secret
INSTALLED_APPS = [
    # The models name users, although nobody is looked up.
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "gameplay.apps.GameplayConfig",
    "tournaments.apps.TournamentsConfig",
    "ratings.apps.RatingsConfig",
]
DATABASES: dict[str, dict[str, str]] = {}
