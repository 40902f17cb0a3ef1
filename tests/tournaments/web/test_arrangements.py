"""The page for who keeps a table and who plays for the house."""

from __future__ import annotations

import pytest

from tests.api import client_of
from tests.factories import make_tournament
from tournaments.selectors.arrangements import Arrangements, arrangements_of

pytestmark = pytest.mark.django_db


def test_arrangements_are_shown_and_saved(as_user, club):
    tournament = make_tournament(club, pairs=4)
    one, two, *_rest = tournament.entries.order_by("number").values_list("pk", flat=True)
    browser = as_user("dan")
    path = f"/tournaments/{tournament.slug}/arrangements/"

    answer = browser.post(path, {"staying": [one], "house": two})

    assert answer.status_code == 302
    assert arrangements_of(tournament) == Arrangements((one,), two)
    form = browser.get(path).context["form"]
    assert (form["staying"].value(), form["house"].value()) == ([one], two)
    browser.post(path, {})
    assert arrangements_of(tournament) == Arrangements()


def test_a_fixed_table_is_given_shown_moved_and_ended_on_the_page(as_user, club):
    tournament = make_tournament(club, pairs=4)
    one, two, *_rest = tournament.entries.order_by("number").values_list("pk", flat=True)
    browser = as_user("dan")
    path = f"/tournaments/{tournament.slug}/arrangements/"

    assert browser.post(path, {"fixed_entry_0": one, "fixed_table_0": 3, "fixed_entry_1": ""}).status_code == 302
    assert arrangements_of(tournament) == Arrangements(fixed_tables=((one, 3),))
    rows = browser.get(path).context["form"].fixed_rows
    assert [(who.value(), table.value()) for who, table in rows] == [(one, 3), ("", None), ("", None)]

    both = {"fixed_entry_0": one, "fixed_table_0": 3, "fixed_entry_1": two, "fixed_table_1": 3}
    refused = browser.post(path, both).content.decode()
    assert "cannot both sit at table 3 in every round" in refused
    assert browser.post(path, {"fixed_entry_0": one}).context["form"].errors == {"fixed_table_0": ["Which table?"]}
    assert arrangements_of(tournament) == Arrangements(fixed_tables=((one, 3),))
    browser.post(path, {**both, "fixed_table_1": 2})
    assert arrangements_of(tournament) == Arrangements(fixed_tables=((one, 3), (two, 2)))
    browser.post(path, {"fixed_entry_0": "", "fixed_table_0": 3, "fixed_entry_1": two, "fixed_table_1": 1})
    assert arrangements_of(tournament) == Arrangements(fixed_tables=((two, 1),))


def test_arrangements_of_nobody_say_what_to_do(as_user, club):
    tournament = make_tournament(club)

    assert "Nobody yet" in as_user("dan").get(f"/tournaments/{tournament.slug}/arrangements/").content.decode()


def test_arrangements_are_for_directors(as_user, club):
    tournament = make_tournament(club, pairs=4)

    assert as_user("sam").post(f"/tournaments/{tournament.slug}/arrangements/", {}).status_code == 403


def test_arrangements_through_the_api(club):
    tournament = make_tournament(club, pairs=4)
    [one] = tournament.entries.filter(number=1).values_list("pk", flat=True)
    client = client_of(club.roles.get(role="director").user)
    path = f"/api/v1/tournaments/{tournament.slug}/arrangements/"

    plain = {"staying": [one], "house": None, "fixed_tables": []}
    assert client.put(path, {"staying": [one], "house": None}, format="json").json() == plain
    assert client.get(path).json() == plain
    fixed = {"staying": [], "house": None, "fixed_tables": [{"entry_id": one, "table": 3}]}
    assert client.put(path, fixed, format="json").json() == fixed
    [two] = tournament.entries.filter(number=2).values_list("pk", flat=True)
    twice = [*fixed["fixed_tables"], {"entry_id": two, "table": 3}]
    refused = client.put(path, {**fixed, "fixed_tables": twice}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "arrangement.table_fixed_twice")
    assert client.get(path).json() == fixed
    assert client.put(path, plain, format="json").json() == plain
    assert client.put(path, {"staying": [0], "house": None}, format="json").status_code == 400
    assert client_of().put(path, {"staying": [], "house": None}, format="json").status_code == 401
    assert arrangements_of(tournament) == Arrangements((one,))


def test_groups_are_pasted_shown_and_kept_as_typed_where_they_cannot_be_read(as_user, club):
    tournament = make_tournament(club, pairs=4, movement="swiss")
    browser = as_user("dan")
    path = f"/tournaments/{tournament.slug}/groups/"

    saved = browser.post(path, {"text": "1\tNorth\n2\tNorth"}, follow=True)
    assert saved.redirect_chain == [(f"/tournaments/{tournament.slug}/arrangements/", 302)]
    assert [line[-5:] for line in saved.context["groups"].initial["text"].splitlines()] == ["North", "North"]
    assert browser.get(f"/tournaments/{tournament.slug}/entries/").content.count(b'<span class="tag">North</span>') == 2

    refused = browser.post(path, {"text": "1: South\n9: South"})
    assert refused.status_code == 200
    assert refused.context["groups"].errors == {"__all__": ["Line 2: There is no such entry."]}
    assert refused.context["groups"]["text"].value() == "1: South\n9: South"
    assert list(tournament.entries.order_by("number").values_list("apart_group", flat=True)) == [
        "North",
        "North",
        "",
        "",
    ]
    assert as_user("sam").post(path, {"text": ""}).status_code == 403
