"""Turns the URLs of the database and of the broker into settings."""

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import dj_database_url
from redis.backoff import NoBackoff
from redis.retry import Retry


def databases(url: str) -> dict[str, Any]:
    """Connections stay open between requests and are checked before use, so that a restarted server is no error.

    No transaction opens around a request: a public service opens its own.
    """
    engine = "config.postgresql"
    return {"default": dj_database_url.parse(url, engine=engine, conn_max_age=None, conn_health_checks=True)}


def broker_url(redis_url: str) -> str:
    """Celery's spelling of a redis-py URL.

    >>> broker_url("redis://broker:6379/0")
    'redis://broker:6379/0'
    >>> broker_url("unix:///tmp/vk/s?db=0")
    'redis+socket:///tmp/vk/s?virtual_host=0'
    """
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={number}"


def caches(redis_url: str) -> dict[str, Any]:
    return {
        "default": {
            "BACKEND": "config.cache.ForgivingRedisCache",
            "LOCATION": redis_url,
            "KEY_PREFIX": "cache",
            # The client's own retries would keep a request waiting for seconds.
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1, "retry": Retry(NoBackoff(), 0)},
        }
    }


def mail(environ: Mapping[str, str]) -> dict[str, Any]:
    """Settings of the mail server that the environment names, or none: then no mail is sent.

    >>> mail({})
    {}
    >>> mail({"EMAIL_HOST": "mail", "EMAIL_PORT": "25"})["EMAIL_USE_TLS"]
    False
    """
    if not environ.get("EMAIL_HOST"):
        return {}
    port = int(environ.get("EMAIL_PORT", "587"))
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": environ["EMAIL_HOST"],
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": environ.get("EMAIL_HOST_USER", ""),
        "EMAIL_HOST_PASSWORD": environ.get("EMAIL_HOST_PASSWORD", ""),
        "EMAIL_USE_TLS": port == 587,
        "EMAIL_USE_SSL": port == 465,
        "EMAIL_TIMEOUT": 10,
        "DEFAULT_FROM_EMAIL": environ.get("DEFAULT_FROM_EMAIL", "webmaster@localhost"),
    }


def env_list(name: str) -> list[str]:
    """The comma-separated words of an environment variable."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]
