"""Columns of the database as numpy arrays: millions of rows in and out without a Python object for each.

Rows go in by binary COPY. Its format is that of the COPY page of PostgreSQL's manual: a header, then for each row the
number of its columns and for each column its length and its bytes, all in network order. They come out packed by the
database into one value, since the driver would take a row of a COPY at a time. Only columns of one width that are never
null are known, so that all rows are equally long and the whole of them is one array.
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

_SEND = {"day": "date_send", "int2": "int2send", "int4": "int4send", "int8": "int8send"}

Columns = dict[str, npt.NDArray[np.int64]]


def read_columns(rows: QuerySet[Any, Any], types: Mapping[str, str]) -> Columns:
    """Read the named columns of a query, in no order. The keys of ``types`` are what ``values_list`` takes.

    Raises ValueError if anything is null.
    """
    query = cast("Any", connection.ops).compose_sql(*rows.order_by().values_list(*types).query.sql_with_params())
    names = [f"c{place}" for place in range(len(types))]
    packed = " || ".join(f"{_SEND[kind]}({name})" for name, kind in zip(names, types.values(), strict=True))
    pack = f"SELECT count(*), string_agg({packed}, '') FROM ({query}) AS row ({', '.join(names)})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(pack)
        count, data = cursor.fetchone()
    layout = np.dtype([(name, f">i{WIDTHS[kind]}") for name, kind in zip(names, types.values(), strict=True)])
    # What is null in one column takes its whole row with it.
    if count * layout.itemsize != len(data or b""):
        raise ValueError("a column that has to be read as numbers is null")
    table = np.frombuffer(data or b"", layout)
    return {
        column: table[name].astype(np.int64) + (EPOCH if kind == "day" else 0)
        for name, (column, kind) in zip(names, types.items(), strict=True)
    }


def copy_in(
    table: str,
    columns: Mapping[str, npt.NDArray[np.int64]],
    types: Mapping[str, str],
    *,
    order: npt.NDArray[np.int64] | None = None,
    is_new: bool = False,
) -> None:
    """Write rows into a table; ``types`` name the columns as the database has them, in the order of writing.

    ``order``: the places of the rows in the order of writing, if it is not theirs. Into a table that ``is_new``, made
    in the same transaction, rows go as ones that nobody need look after any more.
    """
    count = len(next(iter(columns.values())))
    layout = _layout(list(types.values()))
    names = ", ".join(connection.ops.quote_name(name) for name in types)
    sql = f"COPY {connection.ops.quote_name(table)} ({names}) FROM STDIN (FORMAT BINARY{', FREEZE' if is_new else ''})"
    with connection.cursor() as cursor, cursor.copy(sql) as copy:
        copy.write(HEADER)
        for start in range(0, count, CHUNK):
            end = min(start + CHUNK, count)
            rows = np.zeros(end - start, layout)
            these = slice(start, end) if order is None else order[start:end]
            rows["columns"] = len(types)
            for place, (column, name) in enumerate(types.items()):
                rows[f"length{place}"] = WIDTHS[name]
                rows[f"value{place}"] = columns[column][these] - (EPOCH if name == "day" else 0)
            copy.write(rows.tobytes())
        copy.write(TRAILER)


def _layout(types: Sequence[str]) -> np.dtype[np.void]:
    """Return how a row lies in the buffer."""
    fields = [("columns", ">i2")]
    for place, name in enumerate(types):
        fields += [(f"length{place}", ">i4"), (f"value{place}", f">i{WIDTHS[name]}")]
    return np.dtype(fields)
