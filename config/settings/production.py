"""Given servers, any number of machines. Refuses to start without its secrets.

The environment names SECRET_KEY, ALLOWED_HOSTS (comma-separated), DATABASE_URL and REDIS_URL, and may name
STATIC_ROOT, HSTS_SECONDS, SECRET_KEY_FALLBACKS (comma-separated, the keys before the present one), PROXIES (how many
stand in front; 1 if left out), SECOND_FACTOR_REQUIRED (0: organisers need no second factor) and a mail server:
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, DEFAULT_FROM_EMAIL.
"""

import os

from django.core.exceptions import ImproperlyConfigured

from config.settings import services
from config.settings.base import *  # noqa: F403 - settings are a namespace
from config.settings.base import BASE_DIR, REST_FRAMEWORK

_missing = [name for name in ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL") if not os.environ.get(name)]
if _missing:
    _detail = f"production needs {', '.join(_missing)} in the environment."
    raise ImproperlyConfigured(_detail)

SECRET_KEY = os.environ["SECRET_KEY"]
SECRET_KEY_FALLBACKS = services.env_list("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = services.env_list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = [f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS]

DATABASES = services.databases(os.environ["DATABASE_URL"])
REDIS_URL = os.environ["REDIS_URL"]
CACHES = services.caches(REDIS_URL)
CELERY_BROKER_URL = services.broker_url(REDIS_URL)

STATIC_ROOT = os.environ.get("STATIC_ROOT") or BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# The proxy in front hands /live/ to the stream.
LIVE_PORT = 0

# An installation may say that passwords are enough.
SECOND_FACTOR_REQUIRED = os.environ.get("SECOND_FACTOR_REQUIRED") != "0"
vars().update(services.mail(os.environ))

# A proxy in front ends TLS and says so in this header; it must remove the header from what clients send.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
REST_FRAMEWORK["NUM_PROXIES"] = int(os.environ.get("PROXIES", "1"))
SECURE_SSL_REDIRECT = True
# Load balancers and supervisors ask for health in plain HTTP from inside.
SECURE_REDIRECT_EXEMPT = [r"^api/v1/health/"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
SECURE_HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS", "2592000"))
# A club's other subdomains, and the browsers' preload list, are not ours to decide about.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
