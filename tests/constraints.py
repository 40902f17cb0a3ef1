"""What the database itself refuses, tried on bare rows.

Their keys may point nowhere: that is only looked at when a transaction ends, and none of these does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from tournaments.integrity import broken_constraint

Row = Mapping[str, Any]
Plain = Mapping[type[models.Model], Row]
"""A row of each model that nothing is wrong with, as far as its fields have no default."""

_COUNTS = models.PositiveIntegerField | models.PositiveSmallIntegerField | models.PositiveBigIntegerField


@dataclass(frozen=True)
class Case:
    """Rows that one constraint refuses and, so that they are refused for nothing else, the nearest that are taken.

    ``beside`` is there before any of them; all are written as what differs from the plain row.
    """

    model: type[models.Model]
    refused: Sequence[Row]
    taken: Sequence[Row] = ({},)
    beside: Row | None = None


def known(model: type[models.Model], field: str, **rest: Any) -> Case:
    """Return the case of a field that takes its choices and nothing else."""
    choices = [value for value, _words in model._meta.get_field(field).choices or ()]
    return Case(model, [{**rest, field: "other"}], [{**rest, field: value} for value in choices])


def once(model: type[models.Model], row: Row, *others: Row) -> Case:
    """Return the case of a row that cannot be there twice; each of ``others`` differs just enough to stand beside."""
    return Case(model, [row], [{**row, **other} for other in others], beside=row)


def check(name: str, case: Case, plain: Plain) -> None:
    """See that the constraint of that name refuses what it should, and only that."""

    def put(row: Row) -> None:
        case.model(**{**plain[case.model], **row}).save(force_insert=True)

    with undone():
        if case.beside is not None:
            put(case.beside)
        for row in case.taken:
            with undone():
                put(row)
        for row in case.refused:
            with pytest.raises(IntegrityError) as refused, transaction.atomic():
                put(row)
            assert broken_constraint(refused.value) == name


def check_counts(app: str, plain: Plain) -> None:
    """See that nothing that counts can be below 0 in an app, whichever constraint says so."""
    for model, field in _fields(app):
        if isinstance(field, _COUNTS):
            with pytest.raises(IntegrityError, match="violates check constraint"), transaction.atomic():
                model(**{**plain[model], field.attname: -1}).save(force_insert=True)


def check_keys(app: str) -> None:
    """See that each key of an app is one for the database too, unless its field says otherwise."""
    wanted = {
        (model._meta.db_table, field.column, field.target_field.model._meta.db_table)
        for model, field in _fields(app)
        if isinstance(field, models.ForeignKey) and field.db_constraint
    }
    assert wanted
    with connection.cursor() as cursor:
        found = {
            (table, key["columns"][0], key["foreign_key"][0])
            for table in {table for table, _column, _target in wanted}
            for key in connection.introspection.get_constraints(cursor, table).values()
            if key["foreign_key"] and len(key["columns"]) == 1
        }
    assert found == wanted


def check_nulls(app: str) -> None:
    """See that a column of an app may be empty where its field may, and nowhere else."""
    for model in apps.get_app_config(app).get_models():
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, model._meta.db_table)
        assert {column.name: column.null_ok for column in columns} == {
            field.column: field.null for field in model._meta.concrete_fields
        }


def constraints_of(app: str) -> set[str]:
    """Return the names of what the database refuses in an app, but for simple keys, nulls and counts below 0."""
    tables = [model._meta.db_table for model in apps.get_app_config(app).get_models()]
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT conname FROM pg_constraint
            WHERE conrelid = ANY(%(tables)s::regclass[])
                AND (contype IN ('c', 'u', 'x') OR contype = 'f' AND cardinality(conkey) > 1)
            UNION
            SELECT indexrelid::regclass::text FROM pg_index
            WHERE indrelid = ANY(%(tables)s::regclass[]) AND indisunique AND NOT indisprimary
            """,
            {"tables": tables},
        )
        found = {name for (name,) in cursor.fetchall()}
    counts = {f"{model._meta.db_table}_{field.column}_check" for model, field in _fields(app)}
    return found - counts


@contextmanager
def undone() -> Iterator[None]:
    """Undo what is written inside, before anybody looks where its keys point."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _fields(app: str) -> Iterator[tuple[type[models.Model], Any]]:
    for model in apps.get_app_config(app).get_models():
        for field in model._meta.concrete_fields:
            yield model, field
