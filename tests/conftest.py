"""What all tests share."""

import os

import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation

LIFT_IDS = """
    SELECT setval(format('%%I.%%I', schemaname, sequencename)::regclass, %s)
    FROM pg_sequences WHERE schemaname = current_schema()
"""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):  # noqa: ARG001 - asked for so that it comes first
    """Let the ids of all tables start after ``IDS_FROM``, if it is given.

    Lots are drawn by seed and id, and which ids a test meets depends on the tests before it. A run with other ids finds
    the tests that hold for some of them only: ``IDS_FROM=5000 make test``.
    """
    if first := int(os.environ.get("IDS_FROM", "0")):
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(LIFT_IDS, [first])


@pytest.fixture(autouse=True)
def _no_language_is_left():
    """Begin each test in English: a request leaves its language to whatever comes after it in the thread."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()
