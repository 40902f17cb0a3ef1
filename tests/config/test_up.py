import signal
import socket

import psutil
import psycopg
import pytest

from config.embedded import paths
from tests.config.product import Product, is_ready
from tests.config.waiting import wait_until

# Each start takes some seconds.
pytestmark = pytest.mark.slow

PATIENCE = 300.0
"""No test here is about speed: so long a busy machine may take."""


@pytest.fixture
def products(data_dir):
    started = []

    def start(**options):
        started.append(Product(data_dir, **options))
        return started[-1]

    yield start
    for product in started:
        product.end()


def database(data_dir):
    return psycopg.connect(paths.database_url(data_dir), autocommit=True)


def test_up_survives_kill_9_of_every_part_and_of_itself(products, data_dir):
    product = products()
    url = product.url()
    wait_until(lambda: is_ready(url), seconds=PATIENCE)
    with database(data_dir) as connection:
        connection.execute("create table acknowledged (hand int)")

    for words in ("config.wsgi", "live.app", "celery,ratings", "rebuilder@%h", "beat", "valkey", "postgres"):
        killed = wait_until(lambda words=words: product.child(words), seconds=PATIENCE)
        killed.kill()
        wait_until(lambda words=words, killed=killed: product.child(words) not in {None, killed}, seconds=PATIENCE)
    wait_until(lambda: is_ready(url), seconds=PATIENCE)
    assert product.said().count("was killed by SIGKILL; starting it again.") == 7
    with database(data_dir) as connection:
        connection.execute("insert into acknowledged values (1)")

    second = products()
    assert second.process.wait(timeout=PATIENCE) == 1
    assert second.said() == (f"Another instance is already running on {data_dir} (process {product.process.pid}).\n")

    family = product.family()
    product.process.kill()
    product.process.wait()
    assert psutil.wait_procs(family, timeout=PATIENCE)[1] == []

    product = products(port=url.rpartition(":")[2])
    assert product.url() == url
    with database(data_dir) as connection:
        assert connection.execute("select hand from acknowledged").fetchall() == [(1,)]

    family = product.family()
    product.process.send_signal(signal.SIGINT)
    assert product.process.wait(timeout=PATIENCE) == 0
    assert [process for process in family if process.is_running()] == []
    assert "Ctrl-C stops everything.\nStopping ...\n" in product.said()
    assert product.said().endswith("Stopped.\n")
    assert not is_ready(url)


def test_up_on_a_taken_port_says_so_and_starts_nothing(products, data_dir):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        product = products(port=str(port))

        assert product.process.wait(timeout=PATIENCE) == 1

    assert product.said().startswith(f"Port {port} is taken by another program; ")
    assert len(product.said().splitlines()) == 1
    assert not (data_dir / "postgres").exists()


def test_up_stopped_while_it_starts_leaves_nothing_running_and_no_half_demo(products, data_dir):
    playing = "Playing the demo club's evenings ...\n"
    anew = "The demo club was broken off while it was made; it is made anew.\n"
    for said in (playing, anew + playing):
        product = products(demo=True)
        wait_until(lambda product=product: playing in product.said(), seconds=PATIENCE)
        # Its first parts are there, and the rest is not.
        wait_until(lambda: club_exists(data_dir), seconds=PATIENCE)
        family = product.family()

        product.process.send_signal(signal.SIGTERM)

        assert product.process.wait(timeout=PATIENCE) == 0
        assert [process for process in family if process.is_running()] == []
        assert product.said().startswith(f"{said}Stopping ...\n")
        assert product.said().endswith("Stopped.\n")
        assert not (data_dir / "children.json").exists()
        assert not paths.postgres_socket_dir(data_dir).exists()


def club_exists(data_dir):
    with database(data_dir) as connection:
        return connection.execute("select exists (select from tournaments_club)").fetchone()[0]
