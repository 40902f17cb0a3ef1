"""``make run``: one machine, the embedded servers unless ``DATABASE_URL`` and ``REDIS_URL`` name others.

A club may well run its evenings so; hence DEBUG is off unless ``DEBUG=1`` asks for it.
"""

import os

from django.core.exceptions import ImproperlyConfigured

from config.embedded import paths
from config.embedded.errors import EmbeddedError
from config.settings import services
from config.settings.base import *  # noqa: F403 - settings are a namespace

DATA_DIR = paths.data_dir(os.environ)
DEBUG = os.environ.get("DEBUG") == "1"

try:
    SECRET_KEY = os.environ.get("SECRET_KEY") or paths.secret_key(DATA_DIR)
except EmbeddedError as error:
    raise ImproperlyConfigured(str(error)) from error

# The phones in the hall reach this machine by whatever address it has there.
ALLOWED_HOSTS = services.env_list("ALLOWED_HOSTS") or ["*"]
if os.environ.get("EMAIL_HOST") and "*" in ALLOWED_HOSTS:
    # Whoever asks for somebody else's new password would choose where the link in the letter leads.
    _detail = (
        "EMAIL_HOST needs ALLOWED_HOSTS too: the names and addresses, separated by commas, that letters may link to."
    )
    raise ImproperlyConfigured(_detail)
if "*" not in ALLOWED_HOSTS:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1"]

DATABASES = services.databases(os.environ.get("DATABASE_URL") or paths.database_url(DATA_DIR))
REDIS_URL = os.environ.get("REDIS_URL") or paths.redis_url(DATA_DIR)
CACHES = services.caches(REDIS_URL)
CELERY_BROKER_URL = services.broker_url(REDIS_URL)

# The supervisor says where it has started the stream.
LIVE_PORT = int(os.environ["LIVE_PORT"]) if os.environ.get("LIVE_PORT") else None

SECOND_FACTOR_REQUIRED = os.environ.get("SECOND_FACTOR_REQUIRED") == "1"
vars().update(services.mail(os.environ))

# Static files are served from where they stand: nothing to collect before the first start.
WHITENOISE_USE_FINDERS = True
