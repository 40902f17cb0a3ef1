"""A cache that nobody has to wait for: with its server dead, nothing is found and nothing is kept."""

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 5.0
"""So long a server that failed is left alone; otherwise each request would wait for the time-out anew."""

Answer = TypeVar("Answer")


class ForgivingClient(RedisCacheClient):
    """Django's client, less its exceptions about a server that is away."""

    # Django makes one client a thread; what one thread has learnt is for all.
    away_until: ClassVar[dict[str, float]] = {}

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self.server = servers[0]

    def _attempt(self, fallback: Answer, ask: Callable[..., Answer], *args: Any) -> Answer:
        if time.monotonic() < self.away_until.get(self.server, 0.0):
            return fallback
        try:
            return ask(*args)
        except (RedisConnectionError, RedisTimeoutError) as error:
            self.away_until[self.server] = time.monotonic() + PAUSE_SECONDS
            logger.warning("The cache is away for now: %s", error)
            return fallback

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        # True: the caller is told that it is the first, as it would be with an empty cache.
        return self._attempt(True, super().add, key, value, timeout)

    def get(self, key: Any, default: Any) -> Any:
        return self._attempt(default, super().get, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._attempt(None, super().set, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        return self._attempt(False, super().touch, key, timeout)

    def delete(self, key: Any) -> bool:
        return self._attempt(False, super().delete, key)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return self._attempt({}, super().get_many, keys)

    def has_key(self, key: Any) -> bool:
        return self._attempt(False, super().has_key, key)

    def incr(self, key: Any, delta: int) -> int:
        return self._attempt(delta, super().incr, key, delta)

    def set_many(self, data: Any, timeout: Any) -> None:
        self._attempt(None, super().set_many, data, timeout)

    def delete_many(self, keys: Any) -> None:
        self._attempt(None, super().delete_many, keys)

    def delete_prefix(self, prefix: str) -> None:
        self._attempt(None, self._delete_prefix, prefix)

    def _delete_prefix(self, prefix: str) -> None:
        client = self.get_client(None, write=True)
        for key in client.scan_iter(match=f"{prefix}*"):
            client.delete(key)


class ForgivingRedisCache(RedisCache):
    """Shares its server with the broker, so that clearing it takes its own keys only."""

    _cache: ForgivingClient

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient

    def clear(self) -> None:
        self._cache.delete_prefix(f"{self.key_prefix}:")
