"""Changes of a round in play through the API."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from ratings.services.drain import drain
from tests.api import client_of, faults, refusal
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import enter, fh_line, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Seat, Table
from tournaments.selectors.tables import get_table
from tournaments.services import rounds

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def club():
    """A club with a director and a scorer."""
    return make_club(director=make_user("dan"), scorer=make_user("sam"))


@pytest.fixture
def director(club):
    """A client of the director."""
    return client_of(club.roles.get(role="director").user)


def table_of(club, **settings) -> Table:
    settings = {"pairs": 2, "rules": {"end": "hands", "hands": 4}, **settings}
    return make_round(make_tournament(club, **settings)).tables.order_by("number").first()


def entry_at(table, index):
    return Seat.objects.get(table=table, index=index).entry


def test_a_table_is_forfeited_and_goes_on_when_that_is_taken_back(director, club):
    table = table_of(club)
    leaver = entry_at(table, 0)
    path = f"{V1}/tables/{table.pk}/ruling/"

    forfeited = director.post(path, {"kind": "forfeit", "entry_id": leaver.pk, "points": 50, "reason": "no-show"})
    back = director.delete(path)

    body = forfeited.json()
    assert forfeited.status_code == 200
    assert (body["status"], body["next"]) == ("ruled", None)
    assert body["ruling"]["kind"] == "forfeit"
    assert (body["ruling"]["entry_id"], body["ruling"]["points"], body["ruling"]["reason"]) == (
        leaver.pk,
        50,
        "no-show",
    )
    assert back.status_code == 200
    assert (back.json()["status"], back.json()["ruling"], back.json()["next"]["number"]) == ("in_play", None, 1)


def test_a_ruling_without_kind_or_reason_is_unreadable(director, club):
    path = f"{V1}/tables/{table_of(club).pk}/ruling/"

    unknown = director.post(path, {"kind": "draw"})
    silent = director.post(path, {"kind": "void"})

    assert (unknown.status_code, silent.status_code) == (400, 400)
    assert [where for where, _ in faults(unknown)] == ["kind"]
    assert [where for where, _ in faults(silent)] == ["reason"]


def test_an_entry_leaves_in_mid_table_and_the_others_win(director, club):
    table = table_of(club)
    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)
    leaver = entry_at(table, 0)

    answer = director.post(
        f"{V1}/entries/{leaver.pk}/withdrawal/", {"unfinished": "forfeit", "points": 10, "reason": "the last bus"}
    )

    assert answer.status_code == 200
    assert answer.json()["status"] == "withdrawn"
    round_ = director.get(f"{V1}/rounds/{table.round_id}/").json()
    assert round_["missing"] == []
    assert round_["tables"][0]["ruling"]["reason"] == "the last bus"


def test_a_sit_out_is_mended_after_a_look(director, club):
    round_ = make_round(make_tournament(club, pairs=3, sit_out_policy="win", criteria=["table_points", "points"]))
    out = round_.round_entries.get(role="sit_out").entry_id
    path = f"{V1}/rounds/{round_.pk}/sit-outs/"
    what = {"entry_id": out, "role": "absent"}

    looked = director.post(path, {**what, "preview": True})
    untold = director.post(path, what)
    mended = director.post(path, {**what, "version": looked.json()["version"], "reason": "never came"})
    again = director.post(path, {**what, "reason": "never came"})

    moved = {one["entry_id"]: one for one in looked.json()["entries"]}[out]
    assert (moved["before"]["table_points"], moved["after"]["table_points"]) == ("2", "0")
    assert untold.status_code == 400
    assert (mended.status_code, [one["entry_id"] for one in mended.json()["absent"]]) == (200, [out])
    assert refusal(again) == (422, "value.refused")


def test_a_substitute_sits_in_and_is_undone(director, club):
    table = table_of(club)
    leaver = get_table(table.pk).seats[0].player_id
    newcomer = make_player(club)
    path = f"{V1}/tables/{table.pk}/substitutions/"

    seated = director.post(path, {"player_out_id": leaver, "player_in_id": newcomer.pk, "reason": "ill"})
    [taken] = seated.json()["seats"][0]["substitutions"]
    undone = director.delete(f"{path}{taken['id']}/")
    again = director.delete(f"{path}{taken['id']}/")

    assert seated.status_code == 201
    assert seated.json()["seats"][0]["player_id"] == newcomer.pk
    assert (taken["player_out_id"], taken["player_in_id"], taken["leg"], taken["hand"]) == (leaver, newcomer.pk, 1, 1)
    assert (undone.status_code, undone.json()["seats"][0]["player_id"]) == (200, leaver)
    assert refusal(again) == (409, "table.not_a_substitute")


def test_a_substitute_in_a_closed_round_is_looked_at_first(director, club):
    table = table_of(club)
    play_round(table.round)
    drain(now=NOW)
    leaver = get_table(table.pk).seats[0].player_id
    newcomer = make_player(club)
    path = f"{V1}/tables/{table.pk}/substitutions/"
    sits = {"player_out_id": leaver, "player_in_id": newcomer.pk, "leg": 1, "hand": 1}

    looked = director.post(path, {**sits, "preview": True})
    unseen = director.post(path, sits)
    seated = director.post(path, {**sits, "version": looked.json()["version"], "reason": "she played"})
    [taken] = seated.json()["seats"][0]["substitutions"]
    at_once = director.delete(f"{path}{taken['id']}/")
    back = director.post(f"{path}{taken['id']}/undoing/", {"preview": True})
    undone = director.post(f"{path}{taken['id']}/undoing/", {"version": back.json()["version"]})

    assert looked.status_code == 200
    assert {newcomer.pk, leaver} <= {one["player_id"] for one in looked.json()["ratings"]}
    assert refusal(unseen) == refusal(at_once) == (409, "change.look_first")
    assert (seated.status_code, seated.json()["seats"][0]["player_id"]) == (201, newcomer.pk)
    assert (undone.status_code, undone.json()["seats"][0]["player_id"]) == (200, leaver)


def test_a_substitute_from_a_hand_that_the_table_has_not_come_to_is_refused(director, club):
    table = table_of(club)
    leaver = get_table(table.pk).seats[0].player_id
    newcomer = make_player(club)
    before = everything()

    answer = director.post(
        f"{V1}/tables/{table.pk}/substitutions/",
        {"player_out_id": leaver, "player_in_id": newcomer.pk, "leg": 1, "hand": 3},
    )

    assert refusal(answer) == (422, "value.refused")
    assert everything() == before


def test_an_entry_leaves_and_a_substitute_plays_its_table_out(director, club):
    table = table_of(club)
    seat = get_table(table.pk).seats[0]
    newcomer = make_player(club)

    answer = director.post(
        f"{V1}/entries/{seat.entry_id}/withdrawal/",
        {
            "unfinished": "substitute",
            "substitutes": [{"player_out_id": seat.player_id, "player_in_id": newcomer.pk}],
        },
    )

    assert (answer.status_code, answer.json()["status"]) == (200, "withdrawn")
    assert get_table(table.pk).seats[0].player_id == newcomer.pk


def test_an_entry_is_away_for_a_round_and_comes_after_all(director, club):
    tournament = make_tournament(club, pairs=4, rounds=3)
    entry = tournament.entries.get(number=1)
    path = f"{V1}/entries/{entry.pk}/absences/"

    away = director.post(path, {"round": 2, "like_sit_out": True, "reason": "choir"})
    twice = director.post(path, {"round": 2})
    back = director.delete(f"{path}2/")

    assert away.status_code == 201
    assert away.json()["absences"] == [{"round": 2, "like_sit_out": True, "reason": "choir"}]
    assert refusal(twice) == (409, "entry.absence_announced")
    assert (back.status_code, back.json()["absences"]) == (200, [])


def test_a_round_names_who_is_away(director, club):
    tournament = make_tournament(club, pairs=3, rounds=3)
    entry = tournament.entries.get(number=1)
    director.post(f"{V1}/entries/{entry.pk}/absences/", {"round": 1})
    round_ = make_round(tournament)

    [away] = client_of().get(f"{V1}/rounds/{round_.pk}/").json()["absent"]

    assert (away["entry_id"], away["entry_number"], away["like_sit_out"]) == (entry.pk, 1, False)


def test_a_table_is_added_for_two_late_pairs(director, club):
    table = table_of(club)
    late = [make_entry(table.round.tournament).pk for _ in range(2)]
    path = f"{V1}/rounds/{table.round_id}/tables/"

    added = director.post(path, {"sides": [[late[0]], [late[1]]], "reason": "snow"})
    again = director.post(path, {"sides": [[late[0]], [late[1]]]})
    unreadable = director.post(path, {"sides": [late[0], late[1]]})

    assert added.status_code == 201
    assert [row["number"] for row in added.json()["tables"]] == [1, 2]
    assert [side["entry_ids"] for side in added.json()["tables"][1]["sides"]] == [[late[0]], [late[1]]]
    assert refusal(again) == (409, "round.entry_seated")
    assert unreadable.status_code == 400


def test_wrong_seats_are_looked_at_and_then_mended_by_the_version_seen(director, club):
    table = table_of(club, rules={"end": "hands", "hands": 1}, rounds=1)
    play_out(table)
    pair = [entry_at(table, 0).pk, entry_at(table, 1).pk]
    path = f"{V1}/rounds/{table.round_id}/reseating/"

    seen = director.post(path, {"entries": [pair], "preview": True})
    blind = director.post(path, {"entries": [pair], "reason": "x"})
    mended = director.post(path, {"entries": [pair], "version": seen.json()["version"], "reason": "x"})
    again = director.post(path, {"entries": [pair], "version": seen.json()["version"], "reason": "x"})

    assert seen.status_code == 200
    rows = {row["entry_id"]: (row["before"], row["after"]) for row in seen.json()["entries"]}
    points = {entry: (old["table_points"], new["table_points"]) for entry, (old, new) in rows.items()}
    assert points == {pair[0]: ("2", "0"), pair[1]: ("0", "2")}
    assert (blind.status_code, faults(blind)[0][0]) == (400, "version")
    assert mended.status_code == 204
    assert entry_at(table, 0).pk == pair[1]
    assert refusal(again) == (409, "change.consequences_changed")
    assert again.json()["preview"]["version"] != seen.json()["version"]
    assert [row["entry_id"] for row in again.json()["preview"]["entries"]] == pair


def test_a_round_is_taken_back_once_what_is_lost_was_seen(director, club):
    table = table_of(club, rounds=3)
    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)
    slug = table.round.tournament.slug
    path = f"{V1}/rounds/{table.round_id}/taking-back/"

    lost = director.get(path)
    blind = director.post(path, {"reason": "x"})
    sent = {"reason": "two pairs were missing", "version": lost.json()["version"]}
    untyped = director.post(path, sent)
    taken = director.post(path, {**sent, "typed": "1"})

    assert lost.status_code == 200
    assert (lost.json()["hands"], [row["number"] for row in lost.json()["tables"]]) == (1, [1])
    assert (blind.status_code, faults(blind)[0][0]) == (400, "version")
    assert (untyped.status_code, untyped.json()["code"]) == (422, "restore.not_typed")
    assert (taken.status_code, taken.json()["status"]) == (200, "taken_back")
    assert director.get(f"{V1}/tournaments/{slug}/rounds/").json()["results"] == []
    assert director.get(f"{V1}/rounds/{table.round_id}/").json()["tables"][0]["legs"][0]["hands"]
    for address in (f"rounds/{table.round_id}/", f"rounds/{table.round_id}/seating/", f"tables/{table.pk}/"):
        assert refusal(client_of().get(f"{V1}/{address}")) == (404, "not_found")
    assert director.post(f"{V1}/tournaments/{slug}/rounds/").json()["number"] == 1


def seats_of(draw):
    return [list(table["seats"].values()) for table in draw["plan"]["tables"]]


def test_a_draft_is_changed_by_hand(director, club):
    tournament = make_tournament(club, pairs=4, rounds=3, rules={"end": "hands", "hands": 1})
    played = play_round(make_round(tournament))
    drawn = director.post(f"{V1}/tournaments/{tournament.slug}/rounds/").json()
    [draft] = drawn["draws"]
    one, met = entry_at(played.tables.get(number=1), 0).pk, entry_at(played.tables.get(number=1), 1).pk
    beside = next(entry for seats in seats_of(draft) if one in seats for entry in seats if entry != one)
    path = f"{V1}/draws/{draft['id']}/changes/"

    worse = director.post(path, {"swaps": [[met, beside]]})
    both = director.post(path, {"swaps": [[met, beside]], "plan": draft["plan"]})
    kept = director.post(path, {"swaps": [[met, beside]], "reason": "they are to play again"})

    assert refusal(worse) == (409, "draw.promises_broken")
    assert {remark["code"] for remark in worse.json()["promises"]} == {"promise.rematch"}
    assert both.status_code == 400
    assert kept.status_code == 201
    changed = kept.json()["draws"][-1]
    assert (changed["number"], {one, met} in [set(seats) for seats in seats_of(changed)]) == (2, True)
    assert changed["explanation"][0]["code"] == "draw.by_hand"


def test_a_draft_that_breaks_what_was_arranged_is_published_with_a_reason(director, club):
    tournament = make_tournament(club, pairs=4, rounds=3)
    [draft] = director.post(f"{V1}/tournaments/{tournament.slug}/rounds/").json()["draws"]
    pair = seats_of(draft)[0]
    director.post(f"{V1}/tournaments/{tournament.slug}/forbidden-meetings/", {"entries": pair})
    path = f"{V1}/draws/{draft['id']}/publication/"
    broken = [{"code": "promise.apart", "params": {"entrants": pair}}]

    refused = director.post(path)
    published = director.post(path, {"reason": "one table only"})
    shown = client_of().get(f"{V1}/rounds/{published.json()['id']}/").json()

    assert (refusal(refused), refused.json()["promises"]) == ((409, "draw.promises_broken"), broken)
    assert (published.status_code, published.json()["status"]) == (200, "published")
    assert published.json()["draws"][0]["rulings"] == [{"reason": "one table only", "broken": broken}]
    # Who must not meet is the director's to know.
    assert shown["draws"][0]["rulings"] == [{"reason": "one table only", "broken": []}]


def test_a_draft_is_written_as_a_whole(director, club):
    tournament = make_tournament(club, pairs=4, rounds=3)
    [draft] = director.post(f"{V1}/tournaments/{tournament.slug}/rounds/").json()["draws"]
    (a, b), (c, d) = seats_of(draft)
    plan = {
        "round": 1,
        "tables": [{"table": 1, "seats": {"NS": a, "EW": c}}, {"table": 2, "seats": {"NS": b, "EW": d}}],
        "out": [],
    }

    kept = director.post(f"{V1}/draws/{draft['id']}/changes/", {"plan": plan})
    wrong = director.post(f"{V1}/draws/{draft['id']}/changes/", {"plan": {**plan, "out": [a]}})
    unreadable = director.post(f"{V1}/draws/{draft['id']}/changes/", {"plan": ["table 1"]})

    assert kept.json()["draws"][-1]["plan"] == plan
    assert refusal(wrong) == (409, "draw.unplayable")
    assert refusal(unreadable) == (422, "movements.schedule_unreadable")


def test_two_are_drawn_together_and_two_are_kept_apart(director, club):
    tournament = make_tournament(club, pairs=6, rounds=5)
    drawn = director.post(f"{V1}/tournaments/{tournament.slug}/rounds/").json()
    [[a, b], [c, _d], *_] = seats_of(drawn["draws"][0])
    apart = f"{V1}/tournaments/{tournament.slug}/forbidden-meetings/"

    together = director.post(f"{V1}/rounds/{drawn['id']}/draws/", {"together": [[a, c]]})
    forbidden = director.post(apart, {"entries": [a, b], "reason": "one household"})
    listed = director.get(apart)
    refused = director.post(f"{V1}/rounds/{drawn['id']}/draws/", {"together": [[a, b]]})
    allowed = director.delete(f"{apart}{b}/{a}/")

    assert any({a, c} == set(seats) for seats in seats_of(together.json()["draws"][-1]))
    assert (forbidden.status_code, forbidden.json()) == (201, {"forbidden": [[a, b]]})
    assert listed.json() == {"forbidden": [[a, b]]}
    assert refusal(refused) == (409, "draw.fixed_meeting_refused")
    assert (allowed.status_code, allowed.json()) == (200, {"forbidden": []})


@pytest.mark.parametrize("username", ["sam", "stranger", None])
def test_drafts_are_changed_by_directors_only(club, username):
    tournament = make_tournament(club, pairs=4)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    user = User.objects.filter(username=username).first() or (username and make_user(username))
    client = client_of(user)
    pair = [entry.pk for entry in tournament.entries.filter(number__lte=2)]
    apart = f"{V1}/tournaments/{tournament.slug}/forbidden-meetings/"
    before = everything()

    answers = [
        client.post(f"{V1}/draws/{draft.pk}/changes/", {"swaps": [pair]}),
        client.post(f"{V1}/rounds/{draft.round_id}/draws/", {"together": [pair]}),
        client.get(apart),
        client.post(apart, {"entries": pair}),
        client.delete(f"{apart}{pair[0]}/{pair[1]}/"),
    ]

    assert {answer.status_code for answer in answers} == ({401} if user is None else {403})
    assert everything() == before


def test_leaving_without_an_unfinished_table_to_decide_is_a_conflict(director, club):
    tournament = make_tournament(club, pairs=2)
    entry = tournament.entries.first()
    before = everything()

    answer = director.post(f"{V1}/entries/{entry.pk}/withdrawal/", {"unfinished": "void", "reason": "ill"})

    assert refusal(answer) == (409, "entry.no_open_table")
    assert everything() == before


@pytest.mark.parametrize("username", ["sam", "stranger", None])
def test_changes_are_for_directors_only(club, username):
    table = table_of(club)
    leaver = entry_at(table, 0)
    user = User.objects.filter(username=username).first() or (username and make_user(username))
    client = client_of(user)
    before = everything()

    answers = [
        client.post(f"{V1}/tables/{table.pk}/ruling/", {"kind": "void", "reason": "x"}),
        client.delete(f"{V1}/tables/{table.pk}/ruling/"),
        client.get(f"{V1}/rounds/{table.round_id}/taking-back/"),
        client.post(f"{V1}/rounds/{table.round_id}/taking-back/", {"reason": "x", "version": 1}),
        client.post(f"{V1}/rounds/{table.round_id}/reseating/", {"entries": [[leaver.pk, 1]], "preview": True}),
        client.post(f"{V1}/rounds/{table.round_id}/reseating/", {"entries": [[leaver.pk, 1]], "version": "1"}),
        client.post(
            f"{V1}/rounds/{table.round_id}/sit-outs/", {"entry_id": leaver.pk, "role": "absent", "preview": True}
        ),
        client.post(f"{V1}/rounds/{table.round_id}/tables/", {"sides": [[leaver.pk], [leaver.pk]]}),
        client.post(f"{V1}/tables/{table.pk}/substitutions/", {"player_out_id": 1, "player_in_id": 2}),
        client.delete(f"{V1}/tables/{table.pk}/substitutions/1/"),
        client.post(f"{V1}/tables/{table.pk}/substitutions/1/undoing/", {"preview": True}),
        client.post(f"{V1}/entries/{leaver.pk}/absences/", {"round": 2}),
        client.delete(f"{V1}/entries/{leaver.pk}/absences/2/"),
        client.post(f"{V1}/entries/{leaver.pk}/withdrawal/", {"unfinished": "void", "reason": "x"}),
    ]

    assert {answer.status_code for answer in answers} == ({401} if user is None else {403})
    assert everything() == before


def test_an_entry_is_put_under_the_right_person_after_a_look(director, club):
    wrong, right = make_player(club, "Anna Nowak"), make_player(club, "Anna Brown")
    tournament = make_tournament(club, rounds=2, rules={"end": "hands", "hands": 1})
    entry = make_entry(tournament, make_partnership(club, wrong, make_player(club, "Bob Fox")))
    make_entry(tournament)
    play_round(make_round(tournament))
    path = f"{V1}/entries/{entry.pk}/wrong-player/"
    what = {"player_out_id": wrong.pk, "player_in_id": right.pk}

    looked = director.post(path, {**what, "preview": True})
    untold = director.post(path, {**what, "version": looked.json()["version"]})
    unseen = director.post(path, {**what, "reason": "the other Anna"})
    done = director.post(path, {**what, "version": looked.json()["version"], "reason": "the other Anna"})
    again = director.post(path, {**what, "reason": "the other Anna"})

    assert [(one["round_number"], one["table"], one["before"], one["after"]) for one in looked.json()["persons"]] == [
        (None, None, "Anna Nowak", "Anna Brown"),
        (1, None, "Anna Nowak", "Anna Brown"),
        (1, 1, "Anna Nowak", "Anna Brown"),
    ]
    assert looked.json()["sharing"] == []
    assert untold.status_code == 400
    assert refusal(unseen) == (409, "change.look_first")
    assert done.status_code == 200
    assert {player["name"] for player in done.json()["players"]} == {"Anna Brown", "Bob Fox"}
    assert refusal(again) == (409, "entry.player_not_in_it")


def test_somebody_new_is_put_into_an_entry_by_name(director, club):
    tournament = make_tournament(club, pairs=2)
    entry = tournament.entries.first()
    wrong = entry.line_up.get(place=1).player_id
    there = make_player(club, "Ada Moss")
    path = f"{V1}/entries/{entry.pk}/wrong-player/"
    what = {"player_out_id": wrong, "new_name": "Ada Moss", "reason": "a slip"}

    asked = director.post(path, what)
    done = director.post(path, {**what, "is_new": True})

    assert refusal(asked) == (409, "players.namesakes")
    [mended] = [player for player in done.json()["players"] if player["place"] == 1]
    assert (done.status_code, mended["name"]) == (200, "Ada Moss")
    assert mended["player_id"] not in (wrong, there.pk)
