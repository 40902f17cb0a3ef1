"""Rounds, hands and standings through the API: what is answered, what is refused, and who may ask."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from gameplay.models import HandRecord, HandSubmission
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import enter, fh_line, ft_line, opened_again_and_published, play_out, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Draw, Publication, Round, TableLink
from tournaments.movements.schedule import from_json
from tournaments.movements.verify import measure, verify
from tournaments.selectors.rights import link_token
from tournaments.selectors.tables import get_table
from tournaments.services import rounds

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


def client_of(user=None, link: TableLink | None = None) -> APIClient:
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    if link is not None:
        client.credentials(HTTP_AUTHORIZATION=f"TableLink {link_token(link)}")
    return client


def hand(record: dict[str, Any], *, number: int = 1, **more: Any) -> dict[str, Any]:
    return {"submission_id": str(uuid.uuid4()), "number": number, "record": record, **more}


def link_client() -> APIClient:
    """Return a phone at table 1; the API goes by the real clock, so the link of the test's evening is made to live."""
    TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
    return client_of(link=TableLink.objects.get(table_number=1))


def test_post_hand_by_table_link_answers_with_points_score_and_next_dealer():
    table = make_table(first=1)

    answer = link_client().post(f"{V1}/tables/{table.pk}/hands/", hand(fh_line(dealer=1)))

    assert answer.status_code == 201
    body = answer.json()
    assert (body["outcome"], body["hand"]["points"], body["scores"]) == ("kept", [140, 20], [140, 20])
    assert (body["next"]["leg"], body["next"]["number"], body["next"]["starter_label"]) == (1, 2, "S")
    assert (body["game_over"], body["table_complete"], body["round_complete"]) == (False, False, False)


def test_post_hand_twice_answers_200_with_the_same_record():
    table = make_table()
    post = hand(fh_line(dealer=0))
    first = link_client().post(f"{V1}/tables/{table.pk}/hands/", post)

    again = link_client().post(f"{V1}/tables/{table.pk}/hands/", post)

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["hand"] == first.json()["hand"]
    assert HandRecord.objects.count() == 1


def test_post_hand_for_a_number_taken_answers_409_with_the_stored_hand():
    table = make_table()
    link_client().post(f"{V1}/tables/{table.pk}/hands/", hand(fh_line(dealer=0)))

    answer = link_client().post(f"{V1}/tables/{table.pk}/hands/", hand(fh_line(dealer=0, tricks=(7, 3))))

    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "hand.number_taken"
    assert answer.json()["stored"]["record"] == fh_line(dealer=0)
    assert answer.json()["same"] is False
    assert HandRecord.objects.count() == 1


def test_post_hand_against_the_rules_answers_422_naming_code_path_and_words():
    table = make_table()

    answer = link_client().post(f"{V1}/tables/{table.pk}/hands/", hand(fh_line(dealer=0, tricks=(8, 3))))

    assert answer.status_code == 422
    [fault] = answer.json()["errors"]
    assert (fault["code"], fault["path"]) == ("five_hundred.tricks_sum", "tricks")
    assert "10" in fault["detail"]
    assert not HandSubmission.objects.exists()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param(b"{", 400, id="broken JSON"),
        pytest.param(b'"text"', 400, id="no object"),
        pytest.param(b"{}", 400, id="nothing in it"),
        pytest.param(b'{"submission_id": "x", "number": 1, "record": {}}', 400, id="no UUID"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 0, "record": {}}', 400, id="hand 0"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "game": 2, "record": {}}', 400, id="no such field"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1e400, "record": {}}', 400, id="endless number"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": "\\u0000"}', 400, id="NUL"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": "\\ud800"}', 400, id="half a character"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": ' + b"[" * 5000 + b"]" * 5000 + b"}", 400,
                     id="deep"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": "' + b"x" * 70_000 + b'"}', 413, id="large"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": null}', 400, id="no record"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": []}', 422, id="a list"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": 5}', 422, id="a number"),
        pytest.param(b'{"submission_id": "%(id)s", "number": 1, "record": {"level": 9}}', 422, id="level 9"),
    ],
)  # fmt: skip
def test_post_hand_malformed_is_refused_and_writes_nothing(body, status):
    table = make_table()

    answer = link_client().post(
        f"{V1}/tables/{table.pk}/hands/",
        body.replace(b"%(id)s", str(uuid.uuid4()).encode()),
        content_type="application/json",
    )

    assert answer.status_code == status, answer.content[:300]
    assert answer["Content-Type"] == "application/problem+json"
    assert not HandSubmission.objects.exists()


def test_post_hand_takes_as_many_queries_in_the_eleventh_hand_as_in_the_first():
    table = make_table()
    client = link_client()
    counts = []
    for number in range(1, 12):
        with CaptureQueriesContext(connection) as queries:
            client.post(f"{V1}/tables/{table.pk}/hands/", hand(fh_line(dealer=(number - 1) % 4), number=number))
        counts.append(len(queries))

    assert counts == [counts[0]] * 11
    assert counts[0] <= 13


def test_post_hand_after_the_round_was_closed_is_looked_at_first_and_confirmed_by_version():
    director = make_user()
    table, record, number = opened_again_and_published(make_club(director=director))
    client, address = client_of(director), f"{V1}/tables/{table.pk}/hands/"
    hands = HandRecord.objects.count()

    first = client.post(address, hand(record, number=number))

    assert (first.status_code, first.json()["code"]) == (409, "change.look_first")
    assert HandRecord.objects.count() == hands
    seen = first.json()["preview"]
    assert [one["number"] for one in seen["publications"]] == [1]

    second = client.post(address, hand(record, number=number, version=seen["version"]))

    assert (second.status_code, second.json()["table_complete"]) == (201, True)


def test_check_hand_says_what_it_would_be_worth_and_stores_nothing():
    table = make_table("fives_threes")

    answer = link_client().post(f"{V1}/tables/{table.pk}/check/", {"record": ft_line(opener=0, points=(9, 4))})

    assert answer.status_code == 200
    assert answer.json() == {
        "valid": True,
        "errors": [],
        "leg": 1,
        "number": 1,
        "points": [9, 4],
        "scores_after": [9, 4],
        "game_over": False,
        "ending": None,
        "winners": [],
    }
    assert not HandSubmission.objects.exists()


def test_check_hand_against_the_rules_names_the_fault():
    table = make_table()

    answer = link_client().post(f"{V1}/tables/{table.pk}/check/", {"record": fh_line(dealer=0, bid="5S")})

    assert (answer.status_code, answer.json()["valid"]) == (200, False)
    assert [fault["code"] for fault in answer.json()["errors"]] == ["five_hundred.bid_unknown"]


def test_correction_by_the_director_answers_with_the_new_score():
    director = make_user()
    table = make_round(make_tournament(make_club(director=director), pairs=2)).tables.get()
    dealer = get_table(table.pk).next_hand.starter
    link_client().post(f"{V1}/tables/{table.pk}/hands/", hand(fh_line(dealer=dealer)))

    path = f"{V1}/tables/{table.pk}/legs/1/hands/1/corrections/"
    what = {"record": fh_line(dealer=dealer, tricks=(6, 4)), "reason": "misread"}

    seen = client_of(director).post(path, {**what, "preview": True})
    blind = client_of(director).post(path, {**what, "submission_id": str(uuid.uuid4())})
    nameless = client_of(director).post(path, {**what, "version": seen.json()["version"]})
    answer = client_of(director).post(
        path, {**what, "version": seen.json()["version"], "submission_id": str(uuid.uuid4())}
    )

    assert seen.status_code == 200
    [changed] = seen.json()["tables"]
    assert changed["hands"] == [
        {
            "leg": 1,
            "number": 1,
            "before": {"points": [140, 20], "scores": [140, 20]},
            "after": {"points": [-140, 40], "scores": [-140, 40]},
        }
    ]
    assert (blind.status_code, blind.json()["errors"][0]["path"]) == (400, "version")
    assert (nameless.status_code, nameless.json()["errors"][0]["path"]) == (400, "submission_id")
    assert answer.status_code == 201
    assert answer.json()["scores"] == [-140, 40]
    assert answer.json()["hand"]["reason"] == "misread"


def test_linked_table_is_the_one_of_the_link():
    table = make_table()

    answer = link_client().get(f"{V1}/table-link/")

    assert (answer.status_code, answer.json()["id"], answer.json()["number"]) == (200, table.pk, 1)
    assert [seat["label"] for seat in answer.json()["seats"]] == ["N", "E", "S", "W"]
    assert answer.json()["next"]["starter_label"] == "N"


def test_linked_table_is_sent_again_only_when_it_has_changed():
    table = make_table()
    path = f"{V1}/table-link/"
    first = link_client().get(path)

    again = link_client().get(path, headers={"If-None-Match": first["ETag"]})
    compressed = link_client().get(path, headers={"If-None-Match": f"W/{first['ETag']}"})
    enter(table, fh_line(dealer=0), number=1)
    changed = link_client().get(path, headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert compressed.status_code == 304
    assert (changed.status_code, changed.json()["next"]["number"]) == (200, 2)
    assert changed["ETag"] != first["ETag"]


def test_a_night_through_the_api_from_the_draw_to_the_final_standings():
    organiser = make_user()
    tournament = make_tournament(make_club(organiser=organiser), pairs=3, rules={"end": "hands", "hands": 2})
    api = client_of(organiser)

    for _ in range(3):
        drawn = api.post(f"{V1}/tournaments/{tournament.slug}/rounds/", {})
        assert drawn.status_code == 201, drawn.json()
        published = api.post(f"{V1}/draws/{drawn.json()['draws'][0]['id']}/publication/")
        assert published.status_code == 200, published.json()
        assert len(published.json()["sit_outs"]) == 1
        [table] = published.json()["tables"]
        for number in (1, 2):
            dealer = api.get(f"{V1}/tables/{table['id']}/").json()["next"]["starter"]
            kept = api.post(f"{V1}/tables/{table['id']}/hands/", hand(fh_line(dealer=dealer), number=number))
            assert kept.status_code == 201, kept.json()
        assert kept.json()["round_complete"] is True
        assert api.post(f"{V1}/rounds/{published.json()['id']}/closing/").json()["status"] == "closed"

    final = api.post(f"{V1}/tournaments/{tournament.slug}/publications/", {"kind": "final"})
    standings = APIClient().get(f"{V1}/tournaments/{tournament.slug}/standings/").json()

    assert final.status_code == 201
    assert standings["rows"] == final.json()["rows"]
    assert [row["tables_played"] for row in standings["rows"]] == [2, 2, 2]
    assert standings["is_provisional"] is False
    assert [
        row["number"] for row in APIClient().get(f"{V1}/tournaments/{tournament.slug}/rounds/").json()["results"]
    ] == [1, 2, 3]


def test_closing_with_a_table_in_play_answers_with_what_is_missing():
    director = make_user()
    round_ = make_round(make_tournament(make_club(director=director), pairs=4))
    play_out(round_.tables.get(number=2))

    answer = client_of(director).post(f"{V1}/rounds/{round_.pk}/closing/")

    assert (answer.status_code, answer.json()["code"], answer.json()["tables"]) == (409, "round.tables_unfinished", [1])
    assert Round.objects.get().status == "published"


def test_public_reads_need_no_account():
    tournament = make_tournament(pairs=3, rounds=1, rules={"end": "hands", "hands": 2})
    round_ = play_round(make_round(tournament))
    table = round_.tables.get()
    entry = tournament.entries.first()

    for path in (
        f"tournaments/{tournament.slug}/rounds/",
        f"rounds/{round_.pk}/",
        f"rounds/{round_.pk}/seating/",
        f"tables/{table.pk}/",
        f"tournaments/{tournament.slug}/standings/",
        f"tournaments/{tournament.slug}/publications/",
        f"entries/{entry.pk}/",
    ):
        assert APIClient().get(f"{V1}/{path}").status_code == 200, path


@pytest.mark.parametrize("who", ["nobody", "stranger", "scorer", "director", "director elsewhere"])
def test_round_shows_drafts_and_conflicts_to_its_directors_only(who):
    director, scorer, elsewhere = make_user(), make_user(), make_user()
    make_club("Another", director=elsewhere)
    club = make_club(director=director, scorer=scorer)
    table = make_round(make_tournament(club, pairs=2)).tables.get()
    dealer = get_table(table.pk).next_hand.starter
    for tricks in ((8, 2), (7, 3)):
        link_client().post(f"{V1}/tables/{table.pk}/hands/", hand(fh_line(dealer=dealer, tricks=tricks)))
    waiting = rounds.draw_next_round(actor=SYSTEM, tournament_id=make_tournament(club, pairs=2).pk, now=NOW)
    user = {"stranger": make_user(), "scorer": scorer, "director": director, "director elsewhere": elsewhere}.get(who)

    played, draft = (client_of(user).get(f"{V1}/rounds/{pk}/").json() for pk in (table.round_id, waiting.round_id))

    sees_all = who == "director"
    assert [row["record"]["tricks"] for row in played["conflicts"]] == ([[7, 3]] if sees_all else [])
    assert [row["status"] for row in played["draws"]] == ["published"]
    assert [row["status"] for row in draft["draws"]] == (["draft"] if sees_all else [])


def test_time_breaks_a_game_off_and_the_call_is_taken_back():
    director = make_user()
    club = make_club(director=director)
    table = make_round(make_tournament(club, pairs=2, when_time_is_up="unplayed")).tables.get()
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)
    client, path = client_of(director), f"{V1}/tables/{table.pk}/time/"
    assert client.get(f"{V1}/tables/{table.pk}/").json()["time"] is None

    called = client.post(path, {}).json()

    counted = {"counts": "unplayed", "counts_for_nobody": True}
    assert {key: called["time"][key] for key in counted} == counted
    assert (called["status"], called["next"], called["legs"][0]["ending"]) == ("complete", None, "unplayed")
    assert [(side["games_won"], side["points"]) for side in called["sides"]] == [("0", 0), ("0", 0)]
    looked = client.post(f"{path}revocation/", {"preview": True}).json()
    [moved] = looked["tables"]
    assert (moved["before"]["is_complete"], moved["after"]["is_complete"]) == (True, False)
    assert get_table(table.pk).progress.is_complete
    again = client.post(f"{path}revocation/", {"version": looked["version"], "reason": "too early"}).json()
    assert (again["time"], again["status"], again["next"]["number"]) == (None, "in_play", 2)
    refused = client.delete(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "table.time_not_called")
    client.post(path, {})
    assert client.delete(path).json()["time"] is None


def test_time_is_called_at_all_tables_after_a_look_and_undone():
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=4, when_time_is_up="leader")
    first, second = make_round(tournament).tables.order_by("number")
    enter(first, fh_line(dealer=get_table(first.pk).next_hand.starter), number=1)
    client, path = client_of(director), f"{V1}/rounds/{first.round_id}/time/"

    looked = client.post(path, {"preview": True}).json()
    untouched = get_table(first.pk).progress.is_complete
    called = client.post(path, {"version": looked["version"], "reason": "the hall closes"})
    over = [client.get(f"{V1}/tables/{table.pk}/").json() for table in (first, second)]
    again = client.post(path, {})
    undone = client.post(f"{V1}/acts/{called.json()['act']}/undoing/")
    back = client.get(f"{V1}/rounds/{first.round_id}/").json()

    assert [(one["number"], one["after"]["games_won"]) for one in looked["tables"]] == [
        (1, ["1", "0"]),
        (2, ["1/2", "1/2"]),
    ]
    assert (untouched, called.status_code, called.json()["tables"]) == (False, 200, [1, 2])
    assert [(table["status"], table["time"]["counts"]) for table in over] == [("complete", "leader")] * 2
    assert (again.status_code, again.json()["code"]) == (409, "round.no_table_in_play")
    assert (undone.status_code, undone.json()["kind"], undone.json()["count"]) == (200, "time_called", 2)
    assert [(table["status"], table["time"]) for table in back["tables"]] == [("in_play", None)] * 2


WRITES = {
    "draw": ("/tournaments/{slug}/rounds/", {}),
    "draw_again": ("/rounds/{draft}/draws/", {}),
    "publish": ("/draws/{draw}/publication/", {}),
    "clock": ("/rounds/{draft}/clock/", {"minutes": 20}),
    "close": ("/rounds/{draft}/closing/", {}),
    "standings": ("/tournaments/{slug}/publications/", {"kind": "provisional"}),
    "renew": ("/tournaments/{slug}/table-links/1/renewal/", {}),
    "time": ("/tables/{table}/time/", {}),
    "time at all": ("/rounds/{draft}/time/", {}),
    "time back": ("/tables/{table}/time/revocation/", {}),
    "correct": (
        "/tables/{table}/legs/1/hands/1/corrections/",
        {"submission_id": str(uuid.UUID(int=5)), "record": {}, "reason": "why", "version": "1"},
    ),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("who", ["nobody", "stranger", "scorer", "link"])
def test_directors_writes_are_refused_to_others_and_change_nothing(who, write):
    scorer = make_user()
    club = make_club(scorer=scorer)
    running = make_tournament(club, pairs=2, rounds=2)
    table = make_round(running).tables.get()
    waiting = make_tournament(club, pairs=3, name="Next week")
    draft = client_of(make_user(is_superuser=True)).post(f"{V1}/tournaments/{waiting.slug}/rounds/", {}).json()
    client = {
        "nobody": client_of(),
        "stranger": client_of(make_user()),
        "scorer": client_of(scorer),
        "link": link_client(),
    }[who]
    path, body = WRITES[write]
    before = (Draw.objects.count(), HandRecord.objects.count(), Publication.objects.count(), TableLink.objects.count())
    statuses = list(Round.objects.order_by("pk").values_list("status", "clock_started_at"))

    answer = client.post(
        V1 + path.format(slug=waiting.slug, draft=draft["id"], draw=draft["draws"][0]["id"], table=table.pk), body
    )

    assert answer.status_code == (401 if who == "nobody" else 403), answer.json()
    assert before == (
        Draw.objects.count(), HandRecord.objects.count(), Publication.objects.count(), TableLink.objects.count()
    )  # fmt: skip
    assert statuses == list(Round.objects.order_by("pk").values_list("status", "clock_started_at"))


@pytest.mark.parametrize("path", ["/rounds/{}/", "/tables/{}/", "/entries/{}/", "/rounds/{}/seating/"])
@pytest.mark.parametrize("number", [0, 10**6, 10**30])
def test_reads_of_what_is_not_there_answer_404(path, number):
    answer = APIClient().get(V1 + path.format(number))

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_chart_is_a_schedule_that_can_be_judged():
    organiser = make_user()
    tournament = make_tournament(make_club(organiser=organiser), pairs=5)
    make_round(tournament)

    response = client_of(organiser).get(f"/api/v1/tournaments/{tournament.slug}/chart/")

    document = response.json()
    published = document.pop("published")
    schedule = from_json(document)
    assert (response.status_code, published, len(schedule.rounds)) == (200, 1, 5)
    assert verify(schedule) == ()
    assert measure(schedule)["meet_min"] == measure(schedule)["meet_max"] == 1


def test_chart_is_for_those_who_work_at_the_event():
    tournament = make_tournament(pairs=5)

    assert client_of(make_user()).get(f"/api/v1/tournaments/{tournament.slug}/chart/").status_code == 403
