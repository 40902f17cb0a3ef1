"""Devices at a table are counted for ten minutes, and by nothing but the number that they made up."""

from __future__ import annotations

import datetime as dt
import itertools
import uuid

import pytest

from tests.api import client_of
from tests.factories import NOW, make_table
from tournaments.devices import MOST_DEVICES, devices_at, note_device
from tournaments.models import TableLink
from tournaments.selectors.rights import link_token

_ids = itertools.count(10**12 + uuid.uuid4().int % 10**9)


def test_devices_at_one_table_are_counted_apart_from_those_at_another():
    one, other, nobody = next(_ids), next(_ids), next(_ids)
    first, second = uuid.uuid4(), uuid.uuid4()

    assert note_device(one, first, now=NOW) == 1
    assert note_device(one, first, now=NOW) == 1
    assert note_device(one, second, now=NOW) == 2
    assert note_device(other, second, now=NOW) == 1

    assert devices_at([one, other, nobody], now=NOW) == {one: 2, other: 1, nobody: 0}


def test_device_that_has_not_looked_for_ten_minutes_does_not_count():
    table = next(_ids)
    note_device(table, uuid.uuid4(), now=NOW)

    assert devices_at([table], now=NOW + dt.timedelta(seconds=599)) == {table: 1}
    assert devices_at([table], now=NOW + dt.timedelta(seconds=600)) == {table: 0}
    assert note_device(table, uuid.uuid4(), now=NOW + dt.timedelta(seconds=600)) == 1


def test_devices_at_a_table_are_not_remembered_without_end():
    table = next(_ids)

    counts = [note_device(table, uuid.uuid4(), now=NOW) for _ in range(MOST_DEVICES + 5)]

    assert max(counts) == MOST_DEVICES


@pytest.mark.django_db
def test_link_tells_how_many_devices_look_at_its_table():
    table = make_table()
    row = TableLink.objects.get(tournament=table.round.tournament)
    TableLink.objects.filter(pk=row.pk).update(expires_at=NOW.replace(year=2100))
    phone = client_of(link=link_token(row))

    def looked(device: str | None) -> int:
        more = {} if device is None else {"HTTP_X_DEVICE": device}
        return phone.get("/api/v1/table-link/", **more).json()["devices"]

    first, second = str(uuid.uuid4()), str(uuid.uuid4())
    assert [looked(first), looked(first), looked(second), looked(None), looked("x" * 5000)] == [1, 1, 2, 2, 2]
