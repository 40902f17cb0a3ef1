import logging
import time

import pytest
from django.core.cache import cache

from config.cache import ForgivingClient, ForgivingRedisCache
from config.settings import services


@pytest.fixture
def dead_cache(tmp_path):
    server = f"unix://{tmp_path}/nobody-listens?db=0"
    yield ForgivingRedisCache(server, services.caches(server)["default"])
    ForgivingClient.away_until.pop(server, None)


def test_cache_keeps_and_counts():
    cache.set("name", "Žilvinas", timeout=30)
    cache.set("count", 1)

    assert cache.get("name") == "Žilvinas"
    assert cache.incr("count") == 2
    assert cache.get_many(["name", "count", "missing"]) == {"name": "Žilvinas", "count": 2}


def test_clear_takes_the_caches_own_keys_only():
    cache.set("mine", 1)
    broker = cache._cache.get_client()
    broker.set("queue-of-the-broker", 1)

    cache.clear()

    assert cache.get("mine") is None
    assert broker.get("queue-of-the-broker") == b"1"
    broker.delete("queue-of-the-broker")


def test_dead_cache_finds_nothing_and_keeps_nothing(dead_cache):
    dead_cache.set("name", 1)
    dead_cache.set_many({"a": 1})
    dead_cache.delete_many(["a"])
    dead_cache.clear()

    assert dead_cache.get("name") is None
    assert dead_cache.get("name", "default") == "default"
    assert dead_cache.get_many(["name"]) == {}
    assert dead_cache.add("name", 1) is True
    assert dead_cache.incr("count") == 1
    assert dead_cache.has_key("name") is False
    assert dead_cache.touch("name") is False
    assert dead_cache.delete("name") is False


def test_dead_cache_is_asked_once_and_then_left_alone(dead_cache, caplog):
    began = time.monotonic()
    with caplog.at_level(logging.WARNING, logger="config.cache"):
        for _ in range(200):
            dead_cache.get("name")

    assert [record.message.split(":")[0] for record in caplog.records] == ["The cache is away for now"]
    assert time.monotonic() - began < 2


def test_cache_is_asked_again_after_the_pause(dead_cache):
    dead_cache.get("name")
    server = dead_cache._cache.server
    assert ForgivingClient.away_until[server] > time.monotonic()

    ForgivingClient.away_until[server] = time.monotonic() - 1
    dead_cache.get("name")

    assert ForgivingClient.away_until[server] > time.monotonic()
