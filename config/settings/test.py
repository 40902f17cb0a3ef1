"""The test suite, on the servers that ``config.embedded.pytest_plugin`` has started or found in the environment."""

import os

from config.settings import services
from config.settings.base import *  # noqa: F403 - settings are a namespace

SECRET_KEY = "only-for-tests"  # noqa: S105 - no secret
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

DATABASES = services.databases(os.environ.get("DATABASE_URL", "postgresql:///"))
REDIS_URL = os.environ.get("REDIS_URL", "redis://localhost/0")
CACHES = services.caches(REDIS_URL)
CACHES["default"]["KEY_PREFIX"] = f"test-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
CELERY_BROKER_URL = services.broker_url(REDIS_URL)

# A slow hash protects stored passwords; the tests store none.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
