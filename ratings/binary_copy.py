"""PostgreSQL's binary COPY as numpy columns: millions of rows in and out without a Python object for each.

The format is that of the COPY page of PostgreSQL's manual: a header, then for each row the number of its columns and
for each column its length and its bytes, all in network order. Only columns of one width that are never null are
known, so that all rows are equally long and a whole buffer is read, or written, as one array.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from django.db import connection
from django.db.models import QuerySet

HEADER = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
TRAILER = b"\xff\xff"
EPOCH = dt.date(2000, 1, 1).toordinal()
"""The day from which PostgreSQL counts, as a proleptic ordinal."""
CHUNK = 200_000
"""Rows that are written in one piece."""

WIDTHS = {"day": 4, "int2": 2, "int4": 4, "int8": 8}
"""Bytes of the types that are known; ``day`` is a date, as a proleptic ordinal on our side."""

Columns = dict[str, npt.NDArray[np.int64]]


def copy_out(rows: QuerySet[Any, Any], types: Mapping[str, str]) -> Columns:
    """Read the named columns of a query, in its order. The keys of ``types`` are what ``values_list`` takes.

    Raises ValueError if a column is null or of another width.
    """
    query = cast("Any", connection.ops).compose_sql(*rows.values_list(*types).query.sql_with_params())
    with connection.cursor() as cursor, cursor.copy(f"COPY ({query}) TO STDOUT (FORMAT BINARY)") as copy:
        # The buffers belong to the driver and are its own for a moment only.
        data = bytearray().join(copy)
    layout = _layout(list(types.values()))
    if len(data) < len(HEADER) + len(TRAILER) or (len(data) - len(HEADER) - len(TRAILER)) % layout.itemsize:
        raise ValueError("a column is null or of another width than it was said to be")
    table = np.frombuffer(data, layout, offset=len(HEADER), count=(len(data) - len(HEADER)) // layout.itemsize)
    for place, name in enumerate(types.values()):
        if not (table[f"length{place}"] == WIDTHS[name]).all():
            raise ValueError("a column is null or of another width than it was said to be")
    return {
        column: table[f"value{place}"].astype(np.int64) + (EPOCH if name == "day" else 0)
        for place, (column, name) in enumerate(types.items())
    }


def copy_in(table: str, columns: Mapping[str, npt.NDArray[np.int64]], types: Mapping[str, str]) -> None:
    """Write rows into a table; ``types`` name the columns as the database has them, in the order of writing."""
    count = len(next(iter(columns.values())))
    layout = _layout(list(types.values()))
    names = ", ".join(connection.ops.quote_name(name) for name in types)
    sql = f"COPY {connection.ops.quote_name(table)} ({names}) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(sql) as copy:
        copy.write(HEADER)
        for start in range(0, count, CHUNK):
            end = min(start + CHUNK, count)
            rows = np.zeros(end - start, layout)
            rows["columns"] = len(types)
            for place, (column, name) in enumerate(types.items()):
                rows[f"length{place}"] = WIDTHS[name]
                rows[f"value{place}"] = columns[column][start:end] - (EPOCH if name == "day" else 0)
            copy.write(rows.tobytes())
        copy.write(TRAILER)


def _layout(types: Sequence[str]) -> np.dtype[np.void]:
    """Return how a row lies in the buffer."""
    fields = [("columns", ">i2")]
    for place, name in enumerate(types):
        fields += [(f"length{place}", ">i4"), (f"value{place}", f">i{WIDTHS[name]}")]
    return np.dtype(fields)
