"""Nobody writes anything through the API who has no role; what a stranger is refused changes nothing."""

from __future__ import annotations

import json

import pytest

from tests.api import client_of, refusal
from tests.factories import make_club, make_user
from tests.schema import GOOD, WRITES, fields_of, fill, make_night
from tests.snapshots import everything

pytestmark = pytest.mark.django_db

FOR_EVERYBODY = {
    ("post", "/api/v1/auth/tokens/"),
    ("post", "/api/v1/auth/session/"),
    ("delete", "/api/v1/auth/session/"),
    ("post", "/api/v1/rules/{kind}/check/"),
    ("post", "/api/v1/rules/{kind}/legal/"),
}
"""Logging in and out, and asking what the rules say of a record, which keeps nothing."""
FOR_EVERY_USER = {*FOR_EVERYBODY, ("post", "/api/v1/clubs/"), ("post", "/api/v1/files/")}


SAID = {"reason": "a slip"}
BODIES = {
    "/agreements/": {"side": 0, "records": [1]},
    "/confirmation/": {"records": [1]},
    "/disputes/": {"side": 0, "record_id": 1},
    "/acceptance/": SAID,
    "/adjustments/": {"metric": "points", "amount": -5, **SAID},
    "/archive/": {"lines": [{"round": 1}]},
    "/arrangements/": {"staying": [], "house": None},
    "/decisions/": {"kind": "cut", "order": [1]},
    "/entries/": {"partnership_ids": [1]},
    "/forbidden-meetings/": {"entries": [1, 2]},
    "/handicaps/": {"entries": [{"entry_id": 1, "handicap": 5}]},
    "/kept-apart/": {"text": "1: north"},
    "/publications/": {"kind": "provisional"},
    "/restore-points/{number}/": {"version": 1, "typed": "1", **SAID},
    "/taking-back/": {"version": 1, **SAID},
    "/nights/": {"tournaments": []},
    "/players/{player_id}/": {"name": "Ona"},
    "/players/import/": {"text": "Ona"},
    "/anonymisation/": {"typed": "1"},
    "/changes/": {"swaps": [[1, 2]]},
    "/absences/": {"round": 2},
    "/sit-outs/": {"entry_id": 1, "role": "sit_out", **SAID},
    "/wrong-player/": {"player_in_id": 1, **SAID},
    "/reseating/": {"entries": [[1, 2]], "version": "1"},
    "/rounds/{round_id}/tables/": {"sides": [[1], [2]]},
    "/corrections/": {"submission_id": GOOD["submission_id"], "version": "1", **SAID},
    "/hands/{number}/ruling/": {"submission_id": GOOD["submission_id"], "points": [1, 2], **SAID},
    "/tables/{table_id}/ruling/": {"kind": "void", **SAID},
}
"""What a post to an address with this end needs besides what its schema asks for, so that its form is right."""


def body_of(method, path, values):
    _properties, required = fields_of(method, path)
    own = {name: value for end, body in BODIES.items() if path.endswith(end) for name, value in body.items()}
    return json.dumps({**{name: values[name] for name in required if name in values}, **own})


@pytest.mark.parametrize(
    ("stranger", "refusals"),
    [
        pytest.param(None, {(401, "auth.required"), (403, "rights.missing")}, id="nobody"),
        pytest.param("organiser elsewhere", {(403, "rights.missing"), (404, "not_found")}, id="organiser elsewhere"),
    ],
)
def test_writes_of_strangers_are_refused_and_change_nothing(stranger, refusals):
    values = {**GOOD, **make_night()}
    user = stranger and make_user()
    if user is not None:
        make_club("Other Club", organiser=user)
    client = client_of(user)
    before = everything()

    answers = {}
    for one in WRITES:
        method, path = one.values
        if (method, path) in (FOR_EVERYBODY if user is None else FOR_EVERY_USER):
            continue
        body = body_of(method, path, values)
        response = client.generic(method.upper(), fill(path, values), body, content_type="application/json")
        assert response.status_code >= 400, (method, path)
        answers[method, path] = refusal(response)

    assert {where: said for where, said in answers.items() if said not in refusals} == {}
    assert everything() == before
