"""Changes of a round in play on the pages of the desk."""

from __future__ import annotations

from html import unescape

import pytest

from ratings.services.drain import drain
from tests.factories import NOW, make_entry, make_player, make_round, make_tournament
from tests.hands import enter, fh_line, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Absence, Entry, Seat, Table, TableRuling
from tournaments.selectors.tables import get_table
from tournaments.services import publishing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club) -> Table:
    return make_round(make_tournament(club, pairs=2)).tables.get()


def entry_at(table, index) -> Entry:
    return Seat.objects.get(table=table, index=index).entry


def test_table_is_decided_from_its_page_and_the_round_says_so(as_user, table):
    browser = as_user("dan")
    leaver = entry_at(table, 0)
    assert f'href="/tables/{table.pk}/ruling/"' in browser.get(f"/tables/{table.pk}/desk/").content.decode()

    page = browser.post(
        f"/tables/{table.pk}/ruling/",
        {"kind": "forfeit", "entry_id": leaver.pk, "points": "0", "reason": "never came"},
        follow=True,
    )

    shown = page.content.decode()
    assert "Table 1 is decided." in shown
    assert ": the others win it." in shown
    assert "never came" in shown
    assert "All tables are complete" in shown
    assert "never came" in as_user().get(f"/rounds/{table.round_id}/").content.decode()
    assert "never came" in as_user().get(f"/entries/{leaver.pk}/").content.decode()


def test_decision_is_taken_back_from_the_page_of_the_table(as_user, table):
    browser = as_user("dan")
    browser.post(f"/tables/{table.pk}/ruling/", {"kind": "void", "entry_id": "", "points": "0", "reason": "rain"})
    assert "Take this back" in browser.get(f"/tables/{table.pk}/desk/").content.decode()

    page = browser.post(f"/tables/{table.pk}/ruling/revoke/", follow=True)

    table.refresh_from_db()
    assert table.status == "in_play"
    assert "The table goes on where its hands are." in page.content.decode()


def test_decision_without_a_reason_is_asked_for_again(as_user, table):
    before = everything()

    page = as_user("dan").post(
        f"/tables/{table.pk}/ruling/", {"kind": "void", "entry_id": "", "points": "0", "reason": ""}
    )

    assert page.status_code == 200
    assert page.context["form"].errors.keys() == {"reason"}
    assert everything() == before


def test_who_leaves_an_unfinished_table_is_asked_what_becomes_of_it(as_user, table):
    browser = as_user("dan")
    leaver = entry_at(table, 1)
    path = f"/entries/{leaver.pk}/withdraw/"

    asked = browser.get(path).content.decode()
    browser.post(path, {"reason": "a cold"})
    untouched = Entry.objects.filter(status="withdrawn").count()
    browser.post(path, {"reason": "a cold", "unfinished": "forfeit", "points": "40"})

    assert "Table 1 is still being played." in asked
    assert untouched == 0
    ruling = TableRuling.objects.get()
    assert (ruling.entry, ruling.points, ruling.reason) == (leaver, 40, "a cold")
    assert Entry.objects.get(pk=leaver.pk).status == "withdrawn"


def test_who_leaves_an_unfinished_table_may_have_it_played_out_by_a_substitute(as_user, table):
    browser = as_user("dan")
    newcomer = make_player(table.round.tournament.club, "Zoë Young")
    seats = get_table(table.pk).seats
    path = f"/entries/{seats[0].entry_id}/withdraw/"

    asked = browser.get(path)
    browser.post(
        path,
        {
            "reason": "",
            "unfinished": "substitute",
            "points": "0",
            f"substitute_{seats[0].player_id}": str(newcomer.pk),
            f"substitute_{seats[2].player_id}": "",
        },
    )

    assert [field.name for field in asked.context["form"].substitutes] == [
        f"substitute_{seats[0].player_id}",
        f"substitute_{seats[2].player_id}",
    ]
    assert [seat.player_id for seat in get_table(table.pk).seats] == [
        newcomer.pk,
        *(seat.player_id for seat in seats[1:]),
    ]
    assert Entry.objects.get(pk=seats[0].entry_id).status == "withdrawn"


def test_substitute_is_seated_from_the_page_of_the_table_and_undone_there(as_user, table):
    browser = as_user("dan")
    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)
    newcomer = make_player(table.round.tournament.club, "Zoë Young")
    leaver = get_table(table.pk).seats[0]
    path = f"/tables/{table.pk}/substitute/"

    asked = browser.get(path)
    page = browser.post(
        path,
        {"player_out_id": leaver.player_id, "player_in_id": newcomer.pk, "since": "1.2", "reason": "the bus"},
        follow=True,
    )
    [taken] = get_table(table.pk).seats[0].substitutions
    undone = browser.post(f"/tables/{table.pk}/substitutions/{taken.id}/undo/", follow=True)

    assert [value for value, _ in asked.context["form"].fields["since"].choices] == ["1.2", "1.1"]
    assert f"Zoë Young for {leaver.player_name} from hand 2 on" in unescape(page.content.decode())
    assert "Whoever was there before has sat on." in undone.content.decode()
    assert get_table(table.pk).seats[0].player_id == leaver.player_id


def test_substitute_in_a_closed_round_is_seated_and_undone_once_the_ratings_were_seen(as_user, table):
    browser = as_user("dan")
    play_round(table.round)
    drain(now=NOW)
    newcomer = make_player(table.round.tournament.club, "Zoë Young")
    leaver = get_table(table.pk).seats[0]
    sent = {"player_out_id": leaver.player_id, "player_in_id": newcomer.pk, "since": "1.1", "reason": "she played"}
    path = f"/tables/{table.pk}/substitute/"
    before = everything()

    asked = browser.post(path, sent)
    unchanged = everything()
    browser.post(path, {**sent, "version": asked.context["consequences"].version})
    [taken] = get_table(table.pk).seats[0].substitutions
    undo = f"/tables/{table.pk}/substitutions/{taken.id}/undo/"
    asked_back = browser.post(undo)
    page = browser.post(undo, {"version": asked_back.context["consequences"].version}, follow=True)

    assert "Somebody else sat in at table 1" in asked.content.decode()
    assert "Zoë Young" in unescape(asked.content.decode())
    assert unchanged == before
    assert taken.player_in_id == newcomer.pk
    told = unescape(as_user().get(f"/tournaments/{table.round.tournament.slug}/corrections/").content.decode())
    assert f'{leaver.player_name}</del> <ins><span class="visually-hidden">after: </span>Zoë Young</ins>' in told
    assert "Undo the substitution at table 1" in asked_back.content.decode()
    assert "Whoever was there before has sat on." in page.content.decode()
    assert get_table(table.pk).seats[0].player_id == leaver.player_id


def test_substitute_who_sits_elsewhere_is_refused_with_what_was_typed(as_user, club):
    first, second = make_round(make_tournament(club, pairs=4)).tables.order_by("number")
    busy = get_table(second.pk).seats[0]
    leaver = get_table(first.pk).seats[0]
    before = everything()

    page = as_user("dan").post(
        f"/tables/{first.pk}/substitute/",
        {"player_out_id": leaver.player_id, "player_in_id": busy.player_id, "since": "1.1", "reason": "x"},
    )

    assert f"{busy.player_name} would sit twice in this round." in unescape(page.content.decode())
    assert page.context["form"]["reason"].value() == "x"
    assert everything() == before


def test_who_leaves_between_rounds_is_asked_for_a_reason_only(as_user, club):
    entry = make_tournament(club, pairs=2).entries.first()

    page = as_user("dan").get(f"/entries/{entry.pk}/withdraw/")

    assert list(page.context["form"].fields) == ["reason"]


def test_table_is_added_from_the_desk(as_user, table):
    late = [make_entry(table.round.tournament) for _ in range(2)]
    browser = as_user("dan")
    path = f"/rounds/{table.round_id}/tables/add/"
    assert f'href="{path}"' in browser.get(f"/rounds/{table.round_id}/desk/").content.decode()

    asked = browser.get(path)
    same = browser.post(path, {"side_0_0": late[0].pk, "side_1_0": late[0].pk, "reason": ""})
    page = browser.post(path, {"side_0_0": late[0].pk, "side_1_0": late[1].pk, "reason": "snow"}, follow=True)

    assert [field.label for field in asked.context["form"]] == ["NS", "EW", "Reason"]
    assert asked.content.decode().count("(came late)") == 4
    assert "these are not so many entries" in same.content.decode()
    assert "Table 2 is added." in page.content.decode()
    assert [seat.entry_id for seat in get_table(Table.objects.get(number=2).pk).seats[:2]] == [one.pk for one in late]


def test_table_of_another_size_is_offered_where_tables_may_differ(as_user, club):
    tournament = make_tournament(club, people=4, rounds=3, movement="mixed")
    round_ = make_round(tournament)

    page = as_user("dan").get(f"/rounds/{round_.pk}/tables/add/?entries=3")

    assert [field.label for field in page.context["form"]] == ["seat 1", "seat 2", "seat 3", "Reason"]
    assert 'href="?entries=4"' in page.content.decode()


def test_wrong_seats_are_mended_once_the_consequences_were_seen(as_user, table):
    browser = as_user("dan")
    play_out(table)
    north, east = entry_at(table, 0).pk, entry_at(table, 1).pk
    path = f"/rounds/{table.round_id}/seats/"
    chosen = {"one": f"e{north}", "other": f"e{east}", "reason": "misread"}

    asked = browser.get(path)
    seen = browser.post(path, {**chosen, "look": ""})
    before = entry_at(table, 0).pk
    page = browser.post(path, {**chosen, "version": seen.context["consequences"].version}, follow=True)
    stale = browser.post(path, {**chosen, "version": seen.context["consequences"].version})

    names = [said for _, said in asked.context["form"].fields["one"].choices][1]
    assert names.startswith("table 1, NS: ")
    assert len(seen.context["consequences"].entries) == 2
    assert "Yes, they sat so" in seen.content.decode()
    assert (before, entry_at(table, 0).pk) == (north, east)
    assert "The seats are mended." in page.content.decode()
    assert "is not what you were shown any more" in stale.content.decode()


def test_wrong_seats_of_two_players_are_mended_and_a_pair_does_not_change_with_a_player(as_user, table):
    browser = as_user("dan")
    seats = get_table(table.pk).seats
    path = f"/rounds/{table.round_id}/seats/"
    chosen = {"one": f"p{seats[0].player_id}", "other": f"p{seats[2].player_id}", "reason": "misread"}

    mixed = browser.post(path, {**chosen, "other": f"e{seats[1].entry_id}", "look": ""})
    seen = browser.post(path, {**chosen, "look": ""})
    browser.post(path, {**chosen, "version": seen.context["consequences"].version})

    assert "A pair changes places with a pair" in mixed.content.decode()
    assert "Nothing changes in the standings." in seen.content.decode()
    assert [seat.player_id for seat in get_table(table.pk).seats] == [seats[i].player_id for i in (2, 1, 0, 3)]


def test_sit_out_is_mended_once_the_consequences_were_seen(as_user, club):
    browser = as_user("dan")
    round_ = make_round(make_tournament(club, pairs=3, sit_out_policy="win", criteria=["table_points", "points"]))
    out = round_.round_entries.get(role="sit_out").entry_id
    path = f"/rounds/{round_.pk}/sit-outs/"
    chosen = {"entry_id": out, "what": "absent_like_sit_out", "reason": "a cold"}
    assert f'href="{path}"' in browser.get(f"/rounds/{round_.pk}/desk/").content.decode()

    asked = browser.get(path)
    before = everything()
    seen = browser.post(path, {**chosen, "what": "absent", "look": ""})
    again = browser.post(path, {**chosen, "look": ""})
    unchanged = everything()
    page = browser.post(path, {**chosen, "version": again.context["consequences"].version}, follow=True)
    same = browser.post(path, {**chosen, "look": ""})

    assert [value for value, _name in asked.context["form"].fields["entry_id"].choices] == ["", out]
    moved = {one.entry_id: one for one in seen.context["consequences"].entries}[out]
    assert (moved.before.table_points, moved.after.table_points) == ("2", "0")
    assert "Yes, it was so" in again.content.decode()
    assert unchanged == before
    assert "It is mended. Standings follow." in page.content.decode()
    row = round_.round_entries.get(entry=out)
    assert (row.role, row.like_sit_out) == ("absent", True)
    assert "it stands so already" in same.content.decode()
    told = as_user().get(f"/tournaments/{round_.tournament.slug}/corrections/").content.decode()
    assert "a cold" in told
    assert "sits out</del>" in told
    assert "is away, which is worth a sit-out</ins>" in told


def test_round_is_taken_back_once_what_is_lost_was_seen(as_user, table):
    browser = as_user("dan")
    tournament = table.round.tournament
    enter(table, fh_line(dealer=table.legs.get().game.starters[0]), number=1)
    path = f"/rounds/{table.round_id}/take-back/"
    assert f'href="{path}"' in browser.get(f"/rounds/{table.round_id}/desk/").content.decode()

    asked = browser.get(path)
    stale = browser.post(path, {"reason": "wrong list", "version": 0})
    sent = {"reason": "wrong list", "version": asked.context["losses"].version}
    untyped = browser.post(path, sent)
    page = browser.post(path, {**sent, "typed": "1"}, follow=True)

    assert "1 hand<" in asked.content.decode()
    assert "Type the number of the round, 1, to confirm that." in untyped.content.decode()
    assert "Something was entered since you looked at what would be lost" in stale.content.decode()
    assert "Round 1 is taken back and can be drawn again." in page.content.decode()
    assert "Draw round 1" in page.content.decode()
    desk = browser.get(f"/rounds/{table.round_id}/desk/").content.decode()
    assert "This round was taken back" in desk
    assert "wrong list" in desk
    assert "/take-back/" not in desk
    sheet = browser.get(f"/tables/{table.pk}/desk/").content.decode()
    assert "/correct/" not in sheet
    assert "/substitute/" not in sheet
    for address in (
        f"/rounds/{table.round_id}/",
        f"/rounds/{table.round_id}/print/seating/",
        f"/tables/{table.pk}/legs/1/hands/1/view/",
    ):
        assert as_user().get(address).status_code == 404
    assert "Round 1" not in as_user().get(f"/tournaments/{tournament.slug}/").content.decode()


def test_round_that_another_has_followed_is_not_offered_to_be_taken_back(as_user, club):
    tournament = make_tournament(club, pairs=2, rounds=3, rules={"end": "hands", "hands": 1})
    first = play_round(make_round(tournament))
    make_round(tournament)
    browser = as_user("dan")

    assert "/take-back/" not in browser.get(f"/rounds/{first.pk}/desk/").content.decode()
    assert browser.get(f"/rounds/{first.pk}/take-back/").status_code == 409


def test_round_of_a_finished_tournament_is_not_offered_to_be_taken_back(as_user, club):
    tournament = make_tournament(club, pairs=2, rounds=1, rules={"end": "hands", "hands": 1})
    played = play_round(make_round(tournament))
    browser = as_user("dan")
    before = browser.get(f"/rounds/{played.pk}/desk/").content.decode()

    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)

    assert f"/rounds/{played.pk}/take-back/" in before
    assert "/take-back/" not in browser.get(f"/rounds/{played.pk}/desk/").content.decode()


def test_absence_is_announced_and_cancelled_on_the_page_of_the_entries(as_user, club):
    tournament = make_tournament(club, pairs=4, rounds=3)
    entry = tournament.entries.get(number=1)
    browser = as_user("dan")

    asked = browser.get(f"/entries/{entry.pk}/away/")
    page = browser.post(
        f"/entries/{entry.pk}/away/", {"round_number": "2", "like_sit_out": "yes", "reason": "choir"}, follow=True
    )
    again = browser.get(f"/entries/{entry.pk}/away/")
    back = browser.post(f"/entries/{entry.pk}/away/2/cancel/", follow=True)
    anew = browser.get(f"/entries/{entry.pk}/away/")

    warning = "Round 2 is worth as much as a sit-out to them already."
    assert [warning in seen.content.decode() for seen in (asked, again, anew)] == [False, True, False]
    assert [number for number, _ in asked.context["form"].fields["round_number"].choices] == [1, 2, 3]
    assert [number for number, _ in again.context["form"].fields["round_number"].choices] == [1, 3]
    assert "away in round 2, worth as much as a sit-out: choir" in " ".join(page.content.decode().split())
    assert "Round 2 is played after all." in back.content.decode()
    assert not Absence.objects.filter(cancelled_at=None).exists()


def test_who_is_away_is_named_at_the_desk_and_to_everybody(as_user, club):
    tournament = make_tournament(club, pairs=3, rounds=3)
    entry = tournament.entries.get(number=1)
    browser = as_user("dan")
    browser.post(f"/entries/{entry.pk}/away/", {"round_number": "1", "like_sit_out": "no", "reason": ""})
    round_ = make_round(tournament)

    for path in (f"/rounds/{round_.pk}/desk/", f"/rounds/{round_.pk}/"):
        assert "<strong>Away:</strong>" in browser.get(path).content.decode()
    assert "Not there." in browser.get(f"/entries/{entry.pk}/").content.decode()


@pytest.mark.parametrize("username", ["sam", "stranger", None])
def test_rounds_are_changed_by_directors_only(as_user, table, username):
    browser = as_user(username)
    before = everything()

    answers = [
        browser.post(f"/tables/{table.pk}/ruling/", {"kind": "void", "points": "0", "reason": "x"}),
        browser.post(f"/tables/{table.pk}/ruling/revoke/"),
        browser.get(f"/tables/{table.pk}/substitute/"),
        browser.post(f"/tables/{table.pk}/substitute/", {}),
        browser.post(f"/tables/{table.pk}/substitutions/1/undo/"),
        browser.post(f"/entries/{entry_at(table, 0).pk}/away/", {"round_number": "2"}),
        browser.post(f"/rounds/{table.round_id}/tables/add/", {}),
        browser.post(f"/rounds/{table.round_id}/seats/", {}),
        browser.post(f"/rounds/{table.round_id}/take-back/", {}),
        browser.post(f"/entries/{entry_at(table, 0).pk}/away/2/cancel/"),
    ]

    statuses = [answer.status_code for answer in answers]
    # Who is nobody yet is asked to log in before a page is shown.
    assert statuses == [403, 403, 403 if username else 302, *[403] * 7]
    assert everything() == before
