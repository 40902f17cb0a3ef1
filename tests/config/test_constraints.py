from __future__ import annotations

import pytest

from config.models import TokenTerms
from tests.constraints import check, check_keys, check_nulls, constraints_of, known

pytestmark = pytest.mark.django_db

PLAIN = {TokenTerms: {"token_id": "digest", "scope": "read"}}
CASES = {"token_scope_is_known": known(TokenTerms, "scope")}


@pytest.mark.parametrize("name", CASES)
def test_constraint_refuses_what_must_never_be(name):
    check(name, CASES[name], PLAIN)


def test_every_constraint_has_its_case():
    assert constraints_of("config") == CASES.keys()


def test_every_key_points_at_what_is_there():
    check_keys("config")


def test_no_column_is_empty_whose_field_may_not_be():
    check_nulls("config")
