import time

import pytest
import redis

from config.embedded.errors import EmbeddedError
from config.embedded.valkey import Valkey


def test_valkey_keeps_what_is_queued_through_kill_9(data_dir):
    server = Valkey(data_dir)
    server.prepare()
    process = server.start()
    with redis.Redis.from_url(server.url) as client:
        client.rpush("queue", "first", "second")
        # It writes to the disk once a second.
        time.sleep(1.2)

    process.kill()
    process.wait()
    process = server.start()

    try:
        with redis.Redis.from_url(server.url) as client:
            assert client.lrange("queue", 0, -1) == [b"first", b"second"]
            assert client.config_get("port") == {"port": "0"}
        assert server.sockets.stat().st_mode & 0o777 == 0o700
    finally:
        process.terminate()
        assert process.wait(timeout=10) == 0


def test_valkey_that_cannot_start_says_why(data_dir):
    server = Valkey(data_dir)
    server.prepare()
    (server.data / "appendonlydir").touch()

    with pytest.raises(EmbeddedError, match=r"^The broker does not start: .*appendonlydir.* \(see .*valkey\.log\)\.$"):
        server.start()
