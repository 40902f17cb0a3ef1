"""Who is kept apart, through the API."""

from __future__ import annotations

import pytest

from tests.api import client_of, faults, refusal
from tests.factories import make_club, make_tournament, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    return make_tournament(make_club(director=make_user("dan"), scorer=make_user("sam")), pairs=3, movement="swiss")


def client(night, role):
    return client_of(night.club.roles.get(role=role).user)


def test_groups_are_set_by_id_or_as_text_and_read_again(night):
    where = f"/api/v1/tournaments/{night.slug}/kept-apart/"
    director = client(night, "director")
    one, two, _three = night.entries.order_by("number").values_list("pk", flat=True)
    wanted = [{"entry_id": one, "group": "North"}, {"entry_id": two, "group": "North"}]

    assert director.get(where).json() == {"groups": []}
    assert director.put(where, {"groups": wanted}).json() == {"groups": wanted}
    assert director.get(where).json() == {"groups": wanted}
    assert director.put(where, {"text": "2: South"}).json() == {"groups": [{"entry_id": two, "group": "South"}]}
    # What a household is called is for the directors only.
    public = client_of().get(f"/api/v1/tournaments/{night.slug}/entries/")
    assert (public.status_code, "South" in public.content.decode()) == (200, False)


def test_groups_are_refused_with_reasons_and_nothing_changes(night):
    where = f"/api/v1/tournaments/{night.slug}/kept-apart/"
    director = client(night, "director")
    director.put(where, {"text": "1: North"})
    before = director.get(where).json()

    assert refusal(director.put(where, {})) == (400, "request.invalid")
    assert refusal(director.put(where, {"groups": [{"entry_id": 999_999, "group": "North"}]})) == (422, "value.refused")
    unread = director.put(where, {"text": "1: North\n8: South"})
    assert refusal(unread) == (422, "import.lines_unreadable")
    assert faults(unread) == [("line 2", "import.line")]
    assert refusal(client(night, "scorer").get(where)) == (403, "rights.missing")
    assert refusal(client(night, "scorer").put(where, {"text": ""})) == (403, "rights.missing")
    assert refusal(client_of().put(where, {"text": ""})) == (401, "auth.required")
    assert director.get(where).json() == before
