"""Series over the API: set up and changed by organisers, read by everybody."""

from __future__ import annotations

import pytest

from tests.api import client_of, refusal
from tests.factories import make_club, make_partnership, make_user
from tests.series import FIRST_DAY, hold_night, make_series
from tests.snapshots import everything
from tournaments.models import AuditEntry, Series

pytestmark = pytest.mark.django_db

SETTINGS = {"name": "Autumn", "kind": "five_hundred", "from_date": FIRST_DAY.isoformat()}


@pytest.fixture
def organiser():
    return make_user("ona")


@pytest.fixture
def club(organiser):
    return make_club("Hearts", organiser=organiser, director=make_user("dan"))


def test_organisers_set_up_change_and_remove_a_series(club, organiser):
    client = client_of(organiser)
    made = client.post(f"/api/v1/clubs/{club.slug}/series/", SETTINGS)
    expected = {
        "slug": "autumn",
        "name": "Autumn",
        "club": "hearts",
        "kind": "five_hundred",
        "counted_by": "player",
        "scheme": {"by": "places", "places": [10, 8, 6, 5, 4, 3, 2, 1], "rest": 0},
        "best_nights": None,
        "minimum_nights": 1,
        "from_date": "2026-03-14",
        "to_date": None,
        "version": 1,
    }
    assert (made.status_code, made.json()) == (201, expected)

    changes = {**SETTINGS, "name": "Spring", "best_nights": 6, "scheme": {"by": "beaten"}}
    changed = client.put("/api/v1/series/autumn/", changes)
    expected |= {"name": "Spring", "best_nights": 6, "scheme": {"by": "beaten"}, "version": 2}
    assert (changed.status_code, changed.json()) == (200, expected)
    assert client.put("/api/v1/series/autumn/", changes).json() == expected
    assert client_of().get(f"/api/v1/clubs/{club.slug}/series/").json()["results"] == [expected]

    assert client.delete("/api/v1/series/autumn/").status_code == 204
    assert refusal(client_of().get("/api/v1/series/autumn/")) == (404, "not_found")
    log = AuditEntry.objects.filter(action__startswith="series.").order_by("pk")
    assert list(log.values_list("action", flat=True)) == ["series.created", "series.changed", "series.removed"]
    assert log[1].before["name"] == "Autumn"
    assert log[1].after["name"] == log[2].before["name"] == "Spring"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "W" * 121}, "name.too_long"),
        ({"kind": "whist"}, "value.refused"),
        ({"counted_by": "team"}, "value.refused"),
        ({"scheme": {"by": "luck"}}, "standings.rules_invalid"),
        ({"scheme": {"by": "places", "places": [1, 2]}}, "standings.rules_invalid"),
        ({"best_nights": 0}, "value.refused"),
        ({"best_nights": 367}, "value.refused"),
        ({"minimum_nights": 0}, "value.refused"),
        ({"to_date": "2026-03-13"}, "value.refused"),
        ({"from_date": None, "to_date": "2026-03-14"}, "value.refused"),
    ],
)
def test_a_series_that_makes_no_sense_is_refused(club, organiser, changes, code):
    before = everything()
    response = client_of(organiser).post(f"/api/v1/clubs/{club.slug}/series/", {**SETTINGS, **changes})
    assert refusal(response) == (422, code)
    assert everything() == before


def test_directors_do_not_set_up_series(club):
    make_series(club)
    client = client_of(club.roles.get(role="director").user)
    before = everything()
    assert refusal(client.post(f"/api/v1/clubs/{club.slug}/series/", SETTINGS)) == (403, "rights.missing")
    assert refusal(client.put("/api/v1/series/autumn/", SETTINGS)) == (403, "rights.missing")
    assert refusal(client.put("/api/v1/series/autumn/nights/", {"tournaments": []})) == (403, "rights.missing")
    assert refusal(client.delete("/api/v1/series/autumn/")) == (403, "rights.missing")
    assert everything() == before


def test_nights_are_chosen_and_everybody_reads_the_table_with_its_prizes(club, organiser):
    one, two = make_partnership(club), make_partnership(club)
    first = hold_night(club, one, two, tricks=10)
    second = hold_night(club, two, one, week=1)
    make_series(club, counted_by="partnership", best_nights=1)
    client = client_of(organiser)

    chosen = client.put("/api/v1/series/autumn/nights/", {"tournaments": [first.slug]})
    assert [(one["tournament"], one["belongs"], one["by_day"]) for one in chosen.json()] == [
        (first.slug, True, True),
        (second.slug, False, True),
    ]
    assert Series.objects.get().left_out == [str(second.uid)]
    spades = make_club("Spades")
    elsewhere = hold_night(spades, make_partnership(spades), make_partnership(spades))
    before = everything()
    for other in (elsewhere.slug, "nowhere"):
        refused = client.put("/api/v1/series/autumn/nights/", {"tournaments": [other]})
        assert refusal(refused) == (404, "not_found")
    assert everything() == before

    told = client_of().get("/api/v1/series/autumn/standings/").json()

    night = told["nights"][0]
    assert (night["number"], night["tournament"], night["date"], night["is_final"]) == (
        1,
        first.slug,
        "2026-03-14",
        True,
    )
    assert told["version"] == f"2.{night['version']}"
    assert [(row["rank"], row["values"]["total"], row["nights"]) for row in told["rows"]] == [
        ("1", "10", [{"night": 1, "place": 1, "sharing": 1, "field": 2, "points": "10", "counts": True}]),
        ("2", "8", [{"night": 1, "place": 2, "sharing": 1, "field": 2, "points": "8", "counts": True}]),
    ]
    assert told["rows"][0]["players"] == [one.first_id, one.second_id]
    assert told["rows"][0]["separation"] == {"criterion": "total", "value": "10", "next": "8"}
    slams = told["prizes"][0]
    table = first.rounds.get().tables.get()
    where = {"round": 1, "table": 1, "table_id": table.pk, "leg": 1, "number": 1}
    assert (slams["what"], slams["claims"][0]["amount"]) == ("most_slams", 1)
    assert slams["claims"][0]["evidence"] == [{"night": 1, "hand": where}]
