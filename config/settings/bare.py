"""The rules of the games alone, for ``check_hand``: no database, no broker, nothing kept on the disk."""

from config.settings.base import *  # noqa: F403 - settings are a namespace

# Nothing is signed here.
SECRET_KEY = "of no use"  # noqa: S105 - no secret
INSTALLED_APPS = ["gameplay.apps.GameplayConfig"]
DATABASES: dict[str, dict[str, str]] = {}
